// The widgets of models whose Python runs in this page.

import { drawControl } from "./controls.js";
import { element } from "./element.js";
import newExplorer from "./kit/explorer.js";
import prediction from "./kit/predict.js";
import quiz from "./kit/quiz.js";

// An element with the widget of a model; null where it is none that pages show. `models` has all, by
// comm.
export function mountModel(model, models) {
  if (model?.get("children")) return mountBox(model, models);
  const widget = model && kindOf(model);
  if (!widget) return (model && drawControl(model)) ?? null;
  const el = element("div");
  widget.initialize?.({ model });
  widget.render({ model, el });
  return el;
}

// A box of ipywidgets with its children: each is drawn once.
function mountBox(model, models) {
  const box = element("div", { className: model.get("_dom_classes").join(" ") });
  const drawn = new Map();
  const show = () => {
    const children = childrenOf(model, models);
    for (const child of children)
      if (!drawn.has(child)) drawn.set(child, withLayout(child, models));
    box.replaceChildren(...children.map((child) => drawn.get(child)).filter(Boolean));
  };
  model.on("change:children", show);
  show();
  return box.firstElementChild && box;
}

export const childrenOf = (model, models) =>
  (model.get("children") ?? []).map((name) => named(name, models));

const named = (name, models) => models.get(name.replace("IPY_MODEL_", ""));

// Its element, hidden where its layout says so.
function withLayout(model, models) {
  const el = mountModel(model, models);
  const layout = named(model.get("layout"), models);
  const show = () => el && Object.assign(el.style, { display: layout.get("display") ?? "" });
  layout.on("change", show);
  show();
  return el;
}

function kindOf(model) {
  if (model.get("_description")) return newExplorer();
  if (model.get("questions")) return quiz;
  return model.get("choices") ? prediction : null;
}
