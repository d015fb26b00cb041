// The model of a widget, as anywidget's protocol asks for one. It has no kernel: post(message, buffers)
// gets what is for Python, where that runs in this page and knows the model by its `comm`.

export class Model {
  listeners = [];
  changed = new Set();
  outputs = []; // of an Output widget: heads, as a cell gets them

  constructor(traits, post = () => {}, comm = "") {
    Object.assign(this, { traits, post, comm });
  }

  get(name) {
    return this.traits[name];
  }

  set(name, value) {
    if (typeof name !== "string" || this.traits[name] === value) return;
    if (!name.startsWith("_")) this.changed.add(name); // what begins so is Python's, or the page's
    this.traits[name] = value;
    this.tell(`change:${name}`);
  }

  save_changes() {
    const state = Object.fromEntries([...this.changed].map((name) => [name, this.traits[name]]));
    this.changed.clear();
    this.post({ method: "update", state, buffer_paths: [] });
    this.tell("saved");
  }

  send(content, _callbacks, buffers) {
    this.post({ method: "custom", content }, buffers);
  }

  on(event, action) {
    this.listeners.push([event, action]);
  }

  off(event, action) {
    this.listeners = this.listeners.filter(([e, a]) => e !== event || a !== action);
  }

  tell(event, ...values) {
    for (const [e, action] of [...this.listeners]) if (e === event) action(...values);
  }

  // A message of the widget in Python.
  take(data, buffers) {
    const { method, state, buffer_paths, content } = data;
    if (method === "custom") this.tell("msg:custom", content, buffers);
    else if (method === "update") {
      const values = withBuffers(state, buffer_paths, buffers);
      Object.assign(this.traits, values);
      for (const name of Object.keys(values)) this.tell(`change:${name}`);
      this.tell("change");
    }
    this.tell("message", data, buffers);
  }

  // What an Output widget shows.
  show(head) {
    if (head.kind === "cleared") this.outputs = [];
    this.outputs.push(head);
    this.tell("shown", head);
  }
}

// A state with its buffers at their places.
export function withBuffers(state, paths = [], buffers = []) {
  paths.forEach(([name], i) => {
    state[name] = buffers[i];
  });
  return state;
}
