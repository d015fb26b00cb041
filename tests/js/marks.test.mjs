// The marks that a number goes to are those of Python: tests/kit/test_controls.py reads the same file.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { nearestMark } from "../../rbflib/lab/kit/js/marks.js";

for (const { control, scale, marks, nearest } of JSON.parse(
  readFileSync(new URL("marks.json", import.meta.url)),
)) {
  test(`${control}: every mark, and what lies between and beyond`, () => {
    for (const [number, at] of nearest) assert.equal(nearestMark(marks, number, scale), at, number);
    marks.forEach((mark, at) => {
      assert.equal(nearestMark(marks, mark, scale), at);
    });
  });
}
