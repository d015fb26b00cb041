// Ctrl+Z in an explorer takes back the last move of the hand.

import { whenShown } from "./shown.js";

const TYPING = "input[type=text], textarea, [contenteditable=true]";

// Calls undo() at the keys; undone by the returned function.
export function onUndo(el, undo) {
  const press = (event) => {
    if (!isUndo(event) || isTyped(event)) return;
    event.preventDefault();
    event.stopPropagation(); // or JupyterLab would undo the last change of a cell
    undo();
  };
  return whenShown(el, (ours) => {
    ours.addEventListener("keydown", press, { capture: true });
    return () => ours.removeEventListener("keydown", press, { capture: true });
  });
}

// Whether a key goes into a text.
export const isTyped = ({ target }) => target.closest(TYPING) !== null;

const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey }) =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === "z";
