// A walk: its clock, its plane under the hand, its cells and the numbers at its axes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cell } from "../../rbflib/lab/kit/js/walk/cell.js";
import { Clock, glide } from "../../rbflib/lab/kit/js/walk/clock.js";
import { WalkHand } from "../../rbflib/lab/kit/js/walk/hand.js";
import { momentOf, walkOf } from "../../rbflib/lab/kit/js/walk/moment.js";
import { niceTicks, withMinus } from "../../rbflib/lab/kit/js/walk/numbers.js";
import { drawMoment } from "../../rbflib/lab/kit/js/walk/picture.js";
import { HEIGHT, PARTS, PLANE, Plane, WIDTH } from "../../rbflib/lab/kit/js/walk/plane.js";
import { Telling } from "../../rbflib/lab/kit/js/walk/telling.js";
import { FakeModel, fakeCanvas, fakeDocument, randomNumbers } from "./fakes.mjs";

const nearly = (x, y) => assert.ok(Math.abs(x - y) < 1e-9, `${x} is not ${y}`);

// ---- clock

function newClock({ step = 0, end = 4 } = {}) {
  let time = 0;
  let next = null;
  const frames = {
    now: () => time,
    next(action) {
      next = action;
    },
  };
  const said = { drawn: 0, playing: [], gone: false };
  const clock = new Clock(
    {
      step,
      end: () => end,
      draw: () => said.drawn++,
      onPlay: (playing) => said.playing.push(playing),
      isGone: () => said.gone,
    },
    frames,
  );
  const wait = (ms) => {
    time += ms;
    const action = next;
    next = null;
    action?.(time);
  };
  return { clock, said, wait, isMoving: () => next !== null };
}

test("a half step takes 900 ms at speed 1, and the walk stops at its end", () => {
  const { clock, said, wait, isMoving } = newClock();
  clock.play();
  wait(450);
  nearly(clock.position, 0.5);
  clock.speed = 2;
  wait(450);
  nearly(clock.position, 1.5);
  wait(90_000);
  assert.equal(clock.position, 4);
  assert.equal(isMoving(), false);
  assert.deepEqual(said.playing, [true, false]);
});

test("a paused walk comes to rest at the end of its half step", () => {
  const { clock, wait, isMoving } = newClock();
  clock.toggle();
  wait(450);
  clock.toggle();
  while (isMoving()) wait(50);
  assert.equal(clock.position, 1);
});

test("played again at its end, it begins anew", () => {
  const { clock, wait } = newClock({ step: 4 });
  clock.play();
  wait(90);
  nearly(clock.position, 0.1);
});

test("steps go to the next half step either way, and not beyond the ends", () => {
  const { clock, wait } = newClock();
  clock.back();
  wait(900);
  assert.equal(clock.position, 0);
  clock.forward();
  wait(100);
  clock.forward(); // to where it is going already
  wait(900);
  assert.equal(clock.position, 1);
  clock.jump(4);
  clock.forward();
  wait(900);
  assert.equal(clock.position, 4);
});

test("a frame from before the click moves nothing", () => {
  const { clock, wait } = newClock({ step: 4 });
  wait(100);
  clock.back();
  wait(-40);
  assert.equal(clock.position, 4);
  wait(900);
  assert.equal(clock.position, 3);
});

test("a jump draws at once; a picture that is gone draws no more", () => {
  const { clock, said, wait, isMoving } = newClock();
  clock.jump(2);
  assert.deepEqual([clock.position, said.drawn], [2, 1]);
  clock.play();
  said.gone = true;
  wait(50);
  assert.equal(isMoving(), false);
});

test("centers glide two thirds of the time and then rest", () => {
  assert.equal(glide(0), 0);
  nearly(glide(0.335), 0.5);
  assert.deepEqual([glide(0.67), glide(1)], [1, 1]);
});

// ---- moment

const WALK = {
  reach: [2, 1],
  steps: [
    {
      phase: "start",
      centers: [
        [0, 0],
        [1, 0],
      ],
      labels: [-1],
    },
    {
      phase: "assign",
      centers: [
        [0, 0],
        [1, 0],
      ],
      labels: [0],
    },
    {
      phase: "update",
      centers: [
        [1, 1],
        [1, 0],
      ],
      labels: [0],
    },
  ],
};

test("between two half steps, centers are on their way and cells stay", () => {
  const { plane, s, t, centers, cells } = momentOf({ walk: WALK, position: 1.335, held: null });
  assert.equal(s, 2);
  nearly(t, 0.5);
  nearly(centers[0][0], plane.toX(0.5));
  assert.deepEqual(cells.sites, WALK.steps[1].centers.map(plane.toPixels));
});

test("who wants less motion sees jumps", () => {
  const { t, centers, plane } = momentOf({ walk: WALK, position: 1.335, held: null, jumps: true });
  assert.equal(t, 1);
  assert.deepEqual(centers[0], plane.toPixels([1, 1]));
});

test("at the start there are no cells, but for a center in the hand", () => {
  assert.equal(momentOf({ walk: WALK, position: 0, held: null }).cells, null);
  const held = { m: 1, x: -1, y: 0.5 };
  const { cells, centers, plane } = momentOf({ walk: WALK, position: 0, held });
  assert.deepEqual(cells.sites[1], plane.toPixels([-1, 0.5]));
  assert.deepEqual(centers[1], plane.toPixels([-1, 0.5]));
});

// ---- picture

const SMALL_SCREEN = 312; // pixels for each part where the window has 390

// Words of a picture that no part shows whole, and those below 10 pixels on a small screen.
function misfits(written, parts) {
  return written.filter(({ text, x, y, size }) => {
    const end = x + 0.6 * size * text.length;
    const shown = parts.find(
      ([left, , right]) => left * WIDTH <= x && end <= right * WIDTH && y < HEIGHT - 3,
    );
    return !shown || (size * SMALL_SCREEN) / ((shown[2] - shown[0]) * WIDTH) < 10;
  });
}

test("all words can be read on a small screen", () => {
  const look = { marker: "o", color: "#000", tint: "#eee" };
  const steps = WALK.steps.map((step, i) => ({ ...step, e_in: 2 - i / 4 }));
  const walk = { ...WALK, reach: [2.6, 2.2], x: [[1, 0]], steps, looks: [look, look] };
  for (const position of [0, 1, 2]) {
    const canvas = fakeCanvas();
    drawMoment(canvas, momentOf({ walk, position, held: null }), 1);
    assert.ok(canvas.written.length > 15);
    assert.deepEqual(misfits(canvas.written, PARTS), []);
    assert.ok(misfits(canvas.written, [[0, 0, 1, 1]]).length > 15); // the whole picture is too wide
  }
});

// ---- plane and hand

const plane = new Plane([2.6, 2.2]);
const sharesOf = ([x, y]) => ({ u: plane.toX(x) / WIDTH, v: 1 - plane.toY(y) / HEIGHT });

test("a place of the picture is the point that is drawn there", () => {
  for (const [x, y] of [
    [0, 0],
    [-2.6, 2.2],
    [1.3, -0.7],
  ]) {
    const point = plane.pointAt(sharesOf([x, y]));
    nearly(point.x, x);
    nearly(point.y, y);
  }
  assert.deepEqual(plane.toPixels([-2.6, 2.2]), [PLANE.left, PLANE.top]);
});

test("the plane ends at its reach", () => {
  assert.equal(plane.holds({ x: 2.6, y: -2.2 }), true);
  assert.equal(plane.holds({ x: 2.61, y: 0 }), false);
  assert.deepEqual(plane.inside({ x: -9, y: 1 }), { x: -2.6, y: 1 });
});

const PIXEL = 5.2 / PLANE.width; // to the right

test("the hand takes hold of the nearest center within 14 pixels", () => {
  const centers = [
    [0, 0],
    [20 * PIXEL, 0],
  ];
  const at = (pixels) => plane.centerAt(centers, { x: pixels * PIXEL, y: 0 });
  assert.deepEqual([-15, -13, 9, 11, 33, 35].map(at), [-1, 0, 0, 1, 1, -1]);
});

test("a click may move less than 5 pixels", () => {
  const from = { x: 1, y: 1 };
  assert.equal(plane.isClick(from, { x: 1 + 4.9 * PIXEL, y: 1 }), true);
  assert.equal(plane.isClick(from, { x: 1 + 5.1 * PIXEL, y: 1 }), false);
});

function newHand(drags) {
  const sent = [];
  const walk = {
    reach: plane.reach,
    steps: [
      {
        centers: [
          [0, 0],
          [1, 1],
        ],
      },
    ],
  };
  const clock = { position: 0, jump() {} };
  const canvas = { style: {} };
  const send = (message) => sent.push(message);
  const hand = new WalkHand({ walk: () => walk, clock, draw() {}, send, canvas, drags });
  return { sent, canvas, hand };
}

test("a dragged center is sent one place at a time, and where it is let go", () => {
  const { sent, hand } = newHand();
  assert.equal(hand.down(sharesOf([1, 1])), true);
  for (const x of [1.2, 1.4, 9]) hand.move(sharesOf([x, 1]));
  assert.deepEqual(
    sent.map(({ kind }) => kind),
    ["down", "center"],
  );
  hand.up(sharesOf([9, 1]));
  hand.answered();
  assert.deepEqual(
    sent.map(({ kind }) => kind),
    ["down", "center", "center"],
  );
  const { m, x, y, step } = sent[2];
  assert.deepEqual([m, x, step], [1, 2.6, 0]);
  nearly(y, 1);
  assert.equal(hand.held, null);
});

test("a click adds a sample, a longer way does not, and outside nothing is held", () => {
  const { sent, hand } = newHand();
  hand.down(sharesOf([-1, -1]));
  hand.up(sharesOf([-1, -1]));
  hand.down(sharesOf([-2, -1]));
  hand.up(sharesOf([-1, -1]));
  assert.deepEqual(
    sent.map(({ kind }) => kind),
    ["sample"],
  );
  nearly(sent[0].x, -1);
  assert.equal(hand.down({ u: 0.99, v: 0.5 }), false);
});

test("in a recorded walk a hand holds the centers that were recorded, and adds nothing", () => {
  const { sent, hand } = newHand({ step: 0.65, canHold: (_centers, m) => m === 1 });
  assert.equal(hand.down(sharesOf([0, 0])), false);
  assert.equal(hand.down(sharesOf([-1, -1])), false);
  assert.equal(hand.down(sharesOf([1, 1])), true);
  hand.up(sharesOf([1, 1]));
  hand.nudge(1, -1, 0);
  nearly(sent.at(-1).x, 0.35);
});

test("a canceled drag is said, a canceled click is forgotten", () => {
  const { sent, hand } = newHand();
  hand.down(sharesOf([0, 0]));
  hand.cancel();
  hand.down(sharesOf([-1, -1]));
  hand.cancel();
  assert.deepEqual(
    sent.map(({ kind }) => kind),
    ["down", "cancel"],
  );
});

test("the cursor says what the hand would do", () => {
  const { canvas, hand } = newHand();
  const cursors = [
    [1, 1],
    [-1, -1],
    [9, 0],
  ].map((point) => {
    hand.hover(sharesOf(point));
    return canvas.style.cursor;
  });
  assert.deepEqual(cursors, ["grab", "crosshair", ""]);
});

// ---- words

test("a sample's set is a digit, and a dash where it is in none", () => {
  const model = new FakeModel({ walk: '{"steps":[{"labels":"---"},{"labels":"207"}]}' });
  assert.deepEqual(
    walkOf(model).steps.map(({ labels }) => labels),
    [
      [-1, -1, -1],
      [2, 0, 7],
    ],
  );
});

test("words are written once, and a half step is told once", () => {
  fakeDocument();
  const said = (words) => ({ words, results: [], remarks: "" });
  const walk = { step: 2, steps: [], said: [said("a"), said("b")] };
  const model = new FakeModel({ walk: JSON.stringify(walk), said: said("a fault") });
  const labels = [];
  const telling = new Telling(model, { setAttribute: (_name, value) => labels.push(value) });
  telling.write(walk.said[0]);
  telling.write(walk.said[0]);
  assert.deepEqual(labels, ["a"]);
  for (const step of [2, 1, 1]) telling.tell(step);
  assert.deepEqual(model.sent, [{ kind: "step", step: 1 }]);
  telling.writeFault();
  model.traits.said = said("b");
  telling.writeFault();
  assert.deepEqual(labels, ["a", "a fault"]);
  telling.results.end();
});

// ---- cells

const BOX = { left: 0, top: 0, width: 10, height: 6 };

function isInside(corners, [x, y]) {
  const sides = corners.map(([a, b], i) => {
    const [c, d] = corners[(i + 1) % corners.length];
    return (c - a) * (y - b) - (d - b) * (x - a);
  });
  return sides.length > 0 && sides.every((side) => side > 0);
}

test("a cell holds the points that are nearest to its site", () => {
  const random = randomNumbers(1);
  const pointOf = () => [10 * random(), 6 * random()];
  for (let trial = 0; trial < 40; trial++) {
    const sites = Array.from({ length: 1 + (trial % 9) }, pointOf);
    const cells = sites.map((_, m) => cell(sites, m, BOX));
    for (let i = 0; i < 50; i++) {
      const point = pointOf();
      const far = sites.map(([x, y]) => Math.hypot(x - point[0], y - point[1]));
      const nearest = far.indexOf(Math.min(...far));
      assert.deepEqual(
        cells.map((c) => isInside(c, point)),
        far.map((_, m) => m === nearest),
      );
    }
  }
});

test("of two equal sites the first has the cell", () => {
  const sites = [
    [2, 3],
    [2, 3],
    [8, 3],
  ];
  assert.deepEqual(cell(sites, 0, BOX), [
    [0, 0],
    [5, 0],
    [5, 6],
    [0, 6],
  ]);
  assert.deepEqual(cell(sites, 1, BOX), []);
});

// ---- numbers

test("ticks are few, round, and reach nearly to the top", () => {
  assert.deepEqual(niceTicks(1), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(niceTicks(0.34), [0, 0.1, 0.2, 0.3]);
  for (let top = 0.013; top < 1e5; top *= 1.37) {
    const ticks = niceTicks(top);
    assert.ok(ticks.length >= 3 && ticks.length <= 6, `${ticks}`);
    assert.ok(ticks.at(-1) <= top * (1 + 1e-12) && top < ticks.at(-1) + 1.01 * ticks[1]);
    assert.match(ticks[1].toExponential(), /^[125]e/);
  }
});

test("a negative number has a minus sign", () => {
  assert.equal(withMinus(-2), "−2");
  assert.equal(withMinus(2), "2");
});
