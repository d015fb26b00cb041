// Mouse, pen and fingers in a picture: what drags, what clicks, and what is left to the browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { giveHand } from "../../rbflib/lab/kit/js/hand.js";

// A picture of 100 by 100 pixels, and what its hand did.
function handled() {
  const did = [];
  const note = (kind) => (place) => did.push(place ? `${kind} ${place.u}` : kind);
  const hand = { down: (place) => note("down")(place) > 0, move: note("move"), up: note("up") };
  const picture = new EventTarget();
  const captured = new Set();
  Object.assign(picture, {
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 100, height: 100 }),
    setPointerCapture: (id) => captured.add(id),
    focus: () => did.push("has the keys"),
    hasPointerCapture: (id) => captured.has(id),
  });
  giveHand(picture, { ...hand, cancel: note("cancel") });
  const act = (kind, x, more) => {
    const usual = { pointerType: "mouse", button: 0, isPrimary: true, pointerId: 1 };
    const event = Object.assign(new Event(`pointer${kind}`), { clientX: x, clientY: 50 });
    picture.dispatchEvent(Object.assign(event, usual, more));
  };
  return { act, did };
}

for (const pointerType of ["mouse", "pen"]) {
  test(`a ${pointerType} drags with its first button`, () => {
    const { act, did } = handled();
    act("down", 10, { pointerType });
    act("move", 20, { pointerType });
    act("up", 30, { pointerType });
    assert.deepEqual(did, ["down 0.1", "has the keys", "move 0.2", "up 0.3"]);
  });
}

test("other buttons do nothing, and a canceled drag is said", () => {
  const { act, did } = handled();
  for (const button of [1, 2]) act("down", 10, { button });
  act("move", 20);
  assert.deepEqual(did, []);
  act("down", 10);
  act("cancel", 10);
  assert.deepEqual(did, ["down 0.1", "has the keys", "cancel"]);
});

const finger = { pointerType: "touch" };

test("a finger that taps clicks where it went down", () => {
  const { act, did } = handled();
  act("down", 10, finger);
  act("up", 13, finger);
  assert.deepEqual(did, ["down 0.1", "up 0.1"]);
});

test("a swipe, which the browser takes, and a long way of a finger do nothing", () => {
  const { act, did } = handled();
  act("down", 10, finger);
  act("cancel", 10, finger);
  act("up", 10, finger);
  act("down", 10, finger);
  act("up", 60, finger);
  assert.deepEqual(did, []);
});

test("a second finger is left to the browser, which zooms", () => {
  const { act, did } = handled();
  act("down", 10, finger);
  act("down", 70, { ...finger, isPrimary: false, pointerId: 2 });
  act("up", 70, { ...finger, isPrimary: false, pointerId: 2 });
  assert.deepEqual(did, []);
});
