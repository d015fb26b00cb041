// Text below a picture: its results, each at a place that no other number moves, and remarks.
// A screen reader announces them once they rest, and not the settings, which have sliders.

import { element } from "./element.js";
import { paragraph, statusLine } from "./words.js";

const MOVED_MS = 1200; // a result that has changed is marked as long
const ANNOUNCE_MS = 1000; // after the last change: speech would lag behind a key that is held
const TIGHT = 8; // letters that a narrow place holds in large type, and in small type
const LONG = 11;
const RAISED = /[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]{1,2}/g; // half as wide
const NONE = "–";
const ONE_MOVE_MS = 700; // a slider that is dragged, a key that is held

export class Results {
  grid = element("dl", { className: "rbflib-results", translate: false }); // numbers and symbols
  remarks = paragraph("rbflib-remarks");
  html = element("div", { className: "rbflib-html" }); // a table, a text
  live = statusLine("rbflib-live");
  places = new Map(); // name -> Place, also of results that this state does not have
  shown = null;
  changed = Number.NEGATIVE_INFINITY; // when

  // `titled` are results that stand in the picture.
  constructor(titled = []) {
    this.titled = titled;
    this.parts = [this.html, this.grid, this.remarks, this.live];
  }

  show(caption) {
    const { results, remarks, html = "" } = caption;
    if (caption === this.shown) return;
    const first = this.shown === null;
    this.shown = caption;
    const values = new Map(results);
    for (const name of values.keys()) if (!this.titled.includes(name)) this.placeOf(name);
    const begins = performance.now() - this.changed > ONE_MOVE_MS;
    this.changed = performance.now();
    for (const [name, place] of this.places)
      place.show(values.get(name) ?? NONE, { mark: !first, begins });
    this.grid.hidden = this.places.size === 0;
    // Places as wide as all of them have room in one row, as long as that is not too wide.
    const slots = [...this.places.values()].reduce((sum, place) => sum + place.slots, 0);
    this.grid.style.setProperty("--rbflib-slots", slots);
    this.remarks.textContent = remarks;
    if (this.html.innerHTML !== html) this.html.innerHTML = html;
    clearTimeout(this.announcing);
    if (!first) this.announcing = setTimeout(this.announce, ANNOUNCE_MS);
  }

  placeOf(name) {
    if (this.places.has(name)) return;
    const place = new Place(name);
    this.places.set(name, place);
    this.grid.append(place.el);
  }

  announce = () => {
    const { results, remarks } = this.shown;
    this.live.textContent = [...results.map((result) => result.join(" ")), remarks]
      .filter(Boolean)
      .join(", ");
  };

  end() {
    clearTimeout(this.announcing);
    for (const place of this.places.values()) clearTimeout(place.moved);
  }
}

class Place {
  el = document.createElement("div");
  value = document.createElement("dd");
  slots = 1;

  constructor(name) {
    this.el.append(element("dt", {}, ...nameAsInPrint(name)), this.value);
  }

  // Beside it stands what it was before the move that goes on.
  show(text, { mark, begins }) {
    const typed = typeset(text);
    if (begins) this.before = this.value.textContent;
    const { length } = typed.replace(RAISED, " ");
    this.el.classList.toggle("rbflib-tight", length > TIGHT);
    if (length > LONG) {
      this.slots = 2;
      this.el.classList.add("rbflib-long");
    }
    const hasNone = this.slots > 1 || this.before === typed;
    this.value.dataset.was = hasNone ? "" : this.before;
    if (this.value.textContent === typed) return;
    this.value.textContent = typed;
    if (mark) this.mark();
  }

  mark() {
    clearTimeout(this.moved);
    this.el.classList.add("rbflib-moved");
    this.moved = setTimeout(() => this.el.classList.remove("rbflib-moved"), MOVED_MS);
  }
}

// A name, and at odd places what stands below the line: E_in is E with a small "in".
export const partsOf = (name) => name.split(/_(\w+)/);

export const nameAsInPrint = (name) =>
  partsOf(name).map((part, i) => (i % 2 ? element("sub", { textContent: part }) : part));

// Powers of ten as in print: 1.2e-05 is 1.2 × 10⁻⁵.
export function typeset(text) {
  return text.replace(/(\d)e([+-])0*(\d+)/g, (_all, digit, sign, power) => {
    const raised = [...power].map((letter) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[letter]);
    return `${digit} × 10${sign === "-" ? "⁻" : ""}${raised.join("")}`;
  });
}
