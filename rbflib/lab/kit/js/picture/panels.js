// On a small screen the parts of a picture stand one below the other, each as wide as the screen.

import { element } from "../element.js";
import { newPicture } from "./canvas.js";
import { addCross } from "./cross.js";
import { Handles } from "./handles.js";
import { listenToPicture } from "./pointer.js";

export class Panels {
  // `boxes` are the parts: [left, bottom, right, top, title] each, as shares of the whole picture, in
  // which `pointer` works.
  constructor(whole, boxes, pointer) {
    this.whole = whole;
    this.parts = boxes.map((box) => new Part(box, pointer));
    const frames = this.parts.map(({ canvas }) => canvas.parentElement);
    this.el = element("div", { className: "rbflib-panels" }, ...frames);
    this.resized = new ResizeObserver(() => {
      for (const part of this.parts) part.seen = part.canvas.clientWidth > 0;
      this.paint();
    });
    for (const { canvas } of this.parts) this.resized.observe(canvas);
  }

  paint() {
    for (const part of this.parts) part.paint(this.whole);
  }

  show(handles, words) {
    this.parts.forEach((part, i) => {
      part.handles.show(handles.map((handle) => handle && part.place(handle)));
      const name = [`part ${i + 1} of the picture`, part.box[4]].filter(Boolean).join(": ");
      part.canvas.ariaLabel = i === 0 ? words : name;
    });
  }

  // Width that the whole picture would have on the screen; 0 where it is not in parts.
  get width() {
    const [part] = this.parts;
    return part ? part.canvas.clientWidth / (part.box[2] - part.box[0]) : 0;
  }

  end() {
    this.resized.disconnect();
  }
}

class Part {
  canvas = newPicture();
  seen = false; // to ask for it would lay out the page before each picture

  constructor(box, pointer) {
    const inside = within(pointer, box);
    this.box = box;
    this.canvas.parentElement.style.setProperty("--rbflib-share", box[2] - box[0]);
    this.handles = new Handles(this.canvas, inside);
    listenToPicture(this.canvas, inside);
    if (pointer.clickable) addCross(this.canvas, inside);
  }

  paint(whole) {
    const [left, bottom, right, top] = this.box;
    const { width: w, height: h } = whole;
    const [x, y] = [Math.round(left * w), Math.round((1 - top) * h)];
    const size = [Math.round((right - left) * w), Math.round((top - bottom) * h)];
    this.canvas.parentElement.style.setProperty("--rbflib-ratio", size[0] / size[1]);
    if (!this.seen) return;
    [this.canvas.width, this.canvas.height] = size;
    this.canvas.getContext("2d").drawImage(whole, x, y, ...size, 0, 0, ...size);
  }

  // Where a handle of the whole picture is in this part; null if it is beside it.
  place([name, u, v, box, value]) {
    const [left, bottom, right, top] = this.box;
    if (u < left || u > right || v < bottom || v > top) return null;
    return [name, (u - left) / (right - left), (v - bottom) / (top - bottom), box, value];
  }
}

// The pointer of the whole picture, by places in a part of it.
export function within(pointer, [left, bottom, right, top]) {
  const out = ({ u, v }) => ({ u: left + u * (right - left), v: bottom + v * (top - bottom) });
  return {
    down: (place, handle) => pointer.down(out(place), handle),
    move: (place) => pointer.move(out(place)),
    up: (place) => pointer.up(out(place)),
    click: (place) => pointer.click(out(place)),
    valueAt: (place) => pointer.valueAt(out(place)),
    nudge: (...steps) => pointer.nudge(...steps),
    cancel: () => pointer.cancel(),
  };
}
