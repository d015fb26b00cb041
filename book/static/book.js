// What a page of the book does by itself.

import { Cells } from "./cells.js";
import { followClass } from "./classroom.js";
import { watchExplorers } from "./explorers.js";
import { keepPages } from "./keep.js";
import { forgetEverything } from "./memory.js";
import { PagePython } from "./python.js";
import { addPythonLine } from "./python_line.js";
import { forgetRecord } from "./record.js";
import { addShortPath } from "./short_path.js";
import { mountWidget } from "./widgets.js";

const whenLoaded = (action) =>
  document.readyState === "complete" ? action() : window.addEventListener("load", action);
const each = (selector, action) => document.querySelectorAll(selector).forEach(action);

document.documentElement.classList.add("rbflib-live"); // scripts run: see book.css
each(".rbflib-forget", (button) => {
  button.addEventListener("click", () => {
    if (!confirm("Forget predictions, answers and edited cells of all pages?")) return;
    forgetEverything();
    forgetRecord();
    location.reload();
  });
});
// The theme leaves these without a name.
each("summary:has(.toctree-toggle)", (e) => {
  e.ariaLabel = "pages of this part";
});
each(".sidebar-primary-item:has(.logo)", (e) => {
  e.role = "navigation";
  e.ariaLabel = "title page";
});

const data = document.querySelector("script.rbflib-cells");
if (data) {
  const { cells, page, shortPath } = JSON.parse(data.textContent);
  const elements = document.querySelectorAll("div.cell");
  cells.forEach((cell, i) => {
    cell.el = elements[i];
    if (cell.widget) mountWidget(cell.el.querySelector(".cell_output"), cell.widget);
  });
  if (shortPath.length) addShortPath(shortPath);
  const python = new PagePython();
  watchExplorers(new Cells(cells, python, page), python);
  whenLoaded(() => addPythonLine(python)); // the text first
}
whenLoaded(keepPages);
whenLoaded(followClass);
