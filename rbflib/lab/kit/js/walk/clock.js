// Where a walk stands. `position` runs along the half steps; between two of them it is on its way.

const STEP_MS = 900; // a half step at speed 1: two thirds of it moving, one third at rest
const MOVING = 0.67;
const BY_HAND = 2; // the speed of a single step

const BROWSER = {
  now: () => performance.now(),
  next: (action) => requestAnimationFrame(action),
};

export class Clock {
  speed = 1;
  playing = false;
  last = null; // time of the last picture while moving

  // end() is the last half step, draw() shows the position, onPlay(whether it plays) is called at
  // every change, and a clock that isGone() stops.
  constructor({ step, end, draw, onPlay, isGone }, frames = BROWSER) {
    this.position = this.goal = step;
    Object.assign(this, { end, draw, onPlay, isGone, frames });
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  // Comes to rest at the end of the half step that is under way.
  pause() {
    this.playing = false;
    this.goal = Math.ceil(this.position);
    this.onPlay(false);
  }

  play() {
    if (this.position >= this.end()) this.position = 0;
    this.playing = true;
    this.onPlay(true);
    this.goal = this.end();
    this.run();
  }

  forward() {
    this.go(Math.floor(this.position) + 1);
  }

  back() {
    this.go(Math.ceil(this.position) - 1);
  }

  go(step) {
    this.pause();
    this.goal = Math.min(Math.max(step, 0), this.end());
    this.run();
  }

  jump(step) {
    this.pause();
    this.position = this.goal = step;
    this.draw();
  }

  run() {
    if (this.last === null) this.frames.next(this.tick);
    this.last ??= this.frames.now();
  }

  tick = (now) => {
    this.position = toward(this.position, this.goal, this.wayUntil(now));
    this.last = now;
    this.draw();
    if (this.position === this.goal || this.isGone()) {
      this.last = null;
      this.pause();
    } else {
      this.frames.next(this.tick);
    }
  };

  wayUntil(now) {
    const time = Math.max(0, now - this.last); // a frame's may lie before the click that asked for it
    return (time / STEP_MS) * (this.playing ? this.speed : BY_HAND);
  }
}

const toward = (x, goal, way) => (x < goal ? Math.min(x + way, goal) : Math.max(x - way, goal));

// How far the centers are, from 0 to 1, when this share of a half step is over.
export function glide(share) {
  const t = Math.min(1, share / MOVING);
  return t * t * (3 - 2 * t);
}
