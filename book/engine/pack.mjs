// Packs the parts of Python in a folder: each into frames of zstd that are files of their own, with
// their hashes in their names. Prints the list of every part.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { constants, zstdCompress } from "node:zlib";

const FRAME = 16 * 2 ** 20; // bytes, of which a file has at most 5 MB
const [folder, out, level, ...names] = process.argv.slice(2);
const params = {
  [constants.ZSTD_c_compressionLevel]: Number(level),
  [constants.ZSTD_c_windowLog]: 24,
  [constants.ZSTD_c_checksumFlag]: 1,
};

async function packed(name, frame) {
  const bytes = await promisify(zstdCompress)(frame, { params, pledgedSrcSize: frame.length });
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  writeFileSync(`${out}/${name}-${hash}`, bytes);
  return { name: `${name}-${hash}`, bytes: bytes.length, size: frame.length };
}

function framesOf(name) {
  const bytes = readFileSync(`${folder}/${name}`);
  const count = Math.ceil(bytes.length / FRAME);
  return Array.from({ length: count }, (_, i) => bytes.subarray(i * FRAME, (i + 1) * FRAME));
}

const lists = names.map((name) => Promise.all(framesOf(name).map((frame) => packed(name, frame))));
const parts = (await Promise.all(lists)).map((list, i) => [names[i], list]);
console.log(JSON.stringify(Object.fromEntries(parts)));
