// Explorers: pictures until Python is there and the reader comes near. Then each picture makes room
// for its explorer, when that has drawn (book.css). Where Python begins anew, so do they, at their
// values.

import { addressed, addressOf, valuesOf } from "./address.js";
import { HAS_CLASS } from "./class.js";
import { childrenOf, mountModel } from "./models.js";

const NEAR = "300px"; // below the screen

export function watchExplorers(cells, python) {
  const explorers = cells.cells.filter((cell) => cell.explorer);
  const near = new IntersectionObserver(
    (entries) => {
      for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
        near.unobserve(target);
        cells.wake(explorers.find(({ place }) => place === target));
      }
    },
    { rootMargin: NEAR },
  );
  for (const cell of explorers) {
    cell.place = cell.el.querySelector(".cell_output");
    cell.place.classList.add("rbflib-near");
    cell.place.dataset.explorer = cell.explorer;
    if (HAS_CLASS) cell.place.addEventListener("click", () => python.start(), { once: true });
    cell.onModel = (view) => draw(cell, view, python.models);
  }
  const goToAddress = () => {
    const [asked, settings] = addressed();
    const wanted = explorers.find(({ explorer }) => explorer === asked);
    wanted?.place.scrollIntoView();
    if (wanted?.model) move(wanted.model, valuesOf(settings, wanted.model.get("_description")));
  };
  addEventListener("hashchange", goToAddress);
  goToAddress();
  let last = null;
  python.watch(({ state }) => {
    if (state === last) return;
    last = state;
    for (const { place } of explorers)
      if (state === "ready") near.observe(place);
      // Those whose Python is gone take no orders until the new ones are there.
      else if (state === "asleep") for (const old of place.children) old.inert = true;
  });
}

// `view` is the explorer's model, or that of a box in which it is the first.
function draw(cell, view, models) {
  const { place, explorer, model: before } = cell;
  const [model] = [...childrenOf(view, models), view];
  cell.model = model;
  const description = model.get("_description");
  model.set("_link", (values) => addressOf(explorer, values, description.start));
  const [asked, settings] = addressed();
  if (before) move(model, before.get("_answer").values);
  else if (asked === explorer) move(model, valuesOf(settings, description));
  if (place.children.length > 2) place.children[1].remove(); // the one before the last
  place.append(mountModel(view, models));
}

function move(model, values) {
  for (const [name, value] of Object.entries(values)) model.set(name, value);
  model.save_changes();
}
