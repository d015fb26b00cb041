// A click by keyboard: arrow keys move a cross over the picture, Enter or Space clicks where it is.

import { suppressShortcuts } from "../keys_of_page.js";
import { stepsOf } from "./handles.js";

const HELP = "Arrow keys move a cross, with Shift in large steps, and Enter or Space clicks there.";
const STEP = 0.01; // of the picture's width
const CLICK = ["Enter", " "];

export function addCross(picture, click) {
  const mark = crossMark(picture);
  const cross = new Cross(click, () => picture.clientWidth / picture.clientHeight);
  const show = () => showCross(mark, picture, cross.place);
  picture.tabIndex = 0;
  suppressShortcuts([picture]);
  picture.setAttribute("aria-description", HELP);
  picture.addEventListener("keydown", (event) => {
    if (!cross.press(event)) return;
    event.preventDefault();
    event.stopPropagation();
    show();
  });
  picture.addEventListener("focus", show);
  picture.addEventListener("blur", show);
}

function crossMark(picture) {
  const mark = document.createElement("div");
  mark.className = "rbflib-cross";
  mark.hidden = true;
  picture.after(mark);
  return mark;
}

function showCross(mark, picture, { u, v }) {
  mark.hidden = !picture.matches(":focus-visible");
  mark.style.left = `${100 * u}%`;
  mark.style.top = `${100 * (1 - v)}%`;
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
