// Names for a screen reader on what ipywidgets draws without one, and keys for all of it.

// ipywidgets draws a slider's label beside its handle but does not tie the two together, and its
// player has icons only: a screen reader would say "slider, 0.5" or "button" without a name.
export function nameControls(explorer) {
  for (const control of explorer.querySelectorAll(".widget-inline-hbox")) nameHandles(control);
  for (const player of explorer.querySelectorAll(".widget-play")) namePlayer(player);
  keepKeys(explorer.querySelectorAll(CONTROLS));
}

function nameHandles(control) {
  const name = control.querySelector(".widget-label")?.textContent;
  for (const handle of control.querySelectorAll(".noUi-handle"))
    handle.setAttribute("aria-label", name);
  for (const readout of control.querySelectorAll(".widget-readout")) nameReadout(readout, name);
}

// At every slider a number can be typed; ipywidgets lets some kinds only be read.
function nameReadout(readout, name) {
  if (!readout.hasAttribute("contenteditable")) readout.contentEditable = "true";
  readout.setAttribute("role", "textbox");
  readout.setAttribute("aria-label", `value of ${name}`);
  readout.inputMode = "decimal";
  keepKeys([readout]);
}

function namePlayer(player) {
  player.querySelectorAll("button").forEach((button, i) => {
    button.setAttribute("aria-label", ["play or pause", "stop", "repeat"][i]);
  });
}

export function nameQuestions(quiz) {
  quiz.querySelectorAll(".rbflib-question").forEach(nameQuestion);
  keepKeys(quiz.querySelectorAll(CONTROLS));
}

function nameQuestion(question) {
  const ask = question.querySelector(".rbflib-ask");
  if (!ask) return;
  ask.id ||= newName("rbflib-ask");
  question.setAttribute("role", "group");
  question.setAttribute("aria-labelledby", ask.id);
  const radios = question.querySelector(".widget-radio-box");
  radios?.setAttribute("role", "radiogroup");
  radios?.setAttribute("aria-labelledby", ask.id);
  // One name makes them a group: the arrow keys go from one to the next.
  for (const radio of question.querySelectorAll("input[type=radio]")) radio.name = ask.id;
  question.querySelector(".rbflib-said")?.setAttribute("role", "status");
  const button = question.querySelector("button");
  if (button?.title) button.setAttribute("aria-label", button.title);
}

// A name that no other widget of the page has, also where several copies of this file are loaded.
export const newName = (kind) => `${kind}-${Math.random().toString(36).slice(2)}`;

const CONTROLS = "input, select, button, summary, .noUi-handle";
const KEPT = "data-lm-suppress-shortcuts";

// Else Jupyter takes Enter and the arrow keys for itself, and Notebook even before a slider hears
// of them. It looks at what has the focus only.
export function keepKeys(controls) {
  for (const control of controls) control.setAttribute(KEPT, "true");
}

// Saving stays Jupyter's, whatever has the focus. Nobody hears of a key before the window does.
globalThis.addEventListener?.("keydown", letSavingPass, { capture: true });

function letSavingPass({ key, ctrlKey, metaKey, target }) {
  if (key !== "s" || !(ctrlKey || metaKey) || !target.hasAttribute(KEPT)) return;
  target.removeAttribute(KEPT);
  setTimeout(() => keepKeys([target]));
}
