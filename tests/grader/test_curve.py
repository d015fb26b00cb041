"""Curves: compared with ours, place by place, with the usual mistakes by name."""

import numpy as np
import pytest

from rbflib.lab.exercises import EXERCISES, check
from rbflib.lab.grader.curve import Curve
from rbflib.lab.record import store
from tests.independent import PAGES

CURVES = {name: e for name, e in EXERCISES.items() if isinstance(e, Curve)}
EACH = pytest.mark.parametrize("curve", CURVES.values(), ids=CURVES)
# Name of a curve -> function of its places: the curve, found by other code.
FOUND = {name: f for page in PAGES.values() for name, f in getattr(page, "CURVES", {}).items()}
OTHER_STARTS = {"4.7"}  # found from other starts: as a reader may who has written k-means


def test_pages_from_01_to_08_have_one():
    assert list(CURVES) == sorted(CURVES)
    assert [name.split(".")[0] for name in CURVES] == list("12345678")


@EACH
def test_answer_is_what_other_code_finds(curve):
    found = np.atleast_2d(FOUND[curve.name](curve.at))
    if curve.name not in OTHER_STARTS:
        np.testing.assert_allclose(curve.ours, found, rtol=1e-4, atol=1e-9)
    finding = curve.check(*found)
    assert finding.right, finding.words
    assert finding.figure is not None


@EACH
def test_usual_mistakes_are_named(curve):
    assert len(curve.mistakes) >= 4
    for words, mistake in curve.mistakes.items():
        finding = curve.check(*curve.computed(mistake))
        assert not finding.right
        assert f"\n  A usual mistake: {words}" in finding.words


def straight(x):
    return np.array([x, x**2])


PAIR = {"at": np.array([1.0, 2.0, 5.0]), "makes": ("a", "b"), "answer": straight}
LINEAR = Curve("0.0", allowed=0.1, axes={"xlabel": "x"}, **PAIR)
LOGARITHMIC = Curve("0.0", allowed=0.1, axes={"xlabel": "x", "yscale": "log"}, **PAIR)
for _invented in (LINEAR, LOGARITHMIC):  # no file has their mistakes
    vars(_invented)["mistakes"] = {"not squared.": lambda x: np.array([x, x])}


@pytest.mark.parametrize(
    ("curve", "change", "right"),
    [
        (LINEAR, [0.39, 2.39], True),  # a tenth of their ranges, 4 and 24
        (LINEAR, [0.41, 0], False),
        (LINEAR, [0, -2.41], False),
        (LOGARITHMIC, [0.09, 0.09], True),  # a tenth of the value
        (LOGARITHMIC, [0.11, 0], False),
        (LOGARITHMIC, [0, -0.1], False),
    ],
)
def test_what_is_allowed_goes_by_the_range_or_by_the_value(curve, change, right):
    made = straight(curve.at)
    made[:, 0] += change
    finding = curve.check(*made)
    assert finding.right == right
    assert "the largest difference is at x = 1, where `" in finding.words
    rings = [line for line in finding.figure.axes[0].lines if line.get_markersize() == 14]
    assert len(rings) == (not right)


def test_place_values_and_mistake_are_in_the_words():
    assert LINEAR.check([1, 2, 5], [1, 2, 5]).words == (
        "the largest difference is at x = 5, where `b` is 5, and ours 25."
        "\n  A usual mistake: not squared."
    )
    assert "A usual" not in LINEAR.check([1, 2, 5], [1, 2, 9]).words


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (([1, 2],), "It takes 2 things: (a, b)."),
        (([1, 2, 5], [1, 4]), "`b` must be an array of shape (3,), and is an array of shape (2,)."),
        (([1, 2, 5], [1, 4, np.nan]), "`b` holds what is not a finite number (nan or inf)."),
        (([1, 2, 5], [1, 0, 25]), "`b` must be positive everywhere."),
    ],
)
def test_what_cannot_be_compared_is_explained(made, expected):
    finding = LOGARITHMIC.check(*made)
    assert finding == (False, expected, None)


def test_check_says_and_remembers(capsys):
    curve = CURVES["6.6"]
    check(curve.name, ...)
    assert capsys.readouterr().out.startswith("· 6.6: nothing to check yet. Fill in the cell")
    check(curve.name, 1 - curve.ours[0])
    assert capsys.readouterr().out.startswith("✗ 6.6: ")
    assert curve.name not in store.recall("exercise")
    check(curve.name, *curve.ours)
    assert capsys.readouterr().out.startswith("✓ 6.6: ")
    assert curve.name in store.recall("exercise")
