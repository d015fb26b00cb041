// Alternative texts of still pictures. Python writes them into the metadata of an output, where
// nbconvert finds them; JupyterLab does not look there.

const PNG = "image/png";
const DESCRIBED = Symbol.for("rbflib.describeStills");

export function describeStills({ widget_manager: manager }) {
  const page = manager?.context; // JupyterLab's; others have none
  if (!page?.model?.cells || page[DESCRIBED]) return;
  page[DESCRIBED] = true;
  const seen = new WeakSet(); // the reader's own may have no text
  const look = () => {
    if (page.isDisposed) observer.disconnect();
    for (const image of document.querySelectorAll(".jp-RenderedImage img:not([alt])")) {
      if (!seen.has(image)) describe(image, page.model);
      seen.add(image);
    }
  };
  // Each move of a slider changes texts, which are no elements.
  const observer = new MutationObserver((changes) => changes.some(addsElements) && look());
  observer.observe(document.body, { childList: true, subtree: true });
  look();
}

const addsElements = ({ addedNodes }) =>
  [...addedNodes].some(({ nodeType }) => nodeType === Node.ELEMENT_NODE);

// An output is found by its bytes: only a part of a long page is in the document.
function describe(image, { cells }) {
  for (const { outputs } of cells)
    for (let i = 0; i < (outputs?.length ?? 0); i++) {
      const { data, metadata } = outputs.get(i);
      const alt = metadata?.[PNG]?.alt;
      if (alt && image.src.endsWith(data[PNG]?.trim())) image.alt = alt;
    }
}
