// What the kernel has said a step will show is shown at the step, and the kernel has the last word.

import assert from "node:assert/strict";
import { test } from "node:test";
import { expectSteps } from "../../rbflib/lab/kit/js/ready.js";
import { expectWalks } from "../../rbflib/lab/kit/js/walk/ready.js";
import { BackboneModel } from "./fakes.mjs";

const EMPTY = new DataView(new ArrayBuffer(0));

// A frame without pixels, and the name that its head holds.
function frameOf(number) {
  const frame = new DataView(new ArrayBuffer(20));
  frame.setUint8(19, number);
  return frame;
}
const nameOf = (number) => number.toString(16).padStart(16, "0");

class Stage extends BackboneModel {
  sent = [];

  constructor(controls) {
    const names = Object.keys(controls);
    const named = Object.fromEntries(names.map((name) => [name, `IPY_MODEL_${name}`]));
    super({ frame: EMPTY, said: {}, handles: [], turn: 0, controls: named });
    this.widget_manager = { get_model: async (id) => controls[id] };
  }

  send(message) {
    this.sent.push(message);
  }

  async tell(message, ...frames) {
    for (const [event, action] of this.listeners)
      if (event === "msg:custom") action(message, frames);
    await null;
    await null; // the models of the controls are asked for
    await null;
  }
}

function stageOf(controls = {}) {
  const stage = new Stage(controls);
  expectSteps({ model: stage });
  return stage;
}

const step = (name, trait, value, number) => ({
  move: [name, trait, value],
  frame: nameOf(number),
  said: { words: `${number}` },
  handles: [number],
});
const ready = (...steps) => ({ kind: "ready", steps });
const shown = (stage) => [stage.get("frame"), stage.get("said").words, stage.get("handles")];

test("a frame that is here is shown by its name", () => {
  const stage = stageOf();
  const [one, two] = [frameOf(1), frameOf(2)];
  stage.set({ frame: one, turn: 1 });
  stage.set({ frame: two, turn: 2 });
  stage.set({ frame: nameOf(1), turn: 3 });
  assert.equal(stage.get("frame"), one);
  assert.deepEqual(stage.sent, []);
});

test("a lost frame is asked for, and the last one stays until it comes", () => {
  const stage = stageOf();
  const one = frameOf(1);
  stage.set({ frame: one, turn: 1 });
  stage.set({ frame: nameOf(7), turn: 2 });
  assert.deepEqual(stage.sent, [{ kind: "lost" }]);
  assert.equal(stage.get("frame"), one);
});

test("only the newest frames are kept", () => {
  const stage = stageOf();
  for (let i = 1; i <= 100; i++) stage.set({ frame: frameOf(i), turn: i });
  stage.set({ frame: nameOf(92), turn: 101 }); // the kernel counts on eight
  assert.deepEqual(stage.sent, []);
  stage.set({ frame: nameOf(50), turn: 102 });
  assert.deepEqual(stage.sent, [{ kind: "lost" }]);
});

for (const [trait, now, next, told] of [
  ["value", 1, 10 ** 0.2, 1.5848931924611138],
  ["value", 3, 0, 0],
  ["index", 4, 5, 5],
]) {
  test(`an expected step is shown at once: ${trait} ${next}`, async () => {
    const control = new BackboneModel({ [trait]: now });
    const stage = stageOf({ x: control });
    const [two, three] = [frameOf(2), frameOf(3)];
    await stage.tell(ready(step("x", trait, told, 2), step("x", trait, -7, 3)), two, three);
    control.set({ [trait]: next });
    assert.deepEqual(shown(stage), [two, "2", [2]]);
    assert.deepEqual(stage.sent, []);
  });
}

async function expecting() {
  const [x, y] = [new BackboneModel({ value: 1 }), new BackboneModel({ value: 1 })];
  const stage = stageOf({ x, y });
  stage.set({ frame: frameOf(1), said: { words: "1" }, handles: [1], turn: 1 });
  await stage.tell(ready(step("x", "value", 2, 2)), frameOf(2));
  return { stage, x, y };
}

const OTHER = {
  "another value": ({ x }) => x.set({ value: 3 }),
  "another control": ({ y }) => y.set({ value: 2 }),
  "a step after the expected one": ({ x }) => {
    x.set({ value: 3 });
    x.set({ value: 2 });
  },
  "a step after one of another control": ({ x, y }) => {
    y.set({ value: 3 });
    x.set({ value: 2 });
  },
  "a step after a new picture": ({ stage, x }) => {
    stage.set({ frame: nameOf(1), turn: 2 });
    x.set({ value: 2 });
  },
};
for (const [what, move] of Object.entries(OTHER)) {
  test(`waits for the kernel: ${what}`, async () => {
    const { stage, x, y } = await expecting();
    const before = shown(stage);
    move({ stage, x, y });
    assert.deepEqual(shown(stage), before);
  });
}

test("the kernel has the last word", async () => {
  const { stage, x } = await expecting();
  x.set({ value: 2 });
  stage.set({ frame: nameOf(1), said: { words: "no" }, handles: [], turn: 2 });
  assert.deepEqual(shown(stage).slice(1), ["no", []]);
});

// ---- walks

async function expectingWalk() {
  const [k, draw] = [new BackboneModel({ value: 4 }), new BackboneModel({ value: 1 })];
  const stage = new Stage({ k, draw });
  stage.set({ walk: "of 4" });
  expectWalks({ model: stage });
  const steps = [
    { move: ["k", "value", 5], walk: "of 5" },
    { move: ["k", "value", 3], walk: "of 3" },
  ];
  await stage.tell(ready(...steps));
  return { stage, k, draw };
}

test("a walk that was told is shown at its step, on and back", async () => {
  for (const value of [5, 3]) {
    const { stage, k } = await expectingWalk();
    k.set({ value });
    assert.equal(stage.get("walk"), `of ${value}`);
    assert.deepEqual(stage.sent, []);
  }
});

const CHANGES = {
  "a walk that was played on": ({ stage }) => stage.tell({ kind: "step" }),
  "a sample more": ({ stage }) => stage.tell({ kind: "sample" }),
  "a step of another control": ({ draw }) => draw.set({ value: 2 }),
  "a step after another one": ({ k }) => k.set({ value: 6 }),
};
for (const [what, change] of Object.entries(CHANGES)) {
  test(`what was told is old after ${what}`, async () => {
    const { stage, k, draw } = await expectingWalk();
    await change({ stage, k, draw });
    k.set({ value: 5 });
    assert.equal(stage.get("walk"), "of 4");
  });
}

test("an answer to the question whether a kernel is there makes nothing old", async () => {
  const { stage, k } = await expectingWalk();
  await stage.tell({ kind: "hello" });
  k.set({ value: 5 });
  assert.equal(stage.get("walk"), "of 5");
});

test("a walk is told once more, and heard once", async () => {
  const { stage, k } = await expectingWalk();
  await stage.tell(ready({ move: ["k", "value", 5], walk: "a new one" }));
  k.set({ value: 5 });
  assert.equal(stage.get("walk"), "a new one");
  assert.equal(k.listeners.length, 2);
});
