// A quiz says each thing once.

import assert from "node:assert/strict";
import { test } from "node:test";
import quiz from "../../rbflib/lab/kit/js/quiz.js";
import { FakeModel, fakeDocument } from "./fakes.mjs";

const question = (right) => ({ key: `${right}`, kind: "number", right, wrong: [], tolerance: 0 });

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
  const traits = { page: "02", questions: [4, 5].map(question), answers: {}, notice: "" };
  const model = new FakeModel({ ...traits, stills: [] });
  const el = document.createElement("div");
  quiz.render({ model, el });
  const [first, second, , score] = el.parts;
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
