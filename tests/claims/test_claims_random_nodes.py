"""Page 07: what random nodes can approximate and separate."""

import numpy as np
import pytest

from rbflib import ELMClassifier, ELMRegressor, make_rings, wave
from tests.seeds import thorough


@pytest.mark.filterwarnings("ignore:The design matrix has")
@pytest.mark.parametrize("seed", [0, *thorough(1, 2)])
@pytest.mark.parametrize("node", ["sigmoid", "tanh", "fourier", "wavelet"])
def test_e8_error_of_bounded_random_nodes_falls_to_nothing_in_every_draw(node, seed):
    X, largest = np.linspace(0, 1, 500)[:, None], []
    for L in (4, 16, 64):
        draws = [ELMRegressor(L, node, random_state=100 * seed + draw) for draw in range(10)]
        fits = [draw.fit(X, wave(X)).predict(X) for draw in draws]
        largest.append(max(np.mean((fit - wave(X)) ** 2) for fit in fits))
    assert largest[0] > largest[1] > largest[2]
    assert largest[2] < 1e-4


def test_e9_enough_random_nodes_separate_a_disk_from_the_ring_around_it(seed):
    X, y = make_rings(400, noise=0.05, random_state=seed)
    few, many = (ELMClassifier(L, "tanh", random_state=seed).fit(X, y).score(X, y) for L in (2, 80))
    assert few < 1
    assert many == 1
