// Bundles a script and a style sheet per widget into ../static, and writes down the hashes of all
// files that they were made of and of themselves, so that a test without Node sees what is old.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const WIDGETS = ["explorer", "quiz", "predict"];
const KIT = dirname(dirname(fileURLToPath(import.meta.url)));
const SUMS = "static/SHA256SUMS";

rmSync(join(KIT, "static"), { recursive: true, force: true });
await build({
  absWorkingDir: join(KIT, "js"),
  entryPoints: ["unpack.js", ...WIDGETS.flatMap((name) => [`${name}.js`, `${name}.css`])],
  outdir: "../static",
  bundle: true,
  minify: true, // every widget that a reader saves holds its script
  format: "esm",
  target: "es2022",
  supported: { nesting: false }, // rules in rules are for us: older browsers do not know them
  charset: "utf8",
});
const files = ["js", "js/picture", "static"].flatMap((folder) =>
  readdirSync(join(KIT, folder))
    .filter((name) => /\.(m?js|css)$/.test(name))
    .map((name) => `${folder}/${name}`),
);
const sum = (file) =>
  createHash("sha256")
    .update(readFileSync(join(KIT, file)))
    .digest("hex");
writeFileSync(
  join(KIT, SUMS),
  files
    .sort()
    .map((file) => `${sum(file)}  ${file}\n`)
    .join(""),
);
