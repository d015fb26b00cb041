// The keys of an explorer: a list that "?" opens, of what there is in it.

import { footButton } from "./button.js";
import { suppressShortcuts } from "./keys_of_page.js";

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

export function keysButton(el) {
  const list = document.createElement("dialog");
  const open = () => show(list, el);
  const button = footButton("?", open);
  button.title = "Keys";
  button.setAttribute("aria-label", "keys");
  button.setAttribute("aria-haspopup", "dialog");
  list.className = "rbflib-keys";
  list.tabIndex = -1; // a click on its words gives it the keys
  suppressShortcuts([list]);
  list.setAttribute("closedby", "any"); // also by a click beside it
  list.addEventListener("keydown", (event) => event.stopPropagation());
  const press = (event) => {
    if (event.key !== "?" || event.target.matches("input[type=text]") || list.open) return;
    event.preventDefault();
    event.stopPropagation();
    open();
  };
  el.addEventListener("keydown", press, { capture: true });
  return { button, list, end: () => el.removeEventListener("keydown", press, { capture: true }) };
}

function show(list, explorer) {
  const title = document.createElement("p");
  title.id = `rbflib-keys-${Math.random().toString(36).slice(2)}`;
  title.textContent = "Keys of this explorer";
  const table = document.createElement("table");
  for (const [needed, keys, does] of KEYS)
    if (explorer.querySelector(needed)) add(table, keys, does);
  const close = footButton("close", () => list.close());
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
