// The record of a reader, of all pages: a list of events, as rbflib/lab/record/store.py describes them.
// Python has the same list, and adds to it.

import { follow, keep, recall } from "./memory.js";

const NAME = "record";
const listeners = new Set();
let events = recall(NAME) ?? [];

export const record = () => events;

// Called with every change, here, in Python or in another tab.
export const watch = (listen) => listeners.add(listen);

export function addEvents(more) {
  change([...(recall(NAME) ?? events), ...more].sort((a, b) => timeOf(a) - timeOf(b)));
}

// All but the moment at which this was done.
export function forgetRecord() {
  change([newEvent("forgotten", "", null)]);
}

export const newEvent = (kind, name, value) => ({
  when: new Date().toISOString(),
  kind,
  name,
  value,
});

// Name -> the newest value of all of a kind that was not taken back; tries are counted.
export function newest(kind) {
  const found = {};
  for (const { when, name, value } of events.filter((event) => event.kind === kind)) {
    const tries = (found[name]?.tries ?? 0) + 1;
    if (value === null) delete found[name];
    else found[name] = when && value.tries ? { ...value, tries } : value;
  }
  return found;
}

const timeOf = ({ when }) => (when ? Date.parse(when) : 0);

function change(list) {
  keep(NAME, list);
  show(list);
}

function show(list) {
  events = list ?? [];
  for (const listen of listeners) listen();
}

follow(NAME, show);

// What an earlier edition of the book has kept of each prediction and of each page's quiz.
const OLD = /^rbflib (prediction|quiz) (.*)/;
const old = Object.keys(localStorage).filter((key) => OLD.test(key));
for (const key of old) {
  const [, kind, name] = OLD.exec(key);
  const value = recall(`${kind} ${name}`);
  const values = kind === "quiz" ? prefixed(name, value ?? {}) : { [name]: value };
  addEvents(Object.entries(values).map((item) => ({ ...newEvent(kind, ...item), when: null })));
  localStorage.removeItem(key);
}

// Answers of a page by the names that they have in the record.
function prefixed(page, answers) {
  return Object.fromEntries(
    Object.entries(answers).map(([key, answer]) => [`${page} ${key}`, answer]),
  );
}
