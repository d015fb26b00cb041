// What a picture of the walk shows: the half step `s` and what of it is done, from the position.

import { glide } from "./clock.js";
import { between, Plane } from "./plane.js";

// The walk that a kernel, or a recording, has given its widget as one text. A sample's set is a
// digit there, and a dash where it is in none.
export function walkOf(model) {
  const walk = JSON.parse(model.get("walk"));
  for (const step of walk.steps)
    step.labels = Array.from(step.labels, (set) => (set === "-" ? -1 : Number(set)));
  return walk;
}

// With `jumps`, centers do not glide: for who has asked the system for less motion.
export function momentOf({ walk, position, held, jumps }) {
  const plane = new Plane(walk.reach);
  const s = Math.ceil(position);
  const t = s === position || jumps ? 1 : glide(1 - (s - position));
  const now = walk.steps[s];
  const before = walk.steps[Math.max(s - 1, 0)];
  const glided = (from, to, share) => {
    const pixels = to.map((c, m) => plane.toPixels(between(from[m], c, share)));
    if (held) pixels[held.m] = plane.toPixels([held.x, held.y]);
    return pixels;
  };
  return {
    walk,
    plane,
    s,
    t,
    now,
    before,
    labels: t > 0.5 ? now.labels : before.labels,
    centers: glided(before.centers, now.centers, t),
    cells: cellsOf({ walk, s, t, held }, glided),
  };
}

// The sites of all cells, and how far they are shown; null before any sample is in a set.
// While sets are being assigned, cells glide from the former centers to the present ones.
function cellsOf({ walk, s, t, held }, glided) {
  const assigned = walk.steps[s].phase === "assign" ? s : s - 1;
  if (assigned < 1 && !held) return null;
  const to = walk.steps[Math.max(assigned, 0)].centers;
  const from = walk.steps[Math.max(assigned - 2, 0)].centers;
  const moving = assigned === s ? t : 1;
  return { sites: glided(from, to, moving), alpha: assigned <= 1 ? moving : 1 };
}
