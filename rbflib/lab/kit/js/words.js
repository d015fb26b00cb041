// Paragraphs of words.

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
