// Runs Python code in Node, from the image of a built engine: `node run_in_node.mjs ENGINE CODE`.

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Host } from "./host.js";
import { treeOf } from "./wasi.js";

const [, , engine, code] = process.argv;
const { files, open, parts } = JSON.parse(readFileSync(`${engine}/manifest.json`, "utf8"));
const packed = ({ name }) => readFileSync(`${engine}/${name}`);
const bytesOf = (part) => new Uint8Array(gunzipSync(packed(part)));
const roots = treeOf(files, bytesOf(parts.files));
const library = { load: () => new Uint8Array(packed(parts.library)), size: parts.library.bytes };
const host = new Host(
  {
    module: await WebAssembly.compile(bytesOf(parts.python)),
    site: roots.get("site").contents,
    fonts: roots.get("fonts").contents,
    library,
  },
  { tell: (head) => head.words && console.error(head.words), print: (line) => console.log(line) },
);
await host.python.restore({ memory: bytesOf(parts.image), open });
process.exit(host.python.turn(readFileSync(code, "utf8")) ? 0 : 1);
