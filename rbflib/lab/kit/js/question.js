// One question on the screen: what is asked, what is answered, and whether it is right.

import { newButton } from "./button.js";
import { element } from "./element.js";
import { judge, missing } from "./judge.js";
import { endsComposition, suppressShortcuts } from "./keys_of_page.js";
import { LETTERS, newRadios, statusLine } from "./words.js";

export const BUTTON = { className: "jupyter-button" };

export class QuestionView {
  feedback = statusLine("rbflib-feedback");
  answer; // the last one that was checked, or undefined
  verdict = null; // whether the answer that stands there is right; null where that is not shown

  // `number` may have a word behind it, "4, again", or be "". keep(answer) remembers an answer that
  // was checked; onVerdict() is called when one comes or goes. isQuiet(): it is not judged yet.
  constructor(question, number, { keep, onVerdict, isQuiet = () => false }) {
    Object.assign(this, { question, keep, onVerdict, isQuiet, tries: 0 });
    const className = `rbflib-question rbflib-${question.kind}-question`;
    const place = number && `${number}. `;
    const ariaLabel = `${place}${question.label}`; // with its formulas
    const legend = element("legend", { innerHTML: `<b>${place}</b>${question.ask}` });
    const named = { ariaLabel: `Check question ${number}`.trim(), ...BUTTON };
    const check = newButton("Check", () => this.check(), named);
    const parts = [legend, ...this.inputs(), check, this.feedback];
    this.el = element("fieldset", { className, ariaLabel }, ...parts);
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
    const look = { type: "text", placeholder: "a number", autocomplete: "off", translate: false };
    const box = element("input", look);
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
    this.verdict = isRight;
    this.words = `${isRight ? "✓ <b>Right.</b>" : "✗ <b>Not right.</b>"} ${words}`;
    this.tell();
    this.onVerdict();
  }

  tell() {
    this.feedback.innerHTML = this.isQuiet() ? "Kept." : this.words;
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
