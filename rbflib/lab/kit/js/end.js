// The key End at a slider. Where another control has moved its end, ipywidgets' slider still goes to
// the end with which it came.

const EARLY = { capture: true }; // before the slider

// From now on; undone by the returned function.
export function goToEnds(explorer) {
  explorer.addEventListener("keydown", press, EARLY);
  return () => explorer.removeEventListener("keydown", press, EARLY);
}

export function press(event) {
  const slider = event.target.matches(".noUi-handle") && event.target.closest(".noUi-target");
  if (!slider || event.key !== "End" || slider.hasAttribute("disabled")) return;
  event.preventDefault();
  event.stopPropagation();
  slider.noUiSlider.set(Number.POSITIVE_INFINITY);
}
