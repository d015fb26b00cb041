// A source whose answers were recorded. It listens to the controls, goes to the recorded state that
// is nearest, and sets the traits of the stage as the kernel does.

import { whenShown } from "../shown.js";
import { walkOf } from "../walk/moment.js";
import { watchButtons } from "./buttons.js";
import { Controls } from "./controls.js";
import { RecordedDrags } from "./drags.js";
import { faultPicture } from "./fault.js";
import { RecordedHand } from "./hand.js";
import { Quiet } from "./quiet.js";
import { States } from "./states.js";

export const HINT = "Recorded: open it live to move everything";
const DRAGS = { down: true, move: true, up: true, cancel: true, nudge: true };
const ONE_MOVE_MS = 700; // changes of one control within so long are one move

export class Recording extends Quiet {
  past = []; // numbers of the states before each move
  movedAt = 0;
  moved = -1; // the control that moved last

  constructor({ model, el, store, index, models, isDragged }) {
    super(model, HINT);
    Object.assign(this, { store, index, isDragged });
    this.states = new States(index.controls, index.states);
    this.controls = new Controls(index.controls, models, (i) => this.hear(i));
    this.start = this.states.nearest(index.start);
    this.at = this.states.nearest(this.controls.values(index.start));
    this.hand = new RecordedHand(index);
    this.told.handles = this.hand.handles(this.at);
    this.told.drags = new RecordedDrags(index.drags);
    this.still = this.states.still.filter((name) => models.has(name));
    this.undo = whenShown(el, (explorer) => watchButtons(explorer, (label) => this.restore(label)));
    this.open();
  }

  // A page comes with the picture of the state that it was saved in: no file is needed for it.
  open() {
    const saved = this.controls.values(this.index.start);
    if (saved.some((value, i) => value !== this.values[i])) return this.show(this.at);
    this.controls.disable(this.still);
    this.model.set({ said: this.withStill(this.model.get("said")) });
  }

  get values() {
    return this.index.states[this.at][0];
  }

  // A control has moved: by a hand, by a player, or from here.
  hear(i) {
    if (this.isShowing) return;
    const isOneMove = i === this.moved && performance.now() - this.movedAt < ONE_MOVE_MS;
    this.moved = i;
    if (!this.isHeard) queueMicrotask(() => this.follow(isOneMove));
    this.isHeard = true; // one answer to all that moves at once
  }

  follow(isOneMove) {
    this.isHeard = false;
    this.movedAt = performance.now();
    const { moved, at: from } = this;
    const wanted = this.controls.values(this.values);
    const to = this.states.nearest(wanted, { moved, from, dragged: this.isDragged() });
    const along = this.alongWith(to);
    this.goTo(to, isOneMove);
    if (along) this.answer({ kind: "told", text: along });
  }

  // What else moves on the way to a state, in words.
  alongWith(to) {
    const values = this.index.states[to][0];
    const others = this.index.controls.filter(
      ({ name }, i) => i !== this.moved && values[i] !== this.values[i] && this.controls.has(name),
    );
    const labels = others.map(({ label }) => label).join(", ");
    return labels && `Not recorded with all else as it was: ${labels} moved too.`;
  }

  goTo(to, isOneMove = false) {
    if (to === this.at) return this.move((controls) => controls.show(this.values));
    if (!isOneMove) this.past.push(this.at);
    return this.show(to);
  }

  // The controls at once, and the picture when it has come, unless the hand has gone on.
  async show(to) {
    this.at = to;
    this.move((controls) => controls.show(this.values));
    const state = await this.stateAt(to);
    if (to !== this.at) return;
    this.move((controls) => {
      controls.allow(state.told, this.still);
      controls.show(this.values); // its slider may have ended below it until now
    });
    this.told.handles = this.hand.handles(to);
    this.model.set({ ...state.traits, said: this.withStill(state.told.said) });
  }

  move(how) {
    this.isShowing = true;
    try {
      how(this.controls);
    } finally {
      this.isShowing = false;
    }
  }

  async stateAt(number) {
    try {
      return await this.store.state(this.index.states[number]);
    } catch (fault) {
      console.warn(fault);
      return faultState();
    }
  }

  withStill(said) {
    const labels = this.index.controls.filter(({ name }) => this.still.includes(name));
    if (labels.length === 0) return said;
    const why = `Recorded at one value only: ${labels.map(({ label }) => label).join(", ")}`;
    return { ...said, remarks: [said.remarks, why].filter(Boolean).join(". ") };
  }

  send(message) {
    if (message.kind === "undo" && this.past.length) this.show(this.past.pop());
    else if (message.kind === "start") this.goTo(this.start);
    else if (message.kind === "typed") this.typeIn(message);
    else if (message.kind in DRAGS) this.drag(message);
    else if (message.kind === "center") this.putCenter(message);
    else super.send(message);
  }

  // A handle is dragged, or moved by arrow keys; a drag is one move.
  drag({ kind, handle, right, up, ...place }) {
    const { hand, at } = this;
    if (kind === "down" || kind === "nudge") this.taken = this.told.handles[handle]?.[0];
    const name = this.taken;
    if (kind === "down") this.before = at;
    else if (kind === "nudge" && name) this.goTo(hand.next(name, right, up, at));
    else if (kind === "move" && name) this.show(hand.nearest(name, place, at));
    else if (kind === "cancel") this.show(this.before);
    else if (kind === "up" && this.before !== at) this.past.push(this.before);
    this.answer({ kind: "settled" });
  }

  // A walk begins anew where the hand has put one of its centers.
  async putCenter({ step, ...place }) {
    const { centers } = walkOf(this).steps[step];
    const to = this.get("drags").nearest(centers, place);
    if (this.at === this.before) this.past.push(this.before);
    if (to !== this.at) await this.show(to);
    this.answer({ kind: "center" });
  }

  typeIn({ control, text }) {
    const name = [...this.controls.models.keys()][control];
    const i = this.index.controls.findIndex((said) => said.name === name);
    const value = this.controls.read(i, text);
    const { label } = this.index.controls[i];
    if (value === null) {
      this.answer({ kind: "told", text: `“${text}” is no number: ${label} stays.` });
      return;
    }
    this.moved = i;
    const wanted = this.values.with(i, value);
    this.goTo(this.states.nearest(wanted, { moved: i, from: this.at }));
    if (this.values[i] !== value)
      this.answer({ kind: "told", text: `${label} goes to the recorded mark nearest to ${text}.` });
  }

  restore(label) {
    const values = this.index.presets[label];
    if (values) this.goTo(this.states.nearest(values));
  }

  end() {
    this.controls.end();
    this.undo();
  }
}

function faultState() {
  const words =
    "This picture did not come: its recording is missing or broken. Others may be there.";
  const said = { words, results: [], remarks: words };
  const told = { said, disabled: [], tops: {}, hidden: [] };
  return { told, traits: { frame: faultPicture("This picture did not come.") } };
}
