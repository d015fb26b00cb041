// Steps of the hand that need not wait. While it rests, the kernel tells what a step on will show, and
// the step back. Such a step is shown at once. The kernel answers it all the same, and has the last
// word.

import { modelsOf } from "./recording/controls.js";

export class Told {
  steps = [];
  hearing = null;

  // show(step) is called at the move of a control that the kernel has told of.
  constructor(model, show) {
    Object.assign(this, { model, show });
  }

  tell(steps) {
    this.steps = steps;
    this.hearing ??= this.hear();
  }

  forget() {
    this.steps = [];
  }

  async hear() {
    for (const [name, control] of await modelsOf(this.model, "controls"))
      for (const trait of ["value", "index"])
        control.on(`change:${trait}`, () => this.moved(name, trait, control.get(trait)));
  }

  moved(name, trait, value) {
    const step = this.steps.find(
      ({ move }) => move[0] === name && move[1] === trait && isNear(value, move[2]),
    );
    this.forget();
    if (step) this.show(step);
  }
}

// Python and the browser round marks each in its own way, 0 too.
const isNear = (value, mark) => Math.abs(value - mark) <= 1e-9 * (Math.abs(mark) || 1);
