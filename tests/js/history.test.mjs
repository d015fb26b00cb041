import assert from "node:assert/strict";
import { test } from "node:test";
import { UndoHistory } from "../../rbflib/lab/kit/js/history.js";

const SLOW = 5000;

function newHistory(state) {
  let time = 0;
  const history = new UndoHistory(state, () => time);
  const note = (state, ms = 0) => {
    time += ms;
    history.note(state);
  };
  return { history, note };
}

test("moves are taken back one by one, to the start", () => {
  const { history, note } = newHistory({ x: 0, y: 0 });
  note({ x: 1, y: 0 }, SLOW);
  note({ x: 2, y: 0 }, SLOW);
  note({ x: 2, y: 3 });
  assert.deepEqual(history.undo(), { x: 2, y: 0 });
  assert.deepEqual(history.undo(), { x: 1, y: 0 });
  assert.deepEqual(history.undo(), { x: 0, y: 0 });
  assert.equal(history.undo(), null);
});

test("steps of one control that follow each other quickly are one move", () => {
  const { history, note } = newHistory({ x: 0 });
  for (const x of [1, 2, 3]) note({ x }, 300);
  assert.deepEqual(history.undo(), { x: 0 });
});

test("a drag is one move, however long, and a canceled one is none", () => {
  const { history, note } = newHistory({ x: 0, added: [] });
  const drag = (...values) => {
    history.isDragging = true;
    for (const x of values) note({ x, added: [] }, SLOW);
    history.isDragging = false;
    history.endMove();
    note({ x: values.at(-1), added: [] });
  };
  drag(1, 2, 3);
  drag(4, 3);
  assert.deepEqual(history.undo(), { x: 0, added: [] });
  assert.equal(history.undo(), null);
});
