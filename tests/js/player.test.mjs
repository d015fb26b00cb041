// A player and its slider: each goes where the other is, and only the slider tells the kernel.

import assert from "node:assert/strict";
import { test } from "node:test";
import { withPlayers } from "../../rbflib/lab/kit/js/player.js";
import { BackboneModel } from "./fakes.mjs";

class Saved extends BackboneModel {
  saves = [];

  save_changes() {
    this.saves.push(this.get("value"));
  }
}

async function played() {
  const models = { 1: new Saved({ value: 3 }), 2: new Saved({ value: 0 }) };
  const traits = { controls: { step: "IPY_MODEL_1" }, players: { step: "IPY_MODEL_2" } };
  const model = {
    get: (name) => traits[name],
    widget_manager: { get_model: async (id) => models[id] },
  };
  const ended = [];
  const end = await withPlayers(() => () => ended.push("picture"))({ model });
  return { slider: models[1], player: models[2], end, ended };
}

test("a player begins where its slider is, and follows it without a word", async () => {
  const { slider, player } = await played();
  assert.equal(player.get("value"), 3);
  slider.set({ value: 8 });
  assert.equal(player.get("value"), 8);
  assert.deepEqual([slider.saves, player.saves], [[], []]);
});

test("a player moves its slider, which tells the kernel", async () => {
  const { slider, player } = await played();
  player.set({ value: 4 });
  assert.equal(slider.get("value"), 4);
  assert.deepEqual([slider.saves, player.saves], [[4], []]);
});

test("nothing is linked any more when the picture has gone", async () => {
  const { slider, player, end, ended } = await played();
  end();
  assert.deepEqual(ended, ["picture"]);
  slider.set({ value: 8 });
  assert.equal(player.get("value"), 3);
  player.set({ value: 1 });
  assert.equal(slider.get("value"), 8);
});
