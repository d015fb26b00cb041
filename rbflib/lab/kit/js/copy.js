// The picture and the code, for slides and reports: into the clipboard, or where a page may not
// write there, into a file.

import { newButton } from "./button.js";
import { element } from "./element.js";

// export2x() gives a canvas, or a promise of one; say(text) tells what has come of it.
export function pictureButton(export2x, say) {
  const make = async () => pngOf(await export2x());
  return copyButton("copy picture", { type: "image/png", name: "rbflib.png", make, say });
}

const pngOf = (canvas) => new Promise((done) => canvas.toBlob(done, "image/png"));

// give() gives the text, or a promise of it.
export function textButton(label, name, give, say) {
  const type = "text/plain";
  const make = async () => new Blob([await give()], { type });
  return copyButton(label, { type, name, make, say });
}

function copyButton(label, { type, name, make, say }) {
  return newButton(label, async () => {
    try {
      say(await copied(type, name, make()));
    } catch (fault) {
      say(fault.message);
    }
  });
}

async function copied(type, name, blob) {
  try {
    // The promise itself: a browser lets a click write only as long as it is fresh.
    await navigator.clipboard.write([new ClipboardItem({ [type]: blob })]);
    return "copied";
  } catch {
    download(await blob, name);
    return `saved as ${name}`;
  }
}

function download(blob, name) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}
