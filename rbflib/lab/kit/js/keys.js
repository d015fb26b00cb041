// The keys of an explorer: a list of what there is in it.

import { newButton } from "./button.js";
import { element } from "./element.js";
import { suppressShortcuts } from "./keys_of_page.js";
import { paragraph } from "./words.js";

const TITLE = "Keys of this explorer";
// What must be there, the keys, and what they do.
const KEYS = [
  ["input[type=range]", "← →", "at a slider: one mark"],
  ["input[type=range]", "Page Up, Page Down", "at a slider: several marks"],
  ["input[type=range]", "Home, End", "at a slider: its ends"],
  [".rbflib-value", "Enter", "at a slider’s value: takes the number typed there"],
  [".rbflib-handle", "← → ↑ ↓", "at a handle of the picture: moves it; with Shift in large steps"],
  [".rbflib-cross", "← → ↑ ↓", "at the picture: move a cross; with Shift in large steps"],
  [".rbflib-cross", "Enter, Space", "at the picture: a click at the cross"],
  [".rbflib-play", "Space", "at ▶: plays and pauses"],
  ["*", "Tab", "goes from one to the next"],
  ["*", "Ctrl+Z", "takes the last move back; on a Mac ⌘Z"],
  ["*", "?", "opens this list, and Escape closes it"],
];

// The list, a button that opens it, and the function open().
export function keysOf(el) {
  // A click on its words gives it the keys.
  const list = element("dialog", { className: "rbflib-keys", tabIndex: -1, ariaLabel: TITLE });
  const open = () => list.open || show(list, el);
  const title = "the keys of this explorer (?)";
  const button = newButton("keys", open, { title, ariaHasPopup: "dialog" });
  suppressShortcuts([list]);
  list.setAttribute("closedby", "any"); // also by a click beside it
  list.addEventListener("keydown", (event) => event.stopPropagation());
  return { button, list, open };
}

function show(list, explorer) {
  const table = document.createElement("table");
  for (const [, keys, does] of KEYS.filter(([needed]) => explorer.querySelector(needed))) {
    const row = table.insertRow();
    row.append(element("th", { scope: "row", textContent: keys }));
    row.insertCell().textContent = does;
  }
  const close = newButton("close", () => list.close());
  list.replaceChildren(paragraph("", TITLE), table, close);
  list.showModal();
}
