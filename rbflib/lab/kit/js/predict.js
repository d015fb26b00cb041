// A prediction to commit to, and what was seen when the explorer below was moved. It needs no kernel.

import { newButton } from "./button.js";
import { element } from "./element.js";
import { suppressShortcuts } from "./keys_of_page.js";
import { applyProjector } from "./projector.js";
import { saveModels } from "./save_state.js";
import { hideStills } from "./stills.js";
import { LETTERS, newRadios, say, statusLine } from "./words.js";

const CHOOSE = "Choose first: a guess that is wrong teaches the most.";
const SUMMARY = "What you should see"; // of the text below the explorer
const MOVES = ["input", "change", "click", "keyup", "pointerup"];

function render({ model, el }) {
  el.classList.add("rbflib-prediction");
  const radios = newRadios(model.get("choices"));
  const status = statusLine();
  const title = element("legend");
  const className = "jupyter-button";
  const button = newButton("Commit", () => act(), { className });
  const back = newButton("Take it back", () => takeBack(), { className });
  const line = element("div", {}, ...radios.map((r) => r.parentElement), status, button, back);
  el.append(element("fieldset", { className: "rbflib-predict" }, title, line));
  suppressShortcuts(radios);
  const endPoll = addPoll(model, el);
  hideStills(model, el);
  applyProjector();

  let isMoved = false;
  let asks; // the trait that the choices are for: "committed", then "seen"; "" for none
  const show = () => {
    const before = asks;
    asks = askedOf(model, isMoved);
    el.toggleAttribute("data-committed", model.get("committed") >= 0); // opens all draws: draws.js
    title.textContent = asks === "seen" ? "What did you see?" : "Your prediction";
    const [gone, left] = asks ? [back, button] : [button, back];
    const isFocused = gone.matches(":focus");
    if (asks) button.textContent = asks === "seen" ? "I saw this" : "Commit";
    button.hidden = !asks;
    back.hidden = asks === "committed";
    if (isFocused && gone.hidden) left.focus();
    for (const r of radios) {
      if (asks !== before) r.checked = false;
      r.disabled = !asks;
      r.parentElement.hidden = !asks;
    }
    status.textContent = asks ? "" : wordsOf(model);
  };
  const act = () => {
    const chosen = radios.findIndex((r) => r.checked);
    if (chosen < 0) {
      status.textContent = CHOOSE;
      return;
    }
    const opens = asks === "seen";
    model.set(asks, chosen);
    model.save_changes();
    if (opens) openAnswer(el);
  };
  const takeBack = () => {
    isMoved = false; // it is to be moved again
    for (const trait of ["committed", "seen"]) model.set(trait, -1);
    model.save_changes();
  };
  // Moved is an explorer that stands below on the same page; another one cannot be seen from here.
  const follow = (event) => {
    if (isMoved || model.get("committed") < 0) return;
    const explorer = nextBelow(el, ".rbflib-explorer");
    if (explorer && !event.composedPath().includes(explorer)) return;
    isMoved = true;
    show();
  };
  for (const name of MOVES) document.addEventListener(name, follow, { capture: true });
  for (const trait of ["committed", "seen"]) model.on(`change:${trait}`, show);
  show();
  return () => {
    for (const name of MOVES) document.removeEventListener(name, follow, { capture: true });
    for (const trait of ["committed", "seen"]) model.off(`change:${trait}`, show);
    endPoll();
    el.replaceChildren();
  };
}

function askedOf(model, isMoved) {
  if (model.get("committed") < 0) return "committed";
  return isMoved && model.get("answer") >= 0 && model.get("seen") < 0 ? "seen" : "";
}

// What was said, and whether it is what the picture shows.
function wordsOf(model) {
  const [committed, seen, answer] = ["committed", "seen", "answer"].map((trait) =>
    model.get(trait),
  );
  const named = (i) => `${LETTERS[i]}: ${model.get("choices")[i]}`;
  if (answer < 0) return `You say ${named(committed)}. Now move, then open “${SUMMARY}”.`;
  if (seen < 0) return `You say ${named(committed)}. Now move, then say what you saw.`;
  const verdict = committed === answer ? "as you predicted" : `you predicted ${named(committed)}`;
  if (seen === answer) return `✓ So it is: ${named(seen)}; ${verdict}.`;
  return `✗ The picture shows ${named(answer)}; you saw ${named(seen)}. Look again.`;
}

function openAnswer(el) {
  const answer = nextBelow(el, "details", ".rbflib-prediction");
  if (answer?.querySelector("summary")?.textContent.includes(SUMMARY)) answer.open = true;
}

// The first element of a kind below, with none of another kind between.
function nextBelow(el, kind, end = kind) {
  const isBelow = (e) => el.compareDocumentPosition(e) === Node.DOCUMENT_POSITION_FOLLOWING;
  const first = [...document.querySelectorAll(`${kind}, ${end}`)].find(isBelow);
  return first?.matches(kind) ? first : undefined;
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

export default { initialize: saveModels, render };
