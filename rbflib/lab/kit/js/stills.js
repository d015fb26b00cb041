// The still outputs that stand before a widget for where it cannot run: see kit/display.py.

const TRIES = 600; // frames: a widget is made before it is on the page

export function hideStills(model, el, tries = TRIES) {
  let output = el.closest(".jp-OutputArea-child");
  if (!output && tries > 0) requestAnimationFrame(() => hideStills(model, el, tries - 1));
  for (let n = model.get("stills") ?? 0; n > 0 && output; n--) {
    output = output.previousElementSibling;
    output?.style.setProperty("display", "none"); // `hidden` loses to JupyterLab's own display
  }
}
