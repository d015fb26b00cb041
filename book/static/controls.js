// Controls of ipywidgets that stand beside our widgets, as elements of the page.

const CONTROLS = {
  ButtonModel: (model) => button(model, () => model.send({ event: "click" })),
  ToggleButtonModel: (model) => button(model, () => put(model, "value", !model.get("value"))),
  DropdownModel(model) {
    const list = document.createElement("select");
    list.onchange = () => put(model, "index", list.selectedIndex);
    follow(model, () => {
      list.replaceChildren(...model.get("_options_labels").map((text) => new Option(text)));
      list.selectedIndex = model.get("index") ?? -1;
    });
    const label = document.createElement("label");
    label.append(`${model.get("description")} `, list);
    return label;
  },
  HTMLModel(model) {
    const el = document.createElement("div");
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

function button(model, press) {
  const el = document.createElement("button");
  Object.assign(el, { type: "button", className: "jupyter-button", onclick: press });
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
