// What can be dragged in a recorded picture: a handle goes to the recorded places around it.

const FEWEST = 3; // places; a handle with fewer leads nowhere
const ASPECT = 2; // a picture is about twice as wide as it is high
const PLACES = 5; // where a state of the index has its handles: [name, u, v] each

export class RecordedHandles {
  // `held` names the controls that each handle moves.
  constructor({ controls, held, states }) {
    Object.assign(this, { controls, held, states });
  }

  // Whether a handle can be dragged at a state.
  canDrag(name, at) {
    return this.around(name, at).length >= FEWEST;
  }

  // Number of the state whose handle is nearest to a place.
  nearest(name, { u, v }, at) {
    return least(this.around(name, at), (place) => far(place, { u, v }));
  }

  // Number of the next state in the direction of an arrow key.
  next(name, right, up, at) {
    const around = this.around(name, at);
    const from = around.find(({ number }) => number === at);
    const ahead = around.filter((place) => isAhead(place, from, right, up));
    return ahead.length ? least(ahead, (place) => far(place, from)) : at;
  }

  // Where a handle was recorded with all that it does not move as it is: {number, u, v} each.
  around(name, at) {
    const moved = this.controls.map((control) => (this.held[name] ?? []).includes(control.name));
    const [now] = this.states[at];
    const places = [];
    this.states.forEach(([values, ...more], number) => {
      if (!values.every((value, i) => moved[i] || value === now[i])) return;
      const place = more[PLACES - 1]?.find(([other]) => other === name);
      if (place) places.push({ number, u: place[1], v: place[2] });
    });
    return places;
  }
}

const far = (a, b) => Math.hypot(ASPECT * (a.u - b.u), a.v - b.v);

function isAhead(place, from, right, up) {
  const [x, y] = [ASPECT * (place.u - from.u), place.v - from.v];
  const along = x * Math.sign(right) + y * Math.sign(up);
  return along > 0 && along >= Math.hypot(x, y) * Math.SQRT1_2; // within 45 degrees
}

function least(places, cost) {
  const costs = places.map(cost);
  return places[costs.indexOf(Math.min(...costs))].number;
}
