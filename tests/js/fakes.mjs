// Stand-ins for what only a browser has.

// A widget's model: traits, events, and what was sent to the kernel.
export class FakeModel {
  sent = [];
  listeners = new Map();

  constructor(traits = {}) {
    this.traits = traits;
  }

  get(name) {
    return this.traits[name];
  }

  set() {}

  send(message) {
    this.sent.push(message);
  }

  on(event, action) {
    this.listeners.set(event, action);
  }

  off(event) {
    this.listeners.delete(event);
  }

  fire(event, ...values) {
    this.listeners.get(event)?.(...values);
  }
}

// A control's model as ipywidgets keeps it: sets traits, and tells who listens.
export class BackboneModel {
  listeners = [];

  constructor(traits) {
    this.traits = { layout: null, disabled: false, ...traits };
  }

  get(name) {
    return this.traits[name];
  }

  set(traits) {
    const before = this.traits;
    this.traits = { ...before, ...traits };
    const changed = Object.keys(traits).filter((name) => before[name] !== traits[name]);
    for (const [event, action] of this.listeners) {
      if (event === "change" ? changed.length : changed.includes(event.replace("change:", "")))
        action();
    }
  }

  on(event, action) {
    this.listeners.push([event, action]);
  }

  off(event, action) {
    this.listeners = this.listeners.filter(([e, a]) => e !== event || a !== action);
  }
}

// An element that stands in an explorer.
export function elementIn(explorer) {
  globalThis.document ??= {};
  globalThis.MutationObserver = class {
    observe() {}
    disconnect() {}
  };
  return { isConnected: true, closest: () => explorer };
}

// Elements that hold parts, text, classes and properties of style, and nothing else.
export function fakeDocument() {
  globalThis.document = { createElement: () => new FakeElement() };
}

class FakeElement {
  parts = [];
  textContent = "";
  classes = new Set();
  classList = {
    add: (name) => this.classes.add(name),
    remove: (name) => this.classes.delete(name),
  };

  properties = new Map();
  style = { setProperty: (name, value) => this.properties.set(name, value) };

  setAttribute() {}

  append(...parts) {
    this.parts.push(...parts);
  }
}

// A canvas that keeps what is written on it: {text, x, y, size}. A letter is 0.6 of its size wide.
export function fakeCanvas() {
  const pen = {
    written: [],
    font: "",
    get size() {
      return Number.parseFloat(this.font);
    },
    measureText(text) {
      return { width: 0.6 * this.size * String(text).length };
    },
    fillText(text, x, y) {
      this.written.push({ text: String(text), x, y, size: this.size });
    },
  };
  const drawing = new Proxy(pen, { get: (it, name) => (name in it ? it[name] : () => {}) });
  return { written: pen.written, getContext: () => drawing };
}

// Numbers from 0 to 1, the same ones in every run.
export function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (1664525 * state + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
