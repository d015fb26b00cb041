// Steps of the hand that need not wait. While it rests, the kernel tells what a step on will show, and
// the step back. Such a step is shown at once. The kernel answers it all the same, and has the last
// word: by the name of a frame, where that is here already.

import { modelsOf } from "./recording/controls.js";
import { nameOf } from "./stage/frame.js";

const MOST = 12; // frames; the kernel counts on fewer

export function expectSteps({ model }) {
  new Expected(model).listen();
}

class Expected {
  frames = new Map(); // by name, the newest last
  shown = new DataView(new ArrayBuffer(0));
  turn = null;
  steps = [];
  hearing = null;

  constructor(model) {
    this.model = model;
  }

  listen() {
    this.take();
    this.model.on("change", this.take); // before any view: a set within change:frame would hide it
    this.model.on("msg:custom", this.receive);
  }

  // Puts the frame that the kernel has named in its place; where it is lost, the last one stays
  // until the kernel has sent it.
  take = () => {
    const [frame, turn] = [this.model.get("frame"), this.model.get("turn")];
    if (turn !== this.turn) this.steps = [];
    this.turn = turn;
    if (typeof frame === "string") {
      if (!this.frames.has(frame)) this.model.send({ kind: "lost" });
      this.model.set({ frame: this.frames.get(frame) ?? this.shown });
    } else if (frame.byteLength > 0) {
      this.keep(frame);
      this.shown = frame;
    }
  };

  keep(frame) {
    const name = nameOf(frame);
    this.frames.delete(name);
    this.frames.set(name, frame);
    if (this.frames.size > MOST) this.frames.delete(this.frames.keys().next().value);
  }

  receive = (message, buffers) => {
    if (message.kind !== "ready") return;
    for (const frame of buffers) this.keep(frame);
    this.steps = message.steps;
    this.hearing ??= this.hear();
  };

  async hear() {
    for (const [name, control] of await modelsOf(this.model, "controls"))
      for (const trait of ["value", "index"])
        control.on(`change:${trait}`, () => this.moved(name, trait, control.get(trait)));
  }

  moved(name, trait, value) {
    const step = this.steps.find(
      ({ move }) => move[0] === name && move[1] === trait && isNear(move[2], value),
    );
    this.steps = [];
    const frame = this.frames.get(step?.frame);
    if (!frame) return;
    this.model.set({ frame, said: step.said, handles: step.handles });
  }
}

// Python and the browser round powers of ten each in its own way.
const isNear = (a, b) => Math.abs(a - b) <= 1e-9 * Math.abs(b);
