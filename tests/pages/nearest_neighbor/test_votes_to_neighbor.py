"""Votes that turn into the nearest neighbor, against scikit-learn and formulas of their own."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.metrics.pairwise import rbf_kernel

from rbflib import UniformRBFClassifier
from rbflib.lab.kit.plane import plane_data
from rbflib.lab.pages.nearest_neighbor.votes_to_neighbor import mean_vote


def cells(drawing):
    return np.stack(np.meshgrid(drawing.x, drawing.y), axis=-1).reshape(-1, 2)


@pytest.mark.parametrize("gamma", [0.1, 3.0, 60.0])
def test_mean_vote_has_the_sign_of_the_uniform_votes(explorer, gamma):
    X, y = plane_data("two moons", 40)[:2]
    points = cells(explorer.scene.drawing)[::37]
    r2 = cdist(points, X, "sqeuclidean")
    h = mean_vote((r2 - r2.min(axis=1, keepdims=True)).astype(np.float32), y, gamma)
    network = UniformRBFClassifier(gamma).fit(X, y).network_
    expected = network(points) / rbf_kernel(points, X, gamma).sum(axis=1)
    assert h == pytest.approx(expected, abs=1e-4)
    assert np.abs(h).max() < 1 + 1e-6


@pytest.mark.parametrize("data", ["two moons", "four clouds", "breast cancer"])
def test_drawn_boundaries_are_those_of_votes_and_nearest_neighbor(explorer, data):
    explorer.set(data=data, gamma=1000)
    X, y = plane_data(data, 40)[:2]
    assert explorer.numbers["the two agree, % of the plane"] > 99
    line = explorer.scene.nearest_boundary.get_xydata()
    line = line[~np.isnan(line[:, 0])]
    to_own, to_other = (cdist(line, X[y == sign]).min(axis=1) for sign in (1, -1))
    assert to_own == pytest.approx(to_other, abs=0.03)  # a cell's width


def test_shares_are_those_of_the_votes_and_sum_to_one(explorer):
    explorer.set(gamma=5)
    X, y = plane_data("two moons", 40)[:2]
    state = explorer.state
    phi = rbf_kernel([[state["x1"], state["x2"]]], X, state["gamma"])[0]
    expected = np.sort(phi / phi.sum())[::-1]
    drawn = np.concatenate([tips.get_ydata() for tips in explorer.scene.tips.values()])
    rest = explorer.scene.others.get_ydata()[0]
    assert np.sort(drawn)[::-1] == pytest.approx(expected[:12])
    assert rest == pytest.approx(expected[12:].sum())
    assert explorer.numbers["nearest sample's share"] == pytest.approx(expected[0])
    assert explorer.numbers["class by votes"] == f"{int(np.sign(phi @ y)):+d}"
    assert explorer.numbers["by the nearest sample"] == f"{y[phi.argmax()]:+d}"
