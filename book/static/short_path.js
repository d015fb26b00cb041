// The switch of the short path: sections that are not on it keep their heading alone. It is the
// same switch on every page.

import { element } from "./element.js";
import { keep, recall } from "./memory.js";

export function addShortPath(sections) {
  const headings = [...document.querySelectorAll("article h2")];
  const box = element("input", { type: "checkbox", checked: recall("short path") === true });
  const fold = () =>
    headings.forEach((heading, i) => {
      const off = box.checked && !sections.includes(i);
      heading.parentElement.classList.toggle("rbflib-folded", off);
    });
  box.addEventListener("change", () => {
    keep("short path", box.checked || null);
    fold();
  });
  const words = " short path: three hours for eight pages";
  const label = element("label", { className: "rbflib-short-path" }, box, words);
  document.querySelector("article h1").after(label);
  fold();
}
