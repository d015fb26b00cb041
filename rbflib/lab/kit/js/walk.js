// Plays a recorded walk of k-means on a canvas. Once the walk is here, no kernel is needed:
// the clock's position runs along the half steps, and the picture is drawn from the two beside it.

import { giveCross } from "./cross.js";
import { newFoot } from "./foot.js";
import { giveHand } from "./hand.js";
import { Handles } from "./handles.js";
import { keepModels } from "./keep.js";
import { askKernel } from "./kernel.js";
import { nameControls } from "./names.js";
import { Panels } from "./panels.js";
import { newPicture } from "./picture.js";
import { nameAll } from "./shown.js";
import { withSource } from "./source.js";
import { Bar } from "./walk/bar.js";
import { Clock } from "./walk/clock.js";
import { WalkHand } from "./walk/hand.js";
import { momentOf, walkOf } from "./walk/moment.js";
import { drawMoment } from "./walk/picture.js";
import { HEIGHT, PARTS, WIDTH } from "./walk/plane.js";
import { expectWalks } from "./walk/ready.js";
import { Telling } from "./walk/telling.js";
import { asleepNote } from "./words.js";

const ASLEEP =
  "The buttons play what was recorded. Other settings wait for the kernel: choose Run ▸ Run All Cells in the menu.";

function render({ model, el }) {
  el.classList.add("rbflib-walk");
  const player = new Player(model, el);
  const asleep = asleepNote(ASLEEP);
  const { canvas, bar, telling } = player;
  const isAsleep = () => !asleep.hidden;
  const foot = newFoot(model, el, { twice: player.twice, isAsleep, onSwitch: player.draw });
  el.classList.add("rbflib-several");
  el.append(
    asleep,
    canvas.parentElement,
    player.panels.el,
    bar.el,
    ...telling.results.parts,
    foot.el,
  );
  giveHand(canvas, player.hand);
  if (model.get("clickable")) giveCross(canvas, player.hand);
  const endings = [
    foot.end,
    () => telling.results.end(),
    () => player.panels.end(),
    player.listen(),
    askKernel(model, el, asleep),
    nameAll(el, nameControls),
  ];
  player.draw();

  return () => {
    for (const end of endings) end();
  };
}

// Ties clock, bar, hand and words to the walk: whatever changes, all of it is drawn.
class Player {
  jumps = matchMedia("(prefers-reduced-motion: reduce)").matches;
  width = 0; // of the canvas on the screen; to ask for it would lay out the page before each picture
  canvas = newPicture();

  constructor(model, el) {
    this.model = model;
    this.el = el;
    this.walk = walkOf(model);
    const { canvas, draw } = this;
    const send = (message) => model.send(message);
    this.telling = new Telling(model, canvas);
    this.clock = new Clock({
      step: this.walk.step,
      end: () => this.walk.steps.length - 1,
      draw,
      onPlay: (playing) => this.bar.showPlaying(playing),
      isGone: () => !el.isConnected,
    });
    this.bar = new Bar({ clock: this.clock, removeSamples: () => send({ kind: "remove" }) });
    const drags = model.get("drags");
    this.hand = new WalkHand({
      walk: () => this.walk,
      clock: this.clock,
      draw,
      send,
      canvas,
      drags,
    });
    const holding = {
      handOf: () => this.hand,
      nudge: (m, right, up) => this.hand.nudge(m, right, up),
    };
    this.handles = new Handles(canvas, holding);
    const clickable = model.get("clickable");
    this.panels = new Panels(canvas, PARTS, { hand: this.hand, clickable, ...holding });
  }

  get moment() {
    const { walk, jumps } = this;
    return momentOf({ walk, jumps, position: this.clock.position, held: this.hand.held });
  }

  // A canvas with twice the pixels.
  twice = () => {
    const canvas = document.createElement("canvas");
    drawMoment(canvas, this.moment, 2);
    return canvas;
  };

  draw = () => {
    const { walk, el, moment } = this;
    const { position } = this.clock;
    const { held } = this.hand;
    const { s, now } = moment;
    drawMoment(this.canvas, moment, this.scale);
    this.showHandles(moment.centers, walk.said[s].words);
    this.bar.showStep(s, walk);
    this.telling.write(walk.said[s]);
    if (s === position && !held) this.telling.tell(s);
    el.dataset.position = position.toFixed(3);
    el.dataset.centers = JSON.stringify(now.centers);
    el.dataset.drawn = Number(el.dataset.drawn ?? 0) + 1;
  };

  showHandles(centers, words) {
    const handles = centers.map(([x, y], m) =>
      this.hand.canHold(m) ? [`center ${m + 1}`, x / WIDTH, 1 - y / HEIGHT] : null,
    );
    this.handles.show(handles);
    this.panels.show(handles, words);
    this.panels.paint();
  }

  // A larger or sharper screen gets more pixels, not larger ones.
  get scale() {
    return ((this.width || WIDTH) / WIDTH) * (window.devicePixelRatio || 1);
  }

  // Follows the kernel and the screen from now on; undone by the returned function.
  listen() {
    const { model } = this;
    const resized = new ResizeObserver(([{ contentRect }]) => {
      this.width = contentRect.width;
      this.draw();
    });
    const events = {
      "change:walk": () => this.receiveWalk(),
      "change:said": () => this.telling.writeFault(),
      "msg:custom": (message) => message.kind === "center" && this.hand.answered(),
    };
    resized.observe(this.canvas);
    for (const [event, action] of Object.entries(events)) model.on(event, action);
    return () => {
      resized.disconnect();
      for (const [event, action] of Object.entries(events)) model.off(event, action);
    };
  }

  receiveWalk() {
    this.walk = walkOf(this.model);
    this.telling.told = this.walk.step;
    this.clock.jump(this.walk.step);
  }
}

function initialize({ model }) {
  keepModels({ model });
  expectWalks({ model });
}

export default { initialize, render: withSource(render) };
