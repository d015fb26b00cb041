// Numbers typed at a slider's value: what the kernel is told, and what ipywidgets does not see.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Typing } from "../../rbflib/lab/kit/js/typed.js";

// A value that reads "1.0", of the third control.
function newReadout() {
  const sent = [];
  const { handlers } = new Typing((message) => sent.push(message));
  const readout = { textContent: "1.0" };
  const children = [null, null, readout].map((inside) => ({ contains: (e) => e === inside }));
  const handle = { focus: () => {} };
  Object.assign(readout, {
    closest: () => ({ children }),
    parentElement: { querySelector: () => handle },
  });
  const act = (kind, more) => {
    const event = { target: readout, stopped: false, preventDefault() {}, ...more };
    event.stopPropagation = () => {
      event.stopped = true;
    };
    handlers[kind](event);
    return event.stopped;
  };
  const type = (text) => {
    act("beforeinput");
    readout.textContent = text;
  };
  return { sent, readout, act, type };
}

test("Enter and leaving tell the kernel what was typed, and the old value stays until it answers", () => {
  for (const [kind, more] of [["keydown", { key: "Enter" }], ["blur"]]) {
    const { sent, readout, act, type } = newReadout();
    type("3");
    type(" 30 ");
    assert.equal(act(kind, more), true);
    assert.deepEqual(sent, [{ kind: "typed", control: 2, text: "30" }]);
    assert.equal(readout.textContent, "1.0");
    act("blur");
    assert.equal(sent.length, 1);
  }
});

test("Escape takes back what was typed", () => {
  const { sent, readout, act, type } = newReadout();
  type("3");
  assert.equal(act("keydown", { key: "Escape" }), true);
  assert.equal(readout.textContent, "1.0");
  act("blur");
  assert.deepEqual(sent, []);
});

test("a visit changes nothing, and ipywidgets does not hear of it", () => {
  const { sent, readout, act } = newReadout();
  assert.equal(act("blur"), true);
  assert.equal(act("keydown", { key: "4" }), false);
  assert.deepEqual(sent, []);
  assert.equal(readout.textContent, "1.0");
});
