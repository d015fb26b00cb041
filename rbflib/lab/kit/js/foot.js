// The foot of a picture: what the hand can do in it, and the buttons that all explorers have.

import { footButton } from "./button.js";
import { askCode } from "./code.js";
import { codeButton, pictureButton } from "./copy.js";
import { goToEnds } from "./end.js";
import { keysButton } from "./keys.js";
import { projectorSwitch } from "./projector.js";
import { whenShown } from "./shown.js";
import { takeNumbers } from "./typed.js";
import { onUndo } from "./undo.js";
import { statusLine } from "./words.js";

// twice() gives a canvas with twice the pixels, or a promise of one; isAsleep() says whether no
// kernel answers; onSwitch() is called when the projector view goes on or off.
export function newFoot(model, el, { twice, isAsleep, onSwitch }) {
  const send = (message) => model.send(message);
  const words = new FootWords(model);
  const projector = projectorSwitch(onSwitch);
  const keys = keysButton(el);
  const foot = document.createElement("div");
  foot.className = "rbflib-foot";
  foot.append(
    ...words.parts,
    footButton("back to the start", () => send({ kind: "start" })),
    pictureButton(twice, words.say),
    codeButton(() => askCode(model, isAsleep()), words.say),
    projector.button,
    keys.button,
    keys.list,
  );
  const undone = onUndo(el, () => send({ kind: "undo" }));
  const taken = whenShown(el, (explorer) => takeNumbers(explorer, send));
  const endings = [words.end, projector.end, keys.end, undone, taken, whenShown(el, goToEnds)];
  const end = () => {
    for (const ending of endings) ending();
  };
  return { el: foot, end };
}

export const TOLD_MS = 4000;

// What the hand can do; and in its place for a moment what was just done, or what the kernel tells.
class FootWords {
  hint = document.createElement("span");
  told = statusLine();

  constructor(model) {
    const all = [model.get("hint"), "Ctrl+Z takes a move back"];
    this.model = model;
    this.hint.textContent = all.filter(Boolean).join(" · ");
    this.parts = [this.hint, this.told];
    model.on("msg:custom", this.listen);
  }

  listen = ({ kind, text }) => {
    if (kind === "told") this.say(text);
  };

  say = (text) => {
    clearTimeout(this.passing);
    this.told.textContent = text;
    this.hint.hidden = text !== "";
    if (text) this.passing = setTimeout(this.say, TOLD_MS, "");
  };

  end = () => {
    clearTimeout(this.passing);
    this.model.off("msg:custom", this.listen);
  };
}
