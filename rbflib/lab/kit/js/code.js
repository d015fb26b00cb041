// The state as lines of Python. The kernel writes them when they are asked for.

export const PATIENCE_MS = 5000; // for an answer
export const NO_KERNEL =
  "The kernel writes the code, and none answers: choose Run ▸ Run All Cells.";

// A promise of the lines. A fault that is known at once is thrown: a promise that is broken before
// anyone waits for it is a fault of the page.
export function askCode(model, isAsleep) {
  if (isAsleep) throw new Error(NO_KERNEL);
  model.send({ kind: "write" });
  return new Promise((done, fail) => {
    const end = () => {
      clearTimeout(waiting);
      model.off("msg:custom", listen);
    };
    const giveUp = (words) => {
      end();
      fail(new Error(words));
    };
    const listen = ({ kind, text, fault }) => {
      if (kind !== "code") return;
      if (fault) return giveUp(fault);
      end();
      done(text);
    };
    const waiting = setTimeout(giveUp, PATIENCE_MS, NO_KERNEL);
    model.on("msg:custom", listen);
  });
}
