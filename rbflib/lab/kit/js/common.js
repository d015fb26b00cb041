// What our pictures and quizzes share.

const PATIENCE_MS = 1800; // for an answer
const PAUSE_MS = 200; // a hand that goes on asks no more often

const OURS = ".rbflib-explorer, .rbflib-quiz";
const HAND = ["pointerdown", "keydown", "change"];

// Is a kernel there? A picture restored from a file has none, and a kernel may end or start anew
// while the page is open. It is asked when the picture appears, and after every move of the hand;
// where no answer comes, a note says what to do.
function askKernel(model, el, note) {
  let asking = null;
  let waiting = null;
  note.hidden = true;

  function ask() {
    asking = null;
    waiting ??= setTimeout(() => (note.hidden = false), PATIENCE_MS);
    try {
      model.send({ kind: "hello" });
    } catch {
      note.hidden = false; // the kernel was restarted, and the way to it is closed
    }
  }

  function listen(message) {
    if (message.kind !== "hello") return;
    clearTimeout(waiting);
    waiting = null;
    note.hidden = true;
  }

  const touched = () => (asking ??= setTimeout(ask, PAUSE_MS));
  model.on("msg:custom", listen);
  model.on("comm_live_update", ask);
  ask();
  const forget = whenShown(el, (ours) => {
    for (const kind of HAND) ours.addEventListener(kind, touched, true);
    return () => HAND.forEach((kind) => ours.removeEventListener(kind, touched, true));
  });
  return () => {
    clearTimeout(asking);
    clearTimeout(waiting);
    forget();
    model.off("comm_live_update", ask);
    model.off("msg:custom", listen);
  };
}

// Calls action(explorer or quiz) once the element stands in one; undone by the returned function.
function whenShown(el, action) {
  let undo = () => {};
  const appears = new ResizeObserver(() => {
    const ours = el.closest(OURS);
    if (!ours) return;
    appears.disconnect();
    undo = action(ours);
  });
  appears.observe(el);
  return () => {
    appears.disconnect();
    undo();
  };
}

// Calls name(explorer or quiz) now and whenever an element is added to it.
function nameAll(el, name) {
  return whenShown(el, (ours) => {
    const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;
    const added = new MutationObserver((changes) => {
      if (changes.some((change) => [...change.addedNodes].some(isElement))) name(ours);
    });
    added.observe(ours, { childList: true, subtree: true });
    name(ours);
    return () => added.disconnect();
  });
}

// The projector switch: larger type and pictures in all explorers of this browser at once.
const PROJECTOR = "rbflib-projector";
const SWITCHED = "rbflib-projector-switched";

function projectorSwitch(onSwitch) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "rbflib-projector-switch";
  button.title = "Larger type and pictures in all explorers, for a projector";
  button.textContent = "projector view";
  button.addEventListener("click", () => {
    localStorage.setItem(PROJECTOR, localStorage.getItem(PROJECTOR) === "on" ? "off" : "on");
    window.dispatchEvent(new Event(SWITCHED));
  });
  const show = () => {
    const on = localStorage.getItem(PROJECTOR) === "on";
    document.body.classList.toggle("rbflib-projected", on);
    button.setAttribute("aria-pressed", on);
    onSwitch();
  };
  window.addEventListener(SWITCHED, show);
  window.addEventListener("storage", show); // switched in another window
  show();
  const end = () => {
    window.removeEventListener(SWITCHED, show);
    window.removeEventListener("storage", show);
  };
  return { button, end };
}

// ipywidgets draws a slider's label beside its handle but does not tie the two together, and its
// player has icons only: a screen reader would say "slider, 0.5" or "button" without a name.
function nameControls(explorer) {
  for (const control of explorer.querySelectorAll(".widget-inline-hbox")) {
    const name = control.querySelector(".widget-label")?.textContent;
    for (const handle of control.querySelectorAll(".noUi-handle"))
      handle.setAttribute("aria-label", name);
  }
  for (const player of explorer.querySelectorAll(".widget-play")) {
    player.querySelectorAll("button").forEach((button, i) => {
      button.setAttribute("aria-label", ["play or pause", "stop", "repeat"][i]);
    });
  }
  keepKeys(explorer);
}

// Else JupyterLab takes Enter and the arrow keys for itself. It looks at what has the focus only.
function keepKeys(ours) {
  for (const control of ours.querySelectorAll("input, select, button, summary"))
    control.setAttribute("data-lm-suppress-shortcuts", "true");
}
