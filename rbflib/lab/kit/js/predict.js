// A prediction to commit to: choices, a button, and what to do next. It needs no kernel.

import { newButton } from "./button.js";
import { element } from "./element.js";
import { suppressShortcuts } from "./keys_of_page.js";
import { applyProjector } from "./projector.js";
import { saveModels } from "./save_state.js";
import { hideStills } from "./stills.js";
import { LETTERS, newRadios, say, statusLine } from "./words.js";

const CHOOSE = "Choose first: a guess that is wrong teaches the most.";

function render({ model, el }) {
  el.classList.add("rbflib-prediction");
  const radios = newRadios(model.get("choices"));
  const status = statusLine();
  const act = () => commit(model, radios, status);
  const button = newButton("Commit", act, { className: "jupyter-button" });
  const title = element("legend", { textContent: "Your prediction" });
  const line = element("div", {}, ...radios.map((r) => r.parentElement), status, button);
  el.append(element("fieldset", { className: "rbflib-predict" }, title, line));
  suppressShortcuts(radios);
  const endPoll = addPoll(model, el);
  hideStills(model, el);
  applyProjector();

  const show = () => {
    el.toggleAttribute("data-committed", model.get("committed") >= 0); // opens all draws: draws.js
    showCommitted(model, radios, button, status);
  };
  model.on("change:committed", show);
  show();
  return () => {
    model.off("change:committed", show);
    endPoll();
    el.replaceChildren();
  };
}

// What a class gets of it, and a box that keeps the reader's out of that.
function addPoll(model, el) {
  if (!model.get("poll")) return () => {};
  const words = statusLine();
  const box = element("input", { type: "checkbox" });
  const label = element("label", {}, box, " Keep mine out of it");
  el.append(element("div", { className: "rbflib-predict" }, words, label));
  suppressShortcuts([box]);
  box.addEventListener("change", () => {
    model.set("abstains", box.checked);
    model.save_changes();
  });
  const show = () => {
    say(words, model.get("poll"));
    box.checked = model.get("abstains");
  };
  const events = ["change:poll", "change:abstains"];
  for (const event of events) model.on(event, show);
  show();
  return () => {
    for (const event of events) model.off(event, show);
  };
}

// Commits to what is chosen, or takes back what was committed to.
function commit(model, radios, status) {
  const free = model.get("committed") < 0;
  const chosen = free ? radios.findIndex((r) => r.checked) : -1;
  if (free && chosen < 0) {
    status.textContent = CHOOSE;
    return;
  }
  model.set("committed", chosen);
  model.save_changes();
}

function showCommitted(model, radios, button, status) {
  const committed = model.get("committed");
  const free = committed < 0;
  radios.forEach((r, i) => {
    if (!free) r.checked = i === committed;
    r.disabled = !free;
    r.parentElement.hidden = !free;
  });
  button.textContent = free ? "Commit" : "Take it back";
  status.textContent = free
    ? ""
    : `You say ${LETTERS[committed]}: ${model.get("choices")[committed]}. Now move, then open “What you should see”.`;
}

export default { initialize: saveModels, render };
