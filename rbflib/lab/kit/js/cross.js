// A click by keyboard: arrow keys move a cross over the picture, Enter or Space clicks where it is.

import { wayOf } from "./handles.js";

const SAID = "Arrow keys move a cross, with Shift in large steps, and Enter or Space clicks there.";
const STEP = 0.01; // of the picture's width
const CLICK = ["Enter", " "];

export function giveCross(picture, hand) {
  const mark = crossMark(picture);
  const cross = new Cross(hand, () => picture.clientWidth / picture.clientHeight);
  const show = () => showCross(mark, picture, cross.place);
  picture.tabIndex = 0;
  picture.setAttribute("data-lm-suppress-shortcuts", "true");
  picture.setAttribute("aria-description", SAID);
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

  constructor(hand, ratio) {
    this.hand = hand;
    this.ratio = ratio; // () => width of the picture for its height
  }

  // Whether the key was one of the cross's.
  press(event) {
    const way = wayOf(event);
    if (way) this.walk(...way);
    else if (CLICK.includes(event.key)) this.click();
    return way !== null || CLICK.includes(event.key);
  }

  walk(right, up) {
    const inside = (x) => Math.min(Math.max(x, 0), 1);
    const { u, v } = this.place;
    this.place = { u: inside(u + right * STEP), v: inside(v + up * STEP * this.ratio()) };
  }

  click() {
    if (this.hand.down(this.place)) this.hand.up(this.place);
  }
}
