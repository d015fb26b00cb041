// The cells of a page: each can be edited and run, in one namespace. What is written stays in this
// browser, and a page's own text can be had back.

import { element } from "./element.js";
import { follow, keep, recall } from "./memory.js";
import { mountModel } from "./models.js";
import { showOutput, VIEW } from "./output.js";

const FIRST = "It is run once Python is there.";
const APART = "Your function runs in a Python of its own.";
const ANEW = "Run the cells above again. What you have written is still there.\n";

export class Cells {
  running = null; // the cell that runs
  queue = [];

  constructor(cells, python) {
    this.python = python;
    this.cells = cells.map((cell) => new Cell(cell, this));
    this.offerDownload();
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
    else if (head.kind !== "ran") cell?.show(head);
    else if (cell) {
      this.running = null;
      cell.end(head.right, head.waits ? APART : "");
      if (!head.right) this.emptyQueue();
      this.next();
    }
  }

  // Python begins anew: nothing has run.
  forget(why) {
    const stopped = this.running;
    this.running = null;
    stopped?.show({ kind: "printed", name: "stderr", text: `${why} ${ANEW}` });
    stopped?.end(false);
    this.emptyQueue();
    for (const cell of this.cells) {
      cell.hasRun = false;
      cell.say("");
    }
  }

  // A cell that fails stops those behind it, but no explorer.
  emptyQueue() {
    for (const cell of this.queue) cell.say("");
    this.queue = this.queue.filter((cell) => cell.explorer);
  }

  // The page as a notebook with what was written, where something was.
  offerDownload() {
    this.offer = button("Download this page with what I wrote", () => this.download());
    this.offer.className = "rbflib-mine";
    document.querySelector("article h1").after(this.offer);
    this.showOffer();
  }

  showOffer() {
    this.offer.hidden = !this.cells.some((cell) => cell.isChanged);
  }

  async download() {
    const name = location.pathname.split("/").at(-1).replace(".html", ".ipynb");
    const notebook = await (await fetch(new URL(`../_sources/${name}`, import.meta.url))).json();
    for (const { id, text } of this.cells.filter((cell) => cell.isChanged)) {
      const cell = notebook.cells.find((other) => other.id === id);
      Object.assign(cell, { source: text, outputs: [], execution_count: null });
    }
    const href = URL.createObjectURL(new Blob([JSON.stringify(notebook)]));
    element("a", { href, download: name }).click();
    URL.revokeObjectURL(href);
  }
}

class Cell {
  hasRun = false;
  editor = null;
  status = element("span", { role: "status" });

  // What book/page.py says of it, and its element.
  constructor(described, page) {
    Object.assign(this, described, { page });
    const { id, source, hidden, el } = described;
    this.text = recall(`cell ${id}`) ?? source;
    if (hidden) return;
    this.input = el.querySelector(".cell_input");
    this.back = button("Back to the page's text", () => this.write(source));
    follow(`cell ${id}`, (text) => this.put(text ?? source));
    this.halt = button("Stop", () => page.python.restart("Stopped. Python begins anew."));
    const run = button("Run", () => page.run([this]));
    const runTo = button("Run all above, too", () => page.runTo(this));
    const edit = button("Edit", () => this.edit());
    const parts = [run, runTo, edit, this.halt, this.back, this.status];
    this.bar = element("div", { className: "rbflib-cell" }, ...parts);
    this.input.after(this.bar);
    if (this.isChanged) this.edit();
    this.showButtons();
  }

  get isChanged() {
    return this.text !== this.source;
  }

  async edit() {
    const { edit } = await import("./editor.js");
    if (this.editor) return;
    const still = this.input.querySelector(".highlight");
    const place = element("div");
    still.after(place);
    still.hidden = true;
    this.editor = edit(place, this.text, {
      run: () => this.page.run([this]),
      change: (text) => this.write(text),
      label: "code",
    });
  }

  write(text) {
    if (text === this.text) return;
    this.put(text);
    keep(`cell ${this.id}`, this.isChanged ? text : null);
  }

  // Typed here, or in another tab.
  put(text) {
    this.text = text;
    if (this.editor && this.editor.text !== text) this.editor.text = text;
    if (this.isChanged) this.edit();
    this.page.showOffer();
    this.showButtons();
  }

  showButtons() {
    if (!this.bar) return;
    this.back.hidden = !this.isChanged;
    this.halt.hidden = this.page.running !== this;
  }

  say(words) {
    this.status.textContent = words;
  }

  begin() {
    this.say("It runs.");
    this.fresh = false;
    this.page.python.send({ kind: "run", cell: this.id, code: this.text });
    this.showButtons();
  }

  end(right, words = "") {
    this.hasRun = right;
    this.say(words);
    this.clear();
    this.showButtons();
  }

  // The outputs of the page go with the first one of the reader's.
  clear() {
    if (this.fresh || !this.bar) return;
    this.fresh = true;
    this.el.querySelector(".cell_output")?.remove();
    this.output = element("div", { className: "cell_output docutils container" });
    this.el.append(this.output);
  }

  show(head) {
    const { models } = this.page.python;
    const model = models.get(head.data?.[VIEW]?.model_id);
    if (model) this.onModel?.(model);
    if (!this.bar) return; // a widget stands there
    if (this.page.running !== this) this.say(""); // what it waited for has come
    this.clear();
    showOutput(this.output, head, (comm) => mountModel(models.get(comm), models));
  }
}

const button = (text, onclick) => element("button", { type: "button", onclick }, text);
