// The buttons of an explorer: presets were recorded, and what other buttons do was not.

const PRESET = ".rbflib-presets button";
const LIVE = "This works where the page is open live.";

// Calls restore(label) at a preset from now on; undone by the returned function.
export function watchButtons(explorer, restore) {
  const press = ({ target }) => {
    const button = target.closest(PRESET);
    if (button) restore(button.textContent);
  };
  const added = new MutationObserver(() => disableOthers(explorer));
  explorer.addEventListener("click", press);
  added.observe(explorer, { childList: true, subtree: true });
  disableOthers(explorer);
  return () => {
    explorer.removeEventListener("click", press);
    added.disconnect();
  };
}

function disableOthers(explorer) {
  for (const button of explorer.querySelectorAll(".widget-button")) {
    if (button.matches(PRESET) || button.closest(".widget-play") || button.disabled) continue;
    button.disabled = true;
    button.title = LIVE;
  }
}
