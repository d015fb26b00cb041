// A widget's model without a kernel: what anywidget's protocol asks of one.

export class LocalModel {
  listeners = [];

  constructor(traits) {
    this.traits = traits;
  }

  get(name) {
    return this.traits[name];
  }

  set(name, value) {
    if (this.traits[name] === value) return;
    this.traits[name] = value;
    this.tell(`change:${name}`);
  }

  save_changes() {
    this.tell("saved");
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

  // No kernel gets it.
  send() {}
}
