// The worker with a page's Python: it starts from the image beside it, and then does what the page
// asks, one message after the other.

import { Host } from "./host.js";

let host = null;

const at = (name) => new URL(name, self.location);

const missing = (name, { status }) => new Error(`${name}: ${status}`);

// A part, unpacked; what has come of it so far is told.
async function part({ name }) {
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
  const headers = { "content-type": "application/wasm" };
  return new Response(counted.pipeThrough(new DecompressionStream("gzip")), { headers });
}

const bytesOf = async (asked) => new Uint8Array(await (await part(asked)).arrayBuffer());

// The library is fetched while Python waits for it: a worker may.
function fetchedNow({ name }) {
  const request = new XMLHttpRequest();
  request.open("GET", at(name), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status >= 400) throw missing(name, request);
  return new Uint8Array(request.response);
}

// With what an earlier worker of the page has found and compiled, if there was one.
async function start({ manifest: known, module: compiled }) {
  const manifest = known.parts ? known : await (await fetch(at(known))).json();
  const { files, parts } = manifest;
  self.postMessage({ kind: "manifest", manifest });
  const [module, archive, memory] = await Promise.all([
    compiled ?? WebAssembly.compileStreaming(part(parts.python)),
    bytesOf(parts.files),
    bytesOf(parts.image),
  ]);
  const load = () => fetchedNow(parts.library);
  const print = (line) => self.postMessage({ kind: "print", line });
  host = new Host({ module, files, archive, load }, { tell, print });
  await host.python.restore(memory);
  self.postMessage({ kind: "ready", module });
}

function tell(head, buffers) {
  const moved = buffers.map(({ buffer }) => buffer);
  self.postMessage({ kind: "told", head, buffers }, moved);
}

self.onmessage = ({ data }) => {
  if (data.kind === "start")
    start(data).catch((fault) => self.postMessage({ kind: "failed", words: String(fault) }));
  else host?.send(data.head, data.buffers); // what comes earlier is for a Python that has ended
};
