// Shows the newest frame and what is said of it, and sends the pointer back.
// A point of the picture travels as (u, v): shares of its width and height, from the lower left.

import { footOf } from "./foot.js";
import { giveHand } from "./hand.js";
import { keepModels } from "./keep.js";
import { askKernel } from "./kernel.js";
import { nameControls } from "./names.js";
import { projectorSwitch } from "./projector.js";
import { Results } from "./results.js";
import { nameAll } from "./shown.js";
import { Film } from "./stage/film.js";
import { Pointer } from "./stage/pointer.js";
import { asleepNote } from "./words.js";

const ASLEEP =
  "This picture waits for the kernel. If nothing is running, choose Run ▸ Run All Cells in the menu.";

function render({ model, el }) {
  el.classList.add("rbflib-stage");
  const picture = pictureOf(model);
  const results = new Results();
  const asleep = asleepNote(ASLEEP);
  const pointer = new Pointer((message) => model.send(message));
  const ask = (wanted) => model.send({ kind: "sharpen", ...wanted });
  const film = new Film({ el, picture, ask });
  const projector = projectorSwitch(film.sharpness.rest);
  el.append(asleep, picture, ...results.parts, footOf(model.get("hint"), projector.button));

  function say() {
    results.show(model.get("said"));
    picture.setAttribute("aria-label", model.get("said").words);
  }

  async function show() {
    const frame = model.get("frame");
    if (frame === film.frame) return say();
    if (!(await film.show(frame))) return;
    say();
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
    results.end();
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
