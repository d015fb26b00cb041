// A question with other numbers, of which only what differs has come: see kit/quiz.py.

const LINE = /^(\d+) (\d+) (.*)$/;

// What the JSON of a question becomes by its edits: letters to keep, to drop and to put in.
export function variantOf(text, edits) {
  let [edited, at] = ["", 0];
  for (const line of edits.split("\n")) {
    const [, kept, dropped, added] = LINE.exec(line);
    edited += text.slice(at, at + +kept) + added;
    at += +kept + +dropped;
  }
  return JSON.parse(edited + text.slice(at));
}
