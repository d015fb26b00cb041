// Quizzes and predictions: the widgets of the live pages, on a model that the browser remembers.

import { joinClass } from "./classroom.js";
import { element } from "./element.js";
import prediction from "./kit/predict.js";
import quiz from "./kit/quiz.js";
import { follow, keep, recall } from "./memory.js";
import { Model } from "./model.js";

// A prediction is remembered by its text: another day its choices may have another order.
const KINDS = {
  prediction: {
    widget: prediction,
    restored: (text, { choices }) => ({ committed: choices.indexOf(text) }),
    kept: (model) => model.get("choices")[model.get("committed")] ?? null,
    join: (model, key) => joinClass(model, key.replace("prediction ", "")),
  },
  quiz: {
    widget: quiz,
    restored: (answers) => ({ answers: answers ?? {} }),
    kept: (model) => model.get("answers"),
  },
};

export function mountWidget(el, { kind, key, traits }) {
  const { widget, restored, kept, join } = KINDS[kind];
  Object.assign(traits, restored(recall(key), traits));
  const model = new Model(traits);
  model.on("saved", () => keep(key, kept(model)));
  join?.(model, key);
  follow(key, (value) => {
    for (const [name, trait] of Object.entries(restored(value, traits))) model.set(name, trait);
  });
  const place = element("div");
  el.replaceChildren(place);
  widget.render({ model, el: place });
  el.id = key.replaceAll(" ", "-"); // its address: book/classroom.py
  if (location.hash === `#${el.id}`) el.scrollIntoView();
}
