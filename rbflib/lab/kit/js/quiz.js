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
  model.on("change:words", say);
  say();
  const endings = [askKernel(model, el, asleep), nameAll(el, nameQuestions)];

  return () => {
    for (const end of endings) end();
    model.off("change:words", say);
  };
}

export default { initialize: keepModels, render };
