// What can be dragged in a picture: each handle is a slider above its place, which a finger can
// drag, and the Tab key reaches, and arrow keys move. It has a value in words: that it goes in two
// directions, ARIA has no role for.

import { element } from "../element.js";
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

  // [name, u, v, box, value] of each, or null for one that is not seen.
  show(handles) {
    while (this.buttons.length < handles.length) this.add(this.buttons.length);
    this.buttons.forEach((button, i) => {
      button.hidden = !handles[i];
      if (button.hidden) return;
      const [name, u, v, , value] = handles[i];
      Object.assign(button, { title: name, ariaLabel: name });
      button.classList.toggle("rbflib-high", v > 0.85); // no title is covered
      putSlider(button, { u, v }, value);
    });
  }

  add(i) {
    const look = { type: "button", className: "rbflib-handle", role: "slider" };
    const button = element("button", { ...look, ariaDescription: HELP });
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

// Puts a slider above a place. Its number is a share of the picture's width, in percent.
export function putSlider(slider, { u, v }, value) {
  const number = Math.round(100 * Math.min(Math.max(u, 0), 1));
  Object.assign(slider, { ariaValueNow: number, ariaValueText: value ?? `${number} %` });
  slider.style.left = `${100 * u}%`;
  slider.style.top = `${100 * (1 - v)}%`;
}

// Steps to the right and up that a key means, or null.
export function stepsOf({ key, shiftKey, ctrlKey, altKey, metaKey }) {
  if (ctrlKey || altKey || metaKey || !(key in STEPS)) return null;
  return STEPS[key].map((step) => step * (shiftKey ? LARGE : 1));
}
