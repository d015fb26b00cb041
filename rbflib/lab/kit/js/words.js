// Paragraphs of words, and choices with their letters.

export const LETTERS = "ABCDEFGHIJ"; // those of the cards and slides, too

// A choice behind its letter.
export function lettered(i, text) {
  const letter = Object.assign(document.createElement("b"), { textContent: LETTERS[i] });
  return [" ", letter, ` ${text}`];
}

export function paragraph(className = "") {
  const p = document.createElement("p");
  p.className = className;
  return p;
}

// The line of words under a picture; a screen reader says it when it changes.
export function statusLine() {
  const words = paragraph();
  words.setAttribute("role", "status");
  words.setAttribute("aria-live", "polite");
  return words;
}

// Messages while no kernel answers.
export function asleepNote(text) {
  const note = paragraph("rbflib-asleep");
  note.textContent = text;
  return note;
}
