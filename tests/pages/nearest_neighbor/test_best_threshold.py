"""Errors of a threshold and the Bayes error, by quadrature and by minimization."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm

from tests.pages.nearest_neighbor.areas import enclosed, integral
from tests.seeds import thorough

STATES = [(1.0, 2.0, 0.5), (-0.6, 3.0, 0.3), (1.1, 2.0, 0.9), (0.0, 5.0, 0.1)]


@pytest.mark.parametrize("state", [STATES[1], *thorough(STATES[0], *STATES[2:])])
def test_errors_are_integrals_and_the_areas_that_are_drawn(explorer, state):
    threshold, apart, prior = state
    explorer.set(threshold=threshold, apart=apart, prior=prior)
    first, second = norm(-apart / 2).pdf, norm(apart / 2).pdf
    bayes = integral(lambda x: min(prior * first(x), (1 - prior) * second(x)))
    error = prior * quad(first, threshold, np.inf)[0]
    error += (1 - prior) * quad(second, -np.inf, threshold)[0]
    assert explorer.numbers["Bayes error"] == pytest.approx(bayes, rel=1e-6)
    assert explorer.numbers["the threshold errs"] == pytest.approx(error)
    assert enclosed(explorer.scene.bayes) == pytest.approx(bayes, abs=1e-3)
    # A cell of the grid at the threshold is drawn as a whole.
    assert enclosed(explorer.scene.added) == pytest.approx(error - bayes, abs=0.006)
