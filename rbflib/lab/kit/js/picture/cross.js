// A click by keyboard: arrow keys move a cross over the picture, Enter or Space clicks where it is.

import { suppressShortcuts } from "../keys_of_page.js";
import { putSlider, stepsOf } from "./handles.js";

const HELP = "Arrow keys move it, with Shift in large steps, and Enter or Space clicks there.";
const STEP = 0.01; // of the picture's width
const CLICK = ["Enter", " "];

export function addCross(picture, pointer) {
  const mark = document.createElement("div");
  const cross = new Cross(pointer.click, () => picture.clientWidth / picture.clientHeight);
  const show = () => putSlider(mark, cross.place, pointer.valueAt(cross.place));
  mark.className = "rbflib-cross"; // seen only while it has the keys
  mark.tabIndex = 0;
  mark.setAttribute("role", "slider");
  mark.setAttribute("aria-label", "cross");
  mark.setAttribute("aria-description", HELP);
  suppressShortcuts([mark]);
  mark.addEventListener("keydown", (event) => {
    if (!cross.press(event)) return;
    event.preventDefault();
    event.stopPropagation();
    show();
  });
  mark.addEventListener("focus", show); // other axes may be there by now
  show();
  picture.tabIndex = -1; // a click gives it the keys, for Ctrl+Z
  picture.after(mark);
}

// Where the cross is, and what a key does.
export class Cross {
  place = { u: 0.3, v: 0.6 };

  // click(place) clicks; ratio() is the picture's width for its height.
  constructor(click, ratio) {
    this.click = click;
    this.ratio = ratio;
  }

  // Whether the key was one of the cross's.
  press(event) {
    const steps = stepsOf(event);
    if (steps) this.move(...steps);
    else if (CLICK.includes(event.key)) this.click(this.place);
    return steps !== null || CLICK.includes(event.key);
  }

  move(right, up) {
    const inside = (x) => Math.min(Math.max(x, 0), 1);
    const { u, v } = this.place;
    this.place = { u: inside(u + right * STEP), v: inside(v + up * STEP * this.ratio()) };
  }
}
