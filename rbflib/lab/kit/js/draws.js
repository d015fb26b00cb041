// The numbers of the present state for all draws of what is random in it: kit/draws.py. Python gives
// those that it has after each slice of work, for as long as it is asked.

import { isSame } from "./source.js";

const DRAW = "draw"; // the control
const CLOSED = "Commit to your prediction first: the draws would give the answer away.";
const MARKS_OF_PAGE = ".rbflib-explorer:not([inert]), .rbflib-near, .rbflib-prediction";

// One of a model, whatever the number of its views.
export class Draws {
  isOn = false;
  isAsking = false;
  values = {}; // name -> a value for each of the first draws, null where there is none
  of = {}; // the state that they belong to

  constructor(source) {
    this.source = source;
    const { model } = source;
    source.whenIdle = this.ask;
    model.on("msg:custom", this.receive);
    // What it has not answered by now, the kernel never will.
    model.on("change:_answer", this.stopAsking);
    model.on("change:_description", () => Object.assign(this, { values: {}, of: {} })); // other data
  }

  get n() {
    return this.source.get("_description").controls[DRAW].marks.split(" ").length;
  }

  get at() {
    return this.source.value(DRAW);
  }

  get isShown() {
    return this.isOn && !this.source.get("_answer").hidden.includes(DRAW);
  }

  // Whether the values belong to the present state: all draws have the same.
  get isPresent() {
    const others = Object.entries(this.of).filter(([name]) => name !== DRAW);
    return others.every(([name, value]) => isSame(value, this.source.value(name)));
  }

  get isComplete() {
    return this.isPresent && Object.values(this.values)[0]?.length === this.n;
  }

  // Switch them on or off; a sentence where a prediction forbids it.
  press(el) {
    if (!this.isOn && isBeforeCommit(el)) return CLOSED;
    this.isOn = !this.isOn;
    this.source.tell();
    this.ask();
    return "";
  }

  ask = () => {
    if (!this.isShown || this.isAsking || this.source.isWaiting || this.isComplete) return;
    this.isAsking = true;
    this.source.send({ kind: "draws" });
  };

  stopAsking = () => {
    this.isAsking = false;
  };

  receive = ({ kind, values, of }) => {
    if (kind === "hello") this.stopAsking();
    if (kind !== "draws") return;
    Object.assign(this, { isAsking: false, values, of });
    this.source.tell();
    this.source.goOnAfter(0);
  };
}

// Whether the prediction that stands nearest above an explorer, with no other one between, is open.
function isBeforeCommit(el) {
  const isAbove = (e) => e.compareDocumentPosition(el) === Node.DOCUMENT_POSITION_FOLLOWING;
  const above = [...document.querySelectorAll(MARKS_OF_PAGE)].filter(isAbove);
  return Boolean(above.at(-1)?.matches(".rbflib-prediction:not([data-committed])"));
}
