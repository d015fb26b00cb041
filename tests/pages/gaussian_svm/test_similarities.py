"""The gallery of similarities: which of them depend on the distance alone."""

import numpy as np
import pytest

from rbflib.lab import EXPLORERS
from rbflib.lab.pages.gaussian_svm.similarities import NOT_RADIAL, RADIAL, gallery


@pytest.mark.parametrize("gamma", [0.3, 2.0])
def test_the_first_four_are_equal_on_a_circle_and_the_others_are_not(gamma):
    mu = np.array([[0.5, -0.4]])
    angle = np.linspace(0, 2 * np.pi, 12)
    circle = mu + 0.6 * np.column_stack([np.cos(angle), np.sin(angle)])
    spread = {name: np.ptp(z) for name, z in gallery(circle, mu, gamma).items()}
    assert all(spread[name] < 1e-12 for name in RADIAL)
    assert all(spread[name] > 0.05 for name in NOT_RADIAL)


def test_similarities_at_the_star_are_those_of_their_formulas():
    explorer = EXPLORERS["similarities"]()
    explorer.set(x=0.5, y=0.5, gamma=1)
    r2, product = 0.5, 0.5  # of the star at (1, 0) and the center
    expected = {
        "gaussian": np.exp(-r2),
        "inverse quadratic": 1 / (1 + r2),
        "inverse multiquadric": 1 / np.sqrt(1 + r2),
        "truncated": (1 - np.sqrt(r2)) ** 2,
        "polynomial": (1 + product) ** 2,
        "tanh neuron": np.tanh(product + 1),
    }
    numbers = explorer.numbers
    assert {name: numbers[f"{name} at ★"] for name in expected} == pytest.approx(expected)
