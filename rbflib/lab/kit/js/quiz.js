// A quiz: questions, each with a button that checks its answer; below them the score.

import { newButton } from "./button.js";
import { element } from "./element.js";
import { score } from "./judge.js";
import { BUTTON, QuestionView } from "./question.js";
import { saveModels } from "./save_state.js";
import { hideStills } from "./stills.js";
import { variantOf } from "./variant.js";
import { say, statusLine } from "./words.js";

// The same question with other numbers: one at a time, once the page's own is answered.
class Variants {
  place = document.createElement("div");

  // answers() are the model's; keep(name, answer) remembers one.
  constructor({ text, variants }, number, { answers, keep }) {
    Object.assign(this, { number, answers, keep });
    this.variants = variants.map((edits) => variantOf(text, edits));
    const named = { ariaLabel: `Another one like question ${number}`.trim(), ...BUTTON };
    this.button = newButton("Another one", () => this.show(), named);
    this.el = element("div", { className: "rbflib-variants" }, this.place, this.button);
    this.offer(false);
  }

  offer(isAnswered) {
    this.button.hidden = this.variants.length === 0 || !(isAnswered || this.view);
  }

  // The first that was not answered yet; then all of them again.
  show() {
    const done = this.answers();
    const next = this.variants.indexOf(this.view?.question) + 1;
    const inOrder = [...this.variants.slice(next), ...this.variants.slice(0, next)];
    const variant = inOrder.find(({ name }) => !done[name]) ?? inOrder[0];
    const keep = (answer) => this.keep(variant.name, answer);
    const number = this.number && `${this.number}, again`;
    this.view = new QuestionView(variant, number, { keep, onVerdict() {} });
    this.place.replaceChildren(this.view.el);
    this.view.fields[0].focus();
  }

  restore() {
    this.view = undefined;
    this.place.replaceChildren();
    this.offer(false);
  }
}

// The questions of this reader: those of his form, and of a choice first what he got wrong at first.
function askedOf(model) {
  const ofForm = model.get("questions").filter(({ form }) => form === model.get("form"));
  const wrong = new Set(model.get("wrong").map(withoutSeed));
  const isWrong = ({ name }) => wrong.has(withoutSeed(name));
  const inOrder = [...ofForm.filter(isWrong), ...ofForm.filter((of) => !isWrong(of))];
  return model.get("shown") ? inOrder.slice(0, model.get("shown")) : ofForm;
}

const withoutSeed = (name) => name.replace(/^(before|after) /, "").replace(/ \d+$/, "");

function render({ model, el }) {
  const described = askedOf(model);
  const questions = described.map(({ text }) => JSON.parse(text));
  const scoreLine = statusLine();
  const views = [];
  const answers = () => model.get("answers");
  const isQuiet = () => {
    const all = views.length === questions.length && views.every(({ verdict }) => verdict !== null);
    return { none: true, end: !all }[model.get("feedback")] ?? false;
  };
  const showScore = () => {
    const results = views.map(({ verdict, tries }) => (verdict === null ? null : [verdict, tries]));
    const words = score(model.get("title"), questions, results, isQuiet());
    say(scoreLine, `${model.get("title") && words} ${model.get("notice")}`.trim());
  };
  const save = (all) => {
    model.set("answers", all);
    model.save_changes();
  };
  const keep = (name, answer) => save({ ...answers(), [name]: answer });
  const number = (i) => (questions.length > 1 ? i + 1 : "");
  const more = described.map((of, i) => new Variants(of, number(i), { answers, keep }));
  questions.forEach((question, i) => {
    const onVerdict = () => {
      more[i].offer(views[i].verdict !== null);
      showScore();
    };
    const keepThis = (answer) => {
      keep(question.name, answer);
      if (model.get("feedback") === "end" && !isQuiet()) for (const view of views) view.tell();
    };
    views.push(new QuestionView(question, number(i), { keep: keepThis, onVerdict, isQuiet }));
  });
  // Only what another view has answered: a choice that is not checked yet stays.
  const follow = () => {
    for (const view of views) {
      const answer = answers()[view.question.name];
      if (told(view.answer) !== told(answer)) view.restore(answer);
    }
  };
  // A kernel sends back what it was sent, as new objects.
  const told = (answer) => JSON.stringify([answer?.values, answer?.tries]);
  const clear = () => {
    save({});
    for (const view of [...views, ...more]) view.restore();
  };
  const title = "Clear all answers of this quiz";
  const again = newButton("Start over", clear, { title, ...BUTTON });
  again.hidden = !model.get("title") || model.get("feedback") !== "each";
  el.classList.add("rbflib-quiz");
  el.append(...views.flatMap((view, i) => [view.el, more[i].el]), again, scoreLine);
  hideStills(model, el);
  follow();
  showScore();
  model.on("change:answers", follow);
  model.on("change:notice", showScore);
  return () => {
    model.off("change:answers", follow);
    model.off("change:notice", showScore);
    el.replaceChildren();
  };
}

export default { initialize: saveModels, render };
