// Explorers: pictures until the reader comes near. Then the widgets' scripts are loaded, once for
// all, and each picture makes room for its explorer when that has drawn the same.

const here = new URL(".", import.meta.url);
const at = (path) => new URL(path, here).href;
const NEAR = "300px"; // below the screen
const FAULT = "The sliders of this picture did not come. Load the page again to try once more.";

// Where their scripts, with the icons beside them, and their recordings lie.
const PATHS = {
  anywidget: at("anywidget/index"),
  "@jupyter-widgets/html-manager/dist": at("widgets"),
  "@jupyter-widgets": at("widgets"),
};
window.__jupyter_widgets_assets_path__ = at("widgets/");
window.rbflibRecordings = at("recordings/");

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
  try {
    const manager = await managerOf(el.dataset.page);
    const view = await manager.create_view(await manager.get_model(el.dataset.model));
    const place = document.createElement("div");
    el.append(place);
    await manager.display_view(view, place);
    await drawn(place);
    el.querySelector("img").remove();
  } catch (fault) {
    console.warn(fault);
    const words = document.createElement("p");
    words.textContent = FAULT;
    el.after(words);
  }
}

let managing = null;

function managerOf(page) {
  managing ??= newManager(page);
  return managing;
}

async function newManager(page) {
  const state = fetch(at(`explorers/${page}.json`)).then((answer) => answer.json());
  await script("require.js");
  window.require.config({ paths: PATHS });
  await script("widgets/libembed-amd.js");
  await required("@jupyter-widgets/html-manager/dist/libembed-amd"); // with the icons' style
  const { HTMLManager } = await required("@jupyter-widgets/html-manager");
  const manager = new HTMLManager({ loader: required });
  await manager.set_state(await state);
  return manager;
}

const required = (name) => new Promise((done, fail) => window.require([name], done, fail));

function script(path) {
  return new Promise((done, fail) => {
    const el = document.createElement("script");
    Object.assign(el, { src: at(path), onload: done, onerror: fail });
    document.head.append(el);
  });
}

// When the first frame is there.
function drawn(place) {
  return new Promise((done) => {
    const look = () => (place.querySelector("[data-drawn]") ? done() : requestAnimationFrame(look));
    look();
  });
}
