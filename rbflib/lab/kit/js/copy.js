// The picture for slides and reports: as a PNG into the clipboard, or where a page may not write
// there, as a file.

import { footButton } from "./foot.js";

const TOLD_MS = 2000;

// draw() gives a canvas with twice the pixels, or a promise of one.
export function copyButton(draw) {
  const button = footButton("copy picture", async () => {
    const png = Promise.resolve(draw()).then(pngOf);
    tell(button, await copied(png));
  });
  return button;
}

async function copied(png) {
  try {
    // The promise itself: a browser lets a click write only as long as it is fresh.
    await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
    return "copied";
  } catch {
    download(await png);
    return "saved as a file";
  }
}

const pngOf = (canvas) => new Promise((done) => canvas.toBlob(done, "image/png"));

function download(png) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(png);
  link.download = "rbflib.png";
  link.click();
  URL.revokeObjectURL(link.href);
}

function tell(button, text) {
  const before = button.textContent;
  button.textContent = text;
  setTimeout(() => {
    button.textContent = before;
  }, TOLD_MS);
}
