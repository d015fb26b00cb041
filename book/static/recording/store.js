// The files of a recording, each asked for when it is first needed: see book/recordings.py.

const DECODED = { premultiplyAlpha: "none", colorSpaceConversion: "none" }; // the very same pixels

export class Store {
  files = new Map(); // name -> promise of what was made of its bytes

  constructor(folder) {
    this.folder = folder; // its address, with a slash at the end
  }

  async index() {
    return this.file("index.json", (bytes) => JSON.parse(new TextDecoder().decode(bytes)));
  }

  // The answer of a state, and its frame.
  async state([, chunk, start, words, picture]) {
    const bytes = await this.file(chunk);
    const at = start + words;
    if (bytes.length < at + picture) throw new Error(`${chunk} is not whole`);
    const [answer, base, change] = await Promise.all([
      unpacked(bytes.subarray(start, at)),
      this.file("base.webp", decoded),
      decoded(bytes.subarray(at, at + picture)),
    ]);
    return { answer, frame: layered(base, change) };
  }

  // A file that did not come, or is broken, is asked for again the next time.
  file(name, made = (bytes) => bytes) {
    if (!this.files.has(name)) {
      const loading = load(new URL(name, this.folder)).then(made);
      loading.catch(() => this.files.delete(name));
      this.files.set(name, loading);
    }
    return this.files.get(name);
  }
}

async function load(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

const decoded = (bytes) => createImageBitmap(new Blob([bytes], { type: "image/webp" }), DECODED);

function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

// A picture, drawn over the one that it differs from. Nothing is read back: some browsers answer that
// with noise.
function layered(base, change) {
  const draw = (pen) => {
    pen.drawImage(base, 0, 0);
    pen.drawImage(change, 0, 0);
  };
  return { width: base.width, height: base.height, draw };
}
