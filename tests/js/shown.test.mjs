// What waits for its element to stand on the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { whenShown } from "../../rbflib/lab/kit/js/shown.js";

function onPage({ explorer = null } = {}) {
  globalThis.document ??= {};
  const page = { changed: null };
  globalThis.MutationObserver = class {
    constructor(action) {
      this.action = action;
    }
    observe() {
      page.changed = this.action;
    }
    disconnect() {
      page.changed = null;
    }
  };
  const el = { isConnected: explorer !== null, closest: () => explorer };
  return { page, el };
}

test("an element that stands in an explorer is not waited for", () => {
  const { page, el } = onPage({ explorer: "explorer" });
  const seen = [];
  whenShown(el, (ours) => seen.push(ours));
  assert.deepEqual(seen, ["explorer"]);
  assert.equal(page.changed, null);
});

test("an element comes later, on the screen or not, and is told of once", () => {
  const { page, el } = onPage();
  const seen = [];
  const end = whenShown(el, (ours) => {
    seen.push(ours);
    return () => seen.push("end");
  });
  page.changed();
  assert.deepEqual(seen, []);
  el.closest = () => "explorer"; // in an explorer that is not on the page yet
  page.changed();
  assert.deepEqual(seen, []);
  el.isConnected = true;
  page.changed();
  assert.deepEqual([seen, page.changed], [["explorer"], null]);
  end();
  assert.deepEqual(seen, ["explorer", "end"]);
});
