// Parts of the book's Python on bad lines. There is no IndexedDB here: nothing is kept.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Kept } from "../../book/engine/kept.js";

const PART = { name: "image-1", bytes: 100 };
const BYTES = Uint8Array.from({ length: 100 }, (_, i) => i);

// A server that gives `most` bytes each time and then closes the connection.
function serve({ most, hasRanges, label }) {
  const asked = [];
  globalThis.fetch = async (_address, { headers = {} }) => {
    const from = hasRanges ? Number(/\d+/.exec(headers.range ?? "0")[0]) : 0;
    asked.push(from);
    const part = BYTES.subarray(from, from + most);
    const ends = from + part.length < 100;
    const pull = (out) => (asked.given === asked.length ? close(out) : out.enqueue(give(part)));
    const give = (bytes) => {
      asked.given = asked.length;
      return bytes;
    };
    const close = (out) => (ends ? out.error(new TypeError("network")) : out.close());
    const status = from ? 206 : 200;
    return new Response(new ReadableStream({ pull }), {
      status,
      headers: label ?? {},
    });
  };
  return asked;
}

const part = (tell = () => {}) => {
  globalThis.setTimeout = (done, _ms, ...given) => queueMicrotask(() => done(...given)); // no pauses
  return new Kept("http://a/", tell).fetch(PART);
};

test("what has come before the connection ended is not asked for again", async () => {
  const asked = serve({ most: 30, hasRanges: true });
  let loaded = 0;
  const bytes = await part(({ bytes = 0 }) => {
    loaded += bytes;
  });
  assert.deepEqual([bytes, asked.slice(), loaded], [BYTES, [0, 30, 60, 90], 100]);
});

test("a server without ranges begins anew, and where no more comes it is given up", async () => {
  const asked = serve({ most: 60, hasRanges: false });
  await assert.rejects(part(), { why: "cut" });
  assert.deepEqual(asked.slice(), [0, 0, 0, 0, 0, 0]);
});

test("a missing file, a longer one and one that is labelled wrongly are named", async () => {
  serve({ most: 60, label: { "content-encoding": "gzip" } });
  await assert.rejects(part(), { why: "changed" });
  globalThis.fetch = async () => new Response(new Uint8Array(101));
  await assert.rejects(part(), { why: "changed" });
  globalThis.fetch = async () => new Response("", { status: 404 });
  await assert.rejects(part(), { why: "missing" });
});

// Parts that are kept in a store; it answers what it was asked when it is told to, and time passes
// when it is told to.
function keptInStore() {
  const [questions, clock] = [[], {}];
  const transaction = () => {
    const made = {};
    const ask = () => {
      const request = {};
      questions.push((result) => {
        request.result = result;
        made.oncomplete();
      });
      return request;
    };
    return Object.assign(made, {
      objectStore: () => ({ count: ask, get: ask, put: ask }),
    });
  };
  const request = { result: { transaction } };
  globalThis.indexedDB = {
    open() {
      queueMicrotask(() => request.onsuccess());
      return request;
    },
  };
  globalThis.setTimeout = (done, _ms, ...given) => {
    clock.pass = () => done(...given);
  };
  return { kept: new Kept("http://a/", () => {}), questions, clock };
}
const rest = () => new Promise(setImmediate);

test("a store that never answers is as none, and is asked once", async () => {
  serve({ most: 100 });
  const { kept, questions, clock } = keptInStore();
  await rest();
  clock.pass();
  for (const _ of "ab") assert.deepEqual(await kept.get(PART), BYTES);
  assert.equal(questions.length, 1);
});

test("a store that has answered is waited for, however long a part takes", async () => {
  const fetched = serve({ most: 100 });
  const { kept, questions, clock } = keptInStore();
  await rest();
  questions[0](17);
  const part = kept.get(PART);
  await rest();
  clock.pass();
  await rest();
  questions[1](BYTES.slice().buffer);
  assert.deepEqual([await part, fetched.slice()], [BYTES, []]);
});
