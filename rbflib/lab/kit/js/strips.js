// A strip of dots for each number that is drawn: its value for every draw, the present one marked.
// One strip can be taken from the others: then they show, draw by draw, the differences to it.

import { newButton } from "./button.js";
import { element, shape } from "./element.js";
import { nameAsInPrint, typeset } from "./results.js";
import { paragraph, statusLine } from "./words.js";

const [WIDTH, HEIGHT, COLUMNS, MARGIN] = [120, 26, 29, 4];
const [RADIUS, RADIUS_OF_THIS] = [1.9, 3.4];
const FAR = 8; // from this ratio on a scale is logarithmic
const NOISE = 1e-10; // what is smaller is shown as 0

export class Strips {
  el = element("div", {
    className: "rbflib-strips",
    role: "group",
    ariaLabel: "all draws",
    hidden: true,
  });
  live = statusLine("rbflib-live"); // stands elsewhere: it has to be there before its first words
  strips = new Map(); // name -> Strip
  base = null; // name of the strip that is taken from the others

  // choose(draw) goes to a draw.
  constructor(draws, choose) {
    Object.assign(this, { draws, choose });
  }

  show() {
    const { draws, el } = this;
    el.hidden = !draws.isShown;
    if (el.hidden) this.isAnnounced = false;
    const shown = [draws.values, draws.at, draws.isPresent, this.base];
    if (el.hidden || shown.every((x, i) => x === this.shown?.[i])) return;
    this.shown = shown;
    // Those of the last state stay, pale, until the first of this one come.
    const names = Object.keys(draws.values);
    el.classList.toggle("rbflib-stale", !draws.isPresent || names.length === 0);
    if (names.length === 0) return;
    const all = differences(draws.values, this.base);
    for (const name of names)
      this.strip(name, names).show(all[name], {
        at: draws.isPresent ? draws.at : undefined,
        scale: scaleOf(name, all, this.base),
        minus: isTaken(name, this.base) ? this.base : null,
        isBase: name === this.base,
      });
    if (draws.isComplete && !this.isAnnounced) this.announce();
    this.isAnnounced = draws.isComplete;
  }

  strip(name, names) {
    if (!this.strips.has(name)) {
      const hasOthers = names.some((other) => other !== name && areOfOneKind(name, other));
      const strip = new Strip(name, hasOthers && (() => this.take(name)), this.choose);
      this.strips.set(name, strip);
      this.el.append(strip.el);
    }
    return this.strips.get(name);
  }

  // This one from the others, or none any more.
  take(name) {
    this.base = this.base === name ? null : name;
    this.show();
  }

  announce() {
    const said = [...this.strips].map(([name, { words }]) => `${name}: ${words}`);
    this.live.textContent = said.join(". ");
  }
}

class Strip {
  el = element("div", { className: "rbflib-strip" });
  svg = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  ends = paragraph("rbflib-ends");
  middle = paragraph();

  constructor(name, take, choose) {
    const title = "show the others as differences to it";
    this.name = take ? newButton("", take, { title }) : element("span");
    this.name.classList.add("rbflib-name");
    this.name.append(...nameAsInPrint(name));
    this.svg.addEventListener("click", (event) => choose(this.nearest(event)));
    this.el.append(this.name, this.svg, this.ends, this.middle);
  }

  show(values, { at, scale, minus, isBase }) {
    const facts = factsOf(values, at, minus !== null);
    this.words = `${minus ? `minus ${minus}, ` : ""}${facts.words}`;
    if (this.name.title) this.name.ariaPressed = isBase;
    this.svg.ariaLabel = this.words;
    this.ends.replaceChildren(...facts.ends.map((text) => element("span", { textContent: text })));
    this.middle.textContent = facts.middle;
    const d = `M${scale(minus === null ? facts.median : 0)} 0V${HEIGHT}`;
    // The present one on top.
    const places = placesOf(values, scale).sort(([a], [b]) => (a === at) - (b === at));
    const dots = places.map(([draw, cx, cy]) => {
      const [r, name] = draw === at ? [RADIUS_OF_THIS, "rbflib-this"] : [RADIUS, ""];
      return shape("circle", { cx, cy, r, class: name, "data-draw": draw });
    });
    this.svg.replaceChildren(...(places.length ? [shape("path", { d })] : []), ...dots);
  }

  // The draw whose dot is nearest to a click: dots are small.
  nearest({ clientX, clientY }) {
    const away = (dot) => {
      const { x, y, width, height } = dot.getBoundingClientRect();
      return Math.hypot(x + width / 2 - clientX, y + height / 2 - clientY);
    };
    const dots = [...this.svg.querySelectorAll("circle")].map((dot) => [away(dot), dot]);
    return Number(dots.sort(([a], [b]) => a - b)[0][1].dataset.draw);
  }
}

// Errors of several models are of one kind, such as E_out; numbers of no kind are, too.
const kindOf = (name) => name.match(/E_\w+/)?.[0] ?? "";
const areOfOneKind = (a, b) => kindOf(a) === kindOf(b);

const isTaken = (name, base) => base !== null && name !== base && areOfOneKind(name, base);

// The values with those of `base` taken from the others of its kind, draw by draw.
export function differences(values, base) {
  const minus = (x, i) => (x === null || values[base][i] === null ? null : x - values[base][i]);
  return Object.fromEntries(
    Object.entries(values).map(([name, xs]) => [name, isTaken(name, base) ? xs.map(minus) : xs]),
  );
}

// The scale of a name: a function from a value to its x. Those of one kind of error share theirs, and
// one of differences holds 0.
export function scaleOf(name, all, base) {
  const group = (other) => (other === base ? other : kindOf(other) || other);
  const shared = Object.keys(all).filter((other) => group(other) === group(name));
  const values = shared.flatMap((other) => all[other]).filter((x) => x !== null);
  if (isTaken(name, base)) values.push(0);
  const [first, last] = [Math.min(...values), Math.max(...values)];
  const warp = first > NOISE && last > FAR * first ? Math.log : (x) => x;
  const share = (x) =>
    areSame(first, last) ? 0.5 : (warp(x) - warp(first)) / (warp(last) - warp(first));
  return (x) => MARGIN + (WIDTH - 2 * MARGIN) * share(x);
}

// Of each dot its draw and its place; dots in one column stand on each other.
export function placesOf(values, scale) {
  const step = (WIDTH - 2 * MARGIN) / (COLUMNS - 1);
  const known = values.map((x, draw) => [draw, x]).filter(([, x]) => x !== null);
  const column = ([, x]) => Math.round((scale(x) - MARGIN) / step);
  const stacks = new Map();
  for (const dot of known) stacks.set(column(dot), [...(stacks.get(column(dot)) ?? []), dot[0]]);
  const highest = Math.max(...[...stacks.values()].map((stack) => stack.length));
  const rise = Math.min(2 * RADIUS, (HEIGHT - 2 * MARGIN) / Math.max(1, highest - 1));
  return [...stacks].flatMap(([i, stack]) =>
    stack.map((draw, level) => [draw, MARGIN + i * step, HEIGHT - MARGIN - level * rise]),
  );
}

// Whether two ends differ by rounding alone.
function areSame(least, largest) {
  const size = Math.max(largest, -least);
  return largest - least <= NOISE * size || size < NOISE;
}

// What a strip says, in figures and in words.
export function factsOf(values, at, isDifference) {
  const sorted = values.filter((x) => x !== null).sort((a, b) => a - b);
  const n = sorted.length;
  if (n === 0) return { words: "no draw has it", ends: [], middle: "no draw has it" };
  const [least, largest] = [sorted[0], sorted[n - 1]];
  const median = (sorted[Math.floor((n - 1) / 2)] + sorted[Math.floor(n / 2)]) / 2;
  const ends = [least, largest].map(short);
  if (areSame(least, largest)) {
    const middle = `the same in all ${n}`;
    return { words: `${ends[0]}, ${middle}`, ends: [ends[0]], middle, median };
  }
  const below = sorted.filter((x) => x < 0).length;
  const middle = isDifference ? `below 0 in ${below} of ${n}` : `median ${short(median)}`;
  const present = values[at] ?? null;
  const above = sorted.filter((x) => x < present).length;
  const rank = present === null ? "" : `; this one is above ${above} of them`;
  const what = isDifference ? "differences" : "draws";
  return {
    words: `${n} ${what} from ${ends.join(" to ")}, ${middle}${rank}`,
    ends,
    middle,
    median,
  };
}

// Two digits do for a range.
function short(x) {
  const size = Math.abs(x);
  if (size < NOISE) return "0";
  const text = size >= 1e5 || size < 1e-3 ? x.toExponential(1) : String(Number(x.toPrecision(2)));
  return typeset(text).replace(" × ", "·").replace("-", "−");
}
