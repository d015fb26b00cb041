// The still outputs that stand before a widget for where it cannot run: see kit/display.py.

// Tries again for so many frames: a widget is made before it is on the page.
export function hideStills(model, el, tries = 600) {
  let output = el.closest(".jp-OutputArea-child");
  if (!output && tries > 0) requestAnimationFrame(() => hideStills(model, el, tries - 1));
  for (let n = model.get("stills") ?? 0; n > 0 && output; n--) {
    output = output.previousElementSibling;
    output?.style.setProperty("display", "none"); // `hidden` loses to JupyterLab's own display
  }
}
