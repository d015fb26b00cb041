// Plays a recorded walk of k-means on a canvas. Once the walk is here, no kernel is needed:
// `position` runs along the half steps, and the picture is drawn from the two beside it.

const WIDTH = 773;
const HEIGHT = 424;
const PLANE = { left: 44, top: 30, width: 400, height: 338 };
const COSTS = { left: 520, top: 30, width: 236, height: 338 };
const INK = "#222222";
const MUTED = "#767676";
const STEP_MS = 900; // a half step at speed 1: two thirds of it moving, one third at rest
const MOVING = 0.67;
const GRIP = 14; // pixels from a center within which the hand takes hold of it
const CLICK_REACH = 5; // pixels that a hand may move during a click

const TITLES = {
  start: "Start: k centers, and no sample in a set",
  assign: "Assign: every sample joins its nearest center",
  update: "Update: every center moves to the mean of its set",
};

function render({ model, el }) {
  el.classList.add("rbflib-walk");
  const canvas = document.createElement("canvas");
  canvas.setAttribute("role", "img");
  const words = statusLine();
  const asleep = paragraph("rbflib-asleep");
  asleep.textContent =
    "The buttons play what was recorded. Other settings wait for the kernel: choose Run ▸ Run All Cells in the menu.";
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;

  let walk = model.get("walk");
  let position = walk.step;
  let goal = position; // where the position is going
  let speed = 1;
  let playing = false;
  let told = walk.step; // the half step that the kernel knows of
  let last = null; // time of the last picture while moving
  let held = null; // the center in the hand: {m, x, y, step}, taken at that half step
  let clicked = null; // where the hand went down beside all centers
  let waiting = false; // a place of the hand was sent and its walk has not come yet
  let newestPlace = null;

  // ---- buttons

  const bar = document.createElement("div");
  bar.className = "rbflib-bar";
  const button = (label, sign, action) => {
    const b = document.createElement("button");
    b.type = "button";
    b.className = "jupyter-button";
    b.title = label;
    b.setAttribute("aria-label", label);
    b.textContent = sign;
    b.addEventListener("click", action);
    bar.append(b);
    return b;
  };
  const end = () => walk.steps.length - 1;
  button("to the start", "|◀", () => jump(0));
  button("one half step back", "◀ step", () => go(Math.ceil(position) - 1));
  const play = button("play", "▶ Play", () => (playing ? pause() : start()));
  play.classList.add("rbflib-play");
  button("one half step forward", "step ▶", () => go(Math.floor(position) + 1));
  button("to the end", "▶|", () => jump(end()));
  const scrub = document.createElement("input");
  scrub.type = "range";
  scrub.min = 0;
  scrub.step = 1;
  scrub.setAttribute("aria-label", "half step");
  scrub.addEventListener("input", () => jump(Number(scrub.value)));
  const pace = document.createElement("select");
  pace.setAttribute("aria-label", "speed");
  for (const x of [0.25, 0.5, 1, 2, 4]) pace.add(new Option(`${x}×`, x, x === 1, x === 1));
  pace.addEventListener("change", () => (speed = Number(pace.value)));
  bar.append(scrub, pace);
  const remove = button("remove the samples that were added", "Remove added samples", () =>
    model.send({ kind: "remove" }),
  );

  // Comes to rest at the end of the half step that is under way.
  function pause() {
    playing = false;
    goal = Math.ceil(position);
    play.textContent = "▶ Play";
    play.setAttribute("aria-label", "play");
  }

  function start() {
    if (position >= end()) position = 0;
    playing = true;
    play.textContent = "❚❚ Pause";
    play.setAttribute("aria-label", "pause");
    goal = end();
    run();
  }

  function go(step) {
    pause();
    goal = Math.min(Math.max(step, 0), end());
    run();
  }

  function jump(step) {
    pause();
    position = goal = step;
    draw();
  }

  // ---- time

  function run() {
    if (last === null) requestAnimationFrame(tick);
    last ??= performance.now();
  }

  function tick(now) {
    // The time of a frame may lie before the click that asked for it.
    const way = (Math.max(0, now - last) / STEP_MS) * (playing ? speed : 2);
    last = now;
    position = position < goal ? Math.min(position + way, goal) : Math.max(position - way, goal);
    draw();
    if (position === goal || !el.isConnected) {
      last = null;
      pause();
    } else {
      requestAnimationFrame(tick);
    }
  }

  // How far the centers are on their way to half step s, from 0 to 1.
  function share(s) {
    const t = Math.min(1, (1 - (s - position)) / MOVING);
    return still ? 1 : t * t * (3 - 2 * t);
  }

  // ---- picture

  const toX = (x) => PLANE.left + (PLANE.width * (x / walk.reach[0] + 1)) / 2;
  const toY = (y) => PLANE.top + (PLANE.height * (1 - y / walk.reach[1])) / 2;
  const toPoint = ([x, y]) => [toX(x), toY(y)];
  const between = (p, q, t) => p.map((x, i) => x + t * (q[i] - x));

  function draw() {
    const s = Math.ceil(position);
    const t = s === position ? 1 : share(s);
    const now = walk.steps[s];
    const before = walk.steps[Math.max(s - 1, 0)];
    const pen = prepare(canvas);
    const centers = now.centers.map((c, m) => toPoint(between(before.centers[m], c, t)));
    if (held) centers[held.m] = toPoint([held.x, held.y]);
    const labels = t > 0.5 ? now.labels : before.labels;

    pen.save();
    pen.beginPath();
    pen.rect(PLANE.left, PLANE.top, PLANE.width, PLANE.height);
    pen.clip();
    drawCells(pen, s, t);
    drawLines(pen, labels, centers, now.phase === "assign" && s === 1 ? t : 1);
    drawSamples(pen, labels, now, before);
    if (now.phase === "update") drawTrails(pen, before.centers.map(toPoint), centers);
    pen.restore();
    centers.forEach((c) => diamond(pen, c, 8, INK, "white"));
    drawFrame(pen, now.phase, s);
    drawCosts(pen, s, t);
    say(s);
    el.dataset.position = position.toFixed(3);
    el.dataset.centers = JSON.stringify(now.centers);
    el.dataset.drawn = Number(el.dataset.drawn ?? 0) + 1;
  }

  // While sets are being assigned, cells glide from the former centers to the present ones.
  function drawCells(pen, s, t) {
    const assigned = walk.steps[s].phase === "assign" ? s : s - 1;
    if (assigned < 1 && !held) return;
    const to = walk.steps[Math.max(assigned, 0)].centers;
    const from = walk.steps[Math.max(assigned - 2, 0)].centers;
    const moving = assigned === s ? t : 1;
    const sites = to.map((c, m) => toPoint(between(from[m], c, moving)));
    if (held) sites[held.m] = toPoint([held.x, held.y]);
    pen.globalAlpha = assigned <= 1 ? moving : 1;
    sites.forEach((_, m) => {
      const corners = cell(sites, m);
      if (corners.length === 0) return;
      pen.beginPath();
      corners.forEach(([x, y]) => pen.lineTo(x, y));
      pen.closePath();
      pen.fillStyle = walk.looks[m].tint;
      pen.fill();
      pen.strokeStyle = "white";
      pen.lineWidth = 2;
      pen.stroke();
    });
    pen.globalAlpha = 1;
  }

  function drawLines(pen, labels, centers, length) {
    pen.globalAlpha = 0.45;
    pen.lineWidth = 1;
    walk.x.forEach((p, n) => {
      if (labels[n] < 0) return;
      const from = toPoint(p);
      pen.strokeStyle = walk.looks[labels[n]].color;
      line(pen, from, between(from, centers[labels[n]], length));
    });
    pen.globalAlpha = 1;
  }

  function drawSamples(pen, labels, now, before) {
    walk.x.forEach((p, n) => {
      const [x, y] = toPoint(p);
      const look = labels[n] < 0 ? { marker: "o", color: MUTED } : walk.looks[labels[n]];
      marker(pen, look, x, y);
      if (now.phase === "assign" && before.labels[n] >= 0 && now.labels[n] !== before.labels[n]) {
        pen.strokeStyle = INK;
        pen.lineWidth = 1.6;
        pen.beginPath();
        pen.arc(x, y, 8, 0, 7);
        pen.stroke();
      }
    });
  }

  function drawTrails(pen, from, to) {
    pen.strokeStyle = INK;
    pen.lineWidth = 1.6;
    from.forEach((p, m) => {
      line(pen, p, to[m]);
      diamond(pen, p, 7, "white", INK);
    });
  }

  function drawFrame(pen, phase, s) {
    axes(pen, PLANE);
    pen.fillStyle = INK;
    pen.font = "14px sans-serif";
    pen.fillText(TITLES[phase], PLANE.left, PLANE.top - 11);
    pen.font = "12.5px sans-serif";
    const below = PLANE.top + PLANE.height;
    for (const x of [-2, -1, 0, 1, 2]) {
      notch(pen, toX(x), below, 0, 5);
      pen.fillText(minus(x), toX(x) - (x < 0 ? 8 : 4), below + 18);
      notch(pen, PLANE.left, toY(x), -5, 0);
      pen.fillText(minus(x), PLANE.left - (x < 0 ? 24 : 15), toY(x) + 4);
    }
    pen.fillText("x₁", PLANE.left + PLANE.width - 14, below + 18);
    pen.fillText("x₂", PLANE.left - 20, PLANE.top + 2);
    diamond(pen, [PLANE.left + 8, below + 38], 7, INK, "white");
    pen.fillStyle = INK;
    pen.fillText("center: drag it", PLANE.left + 20, below + 42);
    diamond(pen, [PLANE.left + 128, below + 38], 6, "white", INK);
    pen.fillStyle = INK;
    pen.fillText("where it was", PLANE.left + 140, below + 42);
    pen.beginPath();
    pen.arc(PLANE.left + 236, below + 38, 7, 0, 7);
    pen.stroke();
    pen.fillText("changed its set", PLANE.left + 248, below + 42);
    pen.fillText("click: add a sample", PLANE.left + 352, below + 42);
  }

  function drawCosts(pen, s, t) {
    axes(pen, COSTS);
    const costs = walk.steps.map((step) => step.e_in);
    const top = 1.08 * costs[0] || 1;
    const x = (i) => COSTS.left + (COSTS.width * (i + 0.5)) / (end() + 1);
    const y = (cost) => COSTS.top + COSTS.height * (1 - cost / top);
    pen.fillStyle = INK;
    pen.font = "14px sans-serif";
    pen.fillText("E_in after every half step", COSTS.left, COSTS.top - 11);
    pen.font = "12.5px sans-serif";
    for (const cost of niceTicks(top)) {
      notch(pen, COSTS.left, y(cost), -5, 0);
      pen.fillText(cost, COSTS.left - 9 - pen.measureText(cost).width, y(cost) + 4);
    }
    const every = Math.ceil((end() + 1) / 12);
    for (let i = 0; i <= end(); i += every) {
      notch(pen, x(i), COSTS.top + COSTS.height, 0, 5);
      pen.fillText(i, x(i) - pen.measureText(i).width / 2, COSTS.top + COSTS.height + 18);
    }
    pen.fillText("○ start or assign   □ update", COSTS.left, COSTS.top + COSTS.height + 42);

    const here = [x(s - 1 + t), y(s === 0 ? costs[0] : costs[s - 1] + t * (costs[s] - costs[s - 1]))];
    pen.strokeStyle = pen.fillStyle = walk.looks[0].color;
    pen.lineWidth = 2;
    pen.beginPath();
    for (let i = 0; i < s; i++) pen.lineTo(x(i), y(costs[i]));
    pen.lineTo(...here);
    pen.stroke();
    for (let i = 0; i < s + (t === 1); i++) {
      pen.beginPath();
      if (walk.steps[i].phase === "update") pen.rect(x(i) - 3.5, y(costs[i]) - 3.5, 7, 7);
      else pen.arc(x(i), y(costs[i]), 3.8, 0, 7);
      pen.fillStyle = "white";
      pen.fill();
      pen.stroke();
    }
    diamond(pen, s === 0 ? [x(0), y(costs[0])] : here, 7, INK, "white");
  }

  // ---- words, and the kernel

  function say(s) {
    scrub.max = end();
    scrub.value = s;
    remove.hidden = walk.added === 0;
    write(walk.words[s]);
    if (s === position && s !== told && !held) {
      told = s;
      model.send({ kind: "step", step: s });
    }
  }

  function write(text) {
    if (words.textContent === text) return; // a screen reader would say it again
    words.textContent = text;
    canvas.setAttribute("aria-label", text);
  }

  function receiveWalk() {
    walk = model.get("walk");
    pause();
    told = position = goal = walk.step;
    draw();
  }

  function receiveWords() {
    // A fault: any other words belong to a step and are said with it.
    const text = model.get("words");
    if (!model.get("walk").words.includes(text)) write(text);
  }

  function receiveAnswer(message) {
    if (message.kind !== "center") return;
    waiting = false;
    if (newestPlace) sendPlace();
  }

  // ---- hand

  // From shares of the canvas to the plane.
  function pointAt({ u, v }) {
    return {
      x: ((2 * (u * WIDTH - PLANE.left)) / PLANE.width - 1) * walk.reach[0],
      y: (1 - (2 * ((1 - v) * HEIGHT - PLANE.top)) / PLANE.height) * walk.reach[1],
    };
  }

  const inPlane = ({ x, y }) => Math.abs(x) <= walk.reach[0] && Math.abs(y) <= walk.reach[1];

  function centerAt({ x, y }) {
    const pixels = walk.steps[Math.round(position)].centers.map(([a, b]) =>
      Math.hypot(toX(a) - toX(x), toY(b) - toY(y)),
    );
    const m = pixels.indexOf(Math.min(...pixels));
    return pixels[m] < GRIP ? m : -1;
  }

  function sendPlace() {
    model.send({ kind: "center", ...newestPlace });
    newestPlace = null;
    waiting = true;
    held.step = 0; // from now on the walk starts where the hand is
  }

  const hand = {
    down(place) {
      const point = pointAt(place);
      if (!inPlane(point)) return false;
      jump(Math.round(position));
      const m = centerAt(point);
      if (m < 0) {
        clicked = point;
      } else {
        model.send({ kind: "down" });
        held = { m, ...point, step: position };
      }
      return true;
    },
    move(place) {
      if (!held) return;
      const [a, b] = walk.reach;
      const { x, y } = pointAt(place);
      held = { ...held, x: clip(x, a), y: clip(y, b) };
      newestPlace = held;
      // One place at a time, so that a slow kernel is never behind the hand.
      if (!waiting) sendPlace();
      draw();
    },
    up(place) {
      if (clicked) {
        const { x, y } = pointAt(place);
        const [dx, dy] = [toX(x) - toX(clicked.x), toY(y) - toY(clicked.y)];
        if (Math.hypot(dx, dy) < CLICK_REACH) model.send({ kind: "sample", ...clicked });
        clicked = null;
        return;
      }
      if (newestPlace) sendPlace();
      held = null;
      draw();
    },
    cancel() {
      if (held) model.send({ kind: "cancel" });
      held = newestPlace = clicked = null;
      draw();
    },
    hover(place) {
      const point = pointAt(place);
      canvas.style.cursor = centerAt(point) >= 0 ? "grab" : inPlane(point) ? "crosshair" : "";
    },
  };

  // A larger or sharper screen gets more pixels, not larger ones.
  const resized = new ResizeObserver(() => draw());
  resized.observe(canvas);

  const projector = projectorSwitch(() => draw());
  el.append(canvas, bar, projector.button, words, asleep);
  giveHand(canvas, hand);
  model.on("change:walk", receiveWalk);
  model.on("change:words", receiveWords);
  model.on("msg:custom", receiveAnswer);
  const endings = [askKernel(model, el, asleep), nameAll(el, nameControls)];
  draw();

  return () => {
    projector.end();
    endings.forEach((stop) => stop());
    resized.disconnect();
    model.off("change:walk", receiveWalk);
    model.off("change:words", receiveWords);
    model.off("msg:custom", receiveAnswer);
  };
}

const clip = (x, reach) => Math.min(Math.max(x, -reach), reach);
const minus = (x) => String(x).replace("-", "−");

function prepare(canvas) {
  const ratio = (canvas.getBoundingClientRect().width || WIDTH) / WIDTH;
  const scale = ratio * (window.devicePixelRatio || 1);
  const [width, height] = [Math.round(WIDTH * scale), Math.round(HEIGHT * scale)];
  if (canvas.width !== width) Object.assign(canvas, { width, height });
  const pen = canvas.getContext("2d");
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.fillStyle = "white";
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.lineJoin = "round";
  return pen;
}

// The cell of site m: the plane's rectangle, cut along the line half way to every other site.
function cell(sites, m) {
  const { left, top, width, height } = PLANE;
  let corners = [[left, top], [left + width, top], [left + width, top + height], [left, top + height]];
  const [a, b] = sites[m];
  sites.forEach(([c, d], other) => {
    const same = c === a && d === b;
    if (other === m || (same && other > m)) return;
    if (same) corners = []; // of two equal centers, the first has the cell
    const beyond = ([x, y]) => (x - (a + c) / 2) * (c - a) + (y - (b + d) / 2) * (d - b);
    corners = corners.flatMap((p, i) => {
      const q = corners[(i + 1) % corners.length];
      const [u, v] = [beyond(p), beyond(q)];
      const cut = p.map((x, j) => x + (u / (u - v)) * (q[j] - x));
      return [...(u <= 0 ? [p] : []), ...(u < 0 !== v < 0 && u !== v ? [cut] : [])];
    });
  });
  return corners;
}

function line(pen, [x, y], [u, v]) {
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(u, v);
  pen.stroke();
}

function notch(pen, x, y, dx, dy) {
  pen.strokeStyle = MUTED;
  pen.lineWidth = 1;
  line(pen, [x, y], [x + dx, y + dy]);
}

function axes(pen, { left, top, width, height }) {
  pen.strokeStyle = MUTED;
  pen.lineWidth = 1;
  line(pen, [left, top], [left, top + height]);
  line(pen, [left, top + height], [left + width, top + height]);
}

function niceTicks(top) {
  const raw = top / 5;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((f) => f * power).find((f) => f >= raw);
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, i) => Number((i * step).toPrecision(3)));
}

function diamond(pen, [x, y], size, fill, edge) {
  polygon(pen, x, y, [[0, -size], [size, 0], [0, size], [-size, 0]]);
  pen.fillStyle = fill;
  pen.strokeStyle = edge;
  pen.lineWidth = 1.6;
  pen.fill();
  pen.stroke();
}

const SHAPES = {
  s: [[-4, -4], [4, -4], [4, 4], [-4, 4]],
  "^": [[0, -5], [5, 4], [-5, 4]],
  v: [[0, 5], [5, -4], [-5, -4]],
  P: [[-2, -5], [2, -5], [2, -2], [5, -2], [5, 2], [2, 2], [2, 5], [-2, 5], [-2, 2], [-5, 2], [-5, -2], [-2, -2]],
  h: [0, 1, 2, 3, 4, 5].map((i) => [5 * Math.sin((i * Math.PI) / 3), 5 * Math.cos((i * Math.PI) / 3)]),
  "*": Array.from({ length: 10 }, (_, i) => {
    const r = i % 2 ? 2.4 : 6;
    return [r * Math.sin((i * Math.PI) / 5), -r * Math.cos((i * Math.PI) / 5)];
  }),
};
SHAPES.X = SHAPES.P.map(([x, y]) => [(x - y) / 1.3, (x + y) / 1.3]);

function polygon(pen, x, y, corners) {
  pen.beginPath();
  corners.forEach(([dx, dy]) => pen.lineTo(x + dx, y + dy));
  pen.closePath();
}

// The eight markers are those of matplotlib, by its names.
function marker(pen, look, x, y) {
  if (look.marker === "o") {
    pen.beginPath();
    pen.arc(x, y, 4, 0, 7);
  } else {
    polygon(pen, x, y, SHAPES[look.marker]);
  }
  pen.fillStyle = look.color;
  pen.strokeStyle = "white";
  pen.lineWidth = 0.8;
  pen.fill();
  pen.stroke();
}

export default { initialize: keepModels, render };
