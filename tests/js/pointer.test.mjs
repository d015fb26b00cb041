// A pointer in a picture: what is dragged and clicked, what is sent, and what is left to the browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { UndoHistory } from "../../rbflib/lab/kit/js/history.js";
import { addCross } from "../../rbflib/lab/kit/js/picture/cross.js";
import { Handles } from "../../rbflib/lab/kit/js/picture/handles.js";
import { within } from "../../rbflib/lab/kit/js/picture/panels.js";
import {
  listenToPicture,
  listenToPointer,
  PointerController,
  shares,
} from "../../rbflib/lab/kit/js/picture/pointer.js";
import { fakeDocument } from "./fakes.mjs";

const LEFT = [0, 0, 0.5, 1];
const RIGHT = [0.5, 0, 1, 1];
const HANDLES = [
  ["a", 0.25, 0.5, LEFT],
  ["b", 0.75, 0.25, RIGHT],
  ["c", 0.75, 0.75, RIGHT],
];
const at = (u, v) => ({ u, v });

// The pointer of a picture of 1000 by 1000 pixels, and what its source is asked.
function newPointer({ clickable = false, handles = HANDLES } = {}) {
  const messages = [];
  const source = {
    values: { x: 0 },
    message: null,
    point: (message) => {
      source.message = message;
      messages.push(message);
    },
    set: (values) => messages.push({ kind: "set", ...values }),
  };
  const history = new UndoHistory(source.values);
  const picture = { handles: () => handles, size: () => [1000, 1000], clickable };
  const said = [];
  const axes = () => [
    [LEFT, [-2, 2, false], [0, 1, false]],
    [
      [0.6, 0, 0.8, 0.5],
      [0, 4, true],
      [1, 11, false],
    ],
  ];
  const words = { axes, say: (text) => said.push(text) };
  const pointer = new PointerController(source, { history, ...picture, ...words });
  return { pointer, messages, source, history, said };
}

test("a handle near the pointer keeps its place beside it", () => {
  const { pointer, messages } = newPointer();
  assert.equal(pointer.down(at(0.24, 0.505)), true);
  pointer.move(at(0.3, 0.505));
  const [{ kind, name, u, v }] = messages;
  assert.deepEqual([kind, name], ["drag", "a"]);
  assert.ok(Math.abs(u - 0.31) < 1e-12 && Math.abs(v - 0.5) < 1e-12);
});

test("of the handles in the axes below, the nearest comes to a pointer that is far from it", () => {
  const { pointer, messages } = newPointer();
  pointer.down(at(0.6, 0.6));
  pointer.move(at(0.6, 0.65));
  assert.deepEqual(messages, [{ kind: "drag", name: "c", u: 0.6, v: 0.65 }]);
});

test("a canceled drag goes back to the state before, and its last message is forgotten", () => {
  const { pointer, messages, source } = newPointer();
  pointer.down(at(0.25, 0.5));
  pointer.move(at(0.3, 0.5));
  source.values = { x: 5 };
  pointer.cancel();
  assert.deepEqual(messages.at(-1), { kind: "set", x: 0 });
  assert.equal(source.message, null);
  pointer.down(at(0.25, 0.5));
  pointer.cancel();
  pointer.move(at(0.3, 0.5)); // the button is still held
  assert.equal(messages.length, 2);
});

test("a drag is one move to take back", () => {
  const { pointer, source, history } = newPointer();
  pointer.down(at(0.25, 0.5));
  for (const x of [1, 2, 3]) {
    pointer.move(at(0.3, 0.5));
    source.values = { x };
    history.note(source.values);
  }
  pointer.up(at(0.3, 0.5));
  assert.deepEqual(history.undo(), { x: 0 });
  assert.equal(history.undo(), null);
});

test("a pointer that comes up where it went down has clicked; it is never quite still", () => {
  const { pointer, messages } = newPointer({ clickable: true });
  pointer.down(at(0.4, 0.6));
  pointer.move(at(0.402, 0.6));
  pointer.up(at(0.402, 0.6));
  assert.deepEqual(messages.at(-1), { kind: "click", u: 0.4, v: 0.6 });
  pointer.down(at(0.4, 0.6));
  pointer.move(at(0.3, 0.6));
  pointer.up(at(0.3, 0.6));
  assert.equal(messages.at(-1).kind, "drag");
});

// A picture of 100 by 100 pixels, and what its pointer did.
function listening(listen = listenToPicture) {
  const did = [];
  const note = (kind) => (place) => did.push(place ? `${kind} ${place.u}` : kind);
  const pointer = { down: (place) => note("down")(place) > 0, move: note("move"), up: note("up") };
  const picture = new EventTarget();
  const captured = new Set();
  Object.assign(picture, {
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 100, height: 100 }),
    setPointerCapture: (id) => captured.add(id),
    focus: () => did.push("has the keys"),
    hasPointerCapture: (id) => captured.has(id),
  });
  listen(picture, { ...pointer, cancel: note("cancel") });
  const act = (kind, x, more) => {
    const usual = { pointerType: "mouse", button: 0, isPrimary: true, pointerId: 1 };
    const event = Object.assign(new Event(kind), { clientX: x, clientY: 50 });
    picture.dispatchEvent(Object.assign(event, usual, more));
  };
  return { act, did };
}

for (const pointerType of ["mouse", "pen"]) {
  test(`a ${pointerType} drags with its first button`, () => {
    const { act, did } = listening();
    act("pointerdown", 10, { pointerType });
    act("pointermove", 20, { pointerType });
    act("pointerup", 30, { pointerType });
    assert.deepEqual(did, ["down 0.1", "has the keys", "move 0.2", "up 0.3"]);
  });
}

for (const event of ["pointercancel", "lostpointercapture", "contextmenu"]) {
  test(`${event} ends a drag`, () => {
    const { act, did } = listening();
    act("pointerdown", 10);
    act(event, 10);
    assert.deepEqual(did, ["down 0.1", "has the keys", "cancel"]);
  });
}

test("a second finger takes nothing from the pointer that drags", () => {
  const { act, did } = listening((target, pointer) => listenToPointer(target, target, pointer));
  const second = { pointerType: "touch", pointerId: 2, isPrimary: false };
  act("pointerdown", 10, finger);
  act("pointerdown", 80, second);
  act("pointermove", 90, second);
  act("pointermove", 20, finger);
  act("pointerup", 90, second);
  act("pointercancel", 90, second);
  act("pointerup", 30, finger);
  assert.deepEqual(did, ["down 0.1", "has the keys", "move 0.2", "up 0.3"]);
});

test("a click where no axes take it is sent nowhere, and says so", () => {
  const { pointer, messages, said } = newPointer({ clickable: true });
  pointer.click(at(0.55, 0.9));
  assert.deepEqual([messages, said], [[], ["beside the axes: nothing to click"]]);
  pointer.click(at(0.7, 0.2));
  assert.deepEqual(messages, [{ kind: "click", u: 0.7, v: 0.2 }]);
});

// What a screen reader says of a slider.
const spoken = (slider) =>
  ["role", "ariaLabel", "ariaValueNow", "ariaValueText"].map((name) => slider[name]);

test("handles and the cross are sliders that say where they are", () => {
  fakeDocument();
  const { pointer, messages } = newPointer({ clickable: true });
  const picture = { parentElement: document.createElement("div"), clientWidth: 2, clientHeight: 1 };
  const shown = new Handles(picture, pointer);
  shown.show([["a", 0.25, 0.5, LEFT, "−1, 0.5"]]);
  const [first] = picture.parentElement.parts;
  assert.deepEqual(spoken(first), ["slider", "a", 25, "−1, 0.5"]);
  shown.show([]);
  assert.equal(first.hidden, true);
  let mark;
  addCross(Object.assign(picture, { after: (element) => (mark = element) }), pointer);
  assert.deepEqual(spoken(mark), ["slider", "cross", 30, "0.4, 0.6"]);
  for (const key of ["Enter", " "]) mark.act("keydown", { key });
  assert.deepEqual(messages, Array(2).fill({ kind: "click", u: 0.3, v: 0.6 }));
  for (const key of ["ArrowLeft", "ArrowDown"]) mark.act("keydown", { key, shiftKey: true });
  assert.deepEqual(spoken(mark), ["slider", "cross", 25, "0, 0.5"]);
  const left = { key: "ArrowLeft", shiftKey: true };
  for (let i = 0; i < 9; i++) mark.act("keydown", left); // it stays in the picture
  assert.equal(spoken(mark)[3], "−2, 0.5");
  const part = within(pointer, [0.5, 0, 1, 1]); // its places are those of the whole picture
  assert.deepEqual(
    ["100, 3", "beside the axes: nothing to click"],
    [part.valueAt(at(0.4, 0.1)), part.valueAt(at(0.9, 0.9))],
  );
});

const finger = { pointerType: "touch" };

test("a finger that taps clicks, one that scrolls or a mouse that has clicked does not", () => {
  const { act, did } = listening();
  act("pointerdown", 10, finger);
  act("pointercancel", 10, finger);
  assert.deepEqual(did, []);
  act("pointerdown", 10, finger);
  act("click", 10);
  assert.deepEqual(did.splice(0), ["down 0.1", "up 0.1"]);
  act("pointerdown", 10);
  act("pointerup", 10);
  act("click", 10);
  assert.deepEqual(did, ["down 0.1", "has the keys", "up 0.1"]);
});

test("places are shares of the picture from the lower left", () => {
  const box = { left: 100, top: 50, width: 200, height: 80 };
  assert.deepEqual(shares({ clientX: 100, clientY: 130 }, box), at(0, 0));
  assert.deepEqual(shares({ clientX: 300, clientY: 50 }, box), at(1, 1));
  assert.deepEqual(shares({ clientX: 150, clientY: 110 }, box), at(0.25, 0.25));
});
