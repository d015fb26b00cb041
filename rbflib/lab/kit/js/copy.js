// The picture and the code, for slides and reports: into the clipboard, or where a page may not
// write there, into a file.

import { footButton } from "./button.js";

// export2x() gives a canvas, or a promise of one; say(text) tells what has come of it.
export function pictureButton(export2x, say) {
  const make = () => Promise.resolve(export2x()).then(pngOf);
  return copyButton("copy picture", { type: "image/png", name: "rbflib.png", make, say });
}

// ask() gives a promise of the lines.
export function codeButton(ask, say) {
  const make = () => ask().then((text) => new Blob([text], { type: "text/plain" }));
  return copyButton("copy code", { type: "text/plain", name: "rbflib.py", make, say });
}

// address() gives that of the present state.
export function linkButton(address, say) {
  const make = () => Promise.resolve(new Blob([address()], { type: "text/plain" }));
  return copyButton("copy link", { type: "text/plain", name: "link.txt", make, say });
}

const pngOf = (canvas) => new Promise((done) => canvas.toBlob(done, "image/png"));

function copyButton(text, { type, name, make, say }) {
  return footButton(text, async () => {
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
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
