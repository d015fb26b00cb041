// Paragraphs of words, and choices with their letters.

import { element } from "./element.js";

export const LETTERS = "ABCDEFGHIJ"; // those of the cards and slides, too

// A choice behind its letter.
export function lettered(i, text) {
  return [" ", element("b", { textContent: LETTERS[i] }), ` ${text}`];
}

export function paragraph(className = "", textContent = "") {
  return element("p", { className, textContent });
}

// The line of words under a picture; a screen reader says it when it changes.
export function statusLine() {
  const words = paragraph();
  words.setAttribute("role", "status");
  words.setAttribute("aria-live", "polite");
  return words;
}
