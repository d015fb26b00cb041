"""The two tables of a class: a row per student, and a row per answer of each question."""

import csv
import re
from itertools import chain

from rbflib.lab import exercises
from rbflib.lab.collect.answers import answer_of, answers_to
from rbflib.lab.collect.students import QUESTIONS
from rbflib.lab.pages import PAGES
from rbflib.lab.quizzes import PREDICTIONS, QUIZZES
from rbflib.lab.record import file

QUESTION_HEADS = [
    "page", "question", "text", "students who answered", "first answers known", "right at first",
    "right in the end", "answer", "is right", "chosen first", "chosen ever",
]  # fmt: skip
COUNTED = (
    "predictions", "answers right", "answers wrong", "right at first", "exercises", "hints"
)  # fmt: skip
# What spreadsheets take for the beginning of a formula, also in East Asian width.
FORMULA = tuple("=+-@＝＋－＠")
# Zeros before a number, and digits after the 15th, are lost in a spreadsheet.
SHORTENED = re.compile(r"0\d+|\d{16,}", re.ASCII)
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?", re.ASCII)


def class_table(students):
    """Rows of class.csv, its head first."""
    pages = [(page, names) for page, names in _names_of_pages().items() if any(names)]
    head = ["student", "file", "signed", "saved (UTC)", "first work (UTC)", "last work (UTC)"]
    head.append("forgot what was before (UTC)")
    for page, (predictions, questions, solved) in pages:
        hints = [hint for name in solved for hint in exercises.EXERCISES[name].hints]
        sizes = map(len, (predictions, questions, questions, questions, solved, hints))
        heads = zip(COUNTED, sizes, strict=True)
        head += [f"{page} {what} (of {size})" for what, size in heads]
    rows = [_row(student, [names for _, names in pages]) for student in students]
    return [[*head, *(f"all {what}" for what in COUNTED)], *rows]


def _names_of_pages():
    """Number of a page -> names of its predictions, questions and exercises."""
    return {
        f"{n:02d}": (
            [name for name, of in PREDICTIONS.items() if of["page"] == f"{n:02d}"],
            [f"{n:02d} {q.key}" for q in QUIZZES.get(f"{n:02d}", ())],
            [name for name in exercises.EXERCISES if name.startswith(f"{n}.")],
        )
        for n in range(len(PAGES))
    }


def _row(student, pages):
    predicted, answered, solved, hints = (student.done[kind] for kind in file.KINDS[:4])
    counts = []
    for predictions, questions, of_page in pages:
        given = [answered[name] for name in questions if name in answered]
        counts.append([
            sum(name in predicted for name in predictions),
            sum(map(_is_right, given)),
            len(given) - sum(map(_is_right, given)),
            sum(map(_is_right_at_first, given)),
            sum(name in solved for name in of_page),
            sum(len(set(hints.get(name, ()))) for name in of_page),
        ])  # fmt: skip
    totals = [sum(column) for column in zip(*counts, strict=True)]
    times = [student.saved, min(student.times, default=None), max(student.times, default=None)]
    times.append(student.forgotten)
    name = f"'{student.name}" if SHORTENED.fullmatch(student.name) else student.name
    origin = [" + ".join(student.files), " + ".join(sorted(student.signed))]
    first = [
        name,
        *origin,
        *(f"{t:%Y-%m-%d %H:%M}" if t else "" for t in times),
    ]
    return [*first, *(n for row in counts for n in row), *totals]


def _is_right(answers):
    """Whether a student has found the right answer, at whatever try."""
    return any(answer["right"] for answer in answers)


def _first_answer(answers):
    """The answer at the first try, or None where it was not remembered."""
    return answers[0] if answers[0]["tries"] == 1 else None


def _is_right_at_first(answers):
    first = _first_answer(answers)
    return bool(first and first["right"])


def question_table(students):
    """Rows of questions.csv, its head first: an answer that nobody gave counts 0."""
    rows = [QUESTION_HEADS]
    for name, question in QUESTIONS.items():
        page, key = name.split(" ", 1)
        given = [s.done["quiz"][name] for s in students if name in s.done["quiz"]]
        firsts = [first for first in map(_first_answer, given) if first]
        counts = [
            len(given),
            len(firsts),
            sum(map(_is_right_at_first, given)),
            sum(map(_is_right, given)),
        ]
        at_first = [answer_of(question, first["values"]) for first in firsts]
        ever = [{answer_of(question, a["values"]) for a in answers} for answers in given]
        for answer, right in answers_to(question, set().union(*ever)):
            chosen = [at_first.count(answer), sum(answer in texts for texts in ever)]
            marks = [answer, "yes" if right else "no", *chosen]
            rows.append([page, key, question.ask, *counts, *marks])
    return rows + _prediction_rows(students)


def _prediction_rows(students):
    """A row per choice of a prediction."""
    rows = []
    for page, (predictions, _, _) in _names_of_pages().items():
        for name in predictions:
            given = [s.done["prediction"][name] for s in students if name in s.done["prediction"]]
            title = f"prediction {name}"
            counts = [len(given), len(given), "", ""]
            question = PREDICTIONS[name]
            for choice in dict.fromkeys([*question["choices"], *chain(*given)]):
                chosen = [
                    sum(choices[0] == choice for choices in given),
                    sum(choice in choices for choices in given),
                ]
                right = "yes" if choice == question["answer"] else "no"
                rows.append([page, title, title, *counts, choice, right, *chosen])
    return rows


def as_cell(value):
    """A text that no spreadsheet takes for a formula; numbers stay as they are."""
    if not isinstance(value, str):
        return value
    text = file.as_name(value)
    harmless = NUMBER.fullmatch(text) or not text.startswith(FORMULA)
    return text if harmless else f"'{text}"


def write(path, rows):
    """A table for spreadsheets: with the mark of UTF-8 that Excel looks for."""
    with open(path, "w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file).writerows([as_cell(value) for value in row] for row in rows)
