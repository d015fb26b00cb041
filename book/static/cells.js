// The cells of a page and a reader's own between them: they run in one namespace. What is written stays
// in this browser and in notebooks, and a page's own text can be had back.

import { button, Cell } from "./cell.js";
import { element } from "./element.js";
import { follow, keep, recall } from "./memory.js";
import { textsOf, withTexts } from "./notebook.js";
import { settle } from "./texts.js";

const FIRST = "It is run once Python is there.";
const APART = "Your function runs in a Python of its own.";
const ANEW = "Run the cells above again. What you have written is still there.\n";
const UNKEPT = "This browser keeps nothing more: what you write is gone once you leave the page. ";
const REPLACE = "Put what is in the notebook in place of what you have written on this page?";
const EMPTY = { cells: [], metadata: {}, nbformat: 4, nbformat_minor: 5 };

export class Cells {
  running = null; // the cell that runs
  queue = [];
  answer = () => {}; // takes the names that complete a code

  constructor(cells, python, page) {
    Object.assign(this, { python, page });
    this.paged = cells.map((cell) => new Cell(cell, this));
    this.cells = this.paged;
    this.addNotebookButtons();
    this.restore(recall(`page ${page}`));
    follow(`page ${page}`, (texts) => this.restore(texts));
    python.onCell = (head) => this.hear(head);
    python.onRestart = (why) => this.forget(why);
    python.watch(() => this.next());
  }

  run(cells) {
    this.queue.push(...cells.filter((cell) => !this.queue.includes(cell)));
    for (const cell of cells) cell.say(FIRST);
    this.next();
  }

  runTo(cell) {
    const above = this.cells.slice(0, this.cells.indexOf(cell));
    this.run([...above.filter((other) => !other.hasRun), cell]);
  }

  // For an explorer that is not awake.
  wake(cell) {
    if (!cell.hasRun && cell !== this.running) this.run([cell]);
  }

  next() {
    if (this.running || this.python.state !== "ready") return;
    this.running = this.queue.shift() ?? null;
    this.running?.begin();
  }

  hear(head) {
    const cell = this.cells.find(({ id }) => id === head.cell);
    // What is cleared goes before the next output.
    if (head.kind === "cleared") cell.fresh = false;
    else if (head.kind === "completed") this.answer(head);
    else if (head.kind !== "ran") cell?.show(head);
    else {
      this.running = null;
      cell?.end(head.right, head.waits ? APART : "");
      if (!head.right) this.emptyQueue();
      this.next();
    }
  }

  // Names that a code can end with: none while a cell runs.
  complete(code) {
    if (this.running || this.python.state !== "ready") return null;
    this.python.send({ kind: "complete", code });
    return new Promise((answer) => Object.assign(this, { answer }));
  }

  // Python begins anew: nothing has run.
  forget(why) {
    const stopped = this.running;
    this.running = null;
    this.emptyQueue();
    for (const cell of this.cells) {
      cell.hasRun = false;
      cell.say("");
    }
    stopped?.show({ kind: "printed", name: "stderr", text: `${why} ${ANEW}` });
    stopped?.end(false, why);
  }

  // A cell that fails stops those behind it, but no explorer.
  emptyQueue() {
    for (const cell of this.queue) cell.say("");
    this.queue = this.queue.filter((cell) => cell.explorer);
  }

  // That of the cells in sight which follows this one, or comes before it.
  focusBeside(cell, by = 1) {
    const seen = this.cells.filter((other) => other === cell || other.bar?.checkVisibility());
    seen[seen.indexOf(cell) + by]?.focus();
  }

  // What was written, in place of what is there.
  restore(saved) {
    const texts = settle(saved ?? [], this.paged);
    this.arrange(
      this.paged.flatMap((cell) => {
        const its = texts.filter((text) => text.cell === cell);
        const changed = its.find(({ own }) => !own);
        cell.put(changed?.text ?? cell.source, changed?.key);
        return [cell, ...its.filter(({ own }) => own).map(({ own, text }) => this.own(own, text))];
      }),
    );
  }

  // The reader's cell of this name.
  own(id, text = "") {
    const input = element("div", { className: "cell_input docutils container" });
    input.append(element("div", { className: "highlight" }, element("pre")));
    const el = element("div", { className: "cell docutils container" }, input);
    const described = { id, el, own: true, exercise: "", source: "" };
    const cell = this.cells.find((known) => known.id === id) ?? new Cell(described, this);
    cell.put(text);
    return cell;
  }

  async add(before) {
    const cell = this.own(`own-${Date.now().toString(36)}`);
    this.arrange(this.cells.toSpliced(this.cells.indexOf(before) + 1, 0, cell));
    this.keep(cell.bar);
    await cell.edit();
    cell.focus();
  }

  // The page's first cell stays the first.
  move(cell, by, pressed) {
    const to = this.cells.indexOf(cell) + by;
    if (to < 1 || to >= this.cells.length) return;
    const others = this.cells.filter((other) => other !== cell);
    this.arrange(others.toSpliced(to, 0, cell));
    this.keep(cell.bar);
    pressed.focus();
  }

  remove(cell) {
    if (cell.text && !confirm("Delete this cell?")) return;
    this.focusBeside(cell, -1);
    this.arrange(this.cells.filter((other) => other !== cell));
    this.keep();
  }

  arrange(cells) {
    for (const gone of this.cells.filter((cell) => !cells.includes(cell))) gone.el.remove();
    this.cells = cells;
    cells.forEach((cell, i) => {
      const before = cells[i - 1]?.el;
      if (cell.own && before.nextElementSibling !== cell.el) before.after(cell.el);
      if (cell.bar) cell.el.ariaLabel = `cell ${i + 1}`;
    });
  }

  get saved() {
    let key = null;
    return this.cells.flatMap((cell) => {
      const { own, id, text, of, isChanged } = cell;
      key = own ? key : cell.key;
      if (own) return { own: id, key, text };
      return isChanged ? { key: of, text } : [];
    });
  }

  // The first text that the browser does not keep says so, below this element.
  keep(place = this.row) {
    const isKept = keep(`page ${this.page}`, this.saved.length ? this.saved : null);
    if (isKept || this.warning) return;
    this.warning = element("p", { role: "alert" }, UNKEPT);
    this.warning.append(button("Save as a notebook", () => this.save()));
    place.after(this.warning);
  }

  addNotebookButtons() {
    const open = element("input", { type: "file", accept: ".ipynb", hidden: true });
    open.onchange = () => this.open(open);
    this.words = element("span", { role: "status" });
    const parts = [
      button("Save as a notebook", () => this.save()),
      button("Open a notebook", () => open.click()),
    ];
    this.row = element("p", { className: "rbflib-cell" }, ...parts, open, this.words);
    document.querySelector("article h1").after(this.row);
  }

  async save() {
    const download = `${this.page}.ipynb`;
    const committed = await fetch(new URL(`../_sources/${download}`, import.meta.url))
      .then((answer) => answer.json())
      .catch(() => structuredClone(EMPTY)); // what was written does not wait for a connection
    const notebook = withTexts(committed, this.page, this.cells);
    const href = URL.createObjectURL(new Blob([JSON.stringify(notebook, null, 1)]));
    element("a", { href, download }).click();
    URL.revokeObjectURL(href);
  }

  async open(input) {
    const [file] = input.files;
    input.value = ""; // the same file can be opened again
    try {
      const texts = textsOf(await file.text(), this.page, this.paged);
      if (this.saved.length && !confirm(REPLACE)) return;
      this.restore(texts);
      this.keep();
      this.words.textContent = "It is open.";
    } catch ({ message }) {
      this.words.textContent = message;
    }
  }
}
