// A hand in a picture: down(place), move(place), up(place) or cancel(), with place as shares (u, v)
// of width and height from the lower left. down() says whether it holds something. The pointer is the
// hand, with its first button; or, on the keyboard, a cross: arrow keys move it, Enter clicks, the
// space bar holds and lets go, Escape takes back what was moved since.
function giveHand(picture, { down, move, up, cancel, hover = () => {} }) {
  const placeOf = (event) => {
    const box = picture.getBoundingClientRect();
    const u = (event.clientX - box.left) / box.width;
    return { u, v: 1 - (event.clientY - box.top) / box.height };
  };
  picture.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary || !down(placeOf(event))) return;
    event.preventDefault();
    picture.setPointerCapture(event.pointerId);
  });
  picture.addEventListener("pointermove", (event) => {
    hover(placeOf(event));
    if (picture.hasPointerCapture(event.pointerId)) move(placeOf(event));
  });
  picture.addEventListener("pointerup", (event) => {
    if (picture.hasPointerCapture(event.pointerId)) up(placeOf(event));
  });
  picture.addEventListener("pointercancel", (event) => {
    if (picture.hasPointerCapture(event.pointerId)) cancel();
  });

  const cross = document.createElement("div");
  cross.className = "rbflib-cross";
  cross.hidden = true;
  picture.after(cross);
  picture.tabIndex = 0;
  picture.setAttribute("data-lm-suppress-shortcuts", "true");
  picture.setAttribute(
    "aria-description",
    "Arrow keys move a cross, Enter clicks, the space bar holds and lets go, Escape takes it back.",
  );
  let place = { u: 0.3, v: 0.6 };
  let held = false;

  function show() {
    cross.hidden = !picture.matches(":focus-visible");
    cross.classList.toggle("rbflib-held", held);
    cross.style.left = `${picture.offsetLeft + place.u * picture.clientWidth}px`;
    cross.style.top = `${picture.offsetTop + (1 - place.v) * picture.clientHeight}px`;
  }

  function walk(right, upward) {
    const inside = (x) => Math.min(Math.max(x, 0), 1);
    const ratio = picture.clientWidth / picture.clientHeight;
    place = { u: inside(place.u + right), v: inside(place.v + upward * ratio) };
    if (held) move(place);
  }

  const letGo = () => {
    if (held) up(place);
    held = false;
  };
  const step = (event) => (event.shiftKey ? 0.05 : 0.01);
  const keys = {
    ArrowLeft: (event) => walk(-step(event), 0),
    ArrowRight: (event) => walk(step(event), 0),
    ArrowUp: (event) => walk(0, step(event)),
    ArrowDown: (event) => walk(0, -step(event)),
    Enter: () => {
      letGo();
      if (down(place)) up(place);
    },
    " ": () => (held ? letGo() : (held = down(place))),
    Escape: () => {
      cancel();
      held = false;
    },
  };
  picture.addEventListener("keydown", (event) => {
    if (!(event.key in keys) || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape" && !held) return; // JupyterLab's: out of the picture
    event.preventDefault();
    event.stopPropagation();
    keys[event.key](event);
    show();
  });
  picture.addEventListener("focus", show);
  picture.addEventListener("blur", () => {
    letGo();
    show();
  });
}
