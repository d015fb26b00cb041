// The worker with a page's Python: it starts from the image beside it, and then does what the page
// asks, one message after the other.

import { Host } from "./host.js";
import { treeOf } from "./wasi.js";

let host = null;
const early = []; // what was asked before Python was there

const at = (name) => new URL(name, self.location);

const missing = (name, { status }) =>
  Object.assign(new Error(`${name}: ${status}`), { gone: status === 404 });

// The bytes of a part, unpacked; what has come of it so far is told.
async function part({ name, unpacked }) {
  const response = await fetch(at(name));
  if (!response.ok) throw missing(name, response);
  const counted = response.body.pipeThrough(
    new TransformStream({
      transform(chunk, out) {
        self.postMessage({ kind: "loaded", bytes: chunk.length });
        out.enqueue(chunk);
      },
    }),
  );
  return { stream: counted.pipeThrough(new DecompressionStream("gzip")), size: unpacked };
}

async function bytesOf(asked) {
  const { stream, size } = await part(asked);
  const bytes = new Uint8Array(size);
  const reader = stream.getReader(); // WebKit knows no other way of reading a stream
  for (let filled = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return bytes;
    bytes.set(value, filled);
    filled += value.length;
  }
}

async function compiled(asked) {
  const { stream } = await part(asked);
  const headers = { "content-type": "application/wasm" };
  return WebAssembly.compileStreaming(new Response(stream, { headers }));
}

// The library is fetched while Python waits for it: a worker may.
function fetchedNow({ name }) {
  const request = new XMLHttpRequest();
  request.open("GET", at(name), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status >= 400) throw missing(name, request);
  return new Uint8Array(request.response);
}

async function start(manifest) {
  const { files, open, parts } = manifest;
  const [module, archive, memory] = await Promise.all([
    compiled(parts.python),
    bytesOf(parts.files),
    bytesOf(parts.image),
  ]);
  const roots = treeOf(files, archive);
  const library = { load: () => fetchedNow(parts.library), size: parts.library.bytes };
  host = new Host(
    { module, site: roots.get("site").contents, fonts: roots.get("fonts").contents, library },
    { tell, print: (line) => self.postMessage({ kind: "print", line }) },
  );
  await host.python.restore({ memory, open });
  self.postMessage({ kind: "ready" });
  for (const { head, buffers } of early) host.send(head, buffers);
}

function tell(head, buffers) {
  const moved = [...new Set(buffers.map(({ buffer }) => buffer))];
  self.postMessage({ kind: "told", head, buffers }, moved);
}

self.onmessage = ({ data }) => {
  if (data.kind === "start")
    start(data.manifest).catch((fault) => {
      self.postMessage({ kind: "failed", words: String(fault), gone: fault.gone });
    });
  else if (host) host.send(data.head, data.buffers);
  else early.push(data);
};
