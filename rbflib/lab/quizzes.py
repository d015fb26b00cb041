"""The quizzes of all pages, and their predictions.

quiz("02")    the quiz of page 02
"""

import json
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from rbflib.lab.kit.question import Choice, with_places_drawn
from rbflib.lab.kit.question_file import maker, templates_of
from rbflib.lab.kit.quiz import Quiz
from rbflib.lab.pages import HERE, PAGES

VARIANTS = 10  # of each question, that a page carries


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


def question_of(name):
    """The question of a name such as "04 next_draw", or "04 next_draw 3" for seed 3, or None."""
    page, key, seed = [*name.split(" "), "", "0"][:3]
    of_page = {question.key: question for question in QUIZZES.get(page, ())}
    if key not in of_page or not seed.isdecimal():
        return None
    return with_seed(page, of_page[key], int(seed)) if int(seed) else of_page[key]


def with_seed(page, question, seed):
    """A question of the page with other numbers: its right choice moves on by as many places."""
    other = TEMPLATES[page][question.key].made(seed)
    if isinstance(other, Choice) and not other.in_order:
        place = list(question.choices).index(question.answer)
        other = other.with_answer_at((place + seed) % len(other.choices))
    return replace(other, key=f"{question.key} {seed}")


def variants(page, question):
    """Questions like this one, of the seeds 1 to `VARIANTS`."""
    count = TEMPLATES[page][question.key].count(VARIANTS)
    return [with_seed(page, question, seed) for seed in range(1, count + 1)]


def quiz(page):
    """The quiz of a page, such as "02"."""
    number = str(page).zfill(2)
    if number not in QUIZZES:
        raise ValueError(f"There is no quiz of page {page!r}. There are {', '.join(QUIZZES)}.")
    return Quiz(number, QUIZZES[number])
