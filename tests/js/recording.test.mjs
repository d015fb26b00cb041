// A recording in place of a kernel: controls move, and the stage's traits follow.

import assert from "node:assert/strict";
import { test } from "node:test";
import { HINT, Recording } from "../../rbflib/lab/kit/js/recording/recording.js";
import { BackboneModel, elementIn } from "./fakes.mjs";

const INDEX = {
  controls: [
    { name: "x", label: "x", trait: "value", kind: "even" },
    { name: "k", label: "k", trait: "index", kind: "even" },
    { name: "seed", label: "draw", trait: "value", kind: "even" },
  ],
  start: [0, 0, 7],
  presets: { Far: [10, 0, 7] },
  drags: {
    step: 1,
    grids: [
      {
        m: 0,
        others: [],
        to: [
          [0, 0, 1],
          [3, 0, 2],
        ],
      },
    ],
  },
  // biome-ignore format: a state per line
  states: [
    [[0, 0, 7]], [[5, 0, 7]], [[10, 0, 7]],
    [[0, 1, 7]],
  ],
};

// As a slider of ipywidgets: what lies beyond its end is put to the end.
class SliderModel extends BackboneModel {
  set(traits) {
    super.set(traits);
    if (this.get("value") > this.get("max")) super.set({ value: this.get("max") });
  }
}

async function opened({ broken = [], saved = 0, max = 10, tops = () => ({}) } = {}) {
  globalThis.OffscreenCanvas = class {
    getContext = () => ({ fillRect() {}, fillText() {}, getImageData: () => "a sentence" });
  };
  const explorer = Object.assign(new EventTarget(), { querySelectorAll: () => [] });
  const store = {
    state: async ([values]) => {
      if (broken.includes(values.join())) throw new Error("no file");
      const said = { words: values.join(), results: [], remarks: "" };
      return {
        told: { said, disabled: values[1] ? ["x"] : [], tops: tops(values), hidden: [] },
        traits: { frame: `picture of ${values}` },
      };
    },
  };
  const model = new BackboneModel({ frame: "saved", said: { remarks: "" }, clickable: true });
  const x = new SliderModel({ value: saved, max });
  const k = new BackboneModel({ index: 0, _options_labels: ["1", "20"] });
  const seed = new BackboneModel({ value: 7 });
  const models = new Map(Object.entries({ x, k, seed }));
  const hand = { isDown: false };
  const el = elementIn(explorer);
  const isDragged = () => hand.isDown;
  const source = new Recording({ model, el, store, index: INDEX, models, isDragged });
  const told = [];
  source.on("msg:custom", (message) => told.push(message.text ?? message.fault ?? message.kind));
  await settled();
  return { source, model, x, k, seed, hand, told };
}

const settled = () => new Promise((done) => setTimeout(done));

test("a page that was saved between the recorded states goes to the nearest", async () => {
  const { model, x } = await opened({ saved: 6 });
  assert.equal(x.get("value"), 5);
  assert.equal(model.get("frame"), "picture of 5,0,7");
});

test("a page opens with its own picture, and the foot says that it is recorded", async () => {
  const { source, model } = await opened();
  assert.equal(model.get("frame"), "saved");
  assert.equal(source.get("hint"), HINT);
  assert.equal(source.get("clickable"), false);
});

test("a moved slider goes to the recorded mark, and picture and words follow", async () => {
  const { model, x, hand } = await opened();
  hand.isDown = true;
  x.set({ value: 9 });
  await settled();
  assert.equal(x.get("value"), 10);
  assert.equal(model.get("frame"), "picture of 10,0,7");
  assert.equal(model.get("said").words, "10,0,7");
});

test("a slider whose end moves stands where it was recorded", async () => {
  const { source, x } = await opened({ max: 5, tops: ([value]) => ({ x: value > 5 ? 10 : 5 }) });
  source.restore("Far");
  await settled();
  assert.deepEqual([x.get("value"), x.get("max")], [10, 10]);
  source.send({ kind: "start" });
  await settled();
  assert.deepEqual([x.get("value"), x.get("max")], [0, 5]);
});

test("a key goes on, and a small drag goes back", async () => {
  const { x, hand } = await opened();
  x.set({ value: 1 });
  await settled();
  assert.equal(x.get("value"), 5);
  hand.isDown = true;
  x.set({ value: 6 });
  await settled();
  assert.equal(x.get("value"), 5);
});

test("what moves along is told, and what has no effect is disabled", async () => {
  const { x, k, told } = await opened();
  x.set({ value: 10 });
  await settled();
  k.set({ index: 1 });
  await settled();
  assert.deepEqual([x.get("value"), x.get("disabled")], [0, true]);
  assert.match(told.at(-1), /x moved too/);
});

test("a control with one recorded value is disabled, and the remarks say why", async () => {
  const { model, x, seed } = await opened();
  assert.deepEqual([x.get("disabled"), seed.get("disabled")], [false, true]);
  assert.match(model.get("said").remarks, /one value only: draw/);
});

test("undo takes moves back, one by one, and the start is not far", async () => {
  const { source, x } = await opened();
  source.restore("Far");
  source.send({ kind: "typed", control: 0, text: "5" });
  assert.equal(x.get("value"), 5);
  source.send({ kind: "undo" });
  assert.equal(x.get("value"), 10);
  source.send({ kind: "start" });
  assert.equal(x.get("value"), 0);
  for (const value of [10, 0, 0]) {
    source.send({ kind: "undo" });
    assert.equal(x.get("value"), value);
  }
});

test("typed numbers go to the nearest mark or label", async () => {
  const { source, x, k, told } = await opened();
  source.send({ kind: "typed", control: 0, text: "5,4" });
  await settled();
  assert.equal(x.get("value"), 5);
  assert.match(told.at(-1), /nearest to 5,4/);
  source.send({ kind: "typed", control: 0, text: "much" });
  await settled();
  assert.match(told.at(-1), /no number/);
  source.send({ kind: "typed", control: 1, text: "19" });
  assert.equal(k.get("index"), 1);
});

test("a state whose file is broken has a sentence for a picture, and others go on", async () => {
  const { source, model, x } = await opened({ broken: ["10,0,7"] });
  source.restore("Far");
  await settled();
  assert.equal(model.get("frame"), "a sentence");
  assert.match(model.get("said").remarks, /did not come/);
  x.set({ value: 5 });
  await settled();
  assert.equal(model.get("frame"), "picture of 5,0,7");
});

test("the newest state wins", async () => {
  const { source, model } = await opened();
  source.restore("Far");
  source.send({ kind: "start" });
  await settled();
  assert.equal(model.get("frame"), "picture of 0,0,7");
});

test("it answers for a kernel, and there is no code", async () => {
  const { source, told } = await opened();
  source.send({ kind: "hello" });
  source.send({ kind: "write" });
  source.send({ kind: "down", u: 0, v: 0 });
  await settled();
  assert.equal(told[0], "hello");
  assert.match(told[1], /live/);
  assert.deepEqual(told.slice(2), ["settled"]);
});

test("a center goes to its recorded place, and undo takes it back", async () => {
  const { source, model, x, told } = await opened();
  model.set({ walk: JSON.stringify({ steps: [{ centers: [[9, 9]], labels: "" }] }) });
  source.send({ kind: "down" });
  source.send({ kind: "center", m: 0, x: 2, y: 1, step: 0 });
  await settled();
  assert.equal(model.get("frame"), "picture of 10,0,7");
  assert.equal(told.at(-1), "center");
  source.send({ kind: "undo" });
  assert.equal(x.get("value"), 0);
});

test("nothing is heard of it at its end", async () => {
  const { source, x, k } = await opened();
  source.end();
  assert.deepEqual([...x.listeners, ...k.listeners], []);
});
