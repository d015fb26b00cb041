import assert from "node:assert/strict";
import { test } from "node:test";
import { projectorSwitch } from "../../rbflib/lab/kit/js/projector.js";
import { fakeDocument } from "./fakes.mjs";

test("projector view goes on and off where the browser has no room to remember it", () => {
  fakeDocument();
  const body = document.createElement("body");
  Object.assign(document, { body, querySelectorAll: () => [] });
  globalThis.window = new EventTarget();
  const full = () => {
    throw new Error("QuotaExceededError");
  };
  const methods = { getItem: () => null, setItem: full };
  globalThis.localStorage = new Proxy(methods, { set: full });
  const { button } = projectorSwitch(() => {});
  for (const on of ["true", "false"]) {
    button.act("click");
    assert.equal(String(button.ariaPressed), on);
  }
});
