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

  // What is told of a state, and its picture or its walk as the widget's traits.
  async state([, chunk, start, words, picture]) {
    const bytes = await this.file(chunk);
    const at = start + words;
    if (bytes.length < at + picture) throw new Error(`${chunk} is not whole`);
    const told = await unpacked(bytes.subarray(start, at));
    if (told.walk) return { told, traits: { walk: JSON.stringify(told.walk) } };
    return { told, traits: { frame: await this.picture(bytes.subarray(at, at + picture)) } };
  }

  async picture(bytes) {
    return above(...(await Promise.all([this.file("base.webp", decoded), decoded(bytes)])));
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
