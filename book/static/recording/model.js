// A model whose answers were recorded, in place of a widget's: see kit/js/source.js. When controls
// are set, it goes to the recorded state that is nearest.

import { LocalModel } from "../local_model.js";
import { RecordedHandles } from "./handles.js";
import { States } from "./states.js";

const HINT = "Recorded: open it live to move everything";
const NO_CODE = "The code is written by the kernel: open this page live.";
const FAULT = "This picture did not come: its recording is missing or broken. Others may be there.";

export class RecordedModel extends LocalModel {
  moved = new Set(); // names of controls that were set since the last answer
  count = 0;

  // `store` has the files that `index` speaks of.
  constructor(store, index) {
    const { description, names, data, states } = index;
    super({ _description: { ...description, hint: HINT, clickable: false }, stills: 0, ...data });
    this.store = store;
    this.recorded = states;
    this.controls = names.map((name) => ({ name, ...description.controls[name] }));
    this.states = new States(this.controls, states);
    this.handles = new RecordedHandles({ controls: this.controls, held: index.held, states });
    this.at = this.states.nearest(names.map((name) => description.start[name]));
  }

  // The first picture, before anybody looks.
  async open() {
    this.showValues();
    Object.assign(this.traits, this.traitsOf(await this.store.state(this.recorded[this.at])));
  }

  set(name, value) {
    this.moved.add(name);
    super.set(name, value);
  }

  save_changes() {
    const moved = this.controls.map(({ name }) => name).filter((name) => this.moved.has(name));
    this.moved.clear();
    if (moved.length === 0) return this.show(this.at); // data, of which nothing was recorded
    const wanted = this.controls.map(({ name }) => this.traits[name]);
    if (moved.length > 1) return this.show(this.states.nearest(wanted));
    const one = this.controls.findIndex(({ name }) => name === moved[0]);
    const isDragged = document.querySelector("input[type=range]:active") !== null;
    const isTyped = !isDragged && document.activeElement === document.body; // the field was left
    const isKey = !isDragged && !isTyped;
    const to = this.states.nearest(wanted, { moved: one, from: this.at, isKey });
    return this.show(to, [this.alongWith(to, one), isTyped && this.besides(to, one, wanted)]);
  }

  // What else moves on the way to a state, in words.
  alongWith(to, moved) {
    const [now, then] = [this.at, to].map((number) => this.recorded[number][0]);
    const labels = labelsOf(this.controls.filter((_, i) => i !== moved && now[i] !== then[i]));
    return labels && `Not recorded with all else as it was: ${labels} moved too`;
  }

  // That a slider goes elsewhere than was typed, in words.
  besides(to, moved, wanted) {
    const isThere = this.recorded[to][0][moved] === wanted[moved];
    return !isThere && `${this.controls[moved].label} goes to the nearest recorded mark`;
  }

  send(message) {
    const { kind, name, right, up } = message;
    if (kind === "hello") queueMicrotask(() => this.tell("msg:custom", message));
    else if (kind === "code")
      queueMicrotask(() => this.tell("msg:custom", { kind, fault: NO_CODE }));
    else if (kind === "drag") this.show(this.handles.nearest(name, message, this.at));
    else if (kind === "nudge") this.show(this.handles.next(name, right, up, this.at));
    else if (kind === "click") this.show(this.at);
  }

  // The controls at once, and the picture when it has come, unless the reader has gone on.
  async show(to, remarks = []) {
    this.at = to;
    this.showValues();
    this.send({ kind: "hello" }); // a slow network is no kernel that is gone
    const state = await this.stateAt(to);
    if (to !== this.at) return;
    Object.assign(this.traits, this.traitsOf(state, remarks));
    this.tell("change:_answer");
    this.tell("change");
  }

  showValues() {
    this.controls.forEach(({ name }, i) => {
      this.traits[name] = this.recorded[this.at][0][i];
    });
    for (const { name } of this.controls) this.tell(`change:${name}`);
  }

  traitsOf({ answer, frame }, remarks = []) {
    const still = labelsOf(this.states.still);
    const why = still && `Recorded at one value only: ${still}`;
    const names = Object.keys(this.traits._description.controls);
    return {
      _frame: frame,
      _answer: {
        ...answer,
        count: ++this.count,
        values: Object.fromEntries(names.map((name) => [name, this.traits[name]])),
        handles: answer.handles.filter(([name]) => this.handles.canDrag(name, this.at)),
        disabled: [...answer.disabled, ...this.states.still.map(({ name }) => name)],
        remarks: [answer.remarks, why, ...remarks].filter(Boolean).join(". "),
      },
    };
  }

  async stateAt(number) {
    try {
      return await this.store.state(this.recorded[number]);
    } catch (fault) {
      console.warn(fault);
      return faultState();
    }
  }
}

// Of the controls that stand beside the picture.
const labelsOf = (controls) =>
  controls
    .map(({ label }) => label)
    .filter(Boolean)
    .join(", ");

function faultState() {
  const [width, height] = [772, 370];
  const draw = (pen) => {
    pen.fillStyle = "white";
    pen.fillRect(0, 0, width, height);
    pen.fillStyle = "#222222";
    pen.font = "20px sans-serif";
    pen.fillText("This picture did not come.", 20, height / 2);
  };
  const answer = { words: FAULT, results: [], remarks: FAULT, handles: [], maxima: {} };
  return { answer: { ...answer, disabled: [], hidden: [] }, frame: { width, height, draw } };
}
