// A prediction to commit to: choices, a button, and what to do next. It needs no kernel.

import { keepModels } from "./keep.js";
import { keepKeys, newName } from "./names.js";
import { statusLine } from "./words.js";

const CHOOSE = "Choose first: a guess that is wrong teaches the most.";

function render({ model, el }) {
  el.classList.add("rbflib-prediction");
  const radios = radiosOf(model.get("choices"));
  const button = document.createElement("button");
  button.className = "jupyter-button";
  const said = statusLine();
  el.append(fieldset("Your prediction", ...radios.map((r) => r.parentElement), said, button));
  keepKeys([...radios, button]);

  const show = () => showCommitted(model, radios, button, said);
  button.addEventListener("click", () => commit(model, radios, said));
  model.on("change:committed", show);
  show();
  return () => model.off("change:committed", show);
}

// Commits to what is chosen, or takes back what was committed to.
function commit(model, radios, said) {
  const free = model.get("committed") < 0;
  const chosen = free ? radios.findIndex((r) => r.checked) : -1;
  if (free && chosen < 0) {
    said.textContent = CHOOSE;
    return;
  }
  model.set("committed", chosen);
  model.save_changes();
}

function showCommitted(model, radios, button, said) {
  const committed = model.get("committed");
  const free = committed < 0;
  radios.forEach((r, i) => {
    if (!free) r.checked = i === committed;
    r.disabled = !free;
    r.parentElement.hidden = !free;
  });
  button.textContent = free ? "Commit" : "Take it back";
  said.textContent = free
    ? ""
    : `You say: ${model.get("choices")[committed]}. Now move, then open “What you should see”.`;
}

function fieldset(name, ...parts) {
  const set = document.createElement("fieldset");
  set.className = "rbflib-predict";
  const title = document.createElement("legend");
  title.textContent = name;
  const line = document.createElement("div");
  line.append(...parts);
  set.append(title, line);
  return set;
}

function radiosOf(choices) {
  const name = newName("rbflib-predict");
  return choices.map((text, value) => {
    const label = document.createElement("label");
    const input = document.createElement("input");
    Object.assign(input, { type: "radio", name, value });
    label.append(input, ` ${text}`);
    return input;
  });
}

export default { initialize: keepModels, render };
