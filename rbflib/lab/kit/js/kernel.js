// Is a kernel there? A picture restored from a file has none, and a kernel may end or start anew
// while the page is open. It is asked when the picture appears, and after every move of the hand;
// where no answer comes, a note says what to do.

import { whenShown } from "./shown.js";

export const PATIENCE_MS = 1800; // for an answer
export const PAUSE_MS = 200; // a hand that goes on asks no more often

const HAND = ["pointerdown", "keydown", "change"];
const EARLY = { capture: true }; // also what the controls keep to themselves

class Question {
  asking = null;
  waiting = null;

  constructor(model, note) {
    this.model = model;
    this.note = note;
  }

  ask = () => {
    this.asking = null;
    this.waiting ??= setTimeout(this.complain, PATIENCE_MS);
    try {
      this.model.send({ kind: "hello" });
    } catch {
      this.complain(); // the kernel was restarted, and the way to it is closed
    }
  };

  complain = () => {
    this.note.hidden = false;
  };

  listen = (message) => {
    if (message.kind !== "hello") return;
    clearTimeout(this.waiting);
    this.waiting = null;
    this.note.hidden = true;
  };

  touched = () => {
    this.asking ??= setTimeout(this.ask, PAUSE_MS);
  };

  end() {
    clearTimeout(this.asking);
    clearTimeout(this.waiting);
  }
}

// Shows and hides the note from now on; undone by the returned function.
export function askKernel(model, el, note) {
  const question = new Question(model, note);
  hearKernel(model);
  note.hidden = true;
  model.on("msg:custom", question.listen);
  model.on("comm_live_update", question.ask);
  question.ask();
  const forget = whenShown(el, (ours) => watchHand(ours, question.touched));
  return () => {
    question.end();
    forget();
    model.off("comm_live_update", question.ask);
    model.off("msg:custom", question.listen);
  };
}

// Where a busy browser has needed more than 2 s to load this file, anywidget 0.11 keeps every message
// of the kernel from the widget: AnyModel's _handle_comm_msg waits for Runtime.ready, which is
// rejected then. The class that AnyModel extends takes them.
function hearKernel(model) {
  const widget = model.set({}); // Backbone gives the widget itself
  if (!widget?.comm) return;
  const { _handle_comm_msg: take } = Object.getPrototypeOf(Object.getPrototypeOf(widget));
  widget.comm.on_msg(take.bind(widget));
}

function watchHand(ours, touched) {
  for (const kind of HAND) ours.addEventListener(kind, touched, EARLY);
  return () => {
    for (const kind of HAND) ours.removeEventListener(kind, touched, EARLY);
  };
}
