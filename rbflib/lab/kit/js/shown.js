// A widget is made before it stands on the page, and ipywidgets fills in its neighbors later.

const OURS = ".rbflib-explorer, .rbflib-quiz";

// Calls action(explorer or quiz) once the element stands in one on the page, on the screen or not;
// undone by the returned function.
export function whenShown(el, action) {
  let undo = () => {};
  const look = () => {
    const ours = el.isConnected && el.closest(OURS);
    if (!ours) return;
    added.disconnect();
    undo = action(ours);
  };
  const added = new MutationObserver(look);
  added.observe(document, { childList: true, subtree: true });
  look();
  return () => {
    added.disconnect();
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
