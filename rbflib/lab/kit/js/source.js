// Where the answers come from. A source is asked one question at a time: the newest state of the
// controls, or what a pointer does. What is wanted meanwhile waits, and newer wishes take the place
// of older ones. The model is a widget's: its Python is a kernel, or runs in the page of a book.

export const PATIENCE_MS = 1800; // for an answer
export const REST_MS = 150; // after an answer, before what is left to compute is asked for
export const CODE_PATIENCE_MS = 10_000; // for lines of code: the kernel may be busy
export const NO_KERNEL =
  "The kernel writes the code, and none answers: choose Run ▸ Run All Cells.";

export class Source {
  names = []; // of the controls
  past = {}; // name of a control -> what it has been since an answer has told the same, as texts
  wanted = {}; // values of controls that are not asked for yet
  message = null; // of a pointer, to be sent after them
  isWaiting = false;
  isAsleep = false; // no answer has come for long
  greeted = null; // when it was asked last whether a kernel is there
  listeners = new Set();
  restsFor = REST_MS; // after the answer that is awaited
  whenIdle = () => {}; // what else is asked for, when all is there that is shown
  codeTakers = []; // who waits for lines of code: several views may

  constructor(model) {
    this.model = model;
    attachCommListener(model);
    model.on("change:_answer", this.answered);
    model.on("msg:custom", this.receive);
    model.on("comm_live_update", this.wake);
    this.follow();
  }

  // The controls that there are: with data of the reader's, more may come.
  follow() {
    const { model } = this;
    const names = Object.keys(model.get("_description").controls);
    for (const name of names.filter((name) => !this.names.includes(name))) {
      this.past[name] = new Set();
      model.on(`change:${name}`, () => {
        this.past[name].add(JSON.stringify(model.get(name)));
        this.tell();
      });
    }
    this.names = names;
  }

  get(trait) {
    return this.model.get(trait);
  }

  // Values of all controls by name, as the reader has set them.
  get values() {
    return Object.fromEntries(this.names.map((name) => [name, this.value(name)]));
  }

  value(name) {
    return name in this.wanted ? this.wanted[name] : this.model.get(name);
  }

  set(values) {
    Object.assign(this.wanted, values);
    this.tell();
    this.ask();
  }

  // A pointer's message. Steps of a key add up.
  point(message) {
    const { message: last } = this;
    if (message.kind === "nudge" && last?.kind === "nudge" && last.name === message.name) {
      message.right += last.right;
      message.up += last.up;
    }
    this.message = message;
    this.ask();
  }

  ask() {
    if (this.isWaiting) {
      if (this.isAsleep) this.greet(); // has the question been lost?
      return;
    }
    const { model, wanted, message } = this;
    const changed = Object.entries(wanted).filter(([name, x]) => !isSame(model.get(name), x));
    this.wanted = {};
    this.isWaiting = changed.length > 0 || message !== null;
    if (this.isWaiting) this.restsFor = REST_MS;
    if (changed.length > 0) {
      this.expectAnswer();
      for (const [name, value] of changed) model.set(name, value);
      model.save_changes();
    } else if (message) {
      this.message = null;
      this.expectAnswer();
      this.send(message);
    }
  }

  // What is left to compute, such as the rest of a picture, is asked for piece by piece while nothing
  // else is wanted: so it waits for every move, also where no event loop runs.
  goOnAfter(ms) {
    clearTimeout(this.resting);
    this.resting = setTimeout(this.goOn, ms);
  }

  goOn = () => {
    if (this.isWaiting || this.isAsleep) return;
    if (!this.get("_answer").pending) return this.whenIdle();
    this.isWaiting = true;
    this.restsFor = 0;
    this.expectAnswer();
    this.send({ kind: "go on" });
  };

  expectAnswer() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(this.complain, PATIENCE_MS);
  }

  // Another browser may have moved the controls: all show what the kernel has. But where a widget
  // that is linked to this one has moved them on, the answer may be to what they were before. To go
  // back to that would move the other widget, and this one again, without end.
  answered = () => {
    this.isWaiting = false;
    this.follow();
    for (const [name, value] of Object.entries(this.model.get("_answer").values)) {
      if (isSame(this.model.get(name), value)) this.past[name].clear();
      else if (!this.past[name].has(JSON.stringify(value))) this.model.set(name, value);
    }
    this.markAwake();
    this.ask();
    this.goOnAfter(this.restsFor);
  };

  // The kernel takes one message after the other: what it has not answered before, it never will.
  receive = (message) => {
    if (message.kind === "code") for (const take of this.codeTakers.splice(0)) take(message);
    if (message.kind !== "hello") return;
    if (this.isAsleep) this.isWaiting = false;
    this.markAwake();
    this.ask();
    this.goOnAfter(REST_MS);
  };

  // Is a kernel there? A page that was opened from a file has none.
  wake = () => {
    this.isWaiting = false;
    this.greeted = null;
    this.greet();
  };

  greet() {
    if (performance.now() - this.greeted < PATIENCE_MS && this.greeted !== null) return;
    this.greeted = performance.now();
    this.expectAnswer();
    this.send({ kind: "hello" });
  }

  send(message, buffers) {
    try {
      this.model.send(message, undefined, buffers);
    } catch {
      this.complain(); // the kernel was restarted, and the way to it is closed
    }
  }

  markAwake() {
    clearTimeout(this.waiting);
    if (this.isWaiting) this.expectAnswer(); // a greeting was answered, and not yet a move
    this.isAsleep = false;
    this.tell();
  }

  complain = () => {
    this.isAsleep = true;
    this.tell();
  };

  // Lines of Python for the present state: a promise, which takes what comes first.
  code() {
    return new Promise((done, fail) => {
      this.codeTakers.push(({ text, fault }) => (fault ? fail(new Error(fault)) : done(text)));
      setTimeout(fail, this.isAsleep ? 0 : CODE_PATIENCE_MS, new Error(NO_KERNEL));
      this.send({ kind: "code" });
    });
  }

  // Calls listen() whenever something has changed; undone by the returned function.
  subscribe(listen) {
    this.listeners.add(listen);
    return () => this.listeners.delete(listen);
  }

  tell = () => {
    for (const listen of this.listeners) listen();
  };
}

export const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// Where a busy browser has needed more than 2 s to load this file, anywidget 0.11 keeps every message
// of the kernel from the widget: AnyModel's _handle_comm_msg waits for Runtime.ready, which is
// rejected then. The class that AnyModel extends takes them.
function attachCommListener(model) {
  const widget = model.set({}); // Backbone gives the widget itself
  if (!widget?.comm) return;
  const { _handle_comm_msg: take } = Object.getPrototypeOf(Object.getPrototypeOf(widget));
  widget.comm.on_msg(take.bind(widget));
}
