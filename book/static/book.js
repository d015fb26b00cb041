// What a page of the book does by itself.

import { Cells } from "./cells.js";
import { watchExplorers } from "./explorers.js";
import { forgetEverything } from "./memory.js";
import { PagePython } from "./python.js";
import { addPythonLine } from "./python_line.js";
import { addShortPath } from "./short_path.js";
import { makeSortable } from "./sort.js";
import { mountWidget } from "./widgets.js";

const each = (selector, action) => document.querySelectorAll(selector).forEach(action);

document.documentElement.classList.add("rbflib-live"); // scripts run: see book.css
each(".rbflib-widget", mountWidget);
each("table.sortable", makeSortable);
each(".rbflib-forget", (button) => {
  button.addEventListener("click", () => {
    if (!confirm("Forget predictions, answers and edited cells of all pages?")) return;
    forgetEverything();
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

const described = document.querySelector("script.rbflib-cells");
if (described) {
  const route = described.dataset.shortPath;
  if (route) addShortPath(JSON.parse(route));
  const python = new PagePython();
  new Cells(described, python);
  watchExplorers(document.querySelectorAll(".rbflib-near"), python);
  const begin = () => addPythonLine(python);
  if (document.readyState === "complete") begin();
  else window.addEventListener("load", begin); // the text first
}
