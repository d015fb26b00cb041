// The right picture: E_in after every half step, as far as the walk has come.

import { axes, filledDiamond, INK, notch, title } from "./marks.js";
import { niceTicks } from "./numbers.js";
import { COSTS } from "./plane.js";

export function drawCosts(pen, { walk, s, t }) {
  const costs = walk.steps.map((step) => step.e_in);
  const scale = scaleOf(costs);
  axes(pen, COSTS);
  title(pen, COSTS, "E_in after every half step");
  drawTicks(pen, scale, costs.length);
  const here = scale.at(...reached(costs, s, t));
  drawCurve(pen, [...costs.slice(0, s).map((cost, i) => scale.at(i, cost)), here]);
  const done = walk.steps.slice(0, s + (t === 1));
  done.forEach(({ phase, e_in }, i) => {
    drawStep(pen, phase, scale.at(i, e_in));
  });
  filledDiamond(pen, here, 7);
}

function scaleOf(costs) {
  const top = 1.08 * costs[0] || 1;
  const x = (i) => COSTS.left + (COSTS.width * (i + 0.5)) / costs.length;
  const y = (cost) => COSTS.top + COSTS.height * (1 - cost / top);
  return { top, x, y, at: (i, cost) => [x(i), y(cost)] };
}

// Half step and cost at share t of half step s.
function reached(costs, s, t) {
  return s === 0 ? [0, costs[0]] : [s - 1 + t, costs[s - 1] + t * (costs[s] - costs[s - 1])];
}

function drawTicks(pen, { top, x, y }, n) {
  const below = COSTS.top + COSTS.height;
  for (const cost of niceTicks(top)) {
    notch(pen, COSTS.left, y(cost), -5, 0);
    pen.fillText(cost, COSTS.left - 9 - pen.measureText(cost).width, y(cost) + 4);
  }
  for (let i = 0; i < n; i += Math.ceil(n / 12)) {
    notch(pen, x(i), below, 0, 5);
    pen.fillText(i, x(i) - pen.measureText(i).width / 2, below + 18);
  }
  pen.fillText("○ start or assign   □ update", COSTS.left, below + 42);
}

function drawCurve(pen, points) {
  pen.strokeStyle = INK;
  pen.lineWidth = 2;
  pen.beginPath();
  for (const point of points) pen.lineTo(...point);
  pen.stroke();
}

function drawStep(pen, phase, [x, y]) {
  pen.beginPath();
  if (phase === "update") pen.rect(x - 3.5, y - 3.5, 7, 7);
  else pen.arc(x, y, 3.8, 0, 7);
  pen.fillStyle = "white";
  pen.fill();
  pen.stroke();
}
