// The projector switch: larger type and pictures on all pages of this browser at once.

import { newButton } from "./button.js";

const PROJECTOR = "rbflib-projector";
const SWITCHED = "rbflib-projector-switched";

// The button, and a function that ends what was begun here. onSwitch() is called now, too.
export function projectorSwitch(onSwitch) {
  const title = "Larger type and pictures on all pages, for a projector";
  const button = newButton("projector view", toggle, { title });
  const show = () => {
    applyProjector();
    button.ariaPressed = isOn();
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

// Text and pictures as large as the switch says.
export function applyProjector() {
  document.body.classList.toggle("rbflib-projected", isOn());
}

// A button that shows an explorer alone, beside no menu and no side bar; null where it cannot.
export function fullScreenButton(el, onSwitch) {
  if (!document.fullscreenEnabled) return null;
  const turn = () =>
    document.fullscreenElement ? document.exitFullscreen() : el.requestFullscreen();
  el.onfullscreenchange = onSwitch;
  return newButton("full screen", turn, { title: "This explorer alone; Esc ends it" });
}

let onHere = null; // where the browser forbids to remember, or has no room

function isOn() {
  try {
    return onHere ?? localStorage.getItem(PROJECTOR) === "on";
  } catch {
    return false;
  }
}

function toggle() {
  const on = !isOn();
  try {
    localStorage.setItem(PROJECTOR, on ? "on" : "off");
  } catch {
    onHere = on;
  }
  if (on) closeSideBars();
  window.dispatchEvent(new Event(SWITCHED));
}

// Beside an open side bar of JupyterLab there is no room for a large picture. Its tab closes it.
function closeSideBars() {
  for (const tab of document.querySelectorAll(".jp-SideBar .lm-mod-current")) {
    const { left, top } = tab.getBoundingClientRect();
    const inside = { bubbles: true, clientX: left + 1, clientY: top + 1 };
    tab.dispatchEvent(new PointerEvent("pointerdown", inside));
    tab.dispatchEvent(new PointerEvent("pointerup", inside));
  }
}
