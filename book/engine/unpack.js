// Parts of Python, compressed by zstd: each is one frame.

import { ZSTDDecoder } from "zstddec/stream";
import { because } from "./kept.js";

const zstd = new ZSTDDecoder();

// The decoder fetches itself from a data address, which a content policy may forbid.
export async function prepareToUnpack() {
  const { fetch } = self;
  self.fetch = async (address) => new Response(decoded(address.split(",")[1]));
  try {
    await zstd.init();
  } catch (fault) {
    throw because("forbidden", String(fault));
  } finally {
    self.fetch = fetch;
  }
}

const decoded = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

// Unpacks a part into `place`, which has its length.
export function unpack(part, place) {
  let at = 0;
  // From a damaged part there come empty pieces without end.
  for (const piece of zstd.decodeStreaming([part])) {
    if (!piece.length || at + piece.length > place.length) break;
    place.set(piece, at);
    at += piece.length;
  }
  if (at < place.length) throw because("changed", "a damaged part");
}
