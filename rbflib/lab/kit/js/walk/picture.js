// The canvas of a walk.

import { drawCosts } from "./costs.js";
import { HEIGHT, WIDTH } from "./plane.js";
import { drawSets } from "./sets.js";

export function newCanvas() {
  const canvas = document.createElement("canvas");
  canvas.setAttribute("role", "img");
  return canvas;
}

export function drawMoment(canvas, moment) {
  const pen = prepare(canvas);
  drawSets(pen, moment);
  drawCosts(pen, moment);
}

// A larger or sharper screen gets more pixels, not larger ones.
function prepare(canvas) {
  const ratio = (canvas.getBoundingClientRect().width || WIDTH) / WIDTH;
  const scale = ratio * (window.devicePixelRatio || 1);
  const [width, height] = [Math.round(WIDTH * scale), Math.round(HEIGHT * scale)];
  if (canvas.width !== width) Object.assign(canvas, { width, height });
  const pen = canvas.getContext("2d");
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.fillStyle = "white";
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.lineJoin = "round";
  return pen;
}
