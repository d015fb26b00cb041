// Explorers: pictures until Python is there and the reader comes near. Then each picture makes room
// for its explorer, when that has drawn. Where Python begins anew, so do they, at their values.

import { addressed, addressOf, valuesOf } from "./address.js";
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
  const goToAddress = () => {
    const [asked, settings] = addressed();
    const wanted = [...pictures].find((el) => el.dataset.explorer === asked);
    wanted?.scrollIntoView();
    const model = awake.get(wanted);
    if (model) move(model, valuesOf(settings, model.get("_description")));
  };
  addEventListener("hashchange", goToAddress);
  goToAddress();
  let last = null;
  python.watch(({ state }) => {
    if (state === last) return;
    last = state;
    // Those whose Python is gone take no orders until the new ones are there.
    if (state === "asleep")
      for (const el of awake.keys()) for (const old of el.children) old.inert = true;
    if (state === "ready") for (const picture of pictures) near.observe(picture);
  });
}

async function wake(el, python, awake) {
  const name = el.dataset.explorer;
  const before = awake.get(el);
  const model = await python.explorer(name);
  awake.set(el, model);
  const description = model.get("_description");
  const { start } = description;
  model.set("_link", (values) => addressOf(name, values, start));
  const [asked, settings] = addressed();
  if (before) move(model, before.get("_answer").values);
  else if (asked === name) move(model, valuesOf(settings, description));
  const place = mountModel(model);
  el.append(place);
  await drawn(place);
  for (const other of [...el.children]) if (other !== place) other.remove();
}

function move(model, values) {
  for (const [name, value] of Object.entries(values)) model.set(name, value);
  model.save_changes();
}

// When the first frame is there.
function drawn(place) {
  return new Promise((done) => {
    const look = () => (place.dataset.drawn ? done() : requestAnimationFrame(look));
    look();
  });
}
