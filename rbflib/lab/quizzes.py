"""The questions of all pages: quizzes, what a page begins with, transfer, and the course's tests.

quiz("02")              the quiz of page 02
quiz("before 02")       two questions of earlier pages, with which page 02 begins
quiz("interpolation")   what follows from the prediction of that name, asked of another state
quiz("review")          ten minutes of questions of all pages
quiz("before")          a test before the course; quiz("after"): its other form

An answer is kept under the name of its question: "04 next_draw" is the page's own, "04 next_draw 3"
that of seed 3, "before 04 next_draw 11" one of a test.
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
FORMS = {"A": VARIANTS + 1, "B": VARIANTS + 2}  # the seeds of the tests
AT_BEGINNING = VARIANTS + 3  # and more: the seeds of what pages begin with
LAST_SEED = AT_BEGINNING + len(PAGES)
OCCASIONS = ("before", "after")
NAME = re.compile(
    r"(?:(?P<occasion>before|after) )?(?P<page>\d\d) (?P<key>\w+)(?: (?P<seed>[1-9]\d?))?", re.ASCII
)


def _templates(file):
    for n, page in enumerate(PAGES):
        path, module = HERE / page.name / file, f"rbflib.lab.pages.{page.name}.numbers"
        if path.exists():
            numbers = import_module(module) if find_spec(module) else None
            yield f"{n:02d}", templates_of(path, numbers, maker)


def _placed(templates):
    return {
        page: with_places_drawn(page, [template.made() for template in of_page.values()])
        for page, of_page in templates.items()
    }


TEMPLATES = dict(_templates("questions.md"))
QUIZZES = _placed(TEMPLATES)
_OF_PREDICTIONS = dict(_templates("transfer.md"))
TRANSFER = _placed(_OF_PREDICTIONS)  # their keys are names of predictions, with _ for spaces
# Name of a prediction -> {"page", "choices", "answer"}, in the order of the pages, from which
# `make notebooks` writes them.
PREDICTIONS = json.loads((Path(__file__).parent / "data/predictions.json").read_text("utf-8"))
# Questions of earlier pages that a page builds on.
BUILDS_ON = {}
# Of the two tests.
ITEMS = ()


@cache
def question_of(name):
    """The question of a name, or None: see the module's docstring."""
    found = NAME.fullmatch(name)
    if not found:
        return None
    page, key = found["page"], found["key"]
    every = (*QUIZZES.get(page, ()), *TRANSFER.get(page, ()))
    question = next((q for q in every if q.key == key), None)
    if question is None or not found["seed"]:
        return question
    template, seed = (TEMPLATES[page] | _OF_PREDICTIONS.get(page, {}))[key], int(found["seed"])
    return _with_seed(template, question, seed) if seed <= template.count(LAST_SEED) else None


def _with_seed(template, question, seed):
    """The question with other numbers: its right choice moves on by as many places."""
    other = template.made(seed)
    if isinstance(other, Choice) and not other.in_order:
        place = list(question.choices).index(question.answer)
        other = other.with_answer_at((place + seed) % len(other.choices))
    return replace(other, key=f"{question.key} {seed}")


def variants(name):
    """Name -> question of the seeds 1 to `VARIANTS`, or as many as there are."""
    names = (f"{name} {seed}" for seed in range(1, VARIANTS + 1))
    return {each: question for each in names if (question := question_of(each))}


def at_beginning(page, name):
    """The name of a question with a seed that nothing else asks, where a page begins with it."""
    found = NAME.fullmatch(name)
    count = TEMPLATES[found["page"]][found["key"]].count(LAST_SEED)
    return f"{name} {1 + (AT_BEGINNING + int(page) - 1) % count}" if count else name


@cache
def parts(name):
    """What `Quiz` takes for the questions of a name, which everybody gets."""
    occasion, _, page = name.partition(" ")
    if name in QUIZZES:
        names = [f"{name} {question.key}" for question in QUIZZES[name]]
        return {
            "title": f"Quiz of page {name}",
            "questions": {each: question_of(each) for each in names},
            "variants": {each: variants(each) for each in names},
        }
    if name in OCCASIONS:
        # Who had A before the course has B after it.
        seeds = [*FORMS.values()] if name == OCCASIONS[0] else [*FORMS.values()][::-1]
        names = [f"{name} {item} {seed}" for seed in seeds for item in ITEMS]
        return {
            "title": f"Test {name} the course",
            "questions": {each: question_of(each) for each in names},
            "forms": [*FORMS],
            "feedback": {"before": "none", "after": "end"}[name],
        }
    if occasion == "before" and page in BUILDS_ON:
        names = [at_beginning(page, each) for each in BUILDS_ON[page]]
        title = f"Before page {page}"
        return {"title": title, "questions": {n: question_of(n) for n in names}, "shown": 2}
    if name == "review":
        last = f"{len(PAGES)}"
        names = [at_beginning(last, f"{p} {q.key}") for p, of in QUIZZES.items() for q in of]
        questions = {n: question_of(n) for n in names if n.count(" ") > 1}
        return {"title": "Review", "questions": questions, "shown": 8}
    page, key = PREDICTIONS.get(name, {}).get("page"), name.replace(" ", "_")
    if question := page and question_of(f"{page} {key}"):
        named = f"{page} {key}"
        return {"questions": {named: question}, "variants": {named: variants(named)}}
    raise ValueError(
        f"There is no quiz of {name!r}. There are those of the pages {', '.join(QUIZZES)}, of "
        f"predictions, such as {next(iter(PREDICTIONS))}, and {', '.join(OCCASIONS)} and review."
    )


def quiz(name):
    """Questions on the screen.

    Parameters
    ----------
    name : str or int
        A page, such as "02"; "before 02", the name of a prediction, "review", "before" or "after":
        see above.
    """
    return Quiz(**parts(str(name).zfill(2)))
