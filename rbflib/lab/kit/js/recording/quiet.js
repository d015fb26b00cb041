// A source without a kernel and without a recording: it knows what the page was saved with.

export class Quiet {
  listeners = new Set();
  told = {}; // in place of the model's

  // `hint` stands at the foot of the picture.
  constructor(model, hint) {
    this.model = model;
    this.told = { hint, clickable: false, handles: [], drags: { canHold: () => false } };
  }

  get(name) {
    return name in this.told ? this.told[name] : this.model.get(name);
  }

  set(...traits) {
    return this.model.set(...traits);
  }

  on(event, action) {
    if (event === "msg:custom") this.listeners.add(action);
    else this.model.on(event, action);
  }

  off(event, action) {
    if (event === "msg:custom") this.listeners.delete(action);
    else this.model.off(event, action);
  }

  send(message) {
    if (message.kind === "hello") this.answer({ kind: "hello" });
    if (message.kind === "write") this.answer({ kind: "code", fault: NO_CODE });
    if (message.copy) this.answer({ ...message, kind: "sharp" }, [this.get("frame")]);
  }

  // As a kernel does, after whoever asked has gone on.
  answer(message, buffers = []) {
    queueMicrotask(() => {
      for (const listen of this.listeners) listen(message, buffers);
    });
  }

  end() {}
}

const NO_CODE = "The code is written by the kernel: open this page live.";
