// Formulas in what was said after the page had come.

export function typeset(el) {
  window.MathJax?.typesetPromise?.([el]);
}
