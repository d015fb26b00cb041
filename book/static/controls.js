// Controls of ipywidgets that stand beside our widgets, as elements of the page.

import { element } from "./element.js";

const CONTROLS = {
  ButtonModel: (model) => button(model, () => model.send({ event: "click" })),
  ToggleButtonModel: (model) => button(model, () => put(model, "value", !model.get("value"))),
  DropdownModel(model) {
    const list = element("select");
    list.onchange = () => put(model, "index", list.selectedIndex);
    follow(model, () => {
      list.replaceChildren(...model.get("_options_labels").map((text) => new Option(text)));
      list.selectedIndex = model.get("index") ?? -1;
    });
    return element("label", {}, `${model.get("description")} `, list);
  },
  HTMLModel(model) {
    const el = element("div");
    follow(model, () => {
      el.innerHTML = model.get("value");
    });
    return el;
  },
};

// The element of a control; nothing for one that no page needs.
export function drawControl(model) {
  return CONTROLS[model.get("_model_name")]?.(model);
}

function button(model, onclick) {
  const el = element("button", { type: "button", className: "jupyter-button", onclick });
  follow(model, () => {
    el.textContent = model.get("description");
  });
  return el;
}

function follow(model, show) {
  model.on("change", show);
  show();
}

function put(model, name, value) {
  model.set(name, value);
  model.save_changes();
}
