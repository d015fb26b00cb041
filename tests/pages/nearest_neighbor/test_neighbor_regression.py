"""Four estimates on a line, against scikit-learn and formulas of their own."""

from itertools import pairwise

import numpy as np
import pytest
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.neighbors import KNeighborsRegressor

from rbflib import wave
from rbflib.lab.kit.line import X_TEST
from rbflib.lab.pages.nearest_neighbor.neighbor_regression import (
    NOISE,
    PENALTY,
    sparse_samples,
    switch_points,
)
from tests.seeds import thorough


def inverse_square(distance):
    return 1 / np.maximum(distance, 1e-100) ** 2


@pytest.mark.parametrize("k", [7, *thorough(1, 44)])
@pytest.mark.parametrize(("name", "weights"), [("nearest", "uniform"), ("distance", None)])
def test_nearest_curves_and_errors_are_those_of_scikit_learn(explorer, k, name, weights):
    explorer.set(k=k, nearest=True, distance=True)
    X, y = sparse_samples()
    peer = KNeighborsRegressor(k, weights=weights or inverse_square).fit(X, y)
    drawn = explorer.scene.curves[name].get_xydata()
    assert drawn[:, 1] == pytest.approx(peer.predict(drawn[:, :1]), abs=1e-6)
    label = explorer.scene.curves[name].get_label()
    e_out = np.mean((peer.predict(X_TEST) - wave(X_TEST)) ** 2) + NOISE**2
    assert explorer.numbers[f"{label}: E_out"] == pytest.approx(e_out)
    e_in = np.mean((peer.predict(X) - y) ** 2)
    assert explorer.numbers[f"{label}: E_in"] == pytest.approx(e_in, abs=1e-12)


def test_smooth_curves_are_those_of_their_formulas(explorer):
    explorer.set(gamma=100, network=True)
    X, y = sparse_samples()
    gamma = explorer.state["gamma"]
    drawn = explorer.scene.curves["kernel"].get_xydata()
    w = rbf_kernel(drawn[:, :1], X, gamma)
    assert drawn[:, 1] == pytest.approx(w @ y / w.sum(axis=1))
    Z = rbf_kernel(X, X, gamma)
    beta = np.linalg.solve(Z.T @ Z + PENALTY * np.eye(len(X)), Z.T @ y)
    drawn = explorer.scene.curves["network"].get_xydata()
    assert drawn[:, 1] == pytest.approx(rbf_kernel(drawn[:, :1], X, gamma) @ beta)


@pytest.mark.parametrize("k", [7, *thorough(1, 20)])
def test_the_k_nearest_change_at_the_switch_points_and_nowhere_else(k):
    x = sparse_samples()[0][:, 0]
    switch = switch_points(x, k)

    def neighbors(query):
        return frozenset(np.argsort(np.abs(x - query), kind="stable")[:k].tolist())

    assert all(neighbors(s - 1e-6) != neighbors(s + 1e-6) for s in switch)
    edges = np.concatenate([[-5], switch, [5]])
    for a, b in pairwise(edges):
        inside = np.linspace(a, b, 9)[1:-1]
        assert len({neighbors(query) for query in inside}) == 1


def test_largest_jump_is_found_by_small_steps(explorer):
    explorer.set(nearest=True, distance=True)
    X, y = sparse_samples()
    fine = np.arange(-0.3, 1.3, 1e-5)[:, None]
    for label, weights in [("k nearest", "uniform"), ("weights 1/d²", inverse_square)]:
        curve = KNeighborsRegressor(7, weights=weights).fit(X, y).predict(fine)
        expected = np.abs(np.diff(curve)).max()
        assert explorer.numbers[f"{label}: largest jump"] == pytest.approx(expected, abs=1e-3)
