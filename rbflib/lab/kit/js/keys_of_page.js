// Keys in a page of Jupyter. It takes Enter and the arrow keys for itself, Notebook even in its
// capture phase, unless the focused element says that it needs them.

const SUPPRESS = "data-lm-suppress-shortcuts";

export function suppressShortcuts(elements) {
  for (const element of elements) element.setAttribute(SUPPRESS, "true");
}

// Whether a key only confirms what an input method has composed. Safari tells it by 229.
export const endsComposition = ({ isComposing, keyCode }) => isComposing || keyCode === 229;

// Saving stays Jupyter's, whatever has the focus: capturing listeners of the window come first.
globalThis.addEventListener?.("keydown", letSavingPass, { capture: true });

function letSavingPass({ key, ctrlKey, metaKey, target }) {
  if (key !== "s" || !(ctrlKey || metaKey) || !target.hasAttribute?.(SUPPRESS)) return;
  target.removeAttribute(SUPPRESS);
  setTimeout(() => suppressShortcuts([target]));
}
