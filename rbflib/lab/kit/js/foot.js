// The foot of an explorer: what a pointer can do in the picture, and the buttons that all explorers
// have, in groups. Each has an icon, and where there is room a short name beside it.

import { newButton } from "./button.js";
import { pictureButton, textButton } from "./copy.js";
import { element, shape } from "./element.js";
import { keysOf } from "./keys.js";
import { fullScreenButton, projectorSwitch } from "./projector.js";
import { statusLine } from "./words.js";

// Lines on 16 × 16 pixels.
const ICONS = {
  undo: "M6 3 2.5 6.5 6 10M3 6.5h6.5a4 4 0 0 1 0 8H7",
  start: "M3 3v10M13 3.5v9L6 8z",
  table: "M2 3h12v10H2zM2 6.5h12M2 9.5h12M6.5 3v10",
  picture: "M2 3h12v10H2zM2 11l4-4 3.5 3.5L11 9l3 3M10.5 6h.01",
  code: "M5.5 4 2 8l3.5 4M10.5 4 14 8l-3.5 4",
  link: "M7 9.5a3 3 0 0 0 4.3 0l2-2a3 3 0 0 0-4.3-4.3l-.8.8M9 6.5a3 3 0 0 0-4.3 0l-2 2A3 3 0 0 0 7 12.8l.8-.8",
  projector: "M2 3h12v8H2zM8 11v3M5 14h6",
  "full screen": "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4",
  keys: "M1.5 4.5h13v7h-13zM4 7h.01M6.7 7h.01M9.3 7h.01M12 7h.01M5.5 9.5h5",
};

// Asks for a file, such as a table, and gives it to Python; it goes nowhere else.
function openButton(source, what, accept) {
  const look = { accept, hidden: true, ariaLabel: `open ${what}` };
  const input = element("input", { type: "file", ...look });
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (file) source.send({ kind: "open", name: file.name }, [await file.arrayBuffer()]);
    input.value = ""; // the same one may be opened again
  });
  return [newButton(`open ${what}`, () => input.click()), input];
}

export class Foot {
  message = statusLine();

  // start() goes back to the start, undo() takes a move back.
  constructor({ source, el, frames, start, undo }) {
    const { hint, opens } = source.get("_description");
    const link = source.get("_link"); // a page of the book has addresses of states
    this.hint = element("span", { textContent: hint });
    this.projector = projectorSwitch(frames.sharpness.rest);
    const alone = fullScreenButton(el, frames.sharpness.rest);
    this.keys = keysOf(el);
    const [open, ...file] = opens.length ? openButton(source, ...opens) : [];
    this.el = element(
      "div",
      { className: "rbflib-foot" },
      this.hint,
      this.message,
      group({
        undo: newButton("undo", undo, { title: "take the last move back (Ctrl+Z)" }),
        start: newButton("back to the start", start),
        [opens[0]]: open,
      }),
      group({
        picture: pictureButton(frames.export2x, this.say),
        code: textButton("copy code", "rbflib.py", () => source.code(), this.say),
        link: link && textButton("copy link", "link.txt", () => link(source.values), this.say),
      }),
      group({ projector: this.projector.button, "full screen": alone }),
      group({ keys: this.keys.button }),
      ...file,
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

function group(buttons) {
  const shown = Object.entries(buttons).filter(([, button]) => button);
  return element("div", {}, ...shown.map(([name, button]) => withIcon(button, name)));
}

// Its whole name is that of its words before; of those seen, it has a short one.
function withIcon(button, name) {
  const line = shape("path", { d: ICONS[name] ?? ICONS.table });
  const icon = shape("svg", { viewBox: "0 0 16 16", "aria-hidden": true }, line);
  button.ariaLabel = button.textContent;
  button.title ||= button.textContent;
  button.replaceChildren(icon, element("span", { textContent: name }));
  return button;
}
