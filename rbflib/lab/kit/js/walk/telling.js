// What a walk tells: the reader in words, and the kernel at which half step it rests.

import { Results } from "../results.js";
import { walkOf } from "./moment.js";

export class Telling {
  results = new Results();

  constructor(model, canvas) {
    this.model = model;
    this.canvas = canvas;
    this.told = walkOf(model).step; // the half step that the kernel knows of
  }

  write(said) {
    if (said === this.results.shown) return;
    this.results.show(said);
    this.canvas.setAttribute("aria-label", said.words);
  }

  // A fault: anything else that is said belongs to a half step and is said with it.
  writeFault() {
    const said = this.model.get("said");
    if (!walkOf(this.model).said.some(({ words }) => words === said.words)) this.write(said);
  }

  tell(step) {
    if (step === this.told) return;
    this.told = step;
    this.model.send({ kind: "step", step });
  }
}
