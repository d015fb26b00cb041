// Quizzes of the book: numbers as they are typed, and answers in order.

import assert from "node:assert/strict";
import { test } from "node:test";
import { asNumber, judged } from "../../book/static/quiz.js";

test("a typed number may be a fraction, and have a comma", () => {
  const typed = { "1/4": 0.25, "0,25": 0.25, "1,000": 1000, "12,345,678.5": 12345678.5, "−3": -3 };
  for (const [text, number] of Object.entries(typed)) assert.equal(asNumber(text), number, text);
});

test("what is no number is none", () => {
  for (const text of ["", "  ", "many", "1/0", "1/2/3", "/", "1,2,3"])
    assert.equal(asNumber(text), null, text);
});

test("an order says where it goes wrong", () => {
  const said = { kind: "order", right: "BCA", why: "yes", wrong: { A: "a", B: "b", C: "c" } };
  assert.deepEqual(judged(said, "BCA"), [true, "yes"]);
  assert.deepEqual(judged(said, "BAC"), [false, "Place 2 is wrong. a"]);
  assert.deepEqual(judged(said, "BBA"), [false, "One of them has two places."]);
});
