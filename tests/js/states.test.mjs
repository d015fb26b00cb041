import assert from "node:assert/strict";
import { test } from "node:test";
import { States } from "../../book/static/recording/states.js";

const CONTROLS = [
  { name: "data", kind: "choice", marks: ["moons", "rings"] },
  { name: "gamma", kind: "slider", scale: "log", marks: [0.1, 1, 10] },
  { name: "noise", kind: "slider", scale: "linear", marks: ["moons", 0.5, 1] },
];
// A line of gamma for each data, and a line of noise at the first ones.
const VALUES = [0.1, 1, 10].map((gamma) => ["moons", gamma, 0]);
VALUES.push(["rings", 0.1, 0], ["rings", 1, 0], ["moons", 1, 0.5], ["moons", 1, 1]);
const STATES = VALUES.map((values) => [values]);
const states = new States(CONTROLS, STATES);
const answer = (values, more) => VALUES[states.nearest(values, more)];

test("a recorded state answers itself", () => {
  for (const values of VALUES) assert.deepEqual(answer(values), values);
});

test("a slider goes to the mark that is nearest on its own scale", () => {
  assert.deepEqual(answer(["moons", 4, 0], { moved: 1 }), ["moons", 10, 0]);
  assert.deepEqual(answer(["moons", 2, 0], { moved: 1 }), ["moons", 1, 0]);
});

test("where nothing was recorded with the others as they are, they move", () => {
  assert.deepEqual(answer(["moons", 10, 0.5], { moved: 2, from: 2 }), ["moons", 1, 0.5]);
  assert.deepEqual(answer(["rings", 1, 1], { moved: 2, from: 4 }), ["moons", 1, 1]);
});

test("a key goes on to the next mark, and a drag may stay", () => {
  const key = { moved: 1, from: 1, isKey: true };
  assert.deepEqual(answer(["moons", 1.1, 0], key), ["moons", 10, 0]);
  assert.deepEqual(answer(["moons", 0.9, 0], key), ["moons", 0.1, 0]);
  assert.deepEqual(answer(["moons", 1.1, 0], { ...key, isKey: false }), ["moons", 1, 0]);
  const noFurther = answer(["moons", 11, 0], { ...key, from: 2 });
  assert.deepEqual(noFurther, ["moons", 10, 0]);
});
