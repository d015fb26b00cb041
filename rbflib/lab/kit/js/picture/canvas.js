// A canvas, in a frame that holds what stands above it: handles and a cross.

import { element } from "../element.js";

export function newPicture() {
  const canvas = element("canvas", { role: "img" });
  element("div", { className: "rbflib-picture" }, canvas);
  return canvas;
}
