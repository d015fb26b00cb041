"""One table of a class, of the progress files in a folder.

    python -m rbflib.lab.collect FOLDER                  files of the course file in or above FOLDER
    python -m rbflib.lab.collect FOLDER --course FILE    files of the course of this course file
    python -m rbflib.lab.collect FOLDER -o OTHER         tables to another folder

It writes class.csv, one row per student, and questions.csv, one row per answer of each question.
A file that cannot be used is named with the reason, and the others are collected. Nothing leaves
this computer.
"""

import argparse
import csv
import re
import sys
import unicodedata
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, combinations
from pathlib import Path

from rbflib.lab import exercises, progress_file
from rbflib.lab.answers import answer_of, answers_to
from rbflib.lab.course import find_course, read_course
from rbflib.lab.course_file import NAME
from rbflib.lab.kit.quiz import fits
from rbflib.lab.pages import PAGES
from rbflib.lab.quizzes import PREDICTIONS, QUIZZES

TABLES = ("class.csv", "questions.csv")
QUESTION_HEADS = [
    "page", "question", "text", "students who answered", "first answers known", "right at first",
    "right in the end", "answer", "is right", "chosen first", "chosen ever",
]  # fmt: skip
COUNTED = ("predictions", "answers right", "answers wrong", "right at first", "exercises")
# What spreadsheets take for the beginning of a formula, also in East Asian width.
FORMULA = tuple("=+-@＝＋－＠")
# Zeros before a number, and digits after the 15th, are lost in a spreadsheet.
SHORTENED = re.compile(r"0\d+|\d{16,}", re.ASCII)
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?", re.ASCII)


@dataclass(frozen=True)
class Student:
    """What one file says: the student, when it was saved, and what was done.

    `done` has, of each kind, name -> values, the oldest first, and `times` when they were given.
    What was done before the time `forgotten` was forgotten.
    """

    name: str
    file: str
    saved: datetime
    done: dict[str, dict[str, list]]
    times: frozenset[datetime]
    forgotten: datetime | None

    @property
    def key(self):
        return self.name.casefold()


def collect(folder, course):
    """(students by name, a sentence per file that is left out or stands for two)."""
    read, remarks = [], []
    for path in _files(folder):
        name = path.relative_to(folder).as_posix()
        try:
            read.append(_student(name, progress_file.read(path, course.key or ""), remarks))
        except progress_file.NotRead as reason:
            remarks.append(f"{name} {reason} It is left out.")
    newest = []
    for student in sorted(read, key=lambda student: (student.saved, student.file)):
        former = next((s for s in newest if s.key == student.key and _is_of_one(s, student)), None)
        if former:
            remarks.append(_of_two(former, student))
            newest.remove(former)
        elif any(s.key == student.key for s in newest):
            remarks.append(
                f"{student.name} ({student.file}) has a name that another student has, too."
            )
        newest.append(student)
    students = sorted(newest, key=_place)
    return students, remarks + [_copied(a, b) for a, b in combinations(students, 2) if _share(a, b)]


def _files(folder):
    """All files in the folder and below it but our own and hidden ones."""
    ours = {*TABLES, NAME}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder).parts
        hidden = any(part.startswith((".", "__MACOSX")) for part in inside)
        if path.is_file() and not hidden and path.name not in ours:
            yield path


def _student(file, content, remarks):
    done, gone = {kind: {} for kind in progress_file.KINDS}, 0
    for event in content["done"]:
        if _is_known(event):
            done[event["kind"]].setdefault(event["name"], []).append(event["value"])
        else:
            gone += 1
    name = progress_file.as_name(content["student"])
    if gone:
        remarks.append(
            f"{file}, saved with rbflib {content.get('rbflib')}, has {gone} entries that this "
            "version does not know. They are not counted."
        )
    times = frozenset(filter(None, (progress_file.as_time(e["when"]) for e in content["done"])))
    saved, forgotten = (progress_file.as_time(content.get(key)) for key in ("saved", "forgotten"))
    return Student(name, file, saved, done, times, forgotten)


def _is_known(event):
    """Whether this version has the prediction, question or exercise, and this answer fits it."""
    kind, name, value = event["kind"], event["name"], event["value"]
    if kind == "quiz":
        return name in QUESTIONS and fits(value, QUESTIONS[name])
    if kind == "exercise":
        return name in exercises.EXERCISES
    return name in PREDICTIONS and isinstance(value, str)


def _is_of_one(former, newer):
    """Whether two files of one name are of one student: then the newer one goes on."""
    return not (former.times and newer.times) or bool(newer.forgotten or former.times & newer.times)


def _of_two(former, newer):
    return (
        f"{newer.name} has two files: {newer.file} of {newer.saved:%Y-%m-%d %H:%M} UTC is "
        f"taken, and {former.file} of {former.saved:%Y-%m-%d %H:%M} UTC is left out."
    )


def _share(a, b):
    """Whether what two students have done happened at the same moments, to the microsecond."""
    return 2 * len(a.times & b.times) > min(len(a.times), len(b.times))


def _copied(a, b):
    n = len(a.times & b.times)
    return (
        f"{a.name} ({a.file}) and {b.name} ({b.file}) have {n} entries of the same moment: one "
        "has the work of the other, or both were done on one computer."
    )


def _place(student):
    """Order of names: without accents and capitals, then as they are."""
    letters = unicodedata.normalize("NFKD", student.key)
    return "".join(s for s in letters if not unicodedata.combining(s)), student.name


QUESTIONS = {f"{page} {q.key}": q for page, questions in QUIZZES.items() for q in questions}


def class_table(students):
    """Rows of class.csv, its head first."""
    pages = [(page, names) for page, names in _names_of_pages().items() if any(names)]
    head = ["student", "file", "saved (UTC)", "first work (UTC)", "last work (UTC)"]
    head.append("forgot what was before (UTC)")
    for page, (predictions, questions, solved) in pages:
        sizes = map(len, (predictions, questions, questions, questions, solved))
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
    predicted, answered, solved = (student.done[kind] for kind in progress_file.KINDS)
    counts = []
    for predictions, questions, of_page in pages:
        given = [answered[name] for name in questions if name in answered]
        counts.append([
            sum(name in predicted for name in predictions),
            sum(map(is_right, given)),
            len(given) - sum(map(is_right, given)),
            sum(map(is_right_at_first, given)),
            sum(name in solved for name in of_page),
        ])  # fmt: skip
    totals = [sum(column) for column in zip(*counts, strict=True)]
    times = [student.saved, min(student.times, default=None), max(student.times, default=None)]
    times.append(student.forgotten)
    name = f"'{student.name}" if SHORTENED.fullmatch(student.name) else student.name
    first = [name, student.file, *(f"{t:%Y-%m-%d %H:%M}" if t else "" for t in times)]
    return [*first, *(n for row in counts for n in row), *totals]


def is_right(answers):
    """Whether a student has found the right answer, at whatever try."""
    return any(answer["right"] for answer in answers)


def first_answer(answers):
    """The answer at the first try, or None where it was not remembered."""
    return answers[0] if answers[0]["tries"] == 1 else None


def is_right_at_first(answers):
    first = first_answer(answers)
    return bool(first and first["right"])


def question_table(students):
    """Rows of questions.csv, its head first: an answer that nobody gave counts 0."""
    rows = [QUESTION_HEADS]
    for name, question in QUESTIONS.items():
        page, key = name.split(" ", 1)
        given = [s.done["quiz"][name] for s in students if name in s.done["quiz"]]
        firsts = [first for first in map(first_answer, given) if first]
        counts = [
            len(given),
            len(firsts),
            sum(map(is_right_at_first, given)),
            sum(map(is_right, given)),
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
    text = progress_file.as_name(value)
    harmless = NUMBER.fullmatch(text) or not text.startswith(FORMULA)
    return text if harmless else f"'{text}"


def write(path, rows):
    """A table for spreadsheets: with the mark of UTF-8 that Excel looks for."""
    with open(path, "w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file).writerows([as_cell(value) for value in row] for row in rows)


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m rbflib.lab.collect", description="Make one table of a class."
    )
    parser.add_argument("folder", type=Path, help="with the progress files, also below it")
    parser.add_argument("--course", type=Path, help=f"the course file, else {NAME} in FOLDER")
    parser.add_argument("-o", "--output", type=Path, help="a folder for the tables, else FOLDER")
    options = parser.parse_args(arguments)
    folder, output = options.folder, options.output or options.folder
    if not folder.is_dir():
        return f"There is no folder {folder}. Name the one with the progress files."
    course = read_course(options.course) if options.course else find_course(folder)
    if course.key is None:
        return f"{' '.join(course.faults)} Without its key no signature can be checked."
    students, remarks = collect(folder, course)
    for sentence in [*course.faults, *remarks]:
        print(sentence)
    if not students:
        return f"There is no progress file in {folder} that can be used. No table is written."
    try:
        output.mkdir(parents=True, exist_ok=True)
        for name, rows in zip(
            TABLES, (class_table(students), question_table(students)), strict=True
        ):
            write(output / name, rows)
    except OSError as error:
        return f"The tables cannot be written to {output}: {error.strerror}. Is one of them open?"
    if not course.key:
        print("There is no key of a course, so whoever changed a file could sign it again.")
    count = "1 student" if len(students) == 1 else f"{len(students)} students"
    print(f"{count}: {output / TABLES[0]} and {output / TABLES[1]}.")
    return 0


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")
    sys.stderr.reconfigure(errors="backslashreplace")
    sys.exit(main())
