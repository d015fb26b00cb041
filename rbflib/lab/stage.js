// Shows the newest frame and the line of words, and sends the pointer back.
// A point of the picture travels as (u, v): shares of its width and height, from the lower left.

function render({ model, el }) {
  el.classList.add("rbflib-stage");
  const picture = document.createElement("img");
  picture.draggable = false;
  picture.decoding = "sync"; // painted with the next frame, never a blank one first
  const words = statusLine();
  const asleep = paragraph("rbflib-asleep");
  asleep.textContent =
    "This picture waits for the kernel. If nothing is running, choose Run ▸ Run All Cells in the menu.";
  el.append(picture, words, asleep);

  let frame = null;
  let waiting = false; // a move was sent and its frame has not come yet
  let moved = false; // since the hand went down
  let newestMove = null; // a move to send after that

  // The picture first: new words make the browser lay out the page before it decodes.
  function show() {
    if (model.get("frame") === frame) return sayWords();
    frame = model.get("frame");
    // A data address is shown some milliseconds sooner than a blob's.
    picture.src = "data:image/png;base64," + toBase64(frame);
  }

  picture.addEventListener("load", () => {
    waiting = false;
    if (newestMove) sendMove(newestMove);
    sayWords();
  });

  function sayWords() {
    words.textContent = model.get("words");
    picture.alt = model.get("words");
  }

  function place(event) {
    const box = picture.getBoundingClientRect();
    return {
      u: (event.clientX - box.left) / box.width,
      v: 1 - (event.clientY - box.top) / box.height,
    };
  }

  function sendMove(move) {
    newestMove = null;
    waiting = true;
    model.send(move);
  }

  picture.addEventListener("pointerdown", (event) => {
    if (!model.get("draggable") && !model.get("clickable")) return;
    event.preventDefault();
    picture.setPointerCapture(event.pointerId);
    model.send({ kind: "down", ...place(event) });
  });
  picture.addEventListener("pointermove", (event) => {
    if (!picture.hasPointerCapture(event.pointerId)) return;
    moved = true;
    const move = { kind: "move", ...place(event) };
    // One move at a time, so that a slow kernel is never behind the hand.
    if (waiting) newestMove = move;
    else sendMove(move);
  });
  picture.addEventListener("pointerup", (event) => {
    if (!picture.hasPointerCapture(event.pointerId)) return;
    if (moved) sendMove({ kind: "move", ...place(event) }); // where the hand let go
    waiting = moved = false;
    model.send({ kind: "up", ...place(event) });
  });

  function settle(message) {
    if (message.kind !== "settled") return;
    waiting = false;
    if (newestMove) sendMove(newestMove);
  }

  model.on("change", show);
  model.on("msg:custom", settle);
  picture.classList.toggle("rbflib-draggable", model.get("draggable"));
  picture.classList.toggle("rbflib-clickable", model.get("clickable"));
  show();
  const endings = [askKernel(model, asleep), nameControls(el)];

  return () => {
    endings.forEach((end) => end());
    model.off("change", show);
    model.off("msg:custom", settle);
  };
}

function toBase64(view) {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  if (bytes.toBase64) return bytes.toBase64();
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192)
    text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
}

export default { render };
