// What a page of the book does by itself.

import { watchExplorers } from "./explorers.js";
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

const isLoaded = document.readyState === "complete";
const explorers = () => watchExplorers(document.querySelectorAll(".rbflib-near"));
if (isLoaded) explorers();
else window.addEventListener("load", explorers);
