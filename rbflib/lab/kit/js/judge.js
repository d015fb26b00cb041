// Whether an answer is right, and the feedback to it. Questions are described by kit/quiz.py.

import { asNumber, plain } from "./number.js";

const MISSING = {
  choice: "Choose an answer first.",
  number: "Type a number first, such as 0.25 or 1/4.",
  order: "Fill all places first.",
};

// What is missing of an answer, or "". `values` are as they were chosen or typed.
export function missing({ kind }, values) {
  const isThere = (value) => (kind === "number" ? asNumber(value) !== null : value !== "");
  return values.every(isThere) ? "" : MISSING[kind];
}

// [is it right, the explanation as HTML].
export function judge(question, values) {
  const { kind, right, wrong, why } = question;
  if (kind === "order") return judgeOrder(question, values);
  const [value] = values;
  if (kind === "choice") return value === right ? [true, why] : [false, wrong[value]];
  const near = (x) => Math.abs(asNumber(value) - x) <= question.tolerance;
  if (near(right)) return [true, why];
  const explanation = wrong.find(([x]) => near(x))?.[1] ?? question.otherwise;
  return [false, commaAsRead(value) + explanation];
}

function judgeOrder({ right, wrong, why }, values) {
  if (new Set(values).size < values.length) return [false, "One of them has two places."];
  const place = values.findIndex((text, i) => text !== right[i]);
  if (place < 0) return [true, why];
  return [
    false,
    `Place ${place + 1} is wrong. ${escapeHtml(values[place])}: ${wrong[values[place]]}`,
  ];
}

// Where a typed number has a comma, which may be of thousands or of decimals.
function commaAsRead(typed) {
  if (!plain(typed).includes(",")) return "";
  return `The comma was read as in ${escapeHtml(typed.trim())} = ${asNumber(typed)}. `;
}

const escapeHtml = (text) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

// The score in words, and what to reread. `results` are [right, tries], or null, in the order of the
// questions; of a quiet quiz it is not said what is right.
export function score(title, questions, results, isQuiet = false) {
  const quiz = `${title}: ${questions.length} questions`;
  const answered = results.filter(Boolean);
  if (answered.length === 0) return `${quiz}, none answered yet.`;
  if (isQuiet) return `${quiz}, ${answered.length} answered.`;
  const right = answered.filter(([isRight]) => isRight);
  const first = right.filter(([, tries]) => tries === 1);
  const counts = `${quiz}, ${right.length} right, ${first.length} of them at the first try.`;
  const failed = questions.filter((_, i) => results[i] && !results[i][0]);
  const sections = [...new Set(failed.map(({ reread }) => `“${reread}”`))];
  if (sections.length) return `${counts} To reread: ${sections.join("; ")}.`;
  return answered.length === questions.length ? `${counts} All questions are answered.` : counts;
}
