// A widget is made before it stands on the page, and ipywidgets fills in its neighbors later.

const OURS = ".rbflib-explorer, .rbflib-quiz";

// Calls action(explorer or quiz) once the element stands in one; undone by the returned function.
export function whenShown(el, action) {
  let undo = () => {};
  const appears = new ResizeObserver(() => {
    const ours = el.closest(OURS);
    if (!ours) return;
    appears.disconnect();
    undo = action(ours);
  });
  // On a small screen the element itself has no box, and its parts stand in the explorer.
  for (const e of [el, ...el.children]) appears.observe(e);
  return () => {
    appears.disconnect();
    undo();
  };
}

// Calls name(explorer or quiz) now and whenever an element is added to it.
export function nameAll(el, name) {
  return whenShown(el, (ours) => {
    const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;
    const added = new MutationObserver((changes) => {
      if (changes.some((change) => [...change.addedNodes].some(isElement))) name(ours);
    });
    added.observe(ours, { childList: true, subtree: true });
    name(ours);
    return () => added.disconnect();
  });
}
