// The worker with a page's Python: it starts from the image beside it, and then does what the page
// asks, one message after the other.

import { Host } from "./host.js";
import { because, Kept } from "./kept.js";
import { prepareToUnpack, unpack } from "./unpack.js";

let host = null;

const at = (name) => new URL(name, self.location);
const tell = (message) => self.postMessage(message);

async function manifestOf(name) {
  const response = await fetch(at(name));
  if (!response.ok) throw because("missing", `${name}: ${response.status}`);
  return response.json();
}

// With what an earlier worker of the page has found and compiled, if there was one.
async function start({ manifest: known, module: compiled }) {
  const manifest = known.parts ? known : await manifestOf(known);
  const { files, library, parts } = manifest;
  tell({ kind: "manifest", manifest });
  await prepareToUnpack();
  const kept = new Kept(self.location.href, tell);
  const coming = kept.inOrder([...(compiled ? [] : parts.python), ...parts.files, ...parts.image]);

  // Unpacks the next part, which is this one.
  async function next(part, place = new Uint8Array(part.size)) {
    const { value } = await coming.next();
    try {
      unpack(value, place);
    } catch {
      unpack(await kept.fetch(part), place); // it has been kept damaged
    }
    return place;
  }

  async function unpackInto(memory, list) {
    let at = 0;
    for (const part of list) {
      await next(part, memory.subarray(at, at + part.size));
      at += part.size;
    }
    return memory;
  }

  const { module } = compiled ? { module: compiled } : await streamed(parts.python, next);
  const archive = await unpackInto(new Uint8Array(sizeOf(parts.files)), parts.files);
  const late = { ...library, get: (i) => fetchedNow(`${library.name}/${i}`) };
  const print = (line) => tell({ kind: "print", line });
  host = new Host({ module, files, archive, library: late }, { tell: hear, print });
  const fill = (memory) => unpackInto(memory, parts.image);
  await host.python.restore(sizeOf(parts.image), fill);
  tell({ kind: "ready", module: await module });
  await kept.keepEdition(Object.values(parts).flatMap((list) => list.map(({ name }) => name)));
}

const sizeOf = (parts) => parts.reduce((sum, { size }) => sum + size, 0);

// A module that is compiled while its parts come.
async function streamed(parts, next) {
  let stream = null;
  const body = new ReadableStream({
    start(controller) {
      stream = controller;
    },
  });
  const headers = { "content-type": "application/wasm" };
  const module = WebAssembly.compileStreaming(new Response(body, { headers }));
  for (const part of parts) stream.enqueue(await next(part));
  stream.close();
  return { module }; // in an object: a promise alone would be waited for
}

// A block of the library is fetched while Python waits for it: a worker may.
function fetchedNow(name) {
  const request = new XMLHttpRequest();
  request.open("GET", at(name), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status >= 400) throw because("missing", `${name}: ${request.status}`);
  return new Uint8Array(request.response);
}

function hear(head, buffers) {
  const moved = buffers.map(({ buffer }) => buffer);
  self.postMessage({ kind: "told", head, buffers }, moved);
}

self.onmessage = ({ data }) => {
  if (data.kind === "start")
    start(data).catch((fault) => tell({ kind: "failed", why: fault.why, words: String(fault) }));
  else host?.send(data.head, data.buffers); // what comes earlier is for a Python that has ended
};
