// What our pictures and quizzes share.

const PATIENCE_MS = 2500;

// A picture restored from a file has no kernel behind it: nobody answers, and a note says so.
function askKernel(model, note) {
  note.hidden = true;
  const timer = setTimeout(() => (note.hidden = false), PATIENCE_MS);
  const listen = (message) => {
    if (message.kind !== "hello") return;
    clearTimeout(timer);
    note.hidden = true;
  };
  model.on("msg:custom", listen);
  model.send({ kind: "hello" });
  return () => {
    clearTimeout(timer);
    model.off("msg:custom", listen);
  };
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
function nameControls(el) {
  let tries = 0;
  const timer = setInterval(() => {
    const explorer = el.closest(".rbflib-explorer");
    for (const control of explorer?.querySelectorAll(".widget-inline-hbox") ?? []) {
      const name = control.querySelector(".widget-label")?.textContent;
      for (const handle of control.querySelectorAll(".noUi-handle")) {
        handle.setAttribute("aria-label", name);
      }
    }
    for (const player of explorer?.querySelectorAll(".widget-play") ?? []) {
      player.querySelectorAll("button").forEach((button, i) => {
        button.setAttribute("aria-label", ["play or pause", "stop", "repeat"][i]);
      });
    }
    // Else JupyterLab takes Enter and the arrow keys for itself. It looks at what has the focus only.
    for (const control of explorer?.querySelectorAll("input, select, button, summary") ?? [])
      control.setAttribute("data-lm-suppress-shortcuts", "true");
    tries += 1;
    if (tries > 20) clearInterval(timer);
  }, 100);
  return () => clearInterval(timer);
}
