// Explorers: pictures until Python is there and the reader comes near. Then each picture makes room
// for its explorer, when that has drawn. Where Python begins anew, so do they, at their values.

import { mountModel } from "./models.js";

const NEAR = "300px"; // below the screen

export function watchExplorers(pictures, python) {
  const awake = new Map(); // element -> its model
  const near = new IntersectionObserver(
    (entries) => {
      for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
        near.unobserve(target);
        wake(target, python, awake);
      }
    },
    { rootMargin: NEAR },
  );
  python.watch(({ state }) => {
    if (state === "ready") for (const picture of pictures) near.observe(picture);
  });
}

async function wake(el, python, awake) {
  const before = awake.get(el);
  const model = await python.explorer(el.dataset.explorer);
  awake.set(el, model);
  if (before) {
    const { values } = before.get("_answer");
    for (const [name, value] of Object.entries(values)) model.set(name, value);
    model.save_changes();
  }
  const place = mountModel(model);
  el.append(place);
  await drawn(place);
  for (const other of [...el.children]) if (other !== place) other.remove();
}

// When the first frame is there.
function drawn(place) {
  return new Promise((done) => {
    const look = () => (place.dataset.drawn ? done() : requestAnimationFrame(look));
    look();
  });
}
