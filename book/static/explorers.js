// Explorers: pictures until Python is there and the reader comes near. Then each picture makes room
// for its explorer, when that has drawn.

import newExplorer from "./kit/explorer.js";

const NEAR = "300px"; // below the screen

export function watchExplorers(pictures, python) {
  const near = new IntersectionObserver(
    (entries) => {
      for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
        near.unobserve(target);
        wake(target, python);
      }
    },
    { rootMargin: NEAR },
  );
  python.watch(({ state }) => {
    if (state === "ready") for (const picture of pictures) near.observe(picture);
  });
}

async function wake(el, python) {
  const place = document.createElement("div");
  const model = await python.explorer(el.dataset.explorer);
  const explorer = newExplorer();
  explorer.initialize({ model });
  el.append(place);
  explorer.render({ model, el: place });
  await drawn(place);
  el.querySelector("img").remove();
}

// When the first frame is there.
function drawn(place) {
  return new Promise((done) => {
    const look = () => (place.dataset.drawn ? done() : requestAnimationFrame(look));
    look();
  });
}
