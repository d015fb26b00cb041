// Stand-ins for what only a browser has.

// A widget's model: traits, events, and what was sent to the kernel: values and messages.
export class FakeModel {
  sent = [];
  listeners = [];
  unsaved = {};

  constructor(traits = {}) {
    this.traits = traits;
  }

  get(name) {
    return this.traits[name];
  }

  set(name, value) {
    if (typeof name !== "string") return;
    this.traits[name] = value;
    this.unsaved[name] = value;
    this.fire(`change:${name}`);
  }

  save_changes() {
    this.sent.push(this.unsaved);
    this.unsaved = {};
  }

  send(message) {
    this.sent.push(message);
  }

  on(event, action) {
    this.listeners.push([event, action]);
  }

  off(event, action) {
    this.listeners = this.listeners.filter(([e, a]) => e !== event || a !== action);
  }

  fire(event, ...values) {
    for (const [e, action] of [...this.listeners]) if (e === event) action(...values);
  }
}

// Elements that hold parts, text, classes, attributes and properties, and get events.
export function fakeDocument() {
  globalThis.document = { createElement: () => new FakeElement(), activeElement: null };
  globalThis.Option = class {
    constructor(text, value, _first, selected = false) {
      Object.assign(this, { text, value, selected });
    }
  };
}

class FakeElement extends EventTarget {
  parts = [];
  textContent = "";
  isConnected = true;
  attributes = new Map();
  dataset = {};
  classes = new Set();
  classList = {
    add: (name) => this.classes.add(name),
    remove: (name) => this.classes.delete(name),
    toggle: (name, on) => (on ? this.classes.add(name) : this.classes.delete(name)),
  };

  style = { setProperty() {} };

  get valueAsNumber() {
    return Number(this.value);
  }

  setAttribute(name, value) {
    this.attributes.set(name, value);
  }

  append(...parts) {
    this.parts.push(...parts);
  }

  replaceChildren(...parts) {
    this.parts = parts;
  }

  // An option of a list.
  add(option) {
    this.parts.push(option);
    if (option.selected) this.value = option.value;
  }

  select() {}

  focus() {
    document.activeElement?.dispatchEvent(new Event("blur"));
    document.activeElement = this;
  }

  // What a reader does: an event with more properties.
  act(kind, more = {}) {
    this.dispatchEvent(Object.assign(new Event(kind), more));
  }
}
