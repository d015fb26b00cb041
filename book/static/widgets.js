// Quizzes and predictions: the widgets of the live pages, on a model that the record remembers.

import { joinClass } from "./classroom.js";
import { element } from "./element.js";
import prediction from "./kit/predict.js";
import quiz from "./kit/quiz.js";
import { Model } from "./model.js";
import { addEvents, newEvent, newest, prefixed, watch } from "./record.js";

// A prediction is remembered by its text: another day its choices may have another order.
const KINDS = {
  prediction: {
    widget: prediction,
    restored: (kept, { choices }, about) => ({ committed: choices.indexOf(kept[about]) }),
    kept: (model, about) => ({ [about]: model.get("choices")[model.get("committed")] }),
    join: joinClass,
  },
  quiz: {
    widget: quiz,
    restored: (kept, _traits, page) => ({ answers: answersOf(kept, page) }),
    kept: (model, page) => {
      const none = Object.keys(answersOf(newest("quiz"), page)).map((key) => [key]);
      return prefixed(page, { ...Object.fromEntries(none), ...model.get("answers") });
    },
  },
};

// Key of a question of the page, with its seed, -> its answer.
function answersOf(kept, page) {
  const ofPage = Object.entries(kept).filter(
    ([name, value]) => value && name.startsWith(`${page} `),
  );
  return Object.fromEntries(ofPage.map(([name, value]) => [name.slice(page.length + 1), value]));
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export function mountWidget(el, { kind, key, traits }) {
  const { widget, restored, kept, join } = KINDS[kind];
  const name = key.slice(kind.length + 1);
  Object.assign(traits, restored(newest(kind), traits, name));
  const model = new Model(traits);
  model.on("saved", () => {
    const known = newest(kind);
    const now = Object.entries(kept(model, name)).filter(([n, value]) => !isSame(value, known[n]));
    addEvents(now.map(([n, value]) => newEvent(kind, n, value ?? null)));
  });
  join?.(model, name);
  watch(() => {
    for (const [trait, value] of Object.entries(restored(newest(kind), traits, name)))
      if (!isSame(value, model.get(trait))) model.set(trait, value);
  });
  const place = element("div");
  el.replaceChildren(place);
  widget.render({ model, el: place });
  el.id = key.replaceAll(" ", "-"); // its address: book/classroom.py
  if (location.hash === `#${el.id}`) el.scrollIntoView();
}
