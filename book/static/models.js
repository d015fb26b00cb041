// The widgets of models whose Python runs in this page.

import newExplorer from "./kit/explorer.js";
import openTable from "./kit/open_table.js";
import prediction from "./kit/predict.js";
import quiz from "./kit/quiz.js";

// An element with the widget of a model; null where it is none of ours. `models` has all, by comm.
export function mountModel(model, models) {
  if (model?.get("children")) return mountBox(model, models);
  const widget = model && kindOf(model);
  if (!widget) return null;
  const el = document.createElement("div");
  widget.initialize?.({ model });
  widget.render({ model, el });
  el.dataset.stills = model.get("stills")?.length ?? 0; // outputs before it that stand for it
  return el;
}

// A box of ipywidgets with the children of it that are ours: each is drawn once.
function mountBox(model, models) {
  const box = document.createElement("div");
  const drawn = new Map();
  const show = () => {
    const ids = model.get("children").map((name) => name.replace("IPY_MODEL_", ""));
    for (const id of ids) if (!drawn.has(id)) drawn.set(id, mountModel(models.get(id), models));
    box.replaceChildren(...ids.map((id) => drawn.get(id)).filter(Boolean));
  };
  model.on("change:children", show);
  show();
  if (!box.firstElementChild) return null; // none of its parts is ours
  box.dataset.stills = box.firstElementChild.dataset.stills;
  return box;
}

function kindOf(model) {
  if (model.get("_description")) return newExplorer();
  if (model.get("questions")) return quiz;
  if (typeof model.get("said") === "string") return openTable;
  return model.get("choices") ? prediction : null;
}
