import assert from "node:assert/strict";
import { test } from "node:test";
import { footButton } from "../../rbflib/lab/kit/js/button.js";
import { fakeDocument } from "./fakes.mjs";

test("a button in the foot acts, and keeps Jupyter's keys away", () => {
  fakeDocument();
  const acts = [];
  const button = footButton("copy code", () => acts.push("copied"));
  button.act("click");
  assert.deepEqual(acts, ["copied"]);
  assert.equal(button.attributes.get("data-lm-suppress-shortcuts"), "true");
});
