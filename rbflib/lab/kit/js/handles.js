// What the hand can take hold of in a picture: each handle is a button above its place, which a
// finger can drag, and the Tab key reaches, and arrow keys move.

import { givePointer } from "./hand.js";
import { keepKeys } from "./names.js";

const SAID = "Arrow keys move it, with Shift in large steps.";
const LARGE = 5;
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Handles {
  buttons = [];

  // handOf(i) is the hand that holds handle i, and nudge(i, right, up) moves it by steps.
  constructor(picture, { handOf, nudge }) {
    Object.assign(this, { picture, handOf, nudge });
  }

  // Names and places: [name, u, v] each, or null for one that is not seen.
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
    button.setAttribute("aria-description", SAID);
    givePointer(button, this.picture, this.handOf(i));
    button.addEventListener("keydown", (event) => {
      const way = wayOf(event);
      if (!way) return;
      event.preventDefault();
      event.stopPropagation();
      this.nudge(i, ...way);
    });
    keepKeys([button]);
    this.picture.parentElement.append(button);
    this.buttons.push(button);
  }
}

// Steps to the right and up that a key means, or null.
export function wayOf({ key, shiftKey, ctrlKey, altKey, metaKey }) {
  if (ctrlKey || altKey || metaKey || !(key in WAYS)) return null;
  return WAYS[key].map((steps) => steps * (shiftKey ? LARGE : 1));
}
