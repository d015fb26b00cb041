// Where the hand can put a center of a recorded walk, while all others stay: see book/recordings.py.

export class RecordedDrags {
  // `grids` are {m, others, to}: center m stands at [x, y, number of the state] each.
  constructor({ step, grids }) {
    Object.assign(this, { step, grids });
  }

  canHold(centers, m) {
    return this.grid(centers, m) !== undefined;
  }

  // Number of the state in which center m is nearest to a place.
  nearest(centers, { m, x, y }) {
    const { to } = this.grid(centers, m);
    const costs = to.map(([u, v]) => Math.hypot(u - x, v - y));
    return to[costs.indexOf(Math.min(...costs))][2];
  }

  grid(centers, m) {
    const others = JSON.stringify(centers.toSpliced(m, 1));
    return this.grids.find((grid) => grid.m === m && JSON.stringify(grid.others) === others);
  }
}
