"""Questions with a seed: the answers of 200 seeds, computed from the question's text alone."""

import json
import re
from collections import Counter
from fractions import Fraction
from hashlib import sha256
from itertools import chain
from pathlib import Path

import numpy as np
import pytest

from rbflib.lab.kit.question import Choice, Number, Order
from rbflib.lab.kit.question_file import TOLERANCE
from rbflib.lab.quizzes import (
    LAST_SEED,
    PREDICTIONS,
    QUIZZES,
    TEMPLATES,
    TEST,
    question_of,
    variants,
)
from tests.independent import PAGES, numbers_in

SEEDED = [
    (page, key)
    for page, templates in TEMPLATES.items()
    for key, template in templates.items()
    if hasattr(template.numbers, "values")
]
EACH = pytest.mark.parametrize(("page", "key"), SEEDED, ids=map(" ".join, SEEDED))
SEEDS = 200
# Why so many seeds of a question have the same answer.
SAME_ANSWER = {
    ("08", "zero"): "The answer is a number of dimensions, from two to seven.",
    ("01", "not_radial"): "The right choice of one of three texts has no number: the cosine.",
    ("04", "bug"): "Whatever its size, a half step that raises the error is a mistake.",
    ("07", "squares"): "Ranks that are seen by hand are small: six of them.",
}
# Why numbers of a question need not be simple.
NOT_COMPUTED_WITH = {
    ("06", "small_rho"): "Its ρ is only compared with the share of the noise.",
}
PINNED = Path(__file__).parent / "first_variants.json"


def asked(page, key):
    """The questions of the first seeds, the page's among them."""
    template = TEMPLATES[page][key]
    return [template.made(seed) for seed in range(template.count(SEEDS - 1) + 1)]


@EACH
def test_every_answer_is_that_of_its_method(page, key):
    for question in asked(page, key):
        computed = PAGES[page].SEEDED[key](question)
        if isinstance(question, Order):
            assert list(question.items) == computed
            continue
        right = answer_of(question)
        assert as_answer(question, computed["right"]) == right, question
        # A way without a name is its own name.
        named = {m: text for text, m in question.methods.items() if right != text != m}
        assert {m: as_answer(question, computed[m]) for m in named} == named, question


def answer_of(question):
    return question.answer if isinstance(question, Choice) else as_answer(question, question.answer)


def as_answer(question, answer):
    """An answer as `methods` has it."""
    return f"{float(answer) + 0.0:.6g}" if isinstance(question, Number) else answer


def test_no_place_is_left_in_a_text():
    for page, templates in TEMPLATES.items():
        for key, template in templates.items():
            texts = [str(template.made(seed)) for seed in range(template.count(3) + 1)]
            shown = (re.sub(r"methods=\{.*?\}", "", text) for text in texts)
            assert not any("[[" in text for text in shown), (page, key)


@EACH
def test_numbers_can_be_computed_by_hand(page, key):
    for question in asked(page, key):
        for x in numbers_in(question.ask) if (page, key) not in NOT_COMPUTED_WITH else ():
            assert is_simple(x, 12), (x, question.ask)
        if isinstance(question, Number):
            # Where it is to be given more precisely, three decimals.
            assert is_simple(question.answer, 100 if question.tolerance == TOLERANCE else 200)


def is_simple(x, largest):
    """A whole number, one with two decimals, or a fraction with a small denominator."""
    ratio = Fraction(x).limit_denominator(1000)
    return abs(ratio - x) < 1e-9 and (ratio.denominator <= largest or 100 % ratio.denominator == 0)


@EACH
def test_two_seeds_seldom_have_the_same_answer(page, key):
    """Numbers and drawn texts; of answers in words none has nearly all seeds."""
    questions = asked(page, key)
    if isinstance(questions[0], Order) or (page, key) in SAME_ANSWER:
        return
    answers, n = Counter(map(answer_of, questions)), len(questions)
    if len(answers) < 5 and isinstance(questions[0], Choice):
        assert max(answers.values()) < 0.7 * n, answers
    else:
        assert sum(m * (m - 1) for m in answers.values()) < 0.1 * n * (n - 1), answers


def test_questions_of_the_pages_and_those_with_a_seed_that_are_asked_stay():
    """An answer that was kept is judged by the same numbers after every release.

    Where a question itself has changed, its line of the file may, too.
    """
    names = [f"{page} {question.key}" for page, of in QUIZZES.items() for question in of]
    found = {
        n: [*map(short_hash, [question_of(n), *variants(n, LAST_SEED).values()])] for n in names
    }
    assert found == json.loads(PINNED.read_text())


def short_hash(question):
    right = [*question.items] if isinstance(question, Order) else question.answer
    return sha256(f"{question.ask} {right}".encode()).hexdigest()[:8]


# What chooses without knowing: by the lengths of the choices, their places, or a word.
RULES = {
    "the longest": lambda texts: [t for t in texts if len(t) == max(map(len, texts))],
    "the shortest": lambda texts: [t for t in texts if len(t) == min(map(len, texts))],
    "the first": lambda texts: texts[:1],
    "the last": lambda texts: texts[-1:],
    "one in the middle": lambda texts: texts[1:-1],
    "what says all": lambda texts: [t for t in texts if re.search(r"\ball\b", t)] or texts,
}


@pytest.mark.parametrize("rule", RULES)
def test_who_knows_nothing_and_has_a_rule_does_not_do_better_than_by_chance(rule):
    asked = [question for question in every_question() if isinstance(question, Choice)]
    assert len(asked) > 100
    gained = []
    for question in asked:
        texts = list(question.choices)
        chosen = RULES[rule](texts)
        gained.append((question.answer in chosen) / len(chosen) - 1 / len(texts))
    assert abs(np.mean(gained)) < 0.05, np.mean(gained)


def test_marks_of_a_text_are_shown_as_what_they_mean():
    """The screen knows formulas and code in a text, and neither in what is chosen or ordered."""
    for question in chain(every_question(), *(variants(name).values() for name in QUIZ_NAMES)):
        chosen = [*getattr(question, "choices", {}), *getattr(question, "items", {})]
        assert not [text for text in chosen if re.search(r"[$`\\]", text)], question
        assert not re.search(r"\*\w[^*]*\*", re.sub(r"\$[^$]+\$|`[^`]+`", "", str(question))), (
            question
        )


QUIZ_NAMES = [f"{page} {question.key}" for page in QUIZZES for question in QUIZZES[page]]


def every_question():
    """Of the quizzes, after the predictions, and of the test before and after the course."""
    yield from chain(*QUIZZES.values())
    yield from (of for name in PREDICTIONS if (of := transfer_of(name)))
    yield from chain(*(form.values() for form in TEST.values()))


def transfer_of(name):
    return question_of(f"{PREDICTIONS[name]['page']} {name.replace(' ', '_')}")
