"""Page 07: what random nodes can approximate and separate."""

import numpy as np
import pytest

from rbflib import ELMClassifier, ELMRegressor, make_rings, wave
from tests.seeds import thorough


def worst_error(L, node, seed):
    """Mean squared error without noise: the largest of ten draws."""
    X = np.linspace(0, 1, 500)[:, None]
    seeds = range(100 * seed, 100 * seed + 10)
    fits = [ELMRegressor(L, node, random_state=s).fit(X, wave(X)).predict(X) for s in seeds]
    return max(np.mean((fit - wave(X)) ** 2) for fit in fits)


@pytest.mark.parametrize("seed", [0, *thorough(1, 2)])
@pytest.mark.parametrize("node", ["sigmoid", "tanh", "fourier", "wavelet"])
def test_e8_error_of_bounded_random_nodes_falls_to_nothing_in_every_draw(node, seed):
    errors = [worst_error(L, node, seed) for L in (4, 16, 64)]
    assert errors[0] > errors[1] > errors[2]
    assert errors[2] < 1e-4


def test_e9_enough_random_nodes_separate_a_disk_from_the_ring_around_it(seed):
    X, y = make_rings(400, noise=0.05, random_state=seed)
    few, many = (ELMClassifier(L, "tanh", random_state=seed).fit(X, y).score(X, y) for L in (2, 80))
    assert few < 1
    assert many == 1
