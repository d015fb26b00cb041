// A page's Python, whatever runs it: messages in, messages out.

import { pack, unpack } from "./messages.js";
import { Python } from "./wasi.js";

// What an image is made of: the imports of all pages, and a first picture of each kind.
export const START = `
import sys
sys.path.insert(0, "/site")
import guest
guest.prepare()
`;

export class Host {
  // parts() are those of Python; tell(head, buffers) gets its messages, print(line) its output.
  constructor(parts, { tell, print }) {
    this.waiting = null; // a message that Python asks for
    this.tell = tell;
    this.python = new Python({ ...parts, answer: this.answer, print });
  }

  answer = (bytes) => {
    if (bytes.length) this.tell(...unpack(bytes));
    return bytes.length ? new Uint8Array() : this.waiting;
  };

  send(head, buffers) {
    this.waiting = pack(head, buffers);
    return this.python.turn("import guest; guest.receive()");
  }
}
