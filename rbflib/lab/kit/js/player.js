// Buttons that play a slider: to its ends, a mark back or on, play and pause, and the speed.
// Between two marks a hidden control may glide from 0 to 1.

import { newButton } from "./button.js";
import { element } from "./element.js";
import { suppressShortcuts } from "./keys_of_page.js";

const SPEEDS = [0.25, 0.5, 1, 2, 4];

export class Player {
  pace = element("select", { ariaLabel: "speed" });
  timer = null;

  // `slider` has name, marks, at and input.max; set(values) moves it and the hidden control.
  constructor({ slider, set, interval, glide }) {
    Object.assign(this, { slider, set, interval, glide });
    const button = (title, sign, action) => newButton(sign, action, { title, ariaLabel: title });
    this.play = button("play", "▶", () => this.toggle());
    this.play.classList.add("rbflib-play");
    for (const x of SPEEDS) this.pace.add(new Option(`${x}×`, x, x === 1, x === 1));
    suppressShortcuts([this.pace]);
    const ariaLabel = `play ${slider.description.label}`;
    this.el = element(
      "div",
      { className: "rbflib-player", role: "group", ariaLabel },
      button("to the start", "|◀", () => this.jump(0)),
      button("one step back", "◀", () => this.jump(slider.at - 1)),
      this.play,
      button("one step on", "▶|", () => this.stepOn()),
      button("to the end", "▶▶|", () => this.jump(this.end)),
      this.pace,
    );
  }

  get end() {
    return Number(this.slider.input.max);
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.slider.at >= this.end) this.jump(0);
    return this.begin(true);
  }

  stepOn() {
    this.pause();
    if (this.slider.at < this.end) this.begin(false);
  }

  jump(at) {
    this.pause();
    this.moveTo(Math.min(Math.max(at, 0), this.end));
  }

  // Goes on to the next mark, and with `on` to the end.
  begin(on) {
    this.on = on;
    this.aim = this.slider.at + 1;
    this.began = performance.now();
    this.timer = requestAnimationFrame(this.tick);
    this.showPlaying();
  }

  pause() {
    const { timer } = this;
    cancelAnimationFrame(timer);
    this.timer = null; // before anything is set, which is shown, and would pause again
    if (timer && this.glide) this.set({ [this.glide]: 1 });
    this.showPlaying();
  }

  tick = () => {
    const share = ((performance.now() - this.began) * this.pace.value) / this.interval;
    const isStill = !this.glide || matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!this.el.isConnected) return this.pause();
    if (!this.on || share >= 1 || !isStill) this.showAt(isStill ? 1 : Math.min(share, 1));
    if (share < 1 && (this.on || !isStill)) {
      this.timer = requestAnimationFrame(this.tick);
    } else if (this.on && this.aim < this.end) {
      this.aim += 1;
      this.began = performance.now();
      this.timer = requestAnimationFrame(this.tick);
    } else {
      this.pause();
    }
  };

  // At this share of the way to the mark that it aims at.
  showAt(share) {
    const moving = Math.min(1, share / 0.67); // then it rests
    this.moveTo(this.aim, Math.round(20 * moving * moving * (3 - 2 * moving)) / 20);
  }

  moveTo(at, share = 1) {
    const { name, marks } = this.slider;
    this.set({ [name]: marks[at], ...(this.glide && { [this.glide]: share }) });
  }

  showPlaying() {
    const [title, textContent] = this.timer ? ["pause", "❚❚"] : ["play", "▶"];
    Object.assign(this.play, { title, textContent, ariaLabel: title });
  }

  show() {
    if (this.timer && this.slider.at !== this.aim && this.slider.at !== this.aim - 1) this.pause();
  }
}
