// A click by keyboard: arrow keys move a cross over the picture, Enter or Space clicks where it is.

import { element } from "../element.js";
import { suppressShortcuts } from "../keys_of_page.js";
import { putSlider, stepsOf } from "./handles.js";

const HELP = "Arrow keys move it, with Shift in large steps, and Enter or Space clicks there.";
const STEP = 0.01; // of the picture's width
const CLICK = ["Enter", " "];

export function addCross(picture, pointer) {
  // Seen only while it has the keys.
  const look = { className: "rbflib-cross", role: "slider", tabIndex: 0 };
  const mark = element("div", { ...look, ariaLabel: "cross", ariaDescription: HELP });
  let place = { u: 0.3, v: 0.6 };
  const show = () => putSlider(mark, place, pointer.valueAt(place));
  suppressShortcuts([mark]);
  mark.addEventListener("keydown", (event) => {
    const steps = stepsOf(event);
    if (!steps && !CLICK.includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (steps) place = moved(place, steps, picture.clientWidth / picture.clientHeight);
    else pointer.click(place);
    show();
  });
  mark.addEventListener("focus", show); // other axes may be there by now
  show();
  picture.tabIndex = -1; // a click gives it the keys, for Ctrl+Z
  picture.after(mark);
}

// The place so many steps further, within a picture that is `ratio` times as wide as high.
function moved({ u, v }, [right, up], ratio) {
  const inside = (x) => Math.min(Math.max(x, 0), 1);
  return { u: inside(u + right * STEP), v: inside(v + up * STEP * ratio) };
}
