// The walk's plane of samples: from its coordinates to pixels of the picture, and back.

export const WIDTH = 773;
export const HEIGHT = 408;
export const PLANE = { left: 44, top: 30, width: 380, height: 321 };
export const COSTS = { left: 500, top: 30, width: 260, height: 321 };

// The parts of the picture, for small screens: left, bottom, right and top, as shares.
export const PARTS = [
  [0, 0, 436 / WIDTH, 1],
  [450 / WIDTH, 0, 1, 1],
];

const { left, top, width, height } = PLANE;
const GRIP = 14; // pixels from a center within which the hand takes hold of it
const CLICK_REACH = 5; // pixels that a hand may move during a click

export class Plane {
  // From -reach to reach, for x and y.
  constructor(reach) {
    this.reach = reach;
  }

  toX = (x) => left + (width * (x / this.reach[0] + 1)) / 2;
  toY = (y) => top + (height * (1 - y / this.reach[1])) / 2;
  toPixels = ([x, y]) => [this.toX(x), this.toY(y)];

  // From shares of the picture.
  pointAt({ u, v }) {
    return {
      x: ((2 * (u * WIDTH - left)) / width - 1) * this.reach[0],
      y: (1 - (2 * ((1 - v) * HEIGHT - top)) / height) * this.reach[1],
    };
  }

  holds({ x, y }) {
    return Math.abs(x) <= this.reach[0] && Math.abs(y) <= this.reach[1];
  }

  // The point of the plane that is nearest in either coordinate.
  inside({ x, y }) {
    return { x: clip(x, this.reach[0]), y: clip(y, this.reach[1]) };
  }

  // In pixels.
  distance(p, q) {
    return Math.hypot(this.toX(p.x) - this.toX(q.x), this.toY(p.y) - this.toY(q.y));
  }

  // Number of the center that a hand at this point takes hold of, or -1.
  centerAt(centers, point) {
    const pixels = centers.map(([x, y]) => this.distance({ x, y }, point));
    const m = pixels.indexOf(Math.min(...pixels));
    return pixels[m] < GRIP ? m : -1;
  }

  isClick(from, to) {
    return this.distance(to, from) < CLICK_REACH;
  }
}

const clip = (x, reach) => Math.min(Math.max(x, -reach), reach);

// The point of a line at share t between p and q.
export const between = (p, q, t) => p.map((x, i) => x + t * (q[i] - x));
