// The hand in a walk: drags a center, or adds a sample by a click beside all centers.

import { Plane } from "./plane.js";

const STEP = 0.05; // of an arrow key, in the plane's units

export class WalkHand {
  held = null; // the center in the hand: {m, x, y, step}, taken at that half step
  clicked = null; // where the hand went down beside all centers
  waiting = false; // a place of the hand was sent and its walk has not come yet
  newest = null; // a place to send after that

  // walk() is the present one, draw() shows what the hand does, send(message) tells the kernel.
  // Of a recorded walk, `drags` are the places where centers can be put, and nothing can be added.
  constructor({ walk, clock, draw, send, canvas, drags }) {
    Object.assign(this, { walk, clock, draw, send, canvas, drags });
  }

  get plane() {
    return new Plane(this.walk().reach);
  }

  get centers() {
    return this.walk().steps[Math.round(this.clock.position)].centers;
  }

  canHold(m) {
    return !this.drags || this.drags.canHold(this.centers, m);
  }

  centerAt(point) {
    const m = this.plane.centerAt(this.centers, point);
    return m >= 0 && this.canHold(m) ? m : -1;
  }

  down(place) {
    const point = this.plane.pointAt(place);
    if (!this.plane.holds(point)) return false;
    this.clock.jump(Math.round(this.clock.position));
    const m = this.centerAt(point);
    if (m < 0) {
      if (this.drags) return false;
      this.clicked = point;
    } else {
      this.send({ kind: "down" });
      this.held = { m, ...point, step: this.clock.position };
    }
    return true;
  }

  move(place) {
    if (!this.held) return;
    this.held = { ...this.held, ...this.plane.inside(this.plane.pointAt(place)) };
    this.newest = this.held;
    // One place at a time, so that a slow kernel is never behind the hand.
    if (!this.waiting) this.sendPlace();
    this.draw();
  }

  up(place) {
    if (this.clicked) {
      this.click(this.plane.pointAt(place));
      return;
    }
    if (this.newest) this.sendPlace();
    this.held = null;
    this.draw();
  }

  click(point) {
    if (this.plane.isClick(this.clicked, point)) this.send({ kind: "sample", ...this.clicked });
    this.clicked = null;
  }

  // Moves center m by steps of the arrow keys.
  nudge(m, right, up) {
    const step = Math.round(this.clock.position);
    const [x, y] = this.centers[m];
    const by = this.drags?.step ?? STEP;
    this.clock.jump(step);
    this.send({ kind: "down" });
    this.held = { m, ...this.plane.inside({ x: x + right * by, y: y + up * by }), step };
    this.newest = this.held;
    this.sendPlace();
    this.held = null;
  }

  cancel() {
    if (this.held) this.send({ kind: "cancel" });
    this.held = this.newest = this.clicked = null;
    this.draw();
  }

  hover(place) {
    const point = this.plane.pointAt(place);
    const beside = this.plane.holds(point) && !this.drags ? "crosshair" : "";
    this.canvas.style.cursor = this.centerAt(point) >= 0 ? "grab" : beside;
  }

  // The walk of the place sent last is here.
  answered() {
    this.waiting = false;
    if (this.newest) this.sendPlace();
  }

  sendPlace() {
    this.send({ kind: "center", ...this.newest });
    this.newest = null;
    this.waiting = true;
    this.held.step = 0; // from now on the walk starts where the hand is
  }
}
