// Frames, as kit/frame.py packs them: runs of one color, row by row.

const HEAD = 12; // bytes: width, height, number of runs

// The runs of a frame. Nothing here waits for another task of the browser.
export async function runsOf(frame) {
  const [width, height, n] = [0, 4, 8].map((at) => frame.getUint32(at, true));
  const packed = new Uint8Array(frame.buffer, frame.byteOffset + HEAD, frame.byteLength - HEAD);
  const runs = await inflate(packed, 6 * n);
  const colors = new Uint32Array(runs.buffer, 0, n);
  const [low, high] = [4 * n, 5 * n].map((at) => new Uint8Array(runs.buffer, at, n));
  return { width, height, colors, low, high };
}

// Writes all runs over RGBA bytes.
export function fill(bytes, { colors, low, high }) {
  const pixels = new Uint32Array(bytes.buffer);
  let at = 0;
  for (let i = 0; i < colors.length; i++) {
    const end = at + low[i] + 256 * high[i];
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
