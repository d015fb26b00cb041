// What a page of the book does by itself.

import { watchExplorers } from "./explorers.js";
import { PagePython } from "./python.js";
import { addPythonLine } from "./python_line.js";
import { makeSortable } from "./sort.js";
import { mountWidget } from "./widgets.js";

const each = (selector, action) => document.querySelectorAll(selector).forEach(action);

document.documentElement.classList.add("rbflib-live"); // scripts run: see book.css
each(".rbflib-widget", mountWidget);
each("table.sortable", makeSortable);
// The theme leaves these without a name.
each("summary:has(.toctree-toggle)", (e) => {
  e.ariaLabel = "pages of this part";
});
each(".sidebar-primary-item:has(.logo)", (e) => {
  e.role = "navigation";
  e.ariaLabel = "title page";
});

const pictures = document.querySelectorAll(".rbflib-near");
if (pictures.length) {
  const python = new PagePython();
  watchExplorers(pictures, python);
  const begin = () => addPythonLine(python);
  if (document.readyState === "complete") begin();
  else window.addEventListener("load", begin); // the text first
}
