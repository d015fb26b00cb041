// A button. Jupyter's keys are not for it.

import { element } from "./element.js";
import { suppressShortcuts } from "./keys_of_page.js";

export function newButton(textContent, action, more = {}) {
  const button = element("button", { type: "button", textContent, ...more });
  button.addEventListener("click", action);
  suppressShortcuts([button]);
  return button;
}
