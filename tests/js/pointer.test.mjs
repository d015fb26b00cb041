// The hand in a picture: what the kernel is told, and how often.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Cross } from "../../rbflib/lab/kit/js/cross.js";
import { shares } from "../../rbflib/lab/kit/js/hand.js";
import { within } from "../../rbflib/lab/kit/js/panels.js";
import { Pointer } from "../../rbflib/lab/kit/js/stage/pointer.js";
import { isWorthMore } from "../../rbflib/lab/kit/js/stage/sharpness.js";

const at = (u) => ({ u, v: 0.5 });

function newPointer() {
  const sent = [];
  return {
    sent,
    pointer: new Pointer(({ kind, u }) => sent.push(u === undefined ? kind : `${kind} ${u}`)),
  };
}

test("one move at a time, and the newest after the answer", () => {
  const { sent, pointer } = newPointer();
  assert.equal(pointer.down(at(0)), true);
  for (const u of [1, 2, 3]) pointer.move(at(u));
  assert.deepEqual(sent, ["down 0", "move 1"]);
  pointer.answered();
  assert.deepEqual(sent.slice(2), ["move 3"]);
  pointer.answered();
  assert.equal(sent.length, 3);
});

test("where the hand lets go is sent without waiting", () => {
  const { sent, pointer } = newPointer();
  pointer.down(at(0));
  for (const u of [1, 2]) pointer.move(at(u));
  pointer.up(at(3));
  pointer.answered();
  assert.deepEqual(sent, ["down 0", "move 1", "move 3", "up 3"]);
});

test("a click is no move, and a canceled move is forgotten", () => {
  const { sent, pointer } = newPointer();
  pointer.down(at(0));
  pointer.up(at(0));
  pointer.down(at(0));
  for (const u of [1, 2]) pointer.move(at(u));
  pointer.cancel();
  pointer.answered();
  assert.deepEqual(sent, ["down 0", "up 0", "down 0", "move 1", "cancel"]);
});

test("places are shares of the picture from the lower left", () => {
  const box = { left: 100, top: 50, width: 200, height: 80 };
  assert.deepEqual(shares({ clientX: 100, clientY: 130 }, box), { u: 0, v: 0 });
  assert.deepEqual(shares({ clientX: 300, clientY: 50 }, box), { u: 1, v: 1 });
  assert.deepEqual(shares({ clientX: 150, clientY: 110 }, box), { u: 0.25, v: 0.25 });
});

test("more pixels are worth it where the screen has more of them", () => {
  assert.equal(isWorthMore(2, 1), true);
  assert.equal(isWorthMore(1.04, 1), false);
  assert.equal(isWorthMore(2, 2.02), false);
  assert.equal(isWorthMore(1, 2), false);
  assert.equal(isWorthMore(Number.NaN, 1), false); // before the first frame
});

test("a hand in a part of the picture is at its place in the whole", () => {
  const said = [];
  const note =
    (kind) =>
    ({ u, v }) =>
      said.push(`${kind} ${u.toFixed(2)} ${v.toFixed(2)}`);
  const whole = { down: note("down"), move: note("move"), up: note("up") };
  const part = within(whole, [0.5, 0.2, 1, 0.6]);
  part.down({ u: 0, v: 0 });
  part.move({ u: 0.5, v: 0.5 });
  part.up({ u: 1, v: 1 });
  assert.deepEqual(said, ["down 0.50 0.20", "move 0.75 0.40", "up 1.00 0.60"]);
});

function newCross() {
  const said = [];
  const note =
    (kind) =>
    ({ u, v }) =>
      said.push(`${kind} ${u.toFixed(2)} ${v.toFixed(2)}`);
  const cross = new Cross({ down: note("down"), up: note("up") }, () => 2);
  return { cross, said };
}

test("the cross goes where the arrows lead, and Enter or Space clicks there", () => {
  const { said, cross } = newCross();
  for (const key of ["ArrowRight", "ArrowUp", "Enter"]) assert.equal(cross.press({ key }), true);
  assert.deepEqual(said, ["down 0.31 0.62", "up 0.31 0.62"]);
  assert.equal(cross.press({ key: " " }), true);
  assert.equal(said.length, 4);
  cross.press({ key: "ArrowDown", shiftKey: true });
  assert.ok(Math.abs(cross.place.v - 0.52) < 1e-12);
});

test("the cross stays in the picture, and other keys are not its own", () => {
  const { cross } = newCross();
  for (let i = 0; i < 100; i++) cross.press({ key: "ArrowUp", shiftKey: true });
  assert.equal(cross.place.v, 1);
  assert.equal(cross.press({ key: "a" }), false);
  assert.equal(cross.press({ key: "ArrowUp", ctrlKey: true }), false);
});
