// A page's Python, whatever runs it. A message is a head in JSON, with the number of the buffers that
// follow it one by one; guest.py does the same.

import { Python } from "./wasi.js";

// What an image is made of: the imports of all pages, and a first picture of each kind.
export const START = `
import sys
sys.path.insert(0, "/site")
import guest
guest.prepare()
`;

export class Host {
  inbox = []; // parts of a message that Python asks for
  outbox = []; // parts of one that Python has begun

  // parts() are those of Python; tell(head, buffers) gets its messages, print(line) its output.
  constructor(parts, { tell, print }) {
    this.tell = tell;
    this.python = new Python({ ...parts, answer: this.answer, print });
  }

  // Python gives a part; with an empty one that belongs to no message it asks for one.
  answer = (bytes) => {
    if (!bytes.length && !this.outbox.length) return this.inbox.shift();
    const part = this.outbox.length ? new DataView(bytes.buffer) : headOf(bytes);
    const [head, ...buffers] = [...this.outbox, part];
    const isWhole = buffers.length === head.buffers;
    this.outbox = isWhole ? [] : [head, ...buffers];
    if (isWhole) this.tell(head, buffers);
    return new Uint8Array();
  };

  send(head, buffers) {
    const text = JSON.stringify({ ...head, buffers: buffers.length });
    this.inbox = [new TextEncoder().encode(text), ...buffers.map(bytesOf)];
    return this.python.turn("__import__('guest').receive()");
  }
}

const headOf = (bytes) => JSON.parse(new TextDecoder().decode(bytes));

const bytesOf = (data) =>
  ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
