// The files of a recording, each asked for when it is first needed: see book/recordings.py.

const DECODED = { premultiplyAlpha: "none", colorSpaceConversion: "none" }; // the very same pixels

export class Store {
  files = new Map(); // name -> promise of its bytes

  constructor(folder) {
    this.folder = folder; // its address, with a slash at the end
  }

  async index() {
    return JSON.parse(new TextDecoder().decode(await this.bytes("index.json")));
  }

  // What is told of a state, and its picture or its walk as the widget's traits.
  async state([, chunk, start, words, picture]) {
    const bytes = await this.bytes(chunk);
    const at = start + words;
    if (bytes.length < at + picture) throw new Error(`${chunk} is not whole`);
    const told = await unpacked(bytes.subarray(start, at));
    if (told.walk) return { told, traits: { walk: told.walk } };
    return { told, traits: { frame: await this.picture(bytes.subarray(at, at + picture)) } };
  }

  async picture(bytes) {
    const [base, change] = await Promise.all([
      this.bytes("base.webp").then(decoded),
      decoded(bytes),
    ]);
    return above(base, change);
  }

  // A file that did not come is asked for again the next time.
  bytes(name) {
    if (!this.files.has(name)) {
      const loading = load(new URL(name, this.folder));
      loading.catch(() => this.files.delete(name));
      this.files.set(name, loading);
    }
    return this.files.get(name);
  }
}

async function load(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

const decoded = (bytes) => createImageBitmap(new Blob([bytes], { type: "image/webp" }), DECODED);

function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

// A picture, drawn over the one that it differs from.
function above(base, change) {
  const { width, height } = base;
  const pen = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  pen.drawImage(base, 0, 0);
  pen.drawImage(change, 0, 0);
  return pen.getImageData(0, 0, width, height);
}
