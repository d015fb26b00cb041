// Shows the newest frame and the line of words, and sends the pointer back.
// At rest it asks for more pixels where the screen has more: a sharp screen, or a projector.
// A point of the picture travels as (u, v): shares of its width and height, from the lower left.

const REST_MS = 250;

function render({ model, el }) {
  el.classList.add("rbflib-stage");
  const picture = document.createElement("canvas");
  picture.setAttribute("role", "img");
  const pen = picture.getContext("2d");
  const words = statusLine();
  const asleep = paragraph("rbflib-asleep");
  asleep.textContent =
    "This picture waits for the kernel. If nothing is running, choose Run ▸ Run All Cells in the menu.";
  let frame = null;
  let shown = 0; // frames shown so far
  let sharpened = 1; // pixels of the shown picture for one of its frame
  let resting = null;
  let waiting = false; // a move was sent and its frame has not come yet
  let moved = false; // since the hand went down
  let newestMove = null; // a move to send after that

  const projector = projectorSwitch(rest);
  el.append(picture, projector.button, words, asleep);

  async function show() {
    if (model.get("frame") === frame) return sayWords();
    const newest = (frame = model.get("frame"));
    shown += 1;
    const image = await unpack(newest);
    if (newest !== frame) return;
    sharpened = 1;
    picture.style.width = `${image.width}px`;
    paint(image);
    sayWords();
    waiting = false;
    if (newestMove) sendMove(newestMove);
  }

  function paint(image) {
    const { width, height } = image;
    if (picture.width !== width || picture.height !== height)
      Object.assign(picture, { width, height });
    pen.putImageData(image, 0, 0);
    el.dataset.drawn = Number(el.dataset.drawn ?? 0) + 1;
    rest();
  }

  function rest() {
    clearTimeout(resting);
    resting = setTimeout(() => {
      const width = parseFloat(picture.style.width); // of the frame
      const scale = (picture.getBoundingClientRect().width / width) * window.devicePixelRatio;
      if (scale > 1.05 && Math.abs(scale - sharpened) > 0.05)
        model.send({ kind: "sharpen", scale, shown });
    }, REST_MS);
  }

  function sayWords() {
    words.textContent = model.get("words");
    picture.setAttribute("aria-label", model.get("words"));
  }

  function sendMove(move) {
    newestMove = null;
    waiting = true;
    model.send(move);
  }

  const hand = {
    down(place) {
      model.send({ kind: "down", ...place });
      return true;
    },
    move(place) {
      moved = true;
      // One move at a time, so that a slow kernel is never behind the hand.
      if (waiting) newestMove = { kind: "move", ...place };
      else sendMove({ kind: "move", ...place });
    },
    up(place) {
      if (moved) sendMove({ kind: "move", ...place }); // where the hand let go
      waiting = moved = false;
      model.send({ kind: "up", ...place });
    },
    cancel() {
      waiting = moved = false;
      newestMove = null;
      model.send({ kind: "cancel" });
    },
  };

  function receive(message, buffers) {
    if (message.kind === "sharp") sharpen(message, buffers[0]);
    if (message.kind !== "settled") return;
    waiting = false;
    if (newestMove) sendMove(newestMove);
  }

  async function sharpen(asked, larger) {
    const image = await unpack(larger);
    if (asked.shown !== shown) return;
    sharpened = asked.scale;
    paint(image);
  }

  model.on("change", show);
  model.on("msg:custom", receive);
  picture.classList.toggle("rbflib-draggable", model.get("draggable"));
  picture.classList.toggle("rbflib-clickable", model.get("clickable"));
  if (model.get("draggable") || model.get("clickable")) giveHand(picture, hand);
  show();
  const endings = [askKernel(model, el, asleep), nameAll(el, nameControls)];

  return () => {
    clearTimeout(resting);
    projector.end();
    endings.forEach((end) => end());
    model.off("change", show);
    model.off("msg:custom", receive);
  };
}

export default { initialize: keepModels, render };
