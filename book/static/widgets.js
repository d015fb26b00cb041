// Quizzes and predictions: the widgets of the live pages, on a model that the record remembers.

import { joinClass } from "./classroom.js";
import { element } from "./element.js";
import prediction from "./kit/predict.js";
import quiz from "./kit/quiz.js";
import { Model } from "./model.js";
import { addEvents, newEvent, newest, record, watch } from "./record.js";

// What is kept of a widget, by the kinds of the record: name -> value; undefined takes back. A
// prediction is remembered by its text: another day its choices may have another order.
const KINDS = {
  prediction: {
    widget: prediction,
    restored: (about, { choices }) => ({
      committed: choices.indexOf(newest("prediction")[about]),
      seen: choices.indexOf(newest("seen")[about]),
    }),
    kept: (model, about) => ({
      prediction: { [about]: model.get("choices")[model.get("committed")] },
      seen: { [about]: model.get("choices")[model.get("seen")] },
    }),
    join: joinClass,
  },
  quiz: {
    widget: quiz,
    restored: (_name, traits) => ({ answers: answersTo(traits), ...ofReader(traits) }),
    kept: (model) => {
      const none = Object.keys(newest("quiz")).filter((name) => isOf(model.get("questions"), name));
      const all = Object.fromEntries(none.map((name) => [name]));
      return { quiz: { ...all, ...model.get("answers") } };
    },
  },
};

// Whether an answer is to one of the questions, or to one with other numbers.
const isOf = (questions, name) =>
  questions.some(
    (of) => name === of.name || (of.variants.length && name.startsWith(`${of.name} `)),
  );

const answersTo = ({ questions }) =>
  Object.fromEntries(Object.entries(newest("quiz")).filter(([name]) => isOf(questions, name)));

// What a kernel knows from the record, too: see kit/quiz.py.
function ofReader({ shown, questions, form }) {
  const forms = [...new Set(questions.map((question) => question.form))];
  if (forms.length < 2) return { form: "", wrong: shown ? wrongAtFirst() : [] };
  const names = Object.keys(newest("quiz"));
  const answered = names.map((name) => /^(before|after) (\w+) /.exec(name)).find(Boolean);
  if (!answered) return { form: form || forms[Math.floor(Math.random() * 2)], wrong: [] };
  const [, occasion, first] = answered;
  return { form: forms.find((f) => (f === first) === (occasion === "before")), wrong: [] };
}

function wrongAtFirst() {
  const first = new Map();
  for (const { kind, name, value } of record())
    if (kind === "quiz" && value && !first.has(name)) first.set(name, value.right);
  return [...first.keys()].filter((name) => !first.get(name));
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export function mountWidget(el, { kind, key, traits }) {
  const { widget, restored, kept, join } = KINDS[kind];
  const name = key.slice(kind.length + 1);
  Object.assign(traits, restored(name, traits));
  const model = new Model(traits);
  model.on("saved", () => {
    for (const [of, values] of Object.entries(kept(model, name))) {
      const known = newest(of);
      const now = Object.entries(values).filter(([n, value]) => !isSame(value, known[n]));
      addEvents(now.map(([n, value]) => newEvent(of, n, value ?? null)));
    }
  });
  join?.(model, name);
  watch(() => {
    for (const [trait, value] of Object.entries(restored(name, traits)))
      if (!isSame(value, model.get(trait))) model.set(trait, value);
  });
  const place = element("div");
  el.replaceChildren(place);
  widget.render({ model, el: place });
  el.id = key.replaceAll(" ", "-"); // its address: book/classroom.py
  if (location.hash === `#${el.id}`) el.scrollIntoView();
}
