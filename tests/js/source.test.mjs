// The source of answers: one question at a time, the newest state, and a kernel that may be gone.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import {
  CODE_PATIENCE_MS,
  NO_KERNEL,
  PATIENCE_MS,
  Source,
} from "../../rbflib/lab/kit/js/source.js";
import { FakeModel } from "./fakes.mjs";

const HELLO = { kind: "hello" };
let pass; // lets so many milliseconds pass

test.beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const start = performance.now();
  let passed = 0;
  mock.method(performance, "now", () => start + passed);
  pass = (ms) => {
    passed += ms;
    mock.timers.tick(ms);
  };
});

test.afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

// A source whose kernel is there, as its model, and what was sent since.
function newSource() {
  const controls = { gamma: {}, k: {}, added: {} };
  const shown = { _description: { controls }, _answer: { values: {} } };
  const model = new FakeModel({ ...shown, gamma: 1, k: 5, added: {} });
  const source = new Source(model);
  assert.deepEqual(model.sent, []);
  source.greet();
  assert.deepEqual(model.sent, [HELLO]);
  model.fire("msg:custom", HELLO);
  model.sent.length = 0;
  const answer = (values = {}) => {
    model.traits._answer = { values };
    model.fire("change:_answer");
  };
  return { source, model, sent: model.sent, answer };
}

test("one question at a time, and of what is wanted meanwhile the newest", () => {
  const { source, sent, answer } = newSource();
  for (const gamma of [2, 3, 4]) source.set({ gamma });
  source.set({ k: 6 });
  assert.deepEqual(sent, [{ gamma: 2 }]);
  assert.deepEqual(source.values, { gamma: 4, k: 6, added: {} });
  answer();
  assert.deepEqual(sent, [{ gamma: 2 }, { gamma: 4, k: 6 }]);
  answer();
  answer();
  assert.equal(sent.length, 2);
});

test("an answer to what a linked widget has moved on since takes nothing back", () => {
  const { model, answer } = newSource();
  const seen = [];
  model.on("change:gamma", () => seen.push(model.get("gamma")));
  model.set("gamma", 37.3); // as a link of ipywidgets does
  model.set("gamma", 39.8);
  answer({ gamma: 37.3, k: 5, added: {} });
  answer({ gamma: 39.8, k: 5, added: {} });
  assert.deepEqual(seen, [37.3, 39.8]);
  for (const elsewhere of [2, 37.3]) {
    answer({ gamma: elsewhere, k: 5, added: {} }); // from another browser
    assert.equal(model.get("gamma"), elsewhere);
    answer({ gamma: elsewhere, k: 5, added: {} });
  }
});

test("a pointer's message waits for the answer, and after the controls; a newer one replaces it", () => {
  const { source, sent, answer } = newSource();
  for (const u of [1, 2, 3]) source.point({ kind: "drag", u });
  assert.deepEqual(sent, [{ kind: "drag", u: 1 }]);
  source.set({ gamma: 2 });
  answer();
  answer();
  assert.deepEqual(sent.slice(1), [{ gamma: 2 }, { kind: "drag", u: 3 }]);
});

test("steps of a key add up, those of one handle", () => {
  const { source, sent, answer } = newSource();
  const step = (name, right, up) => source.point({ kind: "nudge", name, right, up });
  step("a", 1, 0);
  step("a", 1, 0);
  step("a", 0, 5);
  answer();
  step("b", 1, 1);
  step("a", -1, 0);
  answer();
  const steps = sent.map(({ name, right, up }) => `${name} ${right} ${up}`);
  assert.deepEqual(steps, ["a 1 0", "a 1 5", "a -1 0"]);
});

test("without an answer it is asleep, and what comes wakes it", () => {
  const { source, model, answer } = newSource();
  source.set({ gamma: 2 });
  pass(PATIENCE_MS - 1);
  assert.equal(source.isAsleep, false);
  pass(1);
  assert.equal(source.isAsleep, true);
  answer();
  assert.equal(source.isAsleep, false);
  model.fire("comm_live_update"); // a new kernel, say, that does not answer
  pass(PATIENCE_MS);
  assert.equal(source.isAsleep, true);
  model.fire("msg:custom", HELLO);
  assert.equal(source.isAsleep, false);
});

test("a greeting that is answered after a move was sent does not end the wait for its answer", () => {
  const { source, model } = newSource();
  source.set({ gamma: 2 });
  model.fire("msg:custom", HELLO); // to what was said before the move
  assert.equal(source.isAsleep, false);
  pass(PATIENCE_MS);
  assert.equal(source.isAsleep, true);
});

test("a kernel that dies during a question is asked again when it is back", () => {
  const { source, model, sent } = newSource();
  source.set({ gamma: 2 });
  source.set({ gamma: 3 });
  model.fire("comm_live_update");
  assert.deepEqual(sent, [{ gamma: 2 }, HELLO]);
  model.fire("msg:custom", HELLO);
  assert.deepEqual(sent.slice(2), [{ gamma: 3 }]);
});

test("the kernel's lines are given, whatever else it says before", async () => {
  const { source, model, sent } = newSource();
  const lines = source.code();
  assert.deepEqual(sent, [{ kind: "code" }]);
  const again = source.code(); // in another view
  model.fire("msg:custom", HELLO);
  model.fire("msg:custom", { kind: "code", text: "print(1)\n" });
  assert.equal(await lines, "print(1)\n");
  assert.equal(await again, "print(1)\n");
});

test("why there are no lines is explained, in the kernel's words or in our own", async () => {
  const { source, model } = newSource();
  const none = source.code();
  model.fire("msg:custom", { kind: "code", fault: "add samples" });
  await assert.rejects(none, { message: "add samples" });
  const late = source.code();
  pass(CODE_PATIENCE_MS - 1); // a busy kernel
  model.fire("msg:custom", { kind: "code", text: "print(1)\n" });
  assert.equal(await late, "print(1)\n");
  const never = source.code();
  pass(CODE_PATIENCE_MS);
  await assert.rejects(never, { message: NO_KERNEL });
});
