// Frames that Python packed are unpacked to the pixels that it packed.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fill, runsOf } from "../../rbflib/lab/kit/js/picture/frame.js";

const FRAMES = JSON.parse(readFileSync(new URL("frames.json", import.meta.url)));
const hex = (bytes) => Buffer.from(bytes).toString("hex");

function viewOf(bytes, before = 0) {
  const bytesOfFrame = new Uint8Array(before + bytes.length);
  bytesOfFrame.set(bytes, before);
  return new DataView(bytesOfFrame.buffer, before);
}

for (const [name, { frame, width, height, pixels }] of Object.entries(FRAMES)) {
  for (const before of [0, 5]) {
    test(`${name}, ${before} bytes into a message`, async () => {
      const runs = await runsOf(viewOf(Buffer.from(frame, "hex"), before));
      assert.deepEqual([runs.width, runs.height], [width, height]);
      const bytes = new Uint8ClampedArray(4 * width * height).fill(7); // of the frame before
      fill(bytes, runs);
      assert.equal(hex(bytes), pixels);
    });
  }
}
