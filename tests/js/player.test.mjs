// Buttons that play a slider: where they lead, how fast, and what ends them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Player } from "../../rbflib/lab/kit/js/player.js";
import { fakeDocument } from "./fakes.mjs";

// A player of a slider with marks 0 to 4, at 0, and what it sets, frame by frame.
function newPlayer({ glide = "" } = {}) {
  fakeDocument();
  let time = 0;
  let next = null;
  Object.assign(globalThis, {
    requestAnimationFrame: (action) => {
      next = action;
      return 1;
    },
    cancelAnimationFrame: () => {
      next = null;
    },
    matchMedia: () => ({ matches: false }),
  });
  performance.now = () => time;
  const sets = [];
  const slider = { name: "step", marks: [0, 1, 2, 3, 4], at: 0, input: { max: 4 } };
  slider.description = { label: "step" };
  const set = (values) => {
    sets.push(values);
    slider.at = values.step ?? slider.at;
    player.show();
  };
  const player = new Player({ slider, set, interval: 100, glide });
  const pass = (ms) => {
    for (let passed = 0; passed < ms; passed += 10) {
      time += 10;
      next?.();
    }
  };
  const press = (label) => player.el.parts.find((part) => part.ariaLabel === label).act("click");
  const isPlaying = () => player.play.title === "pause";
  return { player, slider, sets, press, pass, isPlaying };
}

test("it plays from mark to mark to the end, and then pauses", () => {
  const { slider, press, pass, isPlaying } = newPlayer();
  press("play");
  assert.equal(isPlaying(), true);
  pass(120);
  assert.equal(slider.at, 1);
  pass(500);
  assert.deepEqual([slider.at, isPlaying()], [4, false]);
});

test("its other buttons go to the ends and one mark back or on, and no further", () => {
  const { slider, press, pass } = newPlayer();
  for (const [label, at] of [
    ["to the end", 4],
    ["one step on", 4],
    ["one step back", 3],
    ["to the start", 0],
    ["one step back", 0],
    ["one step on", 1],
  ]) {
    press(label);
    pass(200);
    assert.equal(slider.at, at, label);
  }
});

test("on the way to a mark a hidden control glides from 0 to 1", () => {
  const { sets, press, pass } = newPlayer({ glide: "glide" });
  press("one step on");
  pass(200);
  const shares = sets.map(({ glide }) => glide);
  assert.deepEqual(shares, [...shares].sort());
  assert.ok(shares.some((share) => share > 0 && share < 1));
  assert.equal(shares.at(-1), 1);
  assert.ok(sets.every(({ step }) => step === 1 || step === undefined));
});

test("what moves its slider elsewhere pauses it, with the hidden control at its end", () => {
  const { player, slider, sets, press, pass, isPlaying } = newPlayer({ glide: "glide" });
  press("play");
  pass(30);
  slider.at = 3; // a preset
  player.show();
  assert.equal(isPlaying(), false);
  assert.deepEqual(sets.at(-1), { glide: 1 });
});
