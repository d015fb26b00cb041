"""Errors as areas, against quadrature and Cover and Hart's bound."""

from itertools import product

import numpy as np
import pytest
from scipy.stats import norm

from tests.pages.nearest_neighbor.areas import enclosed, integral
from tests.seeds import thorough

STATES = [
    {"apart": 2.0, "flipped": 0.0, "prior": 0.5},
    {"apart": 3.0, "flipped": 0.1, "prior": 0.3},
    {"apart": 5.0, "flipped": 0.05, "prior": 0.5},
    {"apart": 1.5, "flipped": 0.0, "prior": 0.9},
]
NAMES = ["Bayes classifier", "one neighbor", "twice Bayes"]


def joint(x, apart, flipped, prior):
    """P(c) p(x | c) of class +1, which lies at the left, and of class −1."""
    a, b = prior * norm.pdf(x, -apart / 2), (1 - prior) * norm.pdf(x, apart / 2)
    return a + flipped * (b - a), b + flipped * (a - b)


@pytest.mark.parametrize("state", [STATES[1], *thorough(STATES[0], *STATES[2:])])
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
    drawn = [enclosed(explorer.scene.errors[name]) for name in NAMES]
    assert drawn == pytest.approx(expected, abs=1e-3)


def test_bells_alone_stay_far_from_twice_and_flipped_labels_come_close(explorer):
    ratio = {}
    for apart, flipped in product([1.5, 3.0, 5.0, 6.0], [0.0, 0.02, 0.05]):
        explorer.set(apart=apart, flipped=flipped)
        ratio[apart, flipped] = explorer.numbers["one neighbor / Bayes"]
    assert max(ratio[apart, 0.0] for apart in (1.5, 3.0, 5.0, 6.0)) < np.pi / 2
    assert ratio[1.5, 0.0] < ratio[3.0, 0.0] < ratio[5.0, 0.0] < ratio[6.0, 0.0]
    assert ratio[5.0, 0.05] == pytest.approx(1.85, abs=0.005)
    assert ratio[6.0, 0.02] == pytest.approx(1.93, abs=0.005)
