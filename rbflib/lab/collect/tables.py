"""The two tables of a class: a row per student, and a row per answer of each question."""

import csv
import re
from itertools import chain

from rbflib.lab import exercises
from rbflib.lab.collect.answers import answer_of, answers_to
from rbflib.lab.pages import PAGES
from rbflib.lab.quizzes import PREDICTIONS, QUIZZES
from rbflib.lab.record import file

HEADS = (
    "student", "file", "signed", "saved (UTC)", "first work (UTC)", "last work (UTC)",
    "forgot what was before (UTC)",
)  # fmt: skip
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
    pages, head = names_of_pages(), [*HEADS]
    for page, (predictions, questions, solved) in pages.items():
        hints = [hint for name in solved for hint in exercises.EXERCISES[name].hints]
        sizes = map(len, (predictions, questions, questions, questions, solved, hints))
        heads = zip(COUNTED, sizes, strict=True)
        head += [f"{page} {what} (of {size})" for what, size in heads]
    rows = [_row(student, pages.values()) for student in students]
    return [[*head, *(f"all {what}" for what in COUNTED)], *rows]


def names_of_pages():
    """Number of a page -> names of its predictions, questions and exercises."""
    pages = {}
    for n in range(len(PAGES)):
        number = f"{n:02d}"
        pages[number] = (
            [name for name, of in PREDICTIONS.items() if of["page"] == number],
            [f"{number} {q.key}" for q in QUIZZES.get(number, ())],
            [name for name in exercises.EXERCISES if name.startswith(f"{n}.")],
        )
    return {number: names for number, names in pages.items() if any(names)}


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
    name = f"'{student.name}" if SHORTENED.fullmatch(student.name) else student.name
    first = [name, " + ".join(student.files), " + ".join(sorted(student.signed))]
    ends = min(student.times, default=None), max(student.times, default=None)
    for time in (student.saved, *ends, student.forgotten):
        first.append(f"{time:%Y-%m-%d %H:%M}" if time else "")
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
    questions = {f"{page} {q.key}": q for page, asked in QUIZZES.items() for q in asked}
    for name, question in questions.items():
        given = _given(students, "quiz", name)
        texts = [[answer_of(question, a["values"]) for a in answers] for answers in given]
        firsts = [of_one[0] for of_one, a in zip(texts, given, strict=True) if _first_answer(a)]
        right = sum(map(_is_right_at_first, given)), sum(map(_is_right, given))
        begin = [*name.split(" ", 1), question.ask, len(given), len(firsts), *right]
        rows += _rows(begin, answers_to(question, chain(*texts)), firsts, texts)
    for name, question in PREDICTIONS.items():
        texts, title = _given(students, "prediction", name), f"prediction {name}"
        choices = dict.fromkeys([*question["choices"], *chain(*texts)])
        answers = [(choice, choice == question["answer"]) for choice in choices]
        begin = [question["page"], title, title, len(texts), len(texts), "", ""]
        rows += _rows(begin, answers, [of_one[0] for of_one in texts], texts)
    return rows


def _given(students, kind, name):
    return [s.done[kind][name] for s in students if name in s.done[kind]]


def _rows(begin, answers, firsts, texts):
    """A row per answer: is it right, how many gave it first, and how many ever."""
    return [
        [*begin, answer, "yes" if right else "no", firsts.count(answer),
         sum(answer in of_one for of_one in texts)] for answer, right in answers
    ]  # fmt: skip


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
