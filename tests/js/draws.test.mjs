// All draws: what is asked for and when, and what their strips say.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Draws } from "../../rbflib/lab/kit/js/draws.js";
import { REST_MS, Source } from "../../rbflib/lab/kit/js/source.js";
import { differences, factsOf, placesOf, scaleOf } from "../../rbflib/lab/kit/js/strips.js";
import { FakeModel, fakeDocument } from "./fakes.mjs";

const [ASKED, GO_ON] = [{ kind: "draws" }, { kind: "go on" }];

test.beforeEach(() => {
  fakeDocument();
  document.querySelectorAll = () => [];
  mock.timers.enable({ apis: ["setTimeout"] });
});

test.afterEach(() => mock.timers.reset());

// The draws of a model with four of them, which is at rest, as its Python: what it is sent, its
// answers, and its replies.
function newDraws() {
  const controls = { gamma: {}, draw: { marks: "0 1 2 3" } };
  const values = { gamma: 1, draw: 0 };
  const model = new FakeModel({
    ...values,
    _description: { controls },
    _answer: { values, hidden: [] },
  });
  const source = new Source(model);
  const draws = new Draws(source);
  const answer = (more = {}) => {
    const { gamma, draw } = model.traits;
    model.traits._answer = { values: { gamma, draw }, hidden: [], ...more };
    model.fire("change:_answer");
  };
  const reply = (n, of = { gamma: model.get("gamma"), draw: 4 }) => {
    const E_out = [0.1, 0.2, null, 0.4].slice(0, n);
    model.fire("msg:custom", { kind: "draws", values: n ? { E_out } : {}, of });
    mock.timers.tick(0);
  };
  const sent = () => model.sent.splice(0);
  return { source, draws, model, answer, reply, sent };
}

test("draws are asked for again and again until all are there, one slice at a time", () => {
  const { draws, answer, reply, sent } = newDraws();
  answer();
  mock.timers.tick(REST_MS);
  assert.deepEqual(sent(), []); // nobody wants them
  draws.press();
  for (const n of [0, 1, 3]) {
    assert.deepEqual(sent(), [ASKED]);
    reply(n);
  }
  assert.deepEqual(sent(), [ASKED]);
  reply(4);
  assert.deepEqual(sent(), []);
  assert.equal(draws.isComplete, true);
});

test("a move comes first, and begins anew once it rests; a move of the draw does not", () => {
  const { source, draws, answer, reply, sent } = newDraws();
  draws.press();
  source.set({ gamma: 2 });
  assert.deepEqual(sent(), [ASKED, { gamma: 2 }]);
  reply(3, { gamma: 1, draw: 4 });
  assert.deepEqual([sent(), draws.isPresent], [[], false]);
  answer();
  mock.timers.tick(REST_MS - 1);
  assert.deepEqual(sent(), []);
  mock.timers.tick(1);
  assert.deepEqual(sent(), [ASKED]);
  reply(4);
  source.set({ draw: 3 });
  answer();
  mock.timers.tick(REST_MS);
  assert.deepEqual([sent(), draws.isComplete, draws.at], [[{ draw: 3 }], true, 3]);
});

test("a picture that is not complete comes before the draws, and waits for a move", () => {
  const { source, draws, answer, sent } = newDraws();
  draws.isOn = true;
  answer({ pending: true });
  source.set({ gamma: 2 });
  mock.timers.tick(REST_MS);
  assert.deepEqual(sent(), [{ gamma: 2 }]);
  answer({ pending: true });
  mock.timers.tick(REST_MS);
  source.set({ gamma: 3 });
  assert.deepEqual(sent(), [GO_ON]);
  answer({ pending: true });
  assert.deepEqual(sent(), [{ gamma: 3 }]);
  answer({ pending: true });
  mock.timers.tick(REST_MS);
  for (const pending of [true, false]) {
    assert.deepEqual(sent(), [GO_ON]);
    answer({ pending });
    mock.timers.tick(0);
  }
  assert.deepEqual(sent(), [ASKED]);
});

test("what a kernel that has gone was asked for is asked again, and where there is no control not", () => {
  const { draws, model, answer, sent } = newDraws();
  draws.press();
  model.fire("comm_live_update");
  model.fire("msg:custom", { kind: "hello" });
  mock.timers.tick(REST_MS);
  assert.deepEqual(sent(), [ASKED, { kind: "hello" }, ASKED]);
  answer({ hidden: ["draw"] });
  mock.timers.tick(REST_MS);
  assert.deepEqual([sent(), draws.isShown], [[], false]);
});

test("a prediction closes the draws of the explorer below it until it is committed to", () => {
  const { draws, sent } = newDraws();
  globalThis.Node = { DOCUMENT_POSITION_FOLLOWING: 4 };
  const above = { compareDocumentPosition: () => 4, matches: () => true };
  document.querySelectorAll = () => [above];
  assert.match(draws.press({}), /^Commit to your prediction first/);
  assert.deepEqual([draws.isOn, sent()], [false, []]);
  above.matches = () => false; // committed to, or another explorer
  assert.equal(draws.press({}), "");
  assert.deepEqual(sent(), [ASKED]);
});

test("words and figures say the range, the middle and the rank", () => {
  const { words, ends, middle } = factsOf([1276, 67, null, 350], 0, false);
  assert.equal(words, "3 draws from 67 to 1300, median 350; this one is above 2 of them");
  assert.deepEqual([ends, middle], [["67", "1300"], "median 350"]);
  assert.equal(factsOf([-0.12, 2.3e-5, 1.25e6], 5, true).words.split(";").length, 1);
  assert.deepEqual(factsOf([-0.12, 1.25e6], 1, true).ends, ["−0.12", "1.3·10⁶"]);
  assert.equal(factsOf([-2, -1, 3], 2, true).middle, "below 0 in 2 of 3");
  for (const same of [
    [2, 2, null],
    [1e-20, 3e-21],
  ]) {
    assert.equal(factsOf(same, 0, false).middle, "the same in all 2");
    const scale = scaleOf("a", { a: same }, null);
    assert.equal(scale(same[0]), scale(same[1])); // and so do its dots
  }
  assert.equal(factsOf([null], 0, false).middle, "no draw has it");
});

test("errors of one kind share a scale, and what spans more than 8 times is logarithmic", () => {
  const all = { "A: E_out": [1, 2], "B: E_out": [4, 100], E_in: [1, 5], β: [1, 8] };
  const scales = (name, base = null) => scaleOf(name, all, base);
  assert.equal(scales("A: E_out")(1), scales("B: E_out")(1));
  const [low, middle, high] = [1, 10, 100].map(scales("A: E_out"));
  assert.equal(middle, (low + high) / 2);
  assert.equal(scales("E_in")(3), (scales("E_in")(1) + scales("E_in")(5)) / 2);
  assert.equal(scales("β")(8), scales("E_in")(5));
  const minus = scales("B: E_out", "A: E_out"); // differences begin at 0
  assert.equal(minus(50), (minus(0) + minus(100)) / 2);
  assert.equal(minus(0), low);
});

test("a dot stands for each draw that has a value, on those of its column", () => {
  const values = [5, 0, null, 5, 10];
  const places = placesOf(values, scaleOf("a", { a: values }, null));
  const place = new Map(places.map(([draw, x, y]) => [draw, [x, y]]));
  assert.deepEqual([...place.keys()].sort(), [0, 1, 3, 4]);
  assert.equal(place.get(0)[0], place.get(3)[0]);
  assert.ok(place.get(0)[1] > place.get(3)[1]);
  assert.ok(place.get(1)[0] < place.get(0)[0] && place.get(0)[0] < place.get(4)[0]);
});

test("differences are taken within a kind of error, draw by draw", () => {
  const values = { "A: E_out": [1, 2], "B: E_out": [3, null], "A: E_in": [5, 6], β: [7, 8] };
  const minus = differences(values, "A: E_out");
  assert.deepEqual(minus, { ...values, "B: E_out": [2, null] });
  assert.deepEqual(differences(values, null), values);
});
