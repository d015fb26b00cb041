// A widget's model without a kernel: what anywidget's protocol asks of one.

export class LocalModel {
  listeners = [];

  constructor(traits, save) {
    this.traits = traits;
    this.save_changes = save;
  }

  get(name) {
    return this.traits[name];
  }

  set(name, value) {
    if (this.traits[name] === value) return;
    this.traits[name] = value;
    for (const [event, action] of [...this.listeners]) if (event === `change:${name}`) action();
  }

  on(event, action) {
    this.listeners.push([event, action]);
  }

  off(event, action) {
    this.listeners = this.listeners.filter(([e, a]) => e !== event || a !== action);
  }

  // No kernel gets it.
  send() {}
}
