// A button. Jupyter's keys are not for it.

import { suppressShortcuts } from "./keys_of_page.js";

export function newButton(textContent, action, more = {}) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", textContent, ...more });
  button.addEventListener("click", action);
  suppressShortcuts([button]);
  return button;
}
