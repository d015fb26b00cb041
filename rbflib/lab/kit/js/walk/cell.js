// Voronoi cells.

import { between } from "./plane.js";

// Corners of the cell of site m: the box, cut along the line half way to every other site.
export function cell(sites, m, box) {
  const [a, b] = sites[m];
  let corners = cornersOf(box);
  sites.forEach(([c, d], other) => {
    const same = c === a && d === b;
    if (other === m || (same && other > m)) return;
    if (same) corners = []; // of two equal centers, the first has the cell
    corners = cut(corners, ([x, y]) => (x - (a + c) / 2) * (c - a) + (y - (b + d) / 2) * (d - b));
  });
  return corners;
}

const cornersOf = ({ left, top, width, height }) => [
  [left, top],
  [left + width, top],
  [left + width, top + height],
  [left, top + height],
];

// What of a convex polygon does not lie beyond a line.
function cut(corners, beyond) {
  return corners.flatMap((p, i) => {
    const q = corners[(i + 1) % corners.length];
    const [u, v] = [beyond(p), beyond(q)];
    const crosses = u < 0 !== v < 0 && u !== v;
    return [...(u <= 0 ? [p] : []), ...(crosses ? [between(p, q, u / (u - v))] : [])];
  });
}
