// Results: their places, what has changed, and what a screen reader gets.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { partsOf, Results, typeset } from "../../rbflib/lab/kit/js/results.js";
import { fakeDocument } from "./fakes.mjs";

function newResults(titled) {
  fakeDocument();
  mock.timers.enable({ apis: ["setTimeout"] });
  const results = new Results(titled);
  const show = (values, remarks = "") =>
    results.show({ words: "", results: Object.entries(values), remarks });
  return { results, show };
}

test.afterEach(() => mock.timers.reset());

test("a screen reader gets the newest results once they rest, and nothing at first", () => {
  const { results, show } = newResults();
  show({ E_in: "0.1" });
  mock.timers.tick(5000);
  assert.equal(results.live.textContent, "");
  show({ E_in: "0.2" });
  mock.timers.tick(900);
  show({ E_in: "0.3" }, "far out");
  mock.timers.tick(999);
  assert.equal(results.live.textContent, "");
  mock.timers.tick(1);
  assert.equal(results.live.textContent, "E_in 0.3, far out");
});

test("what stands in the picture has no second place, and is said", () => {
  const { results, show } = newResults(["E_in, a"]);
  show({ "E_in, a": "0.1", "E_in, b": "0.2" });
  show({ "E_in, a": "0.3", "E_in, b": "0.2" });
  assert.deepEqual([...results.places.keys()], ["E_in, b"]);
  mock.timers.tick(1000);
  assert.equal(results.live.textContent, "E_in, a 0.3, E_in, b 0.2");
});

test("beside a result stands what it was before the move", () => {
  const { results, show } = newResults();
  const clock = mock.method(performance, "now", () => 1); // the page has just begun
  const was = () => results.places.get("E_in").value.dataset.was;
  show({ E_in: "0.1" });
  assert.equal(was(), "");
  clock.mock.mockImplementation(() => 2e6);
  for (const E_in of ["0.2", "0.3"]) show({ E_in });
  assert.equal(was(), "0.1");
  clock.mock.mockImplementation(() => 3e6);
  show({ E_in: "0.3" });
  assert.equal(was(), "");
  clock.mock.restore();
});

test("what is wider than a narrow place has smaller type, and then two places", () => {
  const { results, show } = newResults();
  const look = (text) => {
    show({ left: text });
    const { el, slots } = results.places.get("left");
    return [el.classes.has("rbflib-tight"), slots];
  };
  assert.deepEqual(look("26 of 30"), [false, 1]);
  assert.deepEqual(look("4.9e-04"), [true, 1]); // 4.9 × 10⁻⁴
  assert.deepEqual(look("99 of 1353"), [true, 1]);
  assert.deepEqual(look("1353 of 1353"), [true, 2]);
});

test("names and powers are set as in print", () => {
  assert.deepEqual(partsOf("E_in"), ["E", "in", ""]);
  assert.deepEqual(partsOf("k-means: E_out"), ["k-means: E", "out", ""]);
  assert.equal(typeset("1.2e-05"), "1.2 × 10⁻⁵");
  assert.equal(typeset("above 1e+16"), "above 1 × 10¹⁶");
  assert.equal(typeset("the 7th"), "the 7th");
});
