// The keys of an explorer: a list that "?" opens, of what there is in it.

import { footButton } from "./button.js";
import { keepKeys, newName } from "./names.js";
import { whenShown } from "./shown.js";
import { isTyped } from "./undo.js";

// What must be there, the keys, and what they do.
const KEYS = [
  [".noUi-handle", "← →", "at a slider: one mark"],
  [".noUi-handle", "Page Up, Page Down", "at a slider: several marks"],
  [".noUi-handle", "Home, End", "at a slider: its ends"],
  [".widget-readout", "Enter", "at a slider’s value: takes the number typed there"],
  [".rbflib-handle", "← → ↑ ↓", "at a handle of the picture: moves it; with Shift in large steps"],
  [".rbflib-cross", "← → ↑ ↓", "at the picture: move a cross; with Shift in large steps"],
  [".rbflib-cross", "Enter, Space", "at the picture: a click at the cross"],
  [".rbflib-bar", "Space", "at ▶ Play: plays and pauses"],
  [".rbflib-bar", "← →", "at the bar beside it: half a step back or on"],
  [".widget-play", "Space", "at the first button of the player: plays and pauses"],
  ["*", "Tab", "goes from one to the next"],
  ["*", "Ctrl+Z", "takes the last move back; on a Mac ⌘Z"],
  ["*", "?", "opens this list, and Escape closes it"],
];

export function keysButton(el) {
  const list = document.createElement("dialog");
  const open = () => show(list, el.closest(".rbflib-explorer"));
  const button = footButton("?", open);
  button.title = "Keys";
  button.setAttribute("aria-label", "keys");
  button.setAttribute("aria-haspopup", "dialog");
  list.className = "rbflib-keys";
  list.setAttribute("closedby", "any"); // also by a click beside it
  list.addEventListener("keydown", (event) => event.stopPropagation());
  const press = (event) => {
    if (event.key !== "?" || isTyped(event) || list.open) return;
    event.preventDefault();
    event.stopPropagation();
    open();
  };
  const end = whenShown(el, (explorer) => {
    explorer.addEventListener("keydown", press, { capture: true });
    return () => explorer.removeEventListener("keydown", press, { capture: true });
  });
  return { button, list, end };
}

function show(list, explorer) {
  const title = document.createElement("p");
  title.id = newName("rbflib-keys");
  title.textContent = "Keys of this explorer";
  const table = document.createElement("table");
  for (const [needed, keys, does] of KEYS)
    if (explorer.querySelector(needed)) add(table, keys, does);
  const close = footButton("close", () => list.close());
  keepKeys([close]);
  list.setAttribute("aria-labelledby", title.id);
  list.replaceChildren(title, table, close);
  list.showModal();
}

function add(table, keys, does) {
  const row = table.insertRow();
  const head = document.createElement("th");
  head.scope = "row";
  head.textContent = keys;
  row.append(head);
  row.insertCell().textContent = does;
}
