"""The teacher's page about a class: what was put into simulated classes is found again."""

import re
from pathlib import Path

import numpy as np
import pytest

from rbflib.lab.collect.items import HEAD
from rbflib.lab.collect.learned import (
    SHOWN_BY,
    alive,
    answers_of,
    difficulties,
    doubtful_keys,
    gain,
    page,
)
from rbflib.lab.quizzes import TEST

ITEMS = list(TEST["A"].values())
KINDS = [next(iter({*q.methods.values()} & SHOWN_BY.keys())) for q in ITEMS]
EASE = np.random.default_rng(0).normal(0.3, 1.2, len(ITEMS))


def answers(rng, students, ability, ease=EASE, occasion="after", planted=None, wrong_key=None):
    """Rows of items.csv, from a Rasch model: P(right) = 1/(1 + e^−(ability + ease)).

    Who has the planted misconception answers its items wrongly in nine of ten cases. Of the item
    with the wrong key, those who know take one that is marked as wrong.
    """
    rows = []
    for student in range(students):
        for n, (question, kind) in enumerate(zip(ITEMS, KINDS, strict=True)):
            p = 1 / (1 + np.exp(-ability[student] - ease[n]))
            knows = rng.random() < (0.1 if kind == planted else p)
            wrong = [text for text in question.choices if text != question.answer]
            choice = question.answer if knows else rng.choice(wrong)
            if n == wrong_key:
                choice = wrong[0] if knows else rng.choice([question.answer, *wrong[1:]])
            right = choice == question.answer
            named = "" if right else question.methods[choice]
            rows.append((student, "", question.key, occasion, "A", choice, named,
                         "yes" if right else "no", ""))  # fmt: skip
    return rows


def classes(seed, n, students, **options):
    for i in range(n):
        rng = np.random.default_rng([seed, i])
        rows = [HEAD, *answers(rng, students, rng.normal(0, 1, students), **options)]
        yield answers_of(rows, "after")


def share(happened):
    return np.mean([*happened])


N = 100  # classes; benchmarks/learned.py has 1,000


def test_planted_misconception_is_named():
    for kind in ("gamma is the width", "k-means finds the groups"):
        named = (kind in [k for k, _ in alive(of)] for of in classes(1, N, 30, planted=kind))
        assert share(named) >= 0.95


def test_class_that_guesses_has_no_misconception_and_no_wrong_key():
    guessing = np.full(len(ITEMS), -np.log(3))  # one of four choices
    found = []
    for i in range(N):
        rng = np.random.default_rng([2, i])
        rows = [HEAD, *answers(rng, 30, np.zeros(30), ease=guessing)]
        of = answers_of(rows, "after")
        found.append(alive(of) == [] and not doubtful_keys(of))
    assert share(found) >= 0.93


def test_wrong_key_is_flagged_and_right_ones_are_not():
    found, others = [], []
    for wrong in (0, 5, 14):
        for of in classes(3, N, 120, wrong_key=wrong):
            keys = doubtful_keys(of)
            found.append(ITEMS[wrong].key in keys)
            others.append(len(keys - {ITEMS[wrong].key}) > 0)
    assert share(found) >= 0.99
    assert share(others) <= 0.05


def test_difficulties_are_those_of_the_items():
    truth = [
        share(1 / (1 + np.exp(-np.random.default_rng(9).normal(0, 1, 9999) - e))) for e in EASE
    ]
    for of in classes(4, 20, 120):
        found = [difficulties(of)[q.key] for q in ITEMS]
        assert np.corrcoef(found, truth)[0, 1] >= 0.95


def test_gain_is_the_mean_of_the_paired_gains_and_its_interval_holds_it():
    inside, errors = [], []
    for i in range(N):
        rng = np.random.default_rng([5, i])
        ability = rng.normal(-0.5, 1, 40)
        p = [np.mean(1 / (1 + np.exp(-(ability[:, None] + shift) - EASE))) for shift in (0, 1)]
        both = [
            answers_of([HEAD, *answers(rng, 40, ability + shift, occasion=at)], at)
            for shift, at in ((0, "before"), (1, "after"))
        ]
        mean, low, high = gain(*both)
        errors.append(mean - (p[1] - p[0]))
        inside.append(low <= p[1] - p[0] <= high)
    assert abs(np.mean(errors)) < 0.005
    assert share(abs(e) < 0.05 for e in errors) > 0.95
    assert 0.9 <= share(inside) <= 1


def test_page_says_nothing_of_nine_students_and_that_no_class_has_been_seen():
    rng = np.random.default_rng(0)
    for students, words in ((9, "Fewer than 10 students"), (10, "item-rest correlation")):
        text = page([HEAD, *answers(rng, students, np.zeros(students))])
        assert words in text
        assert "No class has used these pages yet" in text


def test_misconceptions_are_those_of_the_plan_and_their_states_are_there():
    plan = (Path(__file__).parents[1] / "notebooks/teaching_a_course.md").read_text("utf-8")
    table = plan.split("## Ten misconceptions")[1]
    for state in SHOWN_BY.values():
        name, *presets = re.split(r", (?:then )?", state)
        assert f"`{name}` **{presets[0]}**" in table, state
    for form in TEST.values():
        for question in form.values():
            wrong = {m for text, m in question.methods.items() if text != question.answer}
            assert len(wrong & SHOWN_BY.keys()) == len(wrong) == 1, question


@pytest.mark.parametrize("form", TEST)
def test_each_misconception_has_an_item_in_both_forms(form):
    assert {next(iter({*q.methods.values()} & SHOWN_BY.keys())) for q in TEST[form].values()} == {
        *SHOWN_BY
    }
