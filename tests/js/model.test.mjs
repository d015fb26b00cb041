// The model of a widget without a kernel: who hears what, and what is sent.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Model } from "../../book/static/model.js";

test("what a page sets is told and sent once, and what is the page's own is not sent", () => {
  const sent = [];
  const heard = [];
  const model = new Model({ gamma: 1, _link: null }, (...message) => sent.push(message));
  const note = () => heard.push(model.get("gamma"));
  model.on("change:gamma", note);
  model.set("gamma", 1);
  model.set("gamma", 2);
  model.set("_link", "x");
  model.set({ gamma: 3 }); // as Backbone would take it
  model.save_changes();
  model.off("change:gamma", note);
  model.set("gamma", 4);
  model.send("a", null, ["b"]);
  assert.deepEqual(heard, [2]);
  assert.deepEqual(sent[0][0], { method: "update", state: { gamma: 2 }, buffer_paths: [] });
  assert.deepEqual(sent[1], [{ method: "custom", content: "a" }, ["b"]]);
});

test("what Python sets is told with its buffers, and is not sent back", () => {
  const sent = [];
  const heard = [];
  const model = new Model({}, (message) => sent.push(message.state));
  for (const event of ["change:a", "change", "msg:custom", "message"])
    model.on(event, (...values) => heard.push([event, ...values.slice(0, 1)]));
  const update = { method: "update", state: { a: null }, buffer_paths: [["a"]] };
  const custom = { method: "custom", content: 5 };
  model.take(update, ["bytes"]);
  model.take(custom, []);
  model.save_changes();
  assert.equal(model.get("a"), "bytes");
  const first = [["change:a"], ["change"], ["message", update]];
  assert.deepEqual(heard, [...first, ["msg:custom", 5], ["message", custom]]);
  assert.deepEqual(sent, [{}]);
});

test("an action that ends itself does not keep the next from hearing", () => {
  const heard = [];
  const model = new Model({});
  const once = () => model.off("saved", once);
  model.on("saved", once);
  model.on("saved", () => heard.push("next"));
  model.save_changes();
  model.save_changes();
  assert.deepEqual(heard, ["next", "next"]);
});

test("an Output keeps what came since it was cleared, for views that come later", () => {
  const model = new Model({});
  const heads = ["printed", "cleared", "printed"].map((kind) => ({ kind }));
  const seen = [];
  model.on("shown", (head) => seen.push(head));
  for (const head of heads) model.show(head);
  assert.deepEqual(seen, heads);
  assert.deepEqual(model.outputs, heads.slice(1));
});
