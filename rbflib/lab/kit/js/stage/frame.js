// Frames, as kit/stage.py packs them: runs of one color, row by row.

// The frame as an ImageData, which a recorded one is already. Nothing here waits for another task of
// the browser.
export async function unpack(frame) {
  if (!(frame instanceof DataView)) return frame;
  const { width, height, pixels } = await pixelsOf(frame);
  return new ImageData(pixels, width, height);
}

// Width, height and the RGBA bytes of a frame, which is a DataView.
export async function pixelsOf(frame) {
  const [width, height, n] = [0, 4, 8].map((at) => frame.getUint32(at, true));
  const runs = await inflate(bytesOf(frame).subarray(12), 6 * n);
  const colors = new Uint32Array(runs.buffer, 0, n);
  const lengths = new Uint16Array(runs.buffer, 4 * n, n);
  const pixels = new Uint8ClampedArray(4 * width * height);
  fill(new Uint32Array(pixels.buffer), colors, lengths);
  return { width, height, pixels };
}

function fill(pixels, colors, lengths) {
  let at = 0;
  for (let i = 0; i < colors.length; i++) {
    const end = at + lengths[i];
    while (at < end) pixels[at++] = colors[i];
  }
}

async function inflate(packed, size) {
  const stream = new DecompressionStream("deflate");
  const writer = stream.writable.getWriter();
  writer.write(packed);
  writer.close();
  const reader = stream.readable.getReader();
  const bytes = new Uint8Array(size);
  let filled = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes;
    bytes.set(value, filled);
    filled += value.length;
  }
}

const bytesOf = (view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
