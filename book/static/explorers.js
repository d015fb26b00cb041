// Explorers: pictures until the reader comes near. Then each picture makes room for its explorer,
// when that has drawn the same.

import newExplorer from "./kit/explorer.js";
import { RecordedModel } from "./recording/model.js";
import { Store } from "./recording/store.js";

const NEAR = "300px"; // below the screen
const FAULT = "The sliders of this picture did not come. Load the page again to try once more.";
const OLD = "The sliders of this picture need a newer browser.";
const NEEDED = ["DecompressionStream", "createImageBitmap"];

export function watchExplorers(pictures) {
  const near = new IntersectionObserver(
    (entries) => {
      for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
        near.unobserve(target);
        wake(target);
      }
    },
    { rootMargin: NEAR },
  );
  for (const picture of pictures) near.observe(picture);
}

async function wake(el) {
  const place = document.createElement("div");
  try {
    if (!NEEDED.every((name) => name in globalThis)) throw new Error(OLD);
    const store = new Store(new URL(`recordings/${el.dataset.explorer}/`, import.meta.url));
    const model = new RecordedModel(store, await store.index());
    await model.open();
    el.append(place);
    const explorer = newExplorer();
    explorer.initialize({ model });
    explorer.render({ model, el: place });
    await drawn(place);
    el.querySelector("img").remove();
  } catch (fault) {
    console.warn(fault);
    place.remove();
    const words = document.createElement("p");
    words.textContent = fault.message === OLD ? OLD : FAULT;
    el.after(words);
  }
}

// When the first frame is there.
function drawn(place) {
  return new Promise((done) => {
    const look = () => (place.dataset.drawn ? done() : requestAnimationFrame(look));
    look();
  });
}
