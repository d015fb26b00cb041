// A recording in place of a kernel: what is set goes to a recorded state, and an answer comes.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { RecordedModel } from "../../book/static/recording/model.js";

const slider = (label, marks) => ({ kind: "slider", label, marks, scale: "linear" });
const INDEX = {
  description: {
    controls: {
      x: slider("x", [0, 1, 5, 6, 9, 10]),
      k: slider("k", [0, 1]),
      seed: slider("draw", [7]),
      glide: { kind: "data" },
    },
    start: { x: 0, k: 0, seed: 7, glide: 1 },
    presets: [["Far", { x: 10, k: 0, seed: 7 }]],
    clickable: true,
  },
  names: ["x", "k", "seed"],
  data: { glide: 1 },
  held: { point: ["x"] },
  // biome-ignore format: a state per line
  states: [
    [[0, 0, 7], "c", 0, 0, 0, [["point", 0, 0]]], [[5, 0, 7], "c", 0, 0, 0, [["point", 0.5, 0]]],
    [[10, 0, 7], "c", 0, 0, 0, [["point", 1, 0]]], [[0, 1, 7], "c", 0, 0, 0, []],
  ],
};

// By a key, unless a test says otherwise.
const by = { mouse: false, typing: false };
beforeEach(() => {
  Object.assign(by, { mouse: false, typing: false });
  globalThis.document = {
    body: "body",
    querySelector: () => (by.mouse ? {} : null),
    get activeElement() {
      return by.typing ? "body" : "slider";
    },
  };
});

async function opened({ broken = [], late = {} } = {}) {
  const store = {
    state: async ([values, , , , , handles]) => {
      await late[values.join()];
      if (broken.includes(values.join())) throw new Error("no file");
      const box = [0, 0, 1, 1];
      const answer = { words: values.join(), results: [], remarks: "", maxima: {}, hidden: [] };
      const places = handles.map((handle) => [...handle, box]);
      return {
        answer: { ...answer, disabled: values[1] ? ["x"] : [], handles: places },
        frame: `picture of ${values}`,
      };
    },
  };
  const model = new RecordedModel(store, INDEX);
  await model.open();
  const answers = [];
  model.on("change:_answer", () => answers.push(model.get("_answer").words));
  return { model, answers };
}

const settled = () => new Promise((done) => setTimeout(done));

async function set(model, values) {
  for (const [name, value] of Object.entries(values)) model.set(name, value);
  model.save_changes();
  await settled();
}

test("it opens at the start, says that it is recorded, and nothing can be clicked", async () => {
  const { model } = await opened();
  assert.equal(model.get("_frame"), "picture of 0,0,7");
  assert.match(model.get("_description").hint, /Recorded/);
  assert.equal(model.get("_description").clickable, false);
  assert.deepEqual(model.get("_answer").values, { x: 0, k: 0, seed: 7, glide: 1 });
});

test("a typed number goes to the nearest recorded mark, with a remark where it is another", async () => {
  const { model } = await opened();
  by.typing = true;
  await set(model, { x: 1 });
  assert.equal(model.get("x"), 0);
  assert.match(model.get("_answer").remarks, /x goes to the nearest recorded mark/);
  await set(model, { x: 5 });
  assert.equal(model.get("x"), 5);
  assert.doesNotMatch(model.get("_answer").remarks, /nearest/);
});

test("a state whose file is broken has a sentence for a picture, and others go on", async () => {
  const { model } = await opened({ broken: ["10,0,7"] });
  await set(model, { x: 10 });
  assert.equal(typeof model.get("_frame").draw, "function");
  assert.match(model.get("_answer").remarks, /did not come/);
  await set(model, { x: 5 });
  assert.equal(model.get("_frame"), "picture of 5,0,7");
});

test("the newest state wins, also where an older picture comes later", async () => {
  let arrive;
  const late = { "10,0,7": new Promise((done) => (arrive = done)) };
  const { model, answers } = await opened({ late });
  await set(model, { x: 10 });
  await set(model, { x: 5 });
  arrive();
  await settled();
  assert.equal(model.get("_frame"), "picture of 5,0,7");
  assert.deepEqual(answers, ["5,0,7"]);
});
