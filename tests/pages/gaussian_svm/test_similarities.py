"""The gallery of similarities: which of them depend on the distance alone."""

import numpy as np
import pytest


def test_similarities_at_the_star_are_those_of_their_formulas(explorer):
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
