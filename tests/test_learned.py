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
N = 50  # classes of a kind; benchmarks/learned.py has 1,000


def answers(rng, p, occasion="after", wrong_key=None):
    """Answers to the test of those who know an item with probability p, (students, items).

    Of the item with the wrong key, those who know take a choice that is marked as wrong.
    """
    rows = [HEAD]
    for student, row in enumerate(rng.random(p.shape) < p):
        for n, (question, knows) in enumerate(zip(ITEMS, row, strict=True)):
            wrong = [text for text in question.choices if text != question.answer]
            if n == wrong_key:
                first, *others = wrong
                choice = first if knows else [question.answer, *others][rng.integers(len(wrong))]
            else:
                choice = question.answer if knows else wrong[rng.integers(len(wrong))]
            right = choice == question.answer
            named = "" if right else question.methods[choice]
            rows.append((student, "", question.key, occasion, "A", choice, named,
                         "yes" if right else "no", ""))  # fmt: skip
    return rows


def rasch(ability, ease):
    return 1 / (1 + np.exp(-ability[:, None] - ease))


def classes(seed, n, students):
    """(random numbers, ability of each student, ease of each item) of n classes."""
    for i in range(n):
        rng = np.random.default_rng([seed, i])
        yield rng, rng.normal(0, 1, students), rng.normal(0.3, 1.2, len(ITEMS))


def share(happened):
    return np.mean([*happened])


def named(kind, n, held=1.0):
    """How often a misconception is named in classes of 30, a part of which has it.

    Who has it is right at its items in one of ten cases.
    """
    found = []
    for rng, ability, ease in classes(1, n, 30):
        p = rasch(ability, ease)
        p[np.ix_(rng.random(30) < held, np.equal(KINDS, kind))] = 0.1
        of = answers_of(answers(rng, p), "after")
        found.append(kind in [k for k, _ in alive(of)])
    return share(found)


def silent_where_all_guess(n):
    """How often nothing is named, no key doubted, and both, in classes of 30 that guess."""
    of = [answers_of(answers(rng, np.full((30, len(ITEMS)), 0.25)), "after")
          for rng, _, _ in classes(2, n, 30)]  # fmt: skip
    quiet = np.array([(alive(a) == [], not doubtful_keys(a)) for a in of])
    return *quiet.mean(axis=0), quiet.all(axis=1).mean()


def flagged(n):
    """How often a wrong key is found in classes of 120, and a right one of another item is."""
    found = []
    for i, (rng, ability, ease) in enumerate(classes(3, n, 120)):
        wrong = i % len(ITEMS)
        rows = answers(rng, rasch(ability, ease), wrong_key=wrong)
        keys = doubtful_keys(answers_of(rows, "after"))
        found.append((ITEMS[wrong].key in keys, len(keys - {ITEMS[wrong].key}) > 0))
    return np.mean(found, axis=0)


def correlations(n, same=None):
    """Of difficulties in classes of 120 with the true ones; all classes may have the same items."""
    everybody = np.random.default_rng(9).normal(0, 1, 9999)
    for rng, ability, drawn in classes(4, n, 120):
        ease = drawn if same is None else same
        found = difficulties(answers_of(answers(rng, rasch(ability, ease)), "after"))
        truth = rasch(everybody, ease).mean(axis=0)
        yield np.corrcoef([found[q.key] for q in ITEMS], truth)[0, 1]


def gains(n, students=40):
    """(error, whether the interval holds the truth) of the gain in classes that learn."""
    for rng, ability, ease in classes(5, n, students):
        p = rasch(ability - 0.5, ease), rasch(ability + 0.5, ease)
        both = [
            answers_of(answers(rng, of, occasion), occasion)
            for of, occasion in zip(p, ("before", "after"), strict=True)
        ]
        truth = np.mean(p[1] - p[0])
        mean, low, high = gain(*both)
        yield mean - truth, low <= truth <= high


@pytest.mark.parametrize("kind", SHOWN_BY)
def test_planted_misconception_is_named(kind):
    assert named(kind, N) >= 0.95


def test_share_of_a_misconception_is_that_of_the_answers_at_its_items():
    wrong, right = (False, "widths", "width"), (True, "", "")
    other = {f"other {i}": dict.fromkeys(range(12), right) for i in range(6)}
    of_two = {n: dict(enumerate([wrong] * n + [right] * (12 - n))) for n in (9, 6)}
    assert alive(other | of_two) == [("width", 15 / 24)]


def test_nothing_is_named_where_nobody_has_answered():
    assert alive({}) == []


def test_class_that_guesses_has_no_misconception_and_no_wrong_key():
    assert min(silent_where_all_guess(2 * N)) >= 0.93


def test_wrong_key_is_flagged_and_right_ones_are_not():
    found, others = flagged(2 * N)
    assert found >= 0.99
    assert others <= 0.05


def test_key_that_nobody_took_is_flagged_if_those_who_know_took_another_choice():
    steps = {f"item {i}": {s: (s >= 5 * i, "", "") for s in range(60)} for i in range(1, 12)}
    nobody = {s: (False, "A" if s >= 30 else "B", "") for s in range(60)}
    assert doubtful_keys(steps | {"wrong key": nobody}) == {"wrong key"}


def test_difficulties_are_those_of_the_items():
    """In classes whose items are all about equally difficult they are less so."""
    assert share(r >= 0.95 for r in correlations(N)) > 0.95
    assert min(correlations(20, np.random.default_rng(0).normal(0.3, 1.2, len(ITEMS)))) >= 0.95


def test_gain_is_the_mean_of_the_paired_gains_and_its_interval_holds_it():
    errors, inside = zip(*gains(2 * N), strict=True)
    assert abs(np.mean(errors)) < 0.005
    assert share(abs(e) < 0.05 for e in errors) > 0.95
    assert 0.9 <= share(inside) <= 1


def test_page_says_nothing_of_nine_students_and_that_no_class_has_been_seen():
    told = ((9, "Fewer than 10 students", 0), (10, "item-rest correlation", len(ITEMS)))
    for students, words, items in told:
        rows = answers(np.random.default_rng(0), np.full((students, len(ITEMS)), 0.5))
        assert len(answers_of(rows, "after")) == items
        text = page(rows)
        assert words in text
        assert "No class has used these pages yet" in text


def test_page_says_the_gain_of_who_took_both_tests():
    rng, rows = np.random.default_rng(0), []
    for occasion, p in (("before", 0.3), ("after", 0.9)):
        rows += answers(rng, np.full((12, len(ITEMS)), p), occasion)[bool(rows) :]
    mean, low, high = gain(*(answers_of(rows, occasion) for occasion in ("before", "after")))
    assert f"{mean:+.2f}, with a 95% interval from {low:+.2f} to {high:+.2f}." in page(rows)


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
