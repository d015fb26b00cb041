// Runs Python in Node, lets it import what the pages import, and writes its memory: `image` in the
// folder of the parts.

import { readFileSync, writeFileSync } from "node:fs";
import { Host, START } from "./host.js";

const folder = process.argv[2];
const read = (name) => new Uint8Array(readFileSync(`${folder}/${name}`));
const host = new Host(
  {
    module: await WebAssembly.compile(read("python")),
    files: JSON.parse(readFileSync(`${folder}/index.json`, "utf8")),
    archive: read("files"),
    library: read("library"),
  },
  { tell: (head) => head.words && console.error(head.words), print: (line) => console.error(line) },
);
await host.python.start();
if (!host.python.turn(START)) process.exit(1);
writeFileSync(`${folder}/image`, host.python.memory);
process.exit(0);
