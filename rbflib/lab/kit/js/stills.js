// The still outputs that stand before a widget for where it cannot run: see kit/display.py.

const CONTROLS = "button, canvas, input, select, textarea, [contenteditable]"; // no still has any

// Tries again for so many frames: a widget is made before it is on the page, or before its stills.
export function hideStills(model, el, tries = 600) {
  const words = model.get("stills") || [];
  const stills = stillsBefore(el, words);
  for (const still of stills) still.style.setProperty("display", "none"); // `hidden` loses to JupyterLab's own display
  if (stills.length < words.length && tries > 0)
    requestAnimationFrame(() => hideStills(model, el, tries - 1));
}

// Front ends differ in the elements around an output: the innermost one that follows stills is it.
function stillsBefore(el, words) {
  for (let output = el; output.parentElement; output = output.parentElement) {
    const siblings = [...output.parentElement.children];
    const before = siblings.slice(0, siblings.indexOf(output)).slice(-words.length);
    const stills = before.filter((e, i) => isStill(e, words[i]));
    if (stills.length === words.length) return stills;
  }
  return [];
}

const isStill = (e, words) =>
  !e.querySelector(CONTROLS) && (words ? textOf(e).includes(words) : e.querySelector("img"));

// VS Code shows Markdown in a shadow tree.
const textOf = (e) =>
  e.textContent + [...e.querySelectorAll("*")].map((x) => x.shadowRoot?.textContent).join("");
