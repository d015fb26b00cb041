"""Forward selection and the best subsets, against brute force."""

from itertools import combinations

import numpy as np
import pytest
from sklearn.metrics.pairwise import rbf_kernel

from rbflib import naive_forward_selection
from rbflib.lab.pages.orthogonal_least_squares.greedy_trap import (
    PLACES,
    SUBSET_SIZES,
    subset_shares,
)
from tests.pages.orthogonal_least_squares.energy_left import share_left


def trap_problem(distance, gamma, noise):
    x = np.linspace(-3.5, 3.5, 141)[:, None]
    y = sum(np.exp(-gamma * (x[:, 0] - s * distance / 2) ** 2) for s in (-1, 1))
    y += noise * np.random.default_rng(0).standard_normal(141)
    return rbf_kernel(x, PLACES[:, None], gamma), y


def test_shares_of_all_subsets_are_those_of_least_squares():
    Z, y = trap_problem(2.0, 1.0, 0.02)
    for size in SUBSET_SIZES:
        terms = list(combinations(range(len(PLACES)), size))
        shares = subset_shares(Z, y, size)
        assert len(shares) == len(terms)
        for i in range(0, len(terms), 37):
            assert shares[i] == pytest.approx(share_left(Z[:, terms[i]], y), abs=1e-9)


@pytest.mark.parametrize(("distance", "trapped"), [(4.0, False), (3.0, False), (2.0, True)])
def test_trap_explorer_shows_the_naive_pair_beside_the_best_one(explorer, distance, trapped):
    explorer.set(distance=distance, gamma=1, noise=0.02, n_terms=2)
    Z, y = trap_problem(distance, 1.0, 0.02)
    naive, err = naive_forward_selection(Z, y, max_terms=2)
    pairs = list(combinations(range(len(PLACES)), 2))
    shares = [share_left(Z[:, pair], y) for pair in pairs]
    best = list(pairs[np.argmin(shares)])
    scene = explorer.scene
    assert scene.marks["greedy"].get_xdata().tolist() == PLACES[naive].tolist()
    assert scene.marks["best"].get_xdata().tolist() == PLACES[best].tolist()
    assert explorer.numbers["greedy leaves"] == pytest.approx(1 - err.sum(), abs=1e-9)
    assert explorer.numbers["best leaves"] == pytest.approx(min(shares), abs=1e-9)
    assert (1 - err.sum() > 2 * min(shares)) == trapped
    assert np.abs(PLACES[best]).tolist() == [distance / 2] * 2
    fit = Z[:, best] @ np.linalg.lstsq(Z[:, best], y)[0]
    assert scene.fits["best"].get_ydata() == pytest.approx(fit, abs=1e-8)
    assert (scene.curves["best"].get_ydata() <= scene.curves["greedy"].get_ydata() + 1e-12).all()
