// Shows the newest frame and what is said of it, and sends the pointer back. What is called the model
// here is the source of both: see source.js.
// A point of the picture travels as (u, v): shares of its width and height, from the lower left.

import { giveCross } from "./cross.js";
import { newFoot } from "./foot.js";
import { giveHand } from "./hand.js";
import { Handles } from "./handles.js";
import { keepModels } from "./keep.js";
import { askKernel } from "./kernel.js";
import { nameControls } from "./names.js";
import { Panels } from "./panels.js";
import { newPicture } from "./picture.js";
import { withPlayers } from "./player.js";
import { expectSteps } from "./ready.js";
import { Results } from "./results.js";
import { nameAll } from "./shown.js";
import { withSource } from "./source.js";
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
  const send = (message) => model.send(message);
  const pointer = new Pointer(send);
  const holding = {
    handOf: (handle) => pointer.holding({ handle }),
    nudge: (handle, right, up) => send({ kind: "nudge", handle, right, up }),
  };
  const handles = new Handles(picture, holding);
  const clickable = model.get("clickable");
  const hand = model.get("handles").length || clickable ? pointer : null;
  const boxes = model.get("panels");
  const panels = new Panels(picture, boxes.length > 1 ? boxes : [], {
    hand,
    clickable,
    ...holding,
  });
  el.classList.toggle("rbflib-several", boxes.length > 1);
  const ask = (wanted) => model.send({ kind: "sharpen", ...wanted });
  const film = new Film({ el, picture, panels, ask });
  const isAsleep = () => !asleep.hidden;
  const foot = newFoot(model, el, {
    twice: () => (isAsleep() ? picture : film.twice()),
    isAsleep,
    onSwitch: film.sharpness.rest,
  });
  el.append(asleep, picture.parentElement, panels.el, ...results.parts, foot.el);

  function say() {
    const { words } = model.get("said");
    handles.show(model.get("handles"));
    panels.show(model.get("handles"), words);
    results.show(model.get("said"));
    picture.setAttribute("aria-label", words);
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
  if (hand) giveHand(picture, hand);
  if (clickable) giveCross(picture, pointer);
  show();
  const endings = [askKernel(model, el, asleep), nameAll(el, nameControls), foot.end];

  return () => {
    results.end();
    panels.end();
    film.sharpness.end();
    for (const end of endings) end();
    model.off("change", show);
    model.off("msg:custom", receive);
  };
}

function pictureOf(model) {
  const picture = newPicture();
  picture.classList.toggle("rbflib-draggable", model.get("handles").length > 0);
  picture.classList.toggle("rbflib-clickable", model.get("clickable"));
  return picture;
}

function initialize({ model }) {
  keepModels({ model });
  expectSteps({ model });
}

export default { initialize, render: withPlayers(withSource(render)) };
