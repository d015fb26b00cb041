// Messages between a page and Python, as bytes: the length of a head in JSON, the head, and behind it
// buffers, whose sizes are in the head. guest.py packs them the same way.

export function pack(head, buffers = []) {
  const views = buffers.map(bytesOf);
  const sizes = views.map((view) => view.length);
  const text = new TextEncoder().encode(JSON.stringify({ ...head, sizes }));
  const bytes = new Uint8Array(4 + text.length + sizes.reduce((a, b) => a + b, 0));
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, 4);
  let at = 4 + text.length;
  for (const view of views) {
    bytes.set(view, at);
    at += view.length;
  }
  return bytes;
}

// [head, buffers] of a message that stands in memory of its own.
export function unpack(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const { sizes, ...head } = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  let at = bytes.byteOffset + 4 + length;
  const buffers = sizes.map((size) => {
    const view = new DataView(bytes.buffer, at, size);
    at += size;
    return view;
  });
  return [head, buffers];
}

const bytesOf = (data) =>
  data instanceof ArrayBuffer
    ? new Uint8Array(data)
    : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
