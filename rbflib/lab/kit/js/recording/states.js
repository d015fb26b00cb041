// Which recorded state answers a move of a control.

// Costs, where 1 is the range of the moved slider. That goes where the hand put it rather than that
// others stay; but between two near marks the one with all others as they are is taken.
const ELSEWHERE = 0.15; // that another slider moves
const FAR = 0.1; // that it moves over its whole range
const CHANGED = 0.3; // that another list or switch changes
const WRONG = 100; // that the moved list or switch is not where the hand put it

export class States {
  // `controls` are {name, kind}, `states` begin with a list of their values.
  constructor(controls, states) {
    this.controls = controls;
    this.places = states.map(([values]) => values.map((value, i) => placeOf(controls[i], value)));
    const columns = controls.map((_, i) => this.places.map((place) => place[i]));
    this.lows = columns.map((column) => Math.min(...column));
    this.ranges = columns.map((column, i) => Math.max(...column) - this.lows[i]);
  }

  // Names of the controls that have one value in all states.
  get still() {
    return this.controls.filter((_, i) => this.ranges[i] === 0).map(({ name }) => name);
  }

  // Number of the state that is nearest to the values, when control `moved` was just moved from
  // state `from`. Moved by a key, it goes on to the next recorded place, however near it is.
  nearest(values, { moved = -1, from = -1, dragged = true } = {}) {
    const wanted = values.map((value, i) => placeOf(this.controls[i], value));
    const cost = (place) => this.cost(place, wanted, moved);
    const before = from < 0 || moved < 0 ? Number.NaN : this.places[from][moved];
    const way = Math.sign(wanted[moved] - before);
    const goesOn = (place) => Math.sign(place[moved] - before) === way;
    const free = dragged || !way || !this.places.some(goesOn);
    const costs = this.places.map((place) => (free || goesOn(place) ? cost(place) : Infinity));
    return costs.indexOf(Math.min(...costs));
  }

  cost(place, wanted, moved) {
    let sum = 0;
    for (let i = 0; i < place.length; i++) {
      const gap = this.ranges[i] && Math.abs(place[i] - wanted[i]) / this.ranges[i];
      if (gap === 0) continue;
      const isChoice = this.controls[i].kind === "choice";
      if (i === moved) sum += isChoice ? WRONG : gap;
      else sum += isChoice ? CHANGED : ELSEWHERE + FAR * gap;
    }
    return sum;
  }
}

const placeOf = ({ kind }, value) => (kind === "log" ? Math.log10(value) : Number(value));
