// Controls as native elements: what a reader does at them, and what they show.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newControl } from "../../rbflib/lab/kit/js/controls.js";
import { fakeDocument } from "./fakes.mjs";

const LEVEL = { kind: "slider", label: "level", marks: "0 0.5 1 1.5 2" };
const WHOLE = { kind: "slider", label: "k", marks: "1 2 3", texts: "1\n2\n3", whole: true };
LEVEL.texts = "0.00\n0.50\n1.00\n1.50\n2.00";
const GAMMA = { kind: "slider", label: "γ", marks: "0.1 1 10 100" };
GAMMA.texts = "0.1\n1\n10\n100";

function made(name, description, value) {
  fakeDocument();
  const sets = [];
  const jumps = []; // each a move of its own to take back
  const words = [];
  const control = newControl(name, description, {
    set: (values) => sets.push(values),
    jump: (values) => jumps.push(values),
    say: (text) => words.push(text),
  });
  control.show(value);
  const type = (text) => {
    control.field.focus();
    control.field.value = text;
    control.input.focus();
  };
  return { control, sets, jumps, words, type };
}

test("a slider goes over its marks, and says its value in words", () => {
  const { control, sets } = made("level", LEVEL, 1);
  assert.deepEqual([control.input.min, control.input.max, control.input.value], [0, 4, 2]);
  assert.equal(control.input.ariaValueText, "1.00");
  assert.equal(control.field.value, "1.00");
  control.input.value = 3;
  control.input.act("input");
  assert.deepEqual(sets, [{ level: 1.5 }]);
});

for (const [description, text, value, word, shown] of [
  [LEVEL, " 1.5 ", 1.5, "", "1.50"],
  [LEVEL, "-3", 0, "level ends at 0.00.", "0.00"],
  [LEVEL, "99", 2, "level ends at 2.00.", "2.00"],
  [LEVEL, "1,3", 1.3, "", "1.3"],
  [GAMMA, "2.9", 2.9, "", "2.9"],
  [GAMMA, "-1", 0.1, "γ ends at 0.1.", "0.1"],
  [GAMMA, "1e9", 100, "γ ends at 100.", "100"],
  [WHOLE, "2.6", 3, "k takes whole numbers.", "3"],
]) {
  test(`${text} typed at ${description.label}`, () => {
    const { control, jumps, words, type } = made(
      "x",
      description,
      Number(description.marks.split(" ")[1]),
    );
    type(text);
    assert.deepEqual(jumps, [{ x: value }]);
    assert.deepEqual(words, [word]);
    assert.equal(control.field.value, shown);
  });
}

test("of a number between the marks Python has text and place, and a step goes to a mark", () => {
  const { control, sets } = made("gamma", GAMMA, 1);
  control.show(37.3);
  assert.equal(control.input.value, 1); // it waits for the answer
  control.show(37.3, "37.3", 3);
  assert.deepEqual([control.field.value, control.input.value], ["37.3", 3]);
  assert.equal(control.input.ariaValueText, "37.3");
  control.input.value = 2;
  control.input.act("input");
  assert.deepEqual(sets, [{ gamma: 10 }]);
});

for (const text of ["abc", "", "nan", "Infinity"]) {
  test(`“${text}” is no number, and nothing moves`, () => {
    const { control, jumps, words, type } = made("x", LEVEL, 1);
    type(text);
    assert.deepEqual(jumps, []);
    assert.deepEqual(words, [`“${text}” is no number: level stays at 1.00.`]);
    assert.equal(control.field.value, "1.00");
  });
}

test("a refusal is seen at the control, and goes with the next number, typed or moved to", () => {
  const { control, words, type } = made("x", LEVEL, 1);
  for (const move of [() => type("2"), () => control.input.act("input")]) {
    type("5kg");
    assert.match(words.at(-1), /no number/);
    assert.equal(control.el.dataset.said, words.at(-1));
    move();
    assert.deepEqual([words.at(-1), control.el.dataset.said], ["", ""]);
  }
});

test("Enter takes what was typed, Escape takes it back, a visit changes nothing", () => {
  const { control, jumps, words, type } = made("x", LEVEL, 1);
  const press = (key, more) => control.field.act("keydown", { key, ...more });
  type("1.00");
  control.field.focus();
  control.field.value = "2";
  press("4");
  press("Enter", { isComposing: true }); // it confirms what an input method has composed
  assert.deepEqual(jumps, []);
  press("Enter");
  assert.deepEqual(jumps, [{ x: 2 }]);
  control.field.focus();
  control.field.value = "0";
  press("Escape");
  assert.deepEqual([jumps.length, words, control.field.value], [1, [""], "2.00"]);
});

test("a slider ends where the state allows, and a number that is typed, too", () => {
  const { control, jumps, words, type } = made("x", LEVEL, 1);
  control.allow({ end: 3, disabled: false, hidden: false });
  assert.equal(control.input.max, 3);
  type("2");
  assert.deepEqual([jumps, words], [[{ x: 1.5 }], ["level ends at 1.50."]]);
  control.allow({ disabled: true, hidden: true });
  assert.deepEqual([control.input.max, control.input.disabled], [4, true]);
  assert.deepEqual([control.field.disabled, control.el.hidden], [true, true]);
});

test("a list and a switch", () => {
  const list = made("data", { kind: "choice", label: "data", marks: ["moons", "rings"] }, "rings");
  assert.equal(list.control.input.value, "rings");
  list.control.input.value = "moons";
  list.control.input.act("change");
  assert.deepEqual(list.sets, [{ data: "moons" }]);
  const box = made("on", { kind: "switch", label: "on" }, true);
  assert.equal(box.control.input.checked, true);
  box.control.input.checked = false;
  box.control.input.act("change");
  assert.deepEqual(box.sets, [{ on: false }]);
});
