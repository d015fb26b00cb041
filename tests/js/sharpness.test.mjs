import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Sharpness } from "../../rbflib/lab/kit/js/picture/sharpness.js";

test("a picture gets the pixels of the screen that it is on, where it is seen and until its end", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const screens = [];
  globalThis.window = { devicePixelRatio: 1 };
  globalThis.matchMedia = (query) => {
    screens.push(Object.assign(new EventTarget(), { query }));
    return screens.at(-1);
  };
  const moveTo = (ratio) => {
    window.devicePixelRatio = ratio;
    for (const screen of [...screens]) screen.dispatchEvent(new Event("change"));
    mock.timers.tick(1000);
  };
  const asked = [];
  let width = 800;
  const sharpness = new Sharpness(
    () => width,
    (scale) => asked.push(scale),
  );
  moveTo(3); // before the first frame
  sharpness.width = 800;
  moveTo(2);
  moveTo(1.5);
  assert.deepEqual(asked, [2, 1.5]);
  assert.equal(screens.at(-1).query, "(resolution: 1.5dppx)");
  width = 0; // hidden, or taken away
  moveTo(2);
  width = 800;
  sharpness.end();
  moveTo(2);
  assert.equal(asked.length, 2);
  mock.timers.reset();
});
