import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { asNumber } from "../../rbflib/lab/kit/js/number.js";

const typed = JSON.parse(readFileSync(new URL("numbers.json", import.meta.url)));

for (const [text, number] of Object.entries(typed.numbers))
  test(`${text} is a number`, () => assert.equal(String(asNumber(text)), String(number)));

for (const text of typed.none) test(`"${text}" is none`, () => assert.equal(asNumber(text), null));
