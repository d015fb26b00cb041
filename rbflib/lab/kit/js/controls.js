// The controls beside a picture, as native elements. What a control is, Python describes:
// kit/controls.py. Each has el, show(value, text) and allow({maximum, disabled, hidden}).

import { endsComposition, suppressShortcuts } from "./keys_of_page.js";
import { nearestMark } from "./marks.js";
import { asNumber } from "./number.js";
import { Player } from "./player.js";

let count = 0;
const newId = () => `rbflib-${Math.random().toString(36).slice(2)}-${count++}`;

// set(values) moves controls, jump(values) too, as a whole move; say(text) tells what has become of a
// typed number.
export function newControl(name, description, { set, jump, say }) {
  const kinds = { slider: Slider, choice: ChoiceList, switch: Switch };
  return new kinds[description.kind](name, description, { set, jump, say });
}

class Control {
  el = document.createElement("div");
  label = document.createElement("label");

  constructor(input, text) {
    this.input = input;
    this.el.className = "rbflib-control";
    this.label.textContent = text;
    this.label.htmlFor = input.id = newId();
    suppressShortcuts([input]);
  }

  allow({ disabled, hidden }) {
    this.input.disabled = disabled;
    this.el.hidden = hidden;
  }
}

class Slider extends Control {
  field = document.createElement("input");

  constructor(name, description, { set, jump, say }) {
    super(document.createElement("input"), description.label);
    const marks = description.marks.split(" ").map(Number);
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
    Object.assign(this.input, { type: "range", min: 0, max: marks.length - 1, step: 1 });
    this.input.addEventListener("input", () => this.move(this.input.valueAsNumber));
    this.makeField();
    this.el.append(this.label, this.field, this.input);
    if (description.player) {
      this.player = new Player({ slider: this, set, ...description.player });
      this.el.append(this.player.el);
    }
  }

  makeField() {
    const { field } = this;
    const size = Math.max(...this.texts.map((text) => text.length));
    Object.assign(field, { type: "text", inputMode: "decimal", autocomplete: "off", size });
    field.className = "rbflib-value";
    field.setAttribute("aria-label", `value of ${this.description.label}`);
    field.setAttribute("translate", "no");
    suppressShortcuts([field]);
    field.addEventListener("focus", () => field.select());
    field.addEventListener("blur", () => this.take());
    field.addEventListener("keydown", (event) => this.press(event));
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

  // At the nearest mark. Of a number between the marks Python gives the text.
  show(value, text = String(value)) {
    const { scale } = this.description;
    this.input.value = nearestMark(this.marks, value, scale);
    this.text = this.marks[this.at] === value ? this.texts[this.at] : text;
    this.input.setAttribute("aria-valuetext", this.text);
    if (document.activeElement !== this.field) this.field.value = this.text;
    this.player?.show();
  }

  allow({ maximum, disabled, hidden }) {
    super.allow({ disabled, hidden });
    this.field.disabled = disabled;
    this.input.max =
      maximum === undefined
        ? this.marks.length - 1
        : nearestMark(this.marks, maximum, this.description.scale);
  }
}

class ChoiceList extends Control {
  constructor(name, { label, marks }, { set }) {
    super(document.createElement("select"), label);
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
    super(document.createElement("input"), label);
    this.el.classList.add("rbflib-switch");
    this.input.type = "checkbox";
    this.input.addEventListener("change", () => set({ [name]: this.input.checked }));
    this.el.append(this.input, this.label);
  }

  show(value) {
    this.input.checked = value;
  }
}
