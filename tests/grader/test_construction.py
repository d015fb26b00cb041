"""Constructions: what is made is judged by its property, and read with care before."""

import numpy as np
import pytest

from rbflib.lab.exercises import EXERCISES, check
from rbflib.lab.grader.construction import Construction, Finding
from rbflib.lab.record import store
from tests.independent import PAGES

MADE = {name: e for name, e in EXERCISES.items() if isinstance(e, Construction)}
EACH = pytest.mark.parametrize("construction", MADE.values(), ids=MADE)
# Name of a construction -> function of what is made: whether it has the property, found anew.
HAS = {name: f for page in PAGES.values() for name, f in getattr(page, "CONSTRUCTIONS", {}).items()}


@EACH
def test_answer_has_the_property_and_is_drawn(construction):
    made = construction.answer()
    finding = construction.check(*made)
    assert finding.right, finding.words
    assert HAS[construction.name](*map(np.asarray, made))
    assert finding.figure is not None
    assert any(sign.isdigit() for sign in finding.words)


@EACH
def test_near_miss_is_refused(construction):
    assert construction.near_misses
    for words, miss in construction.near_misses.items():
        finding = construction.check(*miss())
        assert not finding.right
        assert words in finding.words
        assert not HAS[construction.name](*map(np.asarray, miss()))


@EACH
def test_judge_agrees_with_the_property_on_what_lies_near_the_answer(construction, rng):
    answer = [np.asarray(thing, dtype=float) for thing in construction.answer()]
    for size in (0.01, 0.3, 1.0, 10.0):
        made = [thing + size * rng.normal(size=thing.shape) for thing in answer]
        assert construction.check(*made).right == HAS[construction.name](*made)


@pytest.mark.parametrize(
    ("name", "made", "words"),
    [
        ("5.3", ([0, 1, 2, 3], [0, 1, 0, 1]), "k-means explains"),  # 4 places are enough
        ("10.2", ([0, 1, 0, 1], [0, 1, 0, 1]), "Brier score 0.000"),  # 0 and 1 are probabilities
    ],
)
def test_what_lies_on_a_border_is_judged(name, made, words):
    assert words in MADE[name].check(*made).words


@EACH
def test_judge_has_words_for_anything_of_the_right_shape(construction):
    shapes = [[6 if isinstance(n, str) else n for n in s] for s in construction.makes.values()]
    for fill in (0.0, 1.0, -1.0, 1e-300, 1e150, 0.5):
        assert construction.check(*(np.full(shape, fill) for shape in shapes)).words


def judge(x, y):
    return Finding(len(x) == 3, f"{len(x)} points, the first at {x[0, 0]:g}; y = {y:g}")


PAIR = Construction("0.0", {"x": ("N", 2), "y": ()}, judge, lambda: (np.ones((3, 2)), 1))


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        ((np.zeros((3, 2)), 1), "3 points, the first at 0; y = 1"),
        (([[1, 2]] * 3, "1"), "3 points, the first at 1; y = 1"),
        (([[1, 2], [3]], 1), "`x` must be an array of shape (N, 2), and is no array of numbers."),
        (("abc", 1), "`x` must be an array of shape (N, 2), and is a str."),
        (([[1, 2]], [1, 2]), "`y` must be one number, and is an array of shape (2,)."),
        (([[1, np.nan]], 1), "`x` holds what is not a finite number (nan or inf)."),
        ((np.ma.masked_all((3, 2)), 1), "`x` holds masked entries."),
        ((np.ones((3, 2)), 1j), "`y` must be one number, and is complex."),
        ((np.zeros((300, 2)), 1), "`x` has 600 numbers. Between 1 and 400 are asked for."),
        ((np.zeros((3, 2)),), "It takes 2 things: (x, y)."),
        ((np.zeros((3, 2)), None), "`y` is not filled in yet."),
    ],
)
def test_what_cannot_be_judged_is_explained(made, expected):
    assert PAIR.check(*made).words == expected


def test_check_says_and_draws_and_remembers(capsys):
    [construction, *_] = MADE.values()
    check(construction.name, *[...] * len(construction.makes))
    assert capsys.readouterr().out.startswith(f"· {construction.name}: nothing to check yet.")
    check(construction.name, *construction.answer())
    assert capsys.readouterr().out.startswith(f"✓ {construction.name}: ")
    assert construction.name in store.recall("exercise")
    check(construction.name, *[...] * len(construction.makes))
    assert "you have solved it before" in capsys.readouterr().out
