// The code: asked of the kernel, which may have none to give, or not be there.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { askCode, NO_KERNEL, PATIENCE_MS } from "../../rbflib/lab/kit/js/code.js";
import { FakeModel } from "./fakes.mjs";

test("the kernel's lines are given, whatever else it says before", async () => {
  const model = new FakeModel();
  const lines = askCode(model, false);
  assert.deepEqual(model.sent, [{ kind: "write" }]);
  model.fire("msg:custom", { kind: "settled" });
  model.fire("msg:custom", { kind: "code", text: "print(1)\n" });
  assert.equal(await lines, "print(1)\n");
  assert.equal(model.listeners.size, 0);
});

test("why there are none is said in the kernel's words", async () => {
  const model = new FakeModel();
  const lines = askCode(model, false);
  model.fire("msg:custom", { kind: "code", fault: "add samples" });
  await assert.rejects(lines, { message: "add samples" });
});

test("without a kernel it is said what to do, at once or after a while", async (context) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  context.after(() => mock.timers.reset());
  const model = new FakeModel();
  assert.throws(() => askCode(model, true), { message: NO_KERNEL });
  assert.deepEqual(model.sent, []);
  const late = askCode(model, false);
  mock.timers.tick(PATIENCE_MS);
  await assert.rejects(late, { message: NO_KERNEL });
  assert.equal(model.listeners.size, 0);
});
