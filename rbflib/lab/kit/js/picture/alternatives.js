// Alternative texts of still pictures. Python writes them into the metadata of an output, where
// nbconvert finds them; JupyterLab does not look there.

const PNG = "image/png";
const IMAGES = ".jp-RenderedImage img:not([alt])";
const DESCRIBED = Symbol.for("rbflib.describeStills");

export function describeStills({ widget_manager: manager }) {
  const page = manager?.context; // JupyterLab's; others have none
  if (!page?.model?.cells || page[DESCRIBED]) return;
  page[DESCRIBED] = true;
  const seen = new WeakSet();
  const look = () => {
    if (page.isDisposed) observer.disconnect();
    else for (const image of document.querySelectorAll(IMAGES)) describe(image, page.model, seen);
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  look();
}

// Once: an output of the reader's own may have no text. An output is found by its bytes, since only
// a part of a long page is in the document.
function describe(image, { cells }, seen) {
  if (seen.has(image)) return;
  seen.add(image);
  for (const cell of cells)
    for (let i = 0; i < (cell.outputs?.length ?? 0); i++) {
      const { data, metadata } = cell.outputs.get(i);
      const alt = metadata?.[PNG]?.alt;
      if (alt && image.src.endsWith(data[PNG]?.trim())) image.alt = alt;
    }
}
