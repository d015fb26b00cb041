import assert from "node:assert/strict";
import { test } from "node:test";
import { describeStills } from "../../rbflib/lab/kit/js/picture/alternatives.js";

test("still pictures get the words of their outputs, also those that come later", () => {
  const output = (png, alt) => ({
    data: { "image/png": `${png}\n` },
    metadata: alt && { "image/png": { alt } },
  });
  const outputs = [output("AAA", "a curve"), output("BBB"), output("CCC", "two sets")];
  const code = { outputs: { length: outputs.length, get: (i) => outputs[i] } };
  const page = { model: { cells: [{ outputs: undefined }, code] } };
  const images = [];
  const change = (nodeType) => [{ addedNodes: [{ nodeType }] }];
  let look;
  let observers = 0;
  globalThis.Node = { ELEMENT_NODE: 1 };
  globalThis.document = { querySelectorAll: () => images.filter(({ alt }) => !alt) };
  globalThis.MutationObserver = class {
    constructor(action) {
      observers += 1;
      look = action;
    }
    observe() {}
    disconnect() {
      observers -= 1;
    }
  };
  for (const context of [page, page, undefined]) describeStills({ widget_manager: { context } });
  assert.equal(observers, 1); // of one page, whatever the number of its widgets
  for (const png of ["AAA", "BBB", "CCC"]) images.push({ src: `data:image/png;base64,${png}` });
  look(change(3)); // a text
  assert.equal(images[0].alt, undefined);
  look(change(1));
  assert.deepEqual(
    images.map(({ alt }) => alt),
    ["a curve", undefined, "two sets"],
  );
  page.isDisposed = true;
  look(change(1));
  assert.equal(observers, 0);
});
