import assert from "node:assert/strict";
import { test } from "node:test";
import { newButton } from "../../rbflib/lab/kit/js/button.js";
import { fakeDocument } from "./fakes.mjs";

test("a button acts, and keeps Jupyter's keys away", () => {
  fakeDocument();
  const acts = [];
  const button = newButton("copy code", () => acts.push("copied"));
  button.act("click");
  assert.deepEqual(acts, ["copied"]);
  assert.equal(button.attributes.get("data-lm-suppress-shortcuts"), "true");
});
