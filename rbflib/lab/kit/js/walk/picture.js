// The canvas of a walk.

import { drawCosts } from "./costs.js";
import { HEIGHT, WIDTH } from "./plane.js";
import { drawSets } from "./sets.js";

// With `scale` pixels for each of the plane's.
export function drawMoment(canvas, moment, scale) {
  const pen = prepare(canvas, scale);
  drawSets(pen, moment);
  drawCosts(pen, moment);
}

function prepare(canvas, scale) {
  const [width, height] = [Math.round(WIDTH * scale), Math.round(HEIGHT * scale)];
  if (canvas.width !== width) Object.assign(canvas, { width, height });
  const pen = canvas.getContext("2d");
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.fillStyle = "white";
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.lineJoin = "round";
  pen.font = "14px sans-serif";
  return pen;
}
