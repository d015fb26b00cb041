// Paragraphs of words, and choices with their letters.

import { element } from "./element.js";

export const LETTERS = "ABCDEFGHIJ"; // those of the cards and slides, too

// Radio buttons for texts to choose from, each in a label with its letter.
export function newRadios(texts) {
  const name = `rbflib-${Math.random().toString(36).slice(2)}`;
  return texts.map((value, i) => {
    const radio = element("input", { type: "radio", name, value });
    const letter = element("b", { textContent: LETTERS[i] });
    element("label", {}, radio, " ", letter, ` ${value}`);
    return radio;
  });
}

export function paragraph(className = "", textContent = "") {
  return element("p", { className, textContent });
}

// The line of words under a picture; a screen reader says it when it changes.
export function statusLine(className = "") {
  return element("p", { className, role: "status", ariaLive: "polite" });
}

// Words that stay the same are not said again.
export function say(line, words) {
  if (line.textContent !== words) line.textContent = words;
}
