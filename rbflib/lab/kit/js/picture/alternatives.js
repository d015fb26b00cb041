// Alternative texts of still pictures. Python writes them into the metadata of an output, where
// nbconvert finds them; JupyterLab does not look there.

const PNG = "image/png";
const DESCRIBED = Symbol.for("rbflib.describeStills");

export function describeStills({ widget_manager: manager }) {
  const page = manager?.context; // JupyterLab's; others have none
  if (!page?.model?.cells || page[DESCRIBED]) return;
  page[DESCRIBED] = new WeakSet(); // images that were looked at: the reader's own may have no text
  const look = () => {
    if (page.isDisposed) return observer.disconnect();
    for (const image of document.querySelectorAll(".jp-RenderedImage img:not([alt])"))
      if (!page[DESCRIBED].has(image)) describe(page[DESCRIBED].add(image) && image, page.model);
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  look();
}

// An output is found by its bytes: only a part of a long page is in the document.
function describe(image, { cells }) {
  for (const { outputs } of cells)
    for (let i = 0; i < (outputs?.length ?? 0); i++) {
      const { data, metadata } = outputs.get(i);
      const alt = metadata?.[PNG]?.alt;
      if (alt && image.src.endsWith(data[PNG]?.trim())) image.alt = alt;
    }
}
