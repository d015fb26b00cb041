// Walks that the kernel has told of before the hand asks for them.

import { Told } from "../told.js";

export function expectWalks({ model }) {
  const told = new Told(model, ({ walk }) => model.set({ walk }));
  model.on("msg:custom", ({ kind, steps }) => {
    if (kind === "ready") told.tell(steps);
    else if (kind !== "hello") told.forget(); // the hand has played on, or changed the start
  });
}
