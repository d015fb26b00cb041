// A quiz says each thing once.

import assert from "node:assert/strict";
import { test } from "node:test";
import quiz from "../../rbflib/lab/kit/js/quiz.js";
import { FakeModel, fakeDocument } from "./fakes.mjs";

const QUIZ = { title: "Quiz of page 02", form: "", shown: 0, wrong: [], feedback: "each" };

// A question for the number 4, with the variants 5 and 6, and what a kernel sends of it.
const asked = (right, name = `${right}`) => ({
  name,
  kind: "number",
  right,
  wrong: [],
  tolerance: 0,
});
const question = (right, variants = []) => ({
  name: `${right}`,
  form: "",
  text: JSON.stringify(asked(right)),
  variants,
});

// All words that are written into a line from now on.
function heard(line, property, words) {
  let now = line[property];
  const set = (text) => {
    now = text;
    if (text) words.push(text);
  };
  Object.defineProperty(line, property, { get: () => now, set });
}

test("what a kernel sends back, and what is typed, are not said again", () => {
  fakeDocument();
  const traits = { ...QUIZ, questions: [question(4), question(5)], answers: {}, notice: "" };
  const model = new FakeModel({ ...traits, stills: [] });
  const el = document.createElement("div");
  quiz.render({ model, el });
  const [first, , second, , , score] = el.parts;
  const [verdicts, scores] = [[], []];
  for (const { parts } of [first, second]) heard(parts.at(-1), "innerHTML", verdicts);
  heard(score, "textContent", scores);
  for (const view of [first, second]) {
    const { parts } = view;
    parts[1].parts[1].value = "4";
    view.act("input");
    parts.at(-2).act("click"); // Check
    model.set("answers", structuredClone(model.get("answers")));
  }
  assert.equal(verdicts.map(([mark]) => mark).join(""), "✓✗");
  assert.equal(scores.length, new Set(scores).size);
});

test("another one is offered when the question is answered, and is kept by its own name", () => {
  fakeDocument();
  const variants = [5, 6].map((right) => edits(asked(4), asked(right, `4 ${right}`)));
  const traits = { ...QUIZ, questions: [question(4, variants)], answers: {}, notice: "" };
  const model = new FakeModel({ ...traits, stills: [] });
  const el = document.createElement("div");
  quiz.render({ model, el });
  const [first, more, again, score] = el.parts;
  const [place, button] = more.parts;
  const answer = ({ parts }, value) => {
    parts[1].parts[1].value = value;
    parts.at(-2).act("click"); // Check
  };
  assert.equal(button.hidden, true);
  answer(first, "7");
  assert.equal(button.hidden, false);
  button.act("click");
  answer(place.parts[0], "5");
  assert.equal(model.get("answers")["4 5"].right, true);
  assert.match(score.textContent, /1 questions, 0 right/); // the page's own alone
  button.act("click");
  answer(place.parts[0], "5");
  assert.equal(model.get("answers")["4 6"].right, false);
  again.act("click");
  assert.deepEqual(model.get("answers"), {});
  assert.equal(button.hidden, true);
});

// All of it is another text.
const edits = (before, after) => `0 ${JSON.stringify(before).length} ${JSON.stringify(after)}`;
