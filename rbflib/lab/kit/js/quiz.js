// A quiz: questions, each with a button that checks its answer; below them the score.

import { newButton } from "./button.js";
import { element } from "./element.js";
import { judge, missing, score } from "./judge.js";
import { endsComposition, suppressShortcuts } from "./keys_of_page.js";
import { saveModels } from "./save_state.js";
import { hideStills } from "./stills.js";
import { variantOf } from "./variant.js";
import { LETTERS, newRadios, say, statusLine } from "./words.js";

const BUTTON = { className: "jupyter-button" };

class QuestionView {
  el = document.createElement("fieldset");
  feedback = statusLine();
  answer; // the last one that was checked, or undefined
  verdict = null; // whether the answer that stands there is right; null where that is not shown

  // keep(answer) remembers an answer that was checked; onVerdict() is called when one comes or goes.
  // `number` may have a word behind it: "4, again".
  constructor(question, number, { keep, onVerdict }) {
    Object.assign(this, { question, keep, onVerdict, tries: 0 });
    this.el.className = `rbflib-question rbflib-${question.kind}-question`;
    this.el.setAttribute("aria-label", `${number}. ${question.label}`); // with its formulas
    this.feedback.className = "rbflib-feedback";
    const legend = element("legend", { innerHTML: `<b>${number}.</b> ${question.ask}` });
    const check = newButton("Check", () => this.check(), BUTTON);
    check.setAttribute("aria-label", `Check question ${number}`);
    this.el.append(legend, ...this.inputs(), check, this.feedback);
    suppressShortcuts(this.fields);
    this.el.addEventListener("input", () => this.withdraw());
  }

  inputs() {
    const { kind } = this.question;
    return { choice: this.radios, number: this.box, order: this.lists }[kind].call(this);
  }

  radios() {
    this.fields = newRadios(Object.keys(this.question.wrong));
    return this.fields.map((radio) => radio.parentElement);
  }

  // A number comes as a whole, with Enter or the Tab key.
  box() {
    const box = element("input", { type: "text", placeholder: "a number", autocomplete: "off" });
    box.setAttribute("translate", "no");
    box.addEventListener("change", () => box.value.trim() && this.check());
    box.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !endsComposition(event)) this.check();
    });
    this.fields = [box];
    return [element("label", {}, "answer ", box)];
  }

  lists() {
    const { listed } = this.question;
    const items = listed.map((textContent) => element("li", { textContent }));
    const options = () => listed.map((text, i) => new Option(LETTERS[i], text));
    this.fields = listed.map(() => element("select", {}, new Option("—", ""), ...options()));
    const places = this.fields.map((list, i) => element("label", {}, `place ${i + 1} `, list));
    return [element("ol", { type: "A" }, ...items), ...places];
  }

  get values() {
    if (this.question.kind !== "choice") return this.fields.map(({ value }) => value);
    return [this.fields.find(({ checked }) => checked)?.value ?? ""];
  }

  set values(values) {
    if (this.question.kind === "choice")
      for (const radio of this.fields) radio.checked = radio.value === values[0];
    else
      this.fields.forEach((field, i) => {
        field.value = values[i] ?? "";
      });
  }

  check() {
    const { question, values } = this;
    if (this.verdict !== null) return; // shown already
    const lacks = missing(question, values);
    if (lacks) {
      this.feedback.textContent = lacks;
      return;
    }
    this.tries += 1;
    this.judge();
    this.answer = { values, tries: this.tries, right: this.verdict };
    this.keep(this.answer);
  }

  judge() {
    const [isRight, words] = judge(this.question, this.values);
    const verdict = isRight ? "✓ <b>Right.</b>" : "✗ <b>Not right.</b>";
    this.verdict = isRight;
    this.feedback.innerHTML = `${verdict} ${words}`;
    this.onVerdict();
  }

  // What was answered on another day, or in another view. What no longer fits the question is
  // dropped.
  restore(answer) {
    this.answer = answer;
    this.values = answer?.values ?? [];
    const fits = answer && !missing(this.question, this.values);
    this.tries = fits ? answer.tries : 0;
    if (fits) this.judge();
    else this.withdraw();
  }

  // Another answer: the feedback to the former one is no longer true.
  withdraw() {
    this.verdict = null;
    this.feedback.textContent = "";
    this.onVerdict();
  }
}

// The same question with other numbers: one at a time, once the page's own is answered.
class Variants {
  place = document.createElement("div");

  // answers() are the model's; keep(key, answer) remembers one.
  constructor({ text, variants }, number, { answers, keep }) {
    Object.assign(this, { number, answers, keep });
    this.variants = variants.map((edits) => variantOf(text, edits));
    this.button = newButton("Another one", () => this.show(), BUTTON);
    this.button.setAttribute("aria-label", `Another one like question ${number}`);
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
    const variant = inOrder.find(({ key }) => !done[key]) ?? inOrder[0];
    const keep = (answer) => this.keep(variant.key, answer);
    const options = { keep, onVerdict() {} };
    this.view = new QuestionView(variant, `${this.number}, again`, options);
    this.place.replaceChildren(this.view.el);
    this.view.fields[0].focus();
  }

  restore() {
    this.view = undefined;
    this.place.replaceChildren();
    this.offer(false);
  }
}

function render({ model, el }) {
  const [page, described] = [model.get("page"), model.get("questions")];
  const questions = described.map(({ text }) => JSON.parse(text));
  const scoreLine = statusLine();
  const showScore = () => {
    const results = views.map(({ verdict, tries }) => (verdict === null ? null : [verdict, tries]));
    say(scoreLine, `${score(page, questions, results)} ${model.get("notice")}`.trim());
  };
  const save = (answers) => {
    model.set("answers", answers);
    model.save_changes();
  };
  const answers = () => model.get("answers");
  const keep = (key, answer) => save({ ...answers(), [key]: answer });
  const more = described.map((of, i) => new Variants(of, i + 1, { answers, keep }));
  const views = [];
  questions.forEach((question, i) => {
    const onVerdict = () => {
      more[i].offer(views[i].verdict !== null);
      showScore();
    };
    const keepThis = (answer) => keep(question.key, answer);
    views.push(new QuestionView(question, i + 1, { keep: keepThis, onVerdict }));
  });
  // Only what another view has answered: a choice that is not checked yet stays.
  const follow = () => {
    const answers = model.get("answers");
    for (const view of views) {
      const answer = answers[view.question.key];
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
