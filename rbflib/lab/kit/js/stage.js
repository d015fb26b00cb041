// Shows the newest frame and the line of words, and sends the pointer back.
// A point of the picture travels as (u, v): shares of its width and height, from the lower left.

import { giveHand } from "./hand.js";
import { keepModels } from "./keep.js";
import { askKernel } from "./kernel.js";
import { nameControls } from "./names.js";
import { projectorSwitch } from "./projector.js";
import { nameAll } from "./shown.js";
import { Film } from "./stage/film.js";
import { Pointer } from "./stage/pointer.js";
import { asleepNote, statusLine } from "./words.js";

const ASLEEP =
  "This picture waits for the kernel. If nothing is running, choose Run ▸ Run All Cells in the menu.";

function render({ model, el }) {
  el.classList.add("rbflib-stage");
  const picture = pictureOf(model);
  const words = statusLine();
  const asleep = asleepNote(ASLEEP);
  const pointer = new Pointer((message) => model.send(message));
  const ask = (wanted) => model.send({ kind: "sharpen", ...wanted });
  const film = new Film({ el, picture, ask });
  const projector = projectorSwitch(film.sharpness.rest);
  el.append(picture, projector.button, words, asleep);

  function sayWords() {
    words.textContent = model.get("words");
    picture.setAttribute("aria-label", model.get("words"));
  }

  async function show() {
    const frame = model.get("frame");
    if (frame === film.frame) return sayWords();
    if (!(await film.show(frame))) return;
    sayWords();
    pointer.answered();
  }

  function receive(message, buffers) {
    if (message.kind === "sharp") film.sharpen(message, buffers[0]);
    if (message.kind === "settled") pointer.answered();
  }

  model.on("change", show);
  model.on("msg:custom", receive);
  if (model.get("draggable") || model.get("clickable")) giveHand(picture, pointer);
  show();
  const endings = [askKernel(model, el, asleep), nameAll(el, nameControls)];

  return () => {
    film.sharpness.end();
    projector.end();
    for (const end of endings) end();
    model.off("change", show);
    model.off("msg:custom", receive);
  };
}

function pictureOf(model) {
  const picture = document.createElement("canvas");
  picture.setAttribute("role", "img");
  picture.classList.toggle("rbflib-draggable", model.get("draggable"));
  picture.classList.toggle("rbflib-clickable", model.get("clickable"));
  return picture;
}

export default { initialize: keepModels, render };
