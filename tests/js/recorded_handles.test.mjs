// What is dragged in a recorded picture.

import assert from "node:assert/strict";
import { test } from "node:test";
import { RecordedHandles } from "../../book/static/recording/handles.js";

// A point at (x, y) on a grid of three by three, and one more at another width.
const GRID = [0, 1, 2].flatMap((x) => [0, 1, 2].map((y) => [x, y, 1]));
const states = [...GRID, [1, 1, 2]].map((values) => [
  values,
  "chunk",
  0,
  0,
  0,
  [["point", values[0] / 4, values[1] / 4]],
]);
const handles = new RecordedHandles({
  controls: [{ name: "x" }, { name: "y" }, { name: "gamma" }],
  held: { point: ["x", "y"] },
  states,
});
const at = (values) => states.findIndex(([other]) => other.join() === values.join());
const values = (number) => states[number][0];

test("a dragged handle goes to the recorded place nearest to the pointer", () => {
  assert.deepEqual(values(handles.nearest("point", { u: 0.3, v: 0.45 }, 0)), [1, 2, 1]);
  assert.deepEqual(values(handles.nearest("point", { u: 2, v: -2 }, 0)), [2, 0, 1]);
});

test("an arrow key goes to the next place in its direction, and stays at the edge", () => {
  const from = at([1, 1, 1]);
  assert.deepEqual(values(handles.next("point", 1, 0, from)), [2, 1, 1]);
  assert.deepEqual(values(handles.next("point", 0, -5, from)), [1, 0, 1]);
  assert.deepEqual(values(handles.next("point", -1, 0, at([0, 1, 1]))), [0, 1, 1]);
});

test("a handle is there only where more places of it were recorded", () => {
  assert.equal(handles.canDrag("point", at([1, 1, 1])), true);
  assert.equal(handles.canDrag("point", at([1, 1, 2])), false);
});
