// One line at the foot of the window says what becomes of Python: what has come of it, or why it does
// not come, and a button to have it nevertheless.

import { element } from "./element.js";

const LEAST_MEMORY = 2; // GB: with less a browser ends the page
const MB = 1_000_000;
const SAVING =
  "Data saver is on: the pictures stand still. Python, which moves them, takes about 65 MB once.";
const SMALL = "This device has little memory: the pictures stand still.";
const OLD = "The pictures stand still: they need a newer browser.";
const FAILED = "Python did not come: is there a connection? The pictures stand still.";
const REBUILT = "This book has been built again since the page was opened: reload the page.";
const NEEDED = ["DecompressionStream", "TransformStream", "WebAssembly", "Worker"];

export function addPythonLine(python) {
  const words = element("span");
  const onclick = () => (python.isOld ? location.reload() : python.start());
  const button = element("button", { type: "button", onclick });
  const line = element("p", { className: "rbflib-python", role: "status" }, words, button);
  document.body.append(line);
  const show = (text, again = "") => {
    line.hidden = text === "";
    if (words.textContent !== text) words.textContent = text;
    button.hidden = again === "";
    button.textContent = again;
  };
  const reason = reasonToWait();
  python.watch(({ state, loaded, size, isOld }) => {
    if (isOld) show(REBUILT, "Reload");
    else if (state === "loading") show(progress(loaded, size));
    else if (state === "failed") show(FAILED, "Try again");
    else show("");
  });
  if (reason === OLD) show(OLD);
  else if (reason) show(reason, "Bring it");
  else python.start();
}

function reasonToWait() {
  if (!NEEDED.every((name) => name in globalThis)) return OLD;
  if (navigator.connection?.saveData) return SAVING;
  return navigator.deviceMemory < LEAST_MEMORY ? SMALL : "";
}

function progress(loaded, size) {
  if (!size) return "The pictures come to life: Python is on its way.";
  if (loaded >= size) return "The pictures come to life: Python starts.";
  const [now, all] = [loaded, size].map((bytes) => Math.round(bytes / MB));
  return `The pictures come to life: ${now} of ${all} MB of Python are here.`;
}
