// Places where the hand can put a center of a recorded walk.

import assert from "node:assert/strict";
import { test } from "node:test";
import { RecordedDrags } from "../../rbflib/lab/kit/js/recording/drags.js";

// biome-ignore format: a place per entry
const to = [[0, 0, 4], [1, 0, 5], [0, 1, 6]];
const drags = new RecordedDrags({ step: 1, grids: [{ m: 1, others: [[3, 3]], to }] });
const CENTERS = [
  [3, 3],
  [0.2, 0.1],
];

test("a center goes to the recorded place that is nearest", () => {
  assert.equal(drags.nearest(CENTERS, { m: 1, x: 0.9, y: -0.3 }), 5);
  assert.equal(drags.nearest(CENTERS, { m: 1, x: -2, y: 9 }), 6);
});

test("a center is held only where all others stand as recorded", () => {
  assert.equal(drags.canHold(CENTERS, 1), true);
  assert.equal(drags.canHold(CENTERS, 0), false);
  assert.equal(drags.canHold([[3, 2.9], CENTERS[1]], 1), false);
  assert.equal(drags.canHold([...CENTERS, [1, 1]], 1), false);
});
