import assert from "node:assert/strict";
import { test } from "node:test";
import { textsOf, withTexts } from "../../book/static/notebook.js";
import { keyOf, settle } from "../../book/static/texts.js";

const cell = (id, exercise, source, more = {}) => {
  const described = { id, exercise, source, text: source, ...more };
  const key = keyOf(described);
  return { ...described, key, of: key, isChanged: described.text !== source };
};
const PAGE = "04_kmeans";
const CELLS = [
  cell("04_kmeans-01", "", "import numpy as np\nX = 1", { hidden: true }),
  cell("04_kmeans-02", "", "from rbflib import lloyd\nlloyd(1)"),
  cell("04_kmeans-03", "4.1", "def draw(X):\n    ..."),
  cell("04_kmeans-04", "4.1", 'check("4.1", draw)'),
  cell("scratch-4-1", "4.1", "# Your own lines"),
  cell("04_kmeans-05", "4.2", "def one_round(X):\n    ..."),
  cell("04_kmeans-06", "4.2", 'check("4.2", one_round)'),
  cell("scratch-4-2", "4.2", "# Your own lines"),
];

// Where a text written for such a cell stands, with "own" where its cell is gone.
const placeOf = (exercise, source) => {
  const [{ own, cell }] = settle([{ key: keyOf({ exercise, source }), text: "mine" }], CELLS);
  return own ? "own" : cell.id;
};

for (const [what, exercise, source, place] of [
  ["the same", "4.2", "def one_round(X):\n    ...", "04_kmeans-05"],
  ["another exercise's number", "4.3", "def one_round(X):\n    ...", "04_kmeans-05"],
  ["another text below", "4.2", "def one_round(X):\n    # shape", "04_kmeans-05"],
  ["another first line", "4.2", "def a_round(X):\n    ...", "04_kmeans-05"],
  ["one of two with the same text", "4.2", "# Your own lines", "scratch-4-2"],
  ["another text outside of exercises", "", "from rbflib import lloyd\nlloyd(2)", "04_kmeans-02"],
  ["nothing of it", "", "print(3)", "own"],
  ["a cell without code to be seen", "", "import numpy as np\nX = 1", "own"],
])
  test(`a text stands where its cell is: ${what}`, () => {
    assert.equal(placeOf(exercise, source), place);
  });

test("texts of an exercise have a cell each, and own cells their order", () => {
  const own = (id) => ({ own: id, key: CELLS[3].key, text: id });
  const texts = ["def draw(X):\n    # a", "def other(X):\n    ..."].map((source) => ({
    key: keyOf({ exercise: "4.1", source }),
    text: source,
  }));
  const placed = settle([own("a"), ...texts, own("b")], CELLS).map(({ own, cell }) => [
    own,
    cell.id,
  ]);
  assert.deepEqual(placed, [
    ["a", "04_kmeans-04"],
    [null, "04_kmeans-03"],
    [null, "04_kmeans-04"],
    ["b", "04_kmeans-04"],
  ]);
});

const code = ({ id, source, hidden = false }) => ({
  cell_type: "code",
  id,
  source: source.split(/(?<=\n)/),
  metadata: hidden ? { jupyter: { source_hidden: true } } : {},
  outputs: ["its"],
});
const committed = () => ({
  cells: [
    { cell_type: "markdown", id: "04_kmeans-00", metadata: {}, source: "# 04" },
    ...CELLS.filter(({ id }) => id.startsWith(PAGE)).map(code),
  ],
  metadata: {},
});
const WRITTEN = [
  ...CELLS.slice(0, 5),
  { own: true, id: "own-1", text: "x = 1", isChanged: true },
  { own: true, id: "own-2", text: "", isChanged: false },
  { ...CELLS[5], text: "def one_round(X):\n    return X", isChanged: true },
  CELLS[6],
  { ...CELLS[7], text: "y", isChanged: true },
];
const TEXTS = [
  { own: "own-1", key: CELLS[3].key, text: "x = 1" },
  { key: CELLS[5].key, text: "def one_round(X):\n    return X" },
  { key: CELLS[7].key, text: "y" },
];
const opened = (notebook, cells = CELLS) => textsOf(JSON.stringify(notebook), PAGE, cells);

test("a notebook gives back what was saved in it, also where cells have other ids by then", () => {
  const notebook = withTexts(committed(), PAGE, WRITTEN);
  assert.deepEqual(opened(notebook), TEXTS);
  const later = CELLS.map((cell, i) => ({ ...cell, id: CELLS[i + 2]?.id ?? `later-${i}` }));
  assert.deepEqual(opened(notebook, later), TEXTS);
  assert.deepEqual(
    notebook.cells.map(({ outputs }) => outputs?.length),
    [undefined, 1, 1, 1, 1, 0, 0, 1, 0],
  );
});

test("cells that were written in JupyterLab come, copies among them", () => {
  const notebook = withTexts(committed(), PAGE, CELLS);
  notebook.cells[2].source = ["lloyd(", "3)"];
  notebook.cells.splice(3, 0, { ...notebook.cells[2], id: "f00d" });
  assert.deepEqual(opened(notebook), [
    { key: CELLS[1].key, text: "lloyd(3)" },
    { own: "f00d", key: CELLS[1].key, text: "lloyd(3)" },
  ]);
  const plain = committed();
  plain.cells[2].source = "lloyd(4)";
  assert.deepEqual(opened(plain), [{ key: CELLS[1].key, text: "lloyd(4)" }]);
});

for (const [file, words] of [
  ["no json", "This file is no notebook."],
  ['{"cells": [null]}', "This file is no notebook."],
  ['{"cells": [{"id": "x", "source": [1], "metadata": {}}]}', "This file is no notebook."],
  [JSON.stringify({ cells: [code({ id: "05_rbf_network-01", source: "x" })] }), /05_rbf_network/],
  [JSON.stringify({ cells: [code({ id: "x", source: "x" })] }), /none of the book/],
])
  test(`what is no notebook of the page is refused in a sentence: ${file.slice(0, 30)}`, () => {
    assert.throws(() => textsOf(file, PAGE, CELLS), { message: words });
  });
