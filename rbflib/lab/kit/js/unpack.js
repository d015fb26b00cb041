// What each widget holds in place of its script: the script packed, as kit/bundle.py writes it here.
// On a page, the first widget unpacks it for all that have the same.

const UNPACKED = Symbol.for("rbflib.unpacked");

async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const script = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const headers = { "Content-Type": "text/javascript" };
  const address = URL.createObjectURL(await new Response(script, { headers }).blob());
  return import(address).finally(() => URL.revokeObjectURL(address));
}

async function widgetOf(packed) {
  globalThis[UNPACKED] ??= {};
  globalThis[UNPACKED][packed] ??= unpack(packed);
  return (await globalThis[UNPACKED][packed]).default;
}

export default await widgetOf("PACKED");
