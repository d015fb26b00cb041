// One line at the foot of the window says what becomes of Python: what has come of it, or why it does
// not come, and a button to have it nevertheless.

import { element } from "./element.js";

const LEAST_MEMORY = 2; // GB: with less a browser ends the page
const STILL = "The pictures stand still";
const OLD = `${STILL}: they need a newer browser.`;
const REBUILT = "This book has been built again since the page was opened: reload the page.";
const CAUSES = {
  cut: "Python did not come: is there a connection?",
  missing: "Python did not come: this server does not have all of its files.",
  changed: "Python came damaged: the server changes its files, or labels them as compressed.",
  forbidden: "This server's content policy forbids Python: it lacks 'wasm-unsafe-eval'.",
};
const UNKEPT = "This browser keeps nothing of it, so that every page fetches it.";
const NEEDED = ["ReadableStream", "WebAssembly", "Worker"];

export function addPythonLine(python) {
  const words = element("span", { role: "status" });
  const bar = element("progress", { ariaLabel: "what has come of Python" });
  const count = element("span");
  const onclick = () => (python.why === "old" ? location.reload() : python.start());
  const button = element("button", { type: "button", onclick });
  const line = element("p", { className: "rbflib-python" }, words, bar, count, button);
  document.body.append(line);
  const show = (text, again = "", megabytes = null) => {
    line.hidden = text === "";
    bar.hidden = !megabytes;
    count.textContent = megabytes ? ` ${megabytes.join(" of ")} MB` : "";
    if (megabytes) Object.assign(bar, { max: megabytes[1], value: megabytes[0] });
    if (words.textContent !== text) words.textContent = text;
    button.hidden = again === "";
    button.textContent = again;
  };
  const showProgress = (loaded, size, more) => {
    const isHere = size && loaded >= size;
    const what = isHere ? "Python starts." : "Python is on its way.";
    const megabytes = [loaded, size].map((bytes) => Math.round(bytes / 1e6));
    show(`The pictures come to life: ${what} ${more}`, "", isHere || !size ? null : megabytes);
  };
  const reason = reasonToWait();
  python.watch(({ state, why, loaded, size, isKept }) => {
    if (state === "loading") showProgress(loaded, size, isKept ? "" : UNKEPT);
    else if (state !== "failed") show("");
    else if (why === "old") show(REBUILT, "Reload");
    else show(`${CAUSES[why] ?? "Python does not start."} ${STILL}.`, "Try again");
  });
  if (reason === OLD) show(OLD);
  else if (reason) show(reason, "Bring it");
  else python.start();
}

function reasonToWait() {
  if (!NEEDED.every((name) => name in globalThis)) return OLD;
  const price = `${STILL}. Python, which moves them, takes ${MB} MB once.`;
  if (navigator.connection?.saveData) return `Data saver is on. ${price}`;
  return navigator.deviceMemory < LEAST_MEMORY ? `This device has little memory. ${price}` : "";
}
