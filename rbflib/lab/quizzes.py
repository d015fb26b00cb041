"""The quizzes of all pages, and their predictions.

quiz("02")    the quiz of page 02
"""

import json
import re
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from rbflib.lab.kit.question import Choice, with_places_drawn
from rbflib.lab.kit.question_file import maker, templates_of
from rbflib.lab.kit.quiz import Quiz
from rbflib.lab.pages import HERE, PAGES

VARIANTS = 10  # of each question, that a page carries
NAME = re.compile(r"(?P<page>\d\d) (?P<key>\w+)(?: (?P<seed>[1-9]\d?))?", re.ASCII)
LAST_SEED = VARIANTS + 2  # those of the two tests come after them


def _templates():
    for n, page in enumerate(PAGES):
        path, module = HERE / page.name / "questions.md", f"rbflib.lab.pages.{page.name}.numbers"
        if path.exists():
            numbers = import_module(module) if find_spec(module) else None
            yield f"{n:02d}", templates_of(path, numbers, maker)


TEMPLATES = dict(_templates())
QUIZZES = {
    page: with_places_drawn(page, [template.made() for template in of_page.values()])
    for page, of_page in TEMPLATES.items()
}
# Name of a prediction -> {"page", "choices", "answer"}, in the order of the pages, from which
# `make notebooks` writes them.
PREDICTIONS = json.loads((Path(__file__).parent / "data/predictions.json").read_text("utf-8"))


@cache
def question_of(name):
    """The question of a name such as "04 next_draw", or "04 next_draw 3" for seed 3, or None."""
    found = NAME.fullmatch(name)
    questions = QUIZZES.get(found["page"], ()) if found else ()
    question = next((q for q in questions if q.key == found["key"]), None)
    if question is None or not found["seed"]:
        return question
    seed = int(found["seed"])
    template = TEMPLATES[found["page"]][question.key]
    return with_seed(found["page"], question, seed) if seed <= template.count(LAST_SEED) else None


def with_seed(page, question, seed):
    """A question of the page with other numbers: its right choice moves on by as many places."""
    other = TEMPLATES[page][question.key].made(seed)
    if isinstance(other, Choice) and not other.in_order:
        place = list(question.choices).index(question.answer)
        other = other.with_answer_at((place + seed) % len(other.choices))
    return replace(other, key=f"{question.key} {seed}")


@cache
def variants(page):
    """Key of a question of the page -> questions like it, of the seeds 1 to `VARIANTS`."""
    return {
        question.key: [
            with_seed(page, question, seed)
            for seed in range(1, TEMPLATES[page][question.key].count(VARIANTS) + 1)
        ]
        for question in QUIZZES[page]
    }


def quiz(page):
    """The quiz of a page, such as "02"."""
    number = str(page).zfill(2)
    if number not in QUIZZES:
        raise ValueError(f"There is no quiz of page {page!r}. There are {', '.join(QUIZZES)}.")
    return Quiz(number, QUIZZES[number], variants(number))
