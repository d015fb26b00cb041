"""The questions of all pages: quizzes, what a page begins with, transfer, and the course's tests.

An answer is kept under the name of its question: "04 next_draw" is the page's own, "04 next_draw 3"
that of seed 3, "before A two_sets" one of a test.
"""

import json
import re
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import chain, zip_longest
from pathlib import Path

from rbflib.lab.kit.question import Choice, with_places_drawn
from rbflib.lab.kit.question_file import maker, templates_of
from rbflib.lab.kit.quiz import Quiz
from rbflib.lab.pages import HERE, PAGES

VARIANTS = 10  # of each question, that a page carries
LAST_SEED = VARIANTS + 1 + len(PAGES)  # those after the variants: of what pages begin with
OCCASIONS, FORMS = ("before", "after"), ("A", "B")  # of the test
NAME = re.compile(r"(?P<page>\d\d) (?P<key>\w+)(?: (?P<seed>[1-9]\d?))?", re.ASCII)
TEST_NAME = re.compile(r"(?:before|after) (?P<form>[AB]) (?P<key>\w+)", re.ASCII)


def _templates(file):
    for n, page in enumerate(PAGES):
        path, module = HERE / page.name / file, f"rbflib.lab.pages.{page.name}.numbers"
        if path.exists():
            numbers = import_module(module) if find_spec(module) else None
            yield f"{n:02d}", templates_of(path, numbers, maker)


def _placed(name, questions):
    return {question.key: question for question in with_places_drawn(name, [*questions])}


TEMPLATES = dict(_templates("questions.md"))
QUIZZES = {
    page: tuple(_placed(page, (template.made() for template in of_page.values())).values())
    for page, of_page in TEMPLATES.items()
}
# Their keys are names of predictions, with _ for spaces.
_OF_PREDICTIONS = dict(_templates("transfer.md"))
_TRANSFER = {
    page: _placed(f"transfer {page}", (template.made() for template in of_page.values()))
    for page, of_page in _OF_PREDICTIONS.items()
}
_TEST = templates_of(HERE / "tests.md", None, maker)
TEST = {
    form: _placed(f"test {form}", (template.made(seed) for template in _TEST.values()))
    for seed, form in enumerate(FORMS)
}
# Name of a prediction -> {"page", "choices", "answer"}, in the order of the pages, from which
# `make notebooks` writes them.
PREDICTIONS = json.loads((Path(__file__).parent / "data/predictions.json").read_text("utf-8"))
# Questions of earlier pages that a page builds on; each has other numbers.
BUILDS_ON = {
    "02": ("00 middle", "01 parameters", "00 half_width"),
    "03": ("02 two_samples", "02 condition", "01 parameters"),
    "04": ("03 inverse_square", "03 exchange", "02 two_ridges"),
    "05": ("04 next_draw", "02 two_samples", "04 half_plane", "03 flipped"),
    "06": ("05 residual", "04 splits", "02 two_ridges"),
    "07": ("05 residual", "06 ratio", "02 condition"),
    "08": ("07 lengths", "04 half_plane", "07 squares", "06 taken_second"),
    "09": ("08 five_points", "05 residual", "03 inverse_square", "04 next_draw"),
    "10": ("02 two_ridges", "05 folds", "08 zero", "09 coins"),
}


@cache
def question_of(name):
    """The question of a name, or None: see the module's docstring."""
    if found := TEST_NAME.fullmatch(name):
        return TEST[found["form"]].get(found["key"])
    found = NAME.fullmatch(name)
    if not found:
        return None
    page, key = found["page"], found["key"]
    of_page = {question.key: question for question in QUIZZES.get(page, ())}
    question = (of_page | _TRANSFER.get(page, {})).get(key)
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


def variants(name, n=VARIANTS):
    """Name -> question of the seeds 1 to n, or as many as there are."""
    names = (f"{name} {seed}" for seed in range(1, min(n, LAST_SEED) + 1))
    return {each: question for each in names if (question := question_of(each))}


def at_beginning(page, name):
    """The name of a question with a seed that nothing else asks, where a page begins with it."""
    found = NAME.fullmatch(name)
    count = TEMPLATES[found["page"]][found["key"]].count(LAST_SEED)
    return f"{name} {1 + (VARIANTS + int(page)) % count}" if count else name


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
        # Who has A before the course has B after it.
        forms = FORMS if name == OCCASIONS[0] else FORMS[::-1]
        names = [f"{name} {form} {key}" for form in forms for key in _TEST]
        return {
            "title": f"Test {name} the course",
            "questions": {each: question_of(each) for each in names},
            "forms": FORMS,
            "feedback": {"before": "none", "after": "end"}[name],
        }
    if occasion == "before" and page in BUILDS_ON:
        names = [at_beginning(page, each) for each in BUILDS_ON[page]]
        title = f"Before page {page}"
        return {"title": title, "questions": {n: question_of(n) for n in names}, "shown": 2}
    if name == "review":
        last = f"{len(PAGES)}"
        pages = [[at_beginning(last, f"{p} {q.key}") for q in of] for p, of in QUIZZES.items()]
        drawn = [[n for n in names if n.count(" ") > 1] for names in pages]
        names = filter(None, chain(*zip_longest(*drawn)))  # one of each page, then the next ones
        questions = {n: question_of(n) for n in names}
        return {"title": "Review", "questions": questions, "shown": len(QUIZZES)}
    page, key = PREDICTIONS.get(name, {}).get("page"), name.replace(" ", "_")
    if key in _TRANSFER.get(page, {}):
        named = f"{page} {key}"
        return {"questions": {named: question_of(named)}, "variants": {named: variants(named)}}
    raise ValueError(
        f"There is no quiz of {name!r}. There are those of the pages {', '.join(QUIZZES)}, of "
        f"predictions, such as {next(iter(PREDICTIONS))}, and {', '.join(OCCASIONS)} and review."
    )


def quiz(name):
    """Questions on the screen.

    Parameters
    ----------
    name : str or int
        "02": the quiz of page 02. "before 02": two questions of earlier pages. "interpolation", or
        another prediction: what follows from it, asked of another state. "review": ten minutes of
        all pages. "before": a test before the course; "after": its other form.
    """
    return Quiz(**parts(str(name).zfill(2)))
