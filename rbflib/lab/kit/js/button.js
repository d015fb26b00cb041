// A button in the foot of a picture, or beside it. Jupyter's keys are not for it.

import { suppressShortcuts } from "./keys_of_page.js";

export function footButton(text, action) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.addEventListener("click", action);
  suppressShortcuts([button]);
  return button;
}
