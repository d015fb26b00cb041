// A page as a notebook with what a reader wrote, and what a reader wrote in a notebook.

import { hash } from "./texts.js";

const NONE = "This file is no notebook.";

// The page's own notebook, with the texts of cells, and with cells that it has not behind those before.
export function withTexts(notebook, page, cells) {
  let at = -1;
  for (const { id, own, isChanged, of, text } of cells) {
    const found = notebook.cells.findIndex((cell) => cell.id === id);
    if (found >= 0) at = found;
    else if (text && (own || isChanged))
      notebook.cells.splice(++at, 0, { cell_type: "code", id, metadata: {} });
    else continue;
    const cell = notebook.cells[at];
    if (!own) cell.metadata.rbflib = of;
    if (isChanged) Object.assign(cell, { source: text, outputs: [], execution_count: null });
  }
  notebook.metadata.rbflib = page;
  return notebook;
}

// What was written in a notebook of the page, as `settle` takes it. Throws a sentence.
export function textsOf(file, page, cells) {
  const notebook = parsed(file);
  const [first] = notebook.cells.filter(({ id }) => /^\d\d_\w+-\d+$/.test(id));
  const its = notebook.metadata?.rbflib ?? first?.id.replace(/-\d+$/, "");
  if (its !== page)
    throw new Error(`This notebook is of another page: ${its ?? "none of the book"}.`);
  const seen = new Set();
  let before = cells[0].key;
  return notebook.cells.flatMap(({ cell_type, id, metadata, source }) => {
    if (cell_type !== "code") return [];
    const text = [source].flat().join("");
    const key = metadata.rbflib ?? cells.find((cell) => cell.id === id)?.key;
    const isHidden = metadata.jupyter?.source_hidden;
    // JupyterLab copies a cell with its metadata.
    const isOwn = !isHidden && (!key || seen.has(`${key}`));
    if (isOwn) return { own: id ?? `own-${hash(text)}`, key: before, text };
    seen.add(`${key}`);
    before = key ?? before;
    return isHidden || hash(text) === key[2] ? [] : { key, text };
  });
}

function parsed(file) {
  try {
    const notebook = JSON.parse(file);
    const isCell = ({ metadata, source }) => metadata && [source].flat().every(isText);
    if (notebook.cells.length && notebook.cells.every(isCell)) return notebook;
  } catch {
    // said below
  }
  throw new Error(NONE);
}

const isText = (text) => typeof text === "string";
