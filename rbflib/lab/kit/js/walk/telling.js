// What a walk tells: the reader in words, and the kernel at which half step it rests.

import { statusLine } from "../words.js";

export class Telling {
  words = statusLine();

  constructor(model, canvas) {
    this.model = model;
    this.canvas = canvas;
    this.told = model.get("walk").step; // the half step that the kernel knows of
  }

  write(text) {
    if (this.words.textContent === text) return; // a screen reader would say it again
    this.words.textContent = text;
    this.canvas.setAttribute("aria-label", text);
  }

  // A fault: any other words belong to a step and are said with it.
  writeFault() {
    const text = this.model.get("words");
    if (!this.model.get("walk").words.includes(text)) this.write(text);
  }

  tell(step) {
    if (step === this.told) return;
    this.told = step;
    this.model.send({ kind: "step", step });
  }
}
