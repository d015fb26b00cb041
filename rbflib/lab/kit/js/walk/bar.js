// The bar under a walk: buttons that play it, a scrubber, the speed.

const SPEEDS = [0.25, 0.5, 1, 2, 4];

export class Bar {
  constructor({ clock, removeSamples }) {
    this.el = document.createElement("div");
    this.el.className = "rbflib-bar";
    this.play = newButton("play", "▶ Play", () => clock.toggle());
    this.play.classList.add("rbflib-play");
    this.scrub = scrubber((step) => clock.jump(step));
    this.remove = newButton(
      "remove the samples that were added",
      "Remove added samples",
      removeSamples,
    );
    this.el.append(
      newButton("to the start", "|◀", () => clock.jump(0)),
      newButton("one half step back", "◀ step", () => clock.back()),
      this.play,
      newButton("one half step forward", "step ▶", () => clock.forward()),
      newButton("to the end", "▶|", () => clock.jump(clock.end())),
      this.scrub,
      paceMenu((speed) => {
        clock.speed = speed;
      }),
      this.remove,
    );
  }

  showPlaying(playing) {
    this.play.textContent = playing ? "❚❚ Pause" : "▶ Play";
    this.play.setAttribute("aria-label", playing ? "pause" : "play");
  }

  showStep(step, walk) {
    this.scrub.max = walk.steps.length - 1;
    this.scrub.value = step;
    this.remove.hidden = walk.added === 0;
  }
}

function newButton(label, sign, action) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "jupyter-button";
  button.title = label;
  button.setAttribute("aria-label", label);
  button.textContent = sign;
  button.addEventListener("click", action);
  return button;
}

function scrubber(onStep) {
  const scrub = document.createElement("input");
  Object.assign(scrub, { type: "range", min: 0, step: 1 });
  scrub.setAttribute("aria-label", "half step");
  scrub.addEventListener("input", () => onStep(Number(scrub.value)));
  return scrub;
}

function paceMenu(onPace) {
  const pace = document.createElement("select");
  pace.setAttribute("aria-label", "speed");
  for (const x of SPEEDS) pace.add(new Option(`${x}×`, x, x === 1, x === 1));
  pace.addEventListener("change", () => onPace(Number(pace.value)));
  return pace;
}
