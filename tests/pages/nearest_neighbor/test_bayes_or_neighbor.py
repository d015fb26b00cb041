"""Errors as areas, against quadrature, measured errors and Cover and Hart's bound."""

from itertools import pairwise, product

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm

STATES = [
    {"apart": 2.0, "flipped": 0.0, "prior": 0.5, "threshold": 1.0},
    {"apart": 3.0, "flipped": 0.1, "prior": 0.3, "threshold": -0.6},
    {"apart": 5.0, "flipped": 0.05, "prior": 0.5, "threshold": 0.0},
    {"apart": 1.5, "flipped": 0.0, "prior": 0.9, "threshold": 1.45},
]
NAMES = ["Bayes classifier", "one neighbor", "twice Bayes"]


def joint(x, apart, flipped, prior, **_threshold):
    """P(c) p(x | c) of class +1, which lies at the left, and of class −1."""
    a, b = prior * norm.pdf(x, -apart / 2), (1 - prior) * norm.pdf(x, apart / 2)
    return a + flipped * (b - a), b + flipped * (a - b)


def integral(f):
    edges = np.linspace(-12, 12, 49)
    return sum(quad(f, low, high)[0] for low, high in pairwise(edges))


@pytest.mark.parametrize("state", STATES)
def test_errors_are_integrals_of_the_posteriors(explorer, state):
    def averaged(error):
        def integrand(x):
            a, b = joint(x, **state)
            return (a + b) * error(a / (a + b))

        return integral(integrand)

    explorer.set(**state)
    bayes = averaged(lambda p: min(p, 1 - p))
    expected = [bayes, averaged(lambda p: 1 - p**2 - (1 - p) ** 2), 2 * bayes]
    assert [explorer.numbers[name] for name in NAMES] == pytest.approx(expected, abs=2e-4)
    t = state["threshold"]
    by_threshold = integral(lambda x: joint(x, **state)[x < t])
    assert explorer.numbers["the threshold errs"] == pytest.approx(by_threshold, abs=1e-3)


def enclosed(polygon):
    """The area of a polygon, by its corners."""
    x, y = polygon.get_xy().T
    return abs(np.sum(x * np.roll(y, 1) - y * np.roll(x, 1))) / 2


@pytest.mark.parametrize("state", STATES)
def test_areas_that_are_drawn_are_the_errors(explorer, state):
    explorer.set(**state)
    scene, numbers = explorer.scene, explorer.numbers
    for name, area in scene.errors.items():
        assert enclosed(area) == pytest.approx(numbers[name], abs=1e-3)
    assert enclosed(scene.bayes) == pytest.approx(numbers["Bayes classifier"], abs=1e-3)
    added = numbers["the threshold errs"] - numbers["Bayes classifier"]
    assert enclosed(scene.added) == pytest.approx(added, abs=0.006)  # a cell at the threshold


def test_bells_alone_stay_far_from_twice_and_flipped_labels_come_close(explorer):
    ratio = {}
    for apart, flipped in product([1.5, 3.0, 5.0, 6.0], [0.0, 0.02, 0.05]):
        explorer.set(apart=apart, flipped=flipped)
        ratio[apart, flipped] = explorer.numbers["one neighbor / Bayes"]
    assert max(ratio[apart, 0.0] for apart in (1.5, 3.0, 5.0, 6.0)) < np.pi / 2
    assert ratio[1.5, 0.0] < ratio[3.0, 0.0] < ratio[5.0, 0.0] < ratio[6.0, 0.0]
    assert ratio[5.0, 0.05] == pytest.approx(1.85, abs=0.005)
    assert ratio[6.0, 0.02] == pytest.approx(1.93, abs=0.005)
