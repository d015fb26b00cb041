"""The short path leads over sections that there are, and takes three hours."""

import re

import nbformat
import pytest

from notebooks.source.checks.test_text import EXPLORER
from rbflib.lab.quizzes import QUIZZES
from rbflib.lab.short_path import ROUTE, question_number, stays_open
from tests.test_notebooks import PAGES


def sections_of(page):
    """(heading, minutes) of each section, the first one without a heading; proofs left out."""
    heading, minutes = None, 0
    for cell in page.cells:
        if cell.cell_type == "code" and not re.search(r"(?<![.\w])(predict|quiz)\(", cell.source):
            minutes += 3 if re.search(EXPLORER, cell.source) else 1
        for part in re.split(r"(?m)^(?=## )", cell.source) if cell.cell_type == "markdown" else ():
            if part.startswith("## "):
                yield heading, minutes
                heading, minutes = part[3:].partition("\n")[0], 0
            text = re.sub(r"(?s)<details><summary><b>(?!What you).*?</details>", "", part)
            minutes += len(text.split()) / 130
    yield heading, minutes


def minutes_on(page, number):
    """Of the first picture, the sections, what to remember, and one question."""
    taken = {h: m for h, m in sections_of(page) if h is None or stays_open(number, h)}
    assert set(ROUTE[number][0]) < set(taken)
    return sum(m for heading, m in taken.items() if heading != "Quiz") + 1


def test_three_hours_are_enough_and_no_page_takes_half_an_hour():
    pages = {path.name[:2]: nbformat.read(path, as_version=4) for path in PAGES}
    minutes = {number: minutes_on(pages[number], number) for number in ROUTE}
    assert max(minutes.values()) < 30, minutes
    assert sum(minutes.values()) < 180, minutes


@pytest.mark.parametrize("page", [page for page, (_, key) in ROUTE.items() if key])
def test_question_on_the_route_is_answered_on_it(page):
    question = QUIZZES[page][question_number(page) - 1]
    assert question.reread in ROUTE[page][0]
