// The projector switch: larger type and pictures in all explorers of this browser at once.

import { footButton } from "./button.js";

const PROJECTOR = "rbflib-projector";
const SWITCHED = "rbflib-projector-switched";

// The button, and a function that ends what was begun here. onSwitch() is called now, too.
export function projectorSwitch(onSwitch) {
  const button = switchButton();
  const show = () => {
    document.body.classList.toggle("rbflib-projected", isOn());
    button.setAttribute("aria-pressed", isOn());
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

// Where the browser forbids to remember, the view is what it is at first.
function isOn() {
  try {
    return localStorage.getItem(PROJECTOR) === "on";
  } catch {
    return false;
  }
}

function remember(state) {
  try {
    localStorage.setItem(PROJECTOR, state);
  } catch {
    // forbidden, or full
  }
}

function switchButton() {
  const button = footButton("projector view", () => {
    remember(isOn() ? "off" : "on");
    window.dispatchEvent(new Event(SWITCHED));
  });
  button.title = "Larger type and pictures in all explorers, for a projector";
  return button;
}
