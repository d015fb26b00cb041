// The left picture: samples, their sets and the centers.

import { cell } from "./cell.js";
import {
  axes,
  filledDiamond,
  INK,
  line,
  MUTED,
  marker,
  notch,
  openDiamond,
  polygon,
  ring,
  title,
} from "./marks.js";
import { withMinus } from "./numbers.js";
import { between, PLANE } from "./plane.js";

const TITLES = {
  start: "Start: k centers, and no sample in a set",
  assign: "Assign: every sample joins its nearest center",
  update: "Update: every center moves to its set's mean",
};
const NO_SET = { marker: "o", color: MUTED };

export function drawSets(pen, moment) {
  pen.save();
  pen.beginPath();
  pen.rect(PLANE.left, PLANE.top, PLANE.width, PLANE.height);
  pen.clip();
  if (moment.cells) drawCells(pen, moment.cells, moment.walk.looks);
  drawLines(pen, moment);
  drawSamples(pen, moment);
  if (moment.now.phase === "update") drawTrails(pen, moment);
  pen.restore();
  for (const center of moment.centers) filledDiamond(pen, center, 8);
  axes(pen, PLANE);
  title(pen, PLANE, TITLES[moment.now.phase]);
  drawNumbers(pen, moment.plane);
  drawLegend(pen);
}

function drawCells(pen, { sites, alpha }, looks) {
  pen.globalAlpha = alpha;
  sites.forEach((_, m) => {
    const corners = cell(sites, m, PLANE);
    if (corners.length === 0) return;
    polygon(pen, [0, 0], corners);
    pen.fillStyle = looks[m].tint;
    pen.fill();
    pen.strokeStyle = "white";
    pen.lineWidth = 2;
    pen.stroke();
  });
  pen.globalAlpha = 1;
}

// From samples to their centers; the first time they grow.
function drawLines(pen, { walk, plane, s, t, now, labels, centers }) {
  const length = now.phase === "assign" && s === 1 ? t : 1;
  pen.globalAlpha = 0.45;
  pen.lineWidth = 1;
  walk.x.forEach((sample, n) => {
    if (labels[n] < 0) return;
    const from = plane.toPixels(sample);
    pen.strokeStyle = walk.looks[labels[n]].color;
    line(pen, from, between(from, centers[labels[n]], length));
  });
  pen.globalAlpha = 1;
}

function drawSamples(pen, { walk, plane, now, before, labels }) {
  walk.x.forEach((sample, n) => {
    const place = plane.toPixels(sample);
    marker(pen, labels[n] < 0 ? NO_SET : walk.looks[labels[n]], place);
    const changed = before.labels[n] >= 0 && now.labels[n] !== before.labels[n];
    if (now.phase === "assign" && changed) ring(pen, place, 8);
  });
}

function drawTrails(pen, { plane, before, centers }) {
  pen.strokeStyle = INK;
  pen.lineWidth = 1.6;
  before.centers.map(plane.toPixels).forEach((from, m) => {
    line(pen, from, centers[m]);
    openDiamond(pen, from, 7);
  });
}

function drawNumbers(pen, { toX, toY }) {
  const below = PLANE.top + PLANE.height;
  for (const x of [-2, -1, 0, 1, 2]) {
    notch(pen, toX(x), below, 0, 5);
    pen.fillText(withMinus(x), toX(x) - (x < 0 ? 8 : 4), below + 18);
    notch(pen, PLANE.left, toY(x), -5, 0);
    pen.fillText(withMinus(x), PLANE.left - (x < 0 ? 24 : 15), toY(x) + 4);
  }
  pen.fillText("x₁", PLANE.left + PLANE.width - 14, below + 18);
  pen.fillText("x₂", PLANE.left - 20, PLANE.top + 2);
}

function drawLegend(pen) {
  const y = PLANE.top + PLANE.height + 38;
  const at = (x) => [PLANE.left + x, y];
  filledDiamond(pen, at(8), 7);
  openDiamond(pen, at(108), 6);
  ring(pen, at(236), 7);
  pen.fillStyle = INK;
  const write = (text, x) => pen.fillText(text, PLANE.left + x, y + 4);
  write("center", 20);
  write("where it was", 120);
  write("changed its set", 248);
}
