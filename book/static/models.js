// The widgets of models whose Python runs in this page.

import newExplorer from "./kit/explorer.js";
import prediction from "./kit/predict.js";
import quiz from "./kit/quiz.js";

// An element with the widget of a model; null where it is none of ours.
export function mountModel(model) {
  const widget = model && kindOf(model);
  if (!widget) return null;
  const el = document.createElement("div");
  widget.initialize?.({ model });
  widget.render({ model, el });
  return el;
}

function kindOf(model) {
  if (model.get("_description")) return newExplorer();
  if (model.get("questions")) return quiz;
  return model.get("choices") ? prediction : null;
}
