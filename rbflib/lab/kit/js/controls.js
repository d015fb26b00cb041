// The controls beside a picture, as native elements. What a control is, Python describes:
// kit/controls.py. Each has el, show(value, text, place) and allow({end, disabled, hidden}).

import { element } from "./element.js";
import { endsComposition, suppressShortcuts } from "./keys_of_page.js";
import { asNumber } from "./number.js";
import { Player } from "./player.js";

let count = 0; // of all controls

// set(values) moves controls, jump(values) too, as a whole move; say(text) tells what has become of a
// typed number.
export function newControl(name, description, { set, jump, say }) {
  const kinds = { slider: Slider, choice: ChoiceList, switch: Switch };
  return new kinds[description.kind](name, description, { set, jump, say });
}

class Control {
  el = element("div", { className: "rbflib-control" });

  constructor(textContent, kind, properties) {
    const id = `rbflib-${Math.random().toString(36).slice(2)}-${count++}`;
    this.input = element(kind, { id, ...properties });
    this.label = element("label", { textContent, htmlFor: id });
    suppressShortcuts([this.input]);
  }

  allow({ disabled, hidden }) {
    this.input.disabled = disabled;
    this.el.hidden = hidden;
  }
}

class Slider extends Control {
  constructor(name, description, { set, jump, say }) {
    const marks = description.marks.split(" ").map(Number);
    const range = { type: "range", min: 0, max: marks.length - 1, step: 1 };
    super(description.label, "input", range);
    this.texts = description.texts.split("\n");
    Object.assign(this, { name, description, marks, jump });
    // Heard from the foot, and seen here: the foot may be far away.
    this.say = (words) => {
      say(words);
      this.el.dataset.said = words;
    };
    this.move = (at) => {
      this.say(""); // a refusal of what was typed before
      set({ [name]: marks[at] });
    };
    this.input.addEventListener("input", () => this.move(this.at));
    this.field = this.newField();
    this.el.append(this.label, this.field, this.input);
    if (description.player) {
      this.player = new Player({ slider: this, set, ...description.player });
      this.el.append(this.player.el);
    }
  }

  newField() {
    const size = Math.max(...this.texts.map((text) => text.length));
    const look = { className: "rbflib-value", type: "text", inputMode: "decimal", size };
    const ariaLabel = `value of ${this.description.label}`;
    const field = element("input", { ...look, autocomplete: "off", translate: false, ariaLabel });
    suppressShortcuts([field]);
    field.addEventListener("focus", () => field.select());
    field.addEventListener("blur", () => this.take());
    field.addEventListener("keydown", (event) => this.press(event));
    return field;
  }

  // Enter that only confirms what an input method has composed is not for us.
  press(event) {
    if (endsComposition(event) || !["Enter", "Escape"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") this.field.value = this.text;
    this.input.focus(); // arrow keys go on from here
  }

  get at() {
    return this.input.valueAsNumber;
  }

  // The number that was typed, or a word about it.
  take() {
    const text = this.field.value.trim();
    if (text === this.text) return;
    const { label, whole } = this.description;
    const number = asNumber(text);
    if (number === null) {
      this.say(`“${text}” is no number: ${label} stays at ${this.text}.`);
    } else {
      const wanted = whole ? Math.round(number) : number;
      const high = this.marks[Number(this.input.max)];
      const value = Math.min(Math.max(wanted, this.marks[0]), high);
      this.show(value);
      if (value !== wanted) this.say(`${label} ends at ${this.text}.`);
      else this.say(wanted === number ? "" : `${label} takes whole numbers.`);
      this.jump({ [this.name]: value });
    }
    this.field.value = this.text;
  }

  // Of a number between the marks Python gives the text, and the mark that is nearest.
  show(value, text = String(value), place = this.at) {
    const at = this.marks.indexOf(value);
    this.input.value = at < 0 ? place : at;
    this.text = this.texts[at] ?? text;
    this.input.ariaValueText = this.text;
    if (document.activeElement !== this.field) this.field.value = this.text;
    this.player?.show();
  }

  allow({ end = this.marks.length - 1, disabled, hidden }) {
    super.allow({ disabled, hidden });
    this.field.disabled = disabled;
    this.input.max = end;
  }
}

class ChoiceList extends Control {
  constructor(name, { label, marks }, { set }) {
    super(label, "select");
    this.el.classList.add("rbflib-choice");
    for (const text of marks) this.input.add(new Option(text, text));
    this.input.addEventListener("change", () => set({ [name]: this.input.value }));
    this.el.append(this.label, this.input);
  }

  show(value) {
    this.input.value = value;
  }
}

class Switch extends Control {
  constructor(name, { label }, { set }) {
    super(label, "input", { type: "checkbox" });
    this.el.classList.add("rbflib-switch");
    this.input.addEventListener("change", () => set({ [name]: this.input.checked }));
    this.el.append(this.input, this.label);
  }

  show(value) {
    this.input.checked = value;
  }
}
