// Frames that the browser keeps, and those of steps that the kernel has told of. The kernel calls a
// frame by its name where it is here already.

import { nameOf } from "./stage/frame.js";
import { Told } from "./told.js";

const MOST = 12; // frames; the kernel counts on fewer

export function expectSteps({ model }) {
  new Expected(model).listen();
}

class Expected {
  frames = new Map(); // by name, the newest last
  shown = new DataView(new ArrayBuffer(0));
  turn = null;

  constructor(model) {
    this.model = model;
    this.told = new Told(model, this.show);
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
    if (turn !== this.turn) this.told.forget();
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
    this.told.tell(message.steps);
  };

  show = (step) => {
    const frame = this.frames.get(step.frame);
    if (frame) this.model.set({ frame, said: step.said, handles: step.handles });
  };
}
