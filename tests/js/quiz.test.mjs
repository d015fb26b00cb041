// Quizzes of the book: numbers as they are typed, and answers in order.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { asNumber, judged } from "../../book/static/quiz.js";

const typed = JSON.parse(readFileSync(new URL("numbers.json", import.meta.url)));

for (const [text, number] of Object.entries(typed.numbers))
  test(`${text} is a number`, () => assert.equal(String(asNumber(text)), String(number)));

for (const text of typed.none) test(`"${text}" is none`, () => assert.equal(asNumber(text), null));

test("an order says where it goes wrong", () => {
  const said = { kind: "order", right: "BCA", why: "yes", wrong: { A: "a", B: "b", C: "c" } };
  assert.deepEqual(judged(said, "BCA"), [true, "yes"]);
  assert.deepEqual(judged(said, "BAC"), [false, "Place 2 is wrong. a"]);
  assert.deepEqual(judged(said, "BBA"), [false, "One of them has two places."]);
});
