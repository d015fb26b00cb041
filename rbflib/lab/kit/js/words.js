// Paragraphs of words. Put before the other files.

function paragraph(className = "") {
  const p = document.createElement("p");
  p.className = className;
  return p;
}

// The line of words under a picture; a screen reader says it when it changes.
function statusLine() {
  const words = paragraph();
  words.setAttribute("role", "status");
  words.setAttribute("aria-live", "polite");
  return words;
}
