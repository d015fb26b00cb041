// The model of a widget whose Python runs in this page: what anywidget's protocol asks of one.

import { LocalModel } from "./local_model.js";

export class WidgetModel extends LocalModel {
  changed = new Set();

  constructor({ state, buffer_paths }, buffers, send) {
    super(withBuffers(state, buffer_paths, buffers));
    this.post = send;
  }

  set(name, value) {
    if (typeof name !== "string") return;
    if (!name.startsWith("_")) this.changed.add(name); // what begins so is Python's, or the page's
    super.set(name, value);
  }

  save_changes() {
    const state = Object.fromEntries([...this.changed].map((name) => [name, this.traits[name]]));
    this.changed.clear();
    this.post({ method: "update", state, buffer_paths: [] });
  }

  send(content, _callbacks, buffers) {
    this.post({ method: "custom", content }, buffers);
  }

  // A message of the widget.
  take({ method, state, buffer_paths, content }, buffers) {
    if (method === "custom") this.tell("msg:custom", content, buffers);
    else if (method === "update") {
      const values = withBuffers(state, buffer_paths, buffers);
      Object.assign(this.traits, values);
      for (const name of Object.keys(values)) this.tell(`change:${name}`);
    }
  }
}

// The state with its buffers at their places.
function withBuffers(state, paths = [], buffers = []) {
  paths.forEach((path, i) => {
    const holder = path.slice(0, -1).reduce((part, key) => part[key], state);
    holder[path.at(-1)] = buffers[i];
  });
  return state;
}
