// Predictions: the widget of the live pages, with a model that the browser remembers.

import prediction from "./kit/predict.js";
import { keep, recall } from "./memory.js";

export function showPrediction(el) {
  const key = `prediction ${el.dataset.key}`;
  const choices = JSON.parse(el.dataset.choices);
  const traits = { choices, committed: choices.indexOf(recall(key)) };
  let changed = () => {};
  const model = {
    get: (name) => traits[name],
    set: (name, value) => {
      traits[name] = value;
      changed();
    },
    on: (_event, action) => {
      changed = action;
    },
    save_changes: () => keep(key, choices[traits.committed] ?? null),
  };
  el.replaceChildren();
  prediction.render({ model, el });
}
