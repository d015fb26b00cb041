// The still outputs that stand before a widget for where it cannot run: see kit/display.py.

export function hideStills(model, el) {
  const placed = new ResizeObserver(() => {
    let output = el.closest(".jp-OutputArea-child"); // a widget is made before it is on the page
    if (!output) return;
    placed.disconnect();
    for (let n = model.get("stills") ?? 0; n > 0 && output; n--) {
      output = output.previousElementSibling;
      output?.style.setProperty("display", "none"); // `hidden` loses to JupyterLab's own display
    }
  });
  placed.observe(el);
}
