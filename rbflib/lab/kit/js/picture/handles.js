// What can be dragged in a picture: each handle is a button above its place, which a finger can
// drag, and the Tab key reaches, and arrow keys move.

import { suppressShortcuts } from "../keys_of_page.js";
import { listenToPointer } from "./pointer.js";

const HELP = "Arrow keys move it, with Shift in large steps.";
const LARGE = 5;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Handles {
  buttons = [];

  constructor(picture, pointer) {
    Object.assign(this, { picture, pointer });
  }

  // [name, u, v] of each, or null for one that is not seen.
  show(handles) {
    while (this.buttons.length < handles.length) this.add(this.buttons.length);
    this.buttons.forEach((button, i) => {
      button.hidden = !handles[i];
      if (button.hidden) return;
      const [name, u, v] = handles[i];
      button.setAttribute("aria-label", name);
      button.title = name;
      button.style.left = `${100 * u}%`;
      button.style.top = `${100 * (1 - v)}%`;
    });
  }

  add(i) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "rbflib-handle";
    button.setAttribute("aria-description", HELP);
    listenToPointer(button, this.picture, {
      down: (place) => this.pointer.down(place, i),
      move: (place) => this.pointer.move(place),
      up: (place) => this.pointer.up(place),
      cancel: () => this.pointer.cancel(),
    });
    button.addEventListener("keydown", (event) => {
      const steps = stepsOf(event);
      if (!steps) return;
      event.preventDefault();
      event.stopPropagation();
      this.pointer.nudge(i, ...steps);
    });
    suppressShortcuts([button]);
    this.picture.parentElement.append(button);
    this.buttons.push(button);
  }
}

// Steps to the right and up that a key means, or null.
export function stepsOf({ key, shiftKey, ctrlKey, altKey, metaKey }) {
  if (ctrlKey || altKey || metaKey || !(key in STEPS)) return null;
  return STEPS[key].map((step) => step * (shiftKey ? LARGE : 1));
}
