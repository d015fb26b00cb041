import assert from "node:assert/strict";
import { test } from "node:test";
import { judge, missing, score } from "../../rbflib/lab/kit/js/judge.js";

const CHOICE = { kind: "choice", right: "a", wrong: { a: "", b: "not b" } };
const ORDER = { kind: "order", right: ["b", "c", "a"] };
const NUMBER = { kind: "number", right: 0.25, tolerance: 0.005, otherwise: "count again" };
NUMBER.wrong = [[4, "upside down"]];

test("a number is right within its tolerance", () => {
  for (const text of ["1/4", "0,254", "０．２５"])
    assert.equal(judge(NUMBER, [text])[0], true, text);
  assert.deepEqual(judge(NUMBER, ["0.26"]), [false, "count again"]);
  assert.deepEqual(judge(NUMBER, ["4.004"]), [false, "upside down"]);
});

test("what is missing is named", () => {
  assert.match(missing(CHOICE, [""]), /Choose/);
  assert.match(missing(NUMBER, ["many"]), /Type a number/);
  assert.match(missing(ORDER, ["b", "", "a"]), /Fill/);
  assert.equal(missing(NUMBER, ["0"]), "");
});

test("the score counts first tries and says what to reread, once a section", () => {
  const questions = [{ reread: "1 One" }, { reread: "1 One" }, { reread: "2 Two" }];
  const summary = (...results) => score("Quiz of page 02", questions, results);
  assert.equal(summary(null, null, null), "Quiz of page 02: 3 questions, none answered yet.");
  assert.match(summary([true, 1], [true, 2], null), /3 questions, 2 right, 1 of them at the first/);
  assert.match(summary([false, 1], [false, 1], null), /To reread: “1 One”\.$/);
  assert.match(summary([true, 1], [true, 1], [true, 1]), /All questions are answered\.$/);
});
