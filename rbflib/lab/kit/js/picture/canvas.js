// A canvas, in a frame that holds what stands above it: handles and a cross.

import { element } from "../element.js";

export function newPicture() {
  const canvas = document.createElement("canvas");
  canvas.setAttribute("role", "img");
  element("div", { className: "rbflib-picture" }, canvas);
  return canvas;
}
