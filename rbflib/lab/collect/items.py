"""Answers one by one: a row for each student and item, with the misconception behind it."""

import re

from rbflib.lab.collect.answers import answer_of, is_right
from rbflib.lab.quizzes import OCCASIONS, PREDICTIONS, question_of
from rbflib.lab.record import store

HEAD = (
    "student", "page", "item", "occasion", "seed", "choice", "misconception", "right", "when (UTC)"
)  # fmt: skip


_OF_PREDICTIONS = {name.replace(" ", "_") for name in PREDICTIONS}  # items of transfer


def item_table(students, is_anonymous=False):
    """Rows of items.csv, its head first. `misconception`: the name of the way to a wrong answer.

    Of a question the first answer counts, of a test the last one; `occasion` is the test, else
    quiz, again (with other numbers), transfer, predicted or seen.
    """
    rows = [HEAD]
    for number, student in enumerate(students, start=1):
        name = number if is_anonymous else student.name
        rows += [(name, *row) for row in _rows(student)]
    return rows


def _rows(student):
    events = [event for event in student.events if event["value"] is not None]
    for kind, word in (("prediction", "predicted"), ("seen", "seen")):
        for name, event in _first(e for e in events if e["kind"] == kind).items():
            item, choice = PREDICTIONS[name], event["value"]
            right = choice == item["answer"]
            yield item["page"], name, word, "", choice, "", _yes(right), _when(event)
    answers = [event for event in events if event["kind"] == "quiz"]
    last = {e["name"]: e for e in answers if e["name"].startswith(OCCASIONS)}
    for name, event in (_first(answers) | last).items():
        question, values = question_of(name), event["value"]["values"]
        answer, right = answer_of(question, values), is_right(question, values)
        method = "" if right else question.methods.get(answer, answer)
        yield *_place(name), answer, method, _yes(right), _when(event)


def _first(events):
    first = {}
    for event in events:
        first.setdefault(event["name"], event)
    return first


def _place(name):
    """(page, item, occasion, seed) of a question's name."""
    occasion, *form = name.split(" ", 1)
    if occasion in OCCASIONS:
        form, item = form[0].split(" ")
        return "", item, occasion, form
    page, item, seed = re.fullmatch(r"(\d\d) (\w+)(?: (\d+))?", name).groups()
    if item in _OF_PREDICTIONS:
        return page, item, "transfer", seed or ""
    return page, item, "again" if seed else "quiz", seed or ""


def _yes(right):
    return "yes" if right else "no"


def _when(event):
    time = store.as_time(event["when"])
    return f"{time:%Y-%m-%d %H:%M:%S}" if time else ""
