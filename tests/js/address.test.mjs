// Addresses of states: there and back, and what somebody else has typed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { addressed, addressOf, valuesOf } from "../../book/static/address.js";

const START = { gamma: 1, data: "moons", on: true, added: [] };
const DESCRIPTION = { start: START, presets: [["Wide bumps", { ...START, gamma: 0.1 }]] };

test("an address leads to its state, and holds only what was moved", () => {
  const state = { gamma: 50, data: "two rings", on: false, added: [[0.5, -1]] };
  const address = addressOf("cover", state, START, "02.html");
  const [name, settings] = addressed(address.slice("02.html".length));
  assert.equal(name, "cover");
  assert.deepEqual(valuesOf(settings, DESCRIPTION), state);
  assert.equal(addressOf("cover", START, START, "02.html"), "02.html#cover");
  assert.equal(addressOf("cover", { ...START, gamma: 50 }, START, ""), "#cover?gamma=50");
});

test("a preset is named by its button", () => {
  const [, settings] = addressed("#cover?preset=Wide%20bumps&on=false");
  assert.deepEqual(valuesOf(settings, DESCRIPTION), { ...START, gamma: 0.1, on: false });
});

test("what means nothing is left out", () => {
  const [, settings] = addressed("#cover?gama=3&gamma=many&preset=Nobody's");
  assert.deepEqual(valuesOf(settings, DESCRIPTION), START);
  assert.deepEqual(addressed("#a-section"), ["a-section", {}]);
  assert.deepEqual(addressed(""), ["", {}]);
});
