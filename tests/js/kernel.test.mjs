// The note that no kernel answers comes after a while, and goes with the answer.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { askKernel, PATIENCE_MS, PAUSE_MS } from "../../rbflib/lab/kit/js/kernel.js";
import { elementIn, FakeModel } from "./fakes.mjs";

function asked(context) {
  mock.timers.enable({ apis: ["setTimeout"] });
  context.after(() => mock.timers.reset());
  const [model, explorer, note] = [new FakeModel(), new EventTarget(), {}];
  const end = askKernel(model, elementIn(explorer), note);
  return { model, explorer, note, end };
}

const ANSWER = ["msg:custom", { kind: "hello" }];

test("the note waits for the patience to end", (context) => {
  const { model, note } = asked(context);
  assert.deepEqual(model.sent, [{ kind: "hello" }]);
  mock.timers.tick(PATIENCE_MS - 1);
  assert.equal(note.hidden, true);
  mock.timers.tick(1);
  assert.equal(note.hidden, false);
  model.fire(...ANSWER);
  assert.equal(note.hidden, true);
});

test("an answer in time keeps the note away, another message does not", (context) => {
  const { model, note } = asked(context);
  model.fire(...ANSWER);
  mock.timers.tick(2 * PATIENCE_MS);
  assert.equal(note.hidden, true);
  model.fire("comm_live_update");
  model.fire("msg:custom", { kind: "settled" });
  mock.timers.tick(PATIENCE_MS);
  assert.equal(note.hidden, false);
});

test("a hand that goes on asks once a pause", (context) => {
  const { model, explorer } = asked(context);
  for (let i = 0; i < 20; i++) explorer.dispatchEvent(new Event("keydown"));
  assert.equal(model.sent.length, 1);
  mock.timers.tick(PAUSE_MS);
  assert.equal(model.sent.length, 2);
  explorer.dispatchEvent(new Event("pointerdown"));
  mock.timers.tick(PAUSE_MS);
  assert.equal(model.sent.length, 3);
});

test("a closed way to the kernel is said at once", (context) => {
  const { model, note } = asked(context);
  model.fire(...ANSWER);
  model.send = () => {
    throw new Error("closed");
  };
  model.fire("comm_live_update");
  assert.equal(note.hidden, false);
});

test("nothing is left of it at the end", (context) => {
  const { model, explorer, note, end } = asked(context);
  end();
  explorer.dispatchEvent(new Event("keydown"));
  mock.timers.tick(2 * PATIENCE_MS);
  assert.equal(note.hidden, true);
  assert.equal(model.sent.length, 1);
  assert.equal(model.listeners.size, 0);
});
