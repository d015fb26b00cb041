// The foot of a picture: what a pointer can do in it, and the buttons that all explorers have.

import { newButton } from "./button.js";
import { pictureButton, textButton } from "./copy.js";
import { keysOf } from "./keys.js";
import { fullScreenButton, projectorSwitch } from "./projector.js";
import { statusLine } from "./words.js";

// Asks for a file, such as a table, and gives it to Python; it goes nowhere else.
function openButton(source, what, accept) {
  const input = document.createElement("input");
  Object.assign(input, { type: "file", accept, hidden: true, ariaLabel: `open ${what}` });
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (file) source.send({ kind: "open", name: file.name }, [await file.arrayBuffer()]);
    input.value = ""; // the same one may be opened again
  });
  return [newButton(`open ${what}`, () => input.click()), input];
}

export class Foot {
  el = document.createElement("div");
  hint = document.createElement("span");
  message = statusLine();

  // start() goes back to the start.
  constructor({ source, el, frames, start }) {
    const { hint, opens } = source.get("_description");
    const link = source.get("_link"); // a page of the book has addresses of states
    this.hint.textContent = [hint, "Ctrl+Z takes a move back"].filter(Boolean).join(" · ");
    this.projector = projectorSwitch(frames.sharpness.rest);
    const alone = fullScreenButton(el, frames.sharpness.rest);
    this.keys = keysOf(el);
    this.el.className = "rbflib-foot";
    this.el.append(
      this.hint,
      this.message,
      newButton("back to the start", start),
      ...(opens.length ? openButton(source, ...opens) : []),
      pictureButton(frames.export2x, this.say),
      textButton("copy code", "rbflib.py", () => source.code(), this.say),
      ...(link ? [textButton("copy link", "link.txt", () => link(source.values), this.say)] : []),
      this.projector.button,
      ...(alone ? [alone] : []),
      this.keys.button,
      this.keys.list,
    );
  }

  // In place of the hint, for four seconds.
  say = (text) => {
    clearTimeout(this.passing);
    this.message.textContent = text;
    this.hint.hidden = text !== "";
    if (text) this.passing = setTimeout(this.say, 4000, "");
  };

  end() {
    clearTimeout(this.passing);
    this.projector.end();
  }
}
