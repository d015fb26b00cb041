// The controls' models, which ipywidgets keeps: they are heard, and set to what was recorded.

export class Controls {
  // `said` are {name, trait, kind} in order, `models` by name; a control without one is not shown.
  constructor(said, models, onMove) {
    Object.assign(this, { said, models });
    this.listeners = said.map(({ name, trait }, i) => [name, `change:${trait}`, () => onMove(i)]);
    for (const [name, event, action] of this.listeners) models.get(name)?.on(event, action);
  }

  has(name) {
    return this.models.has(name);
  }

  // Of all controls; those that are not shown have their value of `state`.
  values(state) {
    return this.said.map(({ name, trait }, i) => this.models.get(name)?.get(trait) ?? state[i]);
  }

  show(values) {
    this.said.forEach(({ name, trait }, i) => {
      this.models.get(name)?.set({ [trait]: values[i] });
    });
  }

  disable(names) {
    for (const name of names) this.models.get(name)?.set({ disabled: true });
  }

  // Which of them can be moved and how far, at the state that is shown; `still` never can.
  allow({ tops, disabled, hidden }, still) {
    for (const [name, model] of this.models) {
      if (name in tops) model.set({ max: tops[name] });
      model.set({ disabled: [...disabled, ...still].includes(name) });
      model.get("layout")?.set?.({ display: hidden.includes(name) ? "none" : null });
    }
  }

  // The value that a text says, as control i has it; null where it is no number.
  read(i, text) {
    const number = asNumber(text);
    if (number === null) return null;
    const { name, trait, kind } = this.said[i];
    if (trait === "value") return kind === "log" && number <= 0 ? null : number;
    const gaps = this.models
      .get(name)
      .get("_options_labels")
      .map((label) => Math.abs(asNumber(label) - number));
    return gaps.indexOf(Math.min(...gaps));
  }

  end() {
    for (const [name, event, action] of this.listeners) this.models.get(name)?.off(event, action);
  }
}

function asNumber(text) {
  const number = Number(text.replace("−", "-").replace(",", "."));
  return text.trim() && Number.isFinite(number) ? number : null;
}

// The models of the widgets that a trait of a stage names, by name.
export async function modelsOf(model, trait) {
  const named = Object.entries(model.get(trait));
  const ids = named.map(([, id]) => id.replace("IPY_MODEL_", ""));
  const models = await Promise.all(ids.map((id) => model.widget_manager.get_model(id)));
  return new Map(named.map(([name], i) => [name, models[i]]));
}
