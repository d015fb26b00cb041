// The widgets of models whose Python runs in this page.

import { element } from "./element.js";
import newExplorer from "./kit/explorer.js";
import prediction from "./kit/predict.js";
import quiz from "./kit/quiz.js";

// An element with the widget of a model; null without one. Ours need no manager. `models` has all, by
// comm.
export function mountModel(model, models) {
  if (!model) return null;
  const el = element("div");
  const widget = ourWidget(model);
  if (!widget) import("./manager.js").then(({ mountManaged }) => mountManaged(model, models, el));
  widget?.initialize?.({ model });
  widget?.render({ model, el });
  return el;
}

// Models of what stands in a box.
export const childrenOf = (model, models) =>
  (model.get("children") ?? []).map((name) => models.get(name.replace("IPY_MODEL_", "")));

function ourWidget(model) {
  if (model.get("_description")) return newExplorer();
  if (model.get("questions")) return quiz;
  return model.get("choices") ? prediction : null;
}
