// Which recorded state answers a move of a control.

// Costs, where 1 is the range of the moved slider. That goes where the reader put it rather than that
// others stay; but between two near marks the one with all others as they are is taken.
const OTHER_SLIDER = 0.15; // that another slider moves
const FAR = 0.1; // that it moves over its whole range
const CHANGED = 0.3; // that another list or switch changes
const WRONG = 100; // that the moved list or switch is not where the reader put it

export class States {
  // `controls` are descriptions of kit/controls.py with their names, `states` begin with their values.
  constructor(controls, states) {
    this.controls = controls;
    this.places = states.map(([values]) => values.map((value, i) => placeOf(controls[i], value)));
    const columns = controls.map((_, i) => this.places.map((place) => place[i]));
    this.lows = columns.map((column) => Math.min(...column));
    this.ranges = columns.map((column, i) => Math.max(...column) - this.lows[i]);
  }

  // The controls that have one value in all states.
  get still() {
    return this.controls.filter((_, i) => this.ranges[i] === 0);
  }

  // Number of the state that is nearest to the values, when control `moved` was just moved from
  // state `from`. Moved by a key, it goes on to the next recorded place, however near it is.
  nearest(values, { moved = -1, from = -1, isKey = false } = {}) {
    const wanted = values.map((value, i) => placeOf(this.controls[i], value));
    const before = from < 0 || moved < 0 ? Number.NaN : this.places[from][moved];
    const way = Math.sign(wanted[moved] - before);
    const goesOn = (place) => Math.sign(place[moved] - before) === way;
    const isFree = !isKey || !way || !this.places.some(goesOn);
    const costs = this.places.map((place) =>
      isFree || goesOn(place) ? this.cost(place, wanted, moved) : Number.POSITIVE_INFINITY,
    );
    return costs.indexOf(Math.min(...costs));
  }

  cost(place, wanted, moved) {
    let sum = 0;
    for (let i = 0; i < place.length; i++) {
      const gap = this.ranges[i] && Math.abs(place[i] - wanted[i]) / this.ranges[i];
      if (gap === 0) continue;
      if (i === moved) sum += isListed(this.controls[i]) ? WRONG : gap;
      else sum += isListed(this.controls[i]) ? CHANGED : OTHER_SLIDER + FAR * gap;
    }
    return sum;
  }
}

const isListed = ({ kind }) => kind === "choice" || kind === "switch";

// Where a value stands on the scale of its control; one that is moved in the picture only has none.
function placeOf({ kind, marks, scale }, value) {
  if (isListed({ kind })) return marks.indexOf(value);
  if (scale !== "log") return value;
  const [smallest, next] = marks.slice(0, 3).filter((mark) => mark > 0);
  return Math.log10(Math.max(value, smallest ** 2 / next)); // 0 stands a step below
}
