// The line of words under a quiz. ipywidgets gives its parts no group and no names: they come here.

import { keepModels } from "./keep.js";
import { askKernel } from "./kernel.js";
import { nameQuestions } from "./names.js";
import { nameAll } from "./shown.js";
import { asleepNote, statusLine } from "./words.js";

const ASLEEP =
  "This quiz waits for the kernel. If nothing is running, choose Run ▸ Run All Cells in the menu.";

function render({ model, el }) {
  const words = statusLine();
  const asleep = asleepNote(ASLEEP);
  el.append(words, asleep);

  const say = () => {
    words.textContent = model.get("words");
  };
  // The kernel asks whether values were held back: they are on their way before this reply.
  const settle = (message) => {
    if (message.kind === "settled?") model.send({ kind: "settled", number: message.number });
  };
  model.on("change:words", say);
  model.on("msg:custom", settle);
  say();
  const endings = [askKernel(model, el, asleep), nameAll(el, nameQuestions)];

  return () => {
    for (const end of endings) end();
    model.off("change:words", say);
    model.off("msg:custom", settle);
  };
}

export default { initialize: keepModels, render };
