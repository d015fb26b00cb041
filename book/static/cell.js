// A cell of code: the page's, or the reader's own.

import { element } from "./element.js";
import { mountModel } from "./models.js";
import { showOutput, VIEW } from "./output.js";
import { keyOf } from "./texts.js";

const CHANGED = "The page's text has changed.";

export class Cell {
  hasRun = false;
  editor = null;
  status = element("span", { role: "status" });
  changed = element("em", {}, CHANGED);

  // What book/page.py says of it, and its element.
  constructor(described, page) {
    Object.assign(this, described, { page, text: described.source });
    this.key = keyOf(this);
    this.of = this.key; // that of the page's text that was changed
    if (this.hidden) return;
    this.el.role = "group";
    this.input = this.el.querySelector(".cell_input");
    this.addButtons();
    for (const part of [this.input, this.bar])
      part.addEventListener("keydown", (event) => this.takeKey(event), true);
    this.showButtons();
  }

  addButtons() {
    const { page } = this;
    this.back = button("Back to the page's text", () => this.write(this.source));
    this.halt = button("Stop", () => page.python.restart("Stopped. Python begins anew."));
    this.start = button("Run", () => this.run());
    const edit = button("Edit", async () => {
      await this.edit();
      this.focus();
    });
    const runTo = button("Run all above, too", () => page.runTo(this));
    const parts = [this.start, runTo, edit, this.halt, button("New cell", () => page.add(this))];
    if (this.hint) parts.push(button("Hint", () => this.run(true)));
    if (this.own)
      parts.push(
        button("Up", (event) => page.move(this, -1, event.target)),
        button("Down", (event) => page.move(this, 1, event.target)),
        button("Delete", () => page.remove(this)),
      );
    else parts.push(this.back, this.changed);
    this.bar = element("div", { className: "rbflib-cell" }, ...parts, this.status);
    this.input.after(this.bar);
  }

  get isChanged() {
    return this.text !== this.source;
  }

  // As in JupyterLab.
  takeKey(event) {
    const { key, shiftKey, ctrlKey, metaKey } = event;
    if (key !== "Enter" || !(shiftKey || ctrlKey || metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    this.run();
    if (shiftKey) this.page.focusBeside(this);
  }

  focus() {
    (this.editor ?? this.start).focus();
  }

  async edit() {
    const { edit } = await import("./editor.js");
    if (this.editor) return;
    const still = this.input.querySelector(".highlight");
    const place = element("div");
    still.after(place);
    still.hidden = true;
    this.editor = edit(place, this.text, {
      change: (text) => this.write(text),
      complete: (code) => this.page.complete(code),
      label: "code",
    });
  }

  write(text) {
    if (text === this.text) return;
    this.put(text);
    this.page.keep(this.bar);
  }

  // Typed here, in another tab, on another day or in a notebook.
  put(text, of = this.of) {
    this.text = text;
    this.of = this.isChanged ? of : this.key;
    if (this.editor && this.editor.text !== text) this.editor.text = text;
    if (this.isChanged) this.edit();
    this.showButtons();
  }

  // A button that hides leaves the focus to the cell.
  showButtons() {
    if (!this.bar) return;
    const had = document.activeElement;
    this.back.hidden = !this.isChanged;
    this.changed.hidden = this.of[2] === this.key[2];
    this.halt.hidden = this.page.running !== this;
    if (had.hidden && this.bar.contains(had)) this.focus();
  }

  say(words) {
    if (this.status.textContent !== words) this.status.textContent = words;
  }

  run(hints = false) {
    this.hints = hints;
    this.page.run([this]);
  }

  begin() {
    this.say("It runs.");
    this.fresh = false;
    const code = this.hints ? `__import__("rbflib.lab").lab.hint("${this.exercise}")` : this.text;
    this.page.python.send({ kind: "run", cell: this.id, code });
    this.showButtons();
  }

  end(right, words = "") {
    this.hasRun = right && !this.hints;
    this.hints = false;
    this.clear();
    this.say(words || this.ending(right));
    this.showButtons();
    // What scrolls can be reached by keys.
    const ariaLabel = `output of ${this.el.ariaLabel}`;
    for (const part of this.output?.querySelectorAll("pre") ?? [])
      if (part.scrollHeight > part.clientHeight)
        Object.assign(part, { tabIndex: 0, role: "region", ariaLabel });
  }

  // An exercise ends with its verdict.
  ending(right) {
    const lines = (this.output?.textContent ?? "").trim().split("\n");
    if (!right) return `Error: ${lines.at(-1)}`;
    return (this.exercise && lines[0]) || "Done.";
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
    this.clear();
    showOutput(this.output, head, (comm) => mountModel(models.get(comm), models));
    if (this.page.running !== this) this.say(this.ending(true)); // what it waited for has come
  }
}

export const button = (text, onclick) => element("button", { type: "button", onclick }, text);
