// Quizzes: forms that book/quiz_form.py writes, with all that is said of an answer.

import { keep, recall } from "./memory.js";
import { typeset } from "./typeset.js";

const MISSING = {
  choice: "Choose an answer first.",
  number: "Type a number first, such as 0.25 or 1/4.",
  order: "Fill all places first.",
};

export function startQuiz(quiz) {
  const score = quiz.querySelector(".rbflib-score");
  const tell = () => {
    score.textContent = summary(score.dataset.page, questions);
  };
  const questions = [...quiz.querySelectorAll("form")].map((form) => new Question(form, tell));
  for (const question of questions) question.restore();
  quiz.querySelector(".rbflib-again").addEventListener("click", () => {
    for (const question of questions) question.clear();
  });
  tell();
}

class Question {
  right = null; // while there is no answer
  tries = 0;

  constructor(form, tell) {
    Object.assign(this, { form, tell, said: JSON.parse(form.dataset.said) });
    this.key = `quiz ${form.dataset.key}`;
    this.answer = form.querySelector(".rbflib-said");
    this.reread = form.dataset.reread;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.check();
    });
    form.addEventListener("input", () => this.forget());
  }

  get fields() {
    return [...this.form.querySelectorAll("input, select")];
  }

  // The answer as it stands; null where it is missing.
  get given() {
    if (this.said.kind === "choice") {
      const i = this.fields.findIndex((field) => field.checked);
      return i < 0 ? null : i;
    }
    if (this.said.kind === "number") return asNumber(this.fields[0].value);
    const letters = this.fields.map((field) => field.value);
    return letters.includes("") ? null : letters.join("");
  }

  check() {
    if (this.right !== null) return; // said already
    if (this.given === null) {
      this.answer.textContent = MISSING[this.said.kind];
      return;
    }
    this.tries += 1;
    this.judge();
    const values = this.fields.map(({ type, checked, value }) =>
      type === "radio" ? checked : value,
    );
    keep(this.key, { values, tries: this.tries });
    this.tell();
  }

  judge() {
    const [right, words] = judged(this.said, this.given);
    this.right = right;
    const comma = right ? "" : this.commaAsRead();
    const verdict = right ? "✓ <b>Right.</b>" : "✗ <b>Not right.</b>";
    this.answer.innerHTML = `${verdict} ${comma}${words}`;
    typeset(this.answer);
  }

  // Where a typed number has a comma, which may be of thousands or of decimals.
  commaAsRead() {
    const typed = this.fields[0].value.trim();
    if (this.said.kind !== "number" || !plain(typed).includes(",")) return "";
    return `The comma was read as in ${typed} = ${this.given}. `;
  }

  restore() {
    const done = recall(this.key);
    if (done?.values?.length !== this.fields.length) return;
    this.fields.forEach((field, i) => {
      if (field.type === "radio") field.checked = done.values[i] === true;
      else field.value = done.values[i];
    });
    if (this.given === null) return;
    this.tries = done.tries;
    this.judge();
  }

  clear() {
    this.form.reset();
    this.tries = 0;
    keep(this.key, null);
    this.forget();
  }

  // Another answer: what was said of the former one is no longer true.
  forget() {
    this.right = null;
    this.answer.textContent = "";
    this.tell();
  }
}

// Whether an answer is right, and what is said of it.
export function judged(said, given) {
  if (said.kind === "order") return judgedOrder(said, given);
  if (said.kind === "choice")
    return given === said.right ? [true, said.why] : [false, said.wrong[given]];
  const near = (x) => Math.abs(given - x) <= said.tolerance;
  if (near(said.right)) return [true, said.why];
  return [false, said.wrong.find(([x]) => near(x))?.[1] ?? said.otherwise];
}

function judgedOrder({ right, wrong, why }, given) {
  if (given === right) return [true, why];
  if (new Set(given).size < given.length) return [false, "One of them has two places."];
  const place = [...given].findIndex((letter, i) => letter !== right[i]);
  return [false, `Place ${place + 1} is wrong. ${wrong[given[place]]}`];
}

// As in rbflib/lab/kit/quiz.py; tests/js/numbers.json is read by both. Not all that Number() takes.
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

// The finite number that a text says, also as a fraction, or null.
export function asNumber(text) {
  const over = plain(text).split("/").map(withPoint);
  if (over.length > 2 || !over.every((part) => NUMBER.test(part))) return null;
  const [above, below] = [...over, "1"].map(Number);
  return Number.isFinite(below) && Number.isFinite(above / below) ? above / below : null;
}

// Without the full-width digits and signs of East Asian keyboards.
function plain(text) {
  const ascii = (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0);
  return text.replaceAll("−", "-").replace(/[！-～]/g, ascii);
}

// With a point for its decimals, and without commas for its thousands.
function withPoint(part) {
  const text = part.trim();
  const inThousands = /^[+-]?[1-9]\d{0,2}(,\d{3})+(?![\d,])/.test(text);
  return text.replaceAll(",", inThousands ? "" : ".");
}

function summary(page, questions) {
  const words = `Quiz of page ${page}: ${questions.length} questions`;
  const answered = questions.filter(({ right }) => right !== null);
  if (answered.length === 0) return `${words}, none answered yet.`;
  const right = answered.filter((question) => question.right);
  const first = right.filter(({ tries }) => tries === 1);
  const score = `${words}, ${right.length} right, ${first.length} of them at the first try.`;
  const wrong = new Set(answered.filter((q) => !q.right).map((q) => `“${q.reread}”`));
  if (wrong.size) return `${score} To reread: ${[...wrong].join("; ")}.`;
  return answered.length === questions.length ? `${score} All questions are answered.` : score;
}
