// Frames, as kit/frame.py packs them: runs of one color, row by row.

const HEAD = 12; // bytes: width, height, number of runs

// The runs of a frame. Nothing here waits for another task of the browser.
export async function runsOf(frame) {
  const [width, height, n] = [0, 4, 8].map((at) => frame.getUint32(at, true));
  const packed = new Uint8Array(frame.buffer, frame.byteOffset + HEAD, frame.byteLength - HEAD);
  const runs = await inflate(packed, 6 * n);
  const colors = new Uint32Array(runs.buffer, 0, n);
  const lengths = new Uint16Array(runs.buffer, 4 * n, n);
  return { width, height, colors, lengths };
}

// Writes all runs over RGBA bytes.
export function fill(bytes, { colors, lengths }) {
  const pixels = new Uint32Array(bytes.buffer);
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
