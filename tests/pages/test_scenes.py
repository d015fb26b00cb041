"""What the scenes draw and measure, against formulas of their own."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.kernel_ridge import KernelRidge
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.svm import SVC

from rbflib import BASES, RBFNetwork, make_wave, wave
from rbflib.lab import EXPLORERS
from rbflib.lab.kit.line import SEED, X_TEST
from rbflib.lab.kit.plane import level_line, on_grid, plane_data
from rbflib.lab.pages.full_network.scenes import PENALTIES, errors_against_penalty


@pytest.mark.parametrize("basis", BASES)
@pytest.mark.parametrize("shape", [(), (5,), (5, 2)])
def test_surface_on_a_grid_is_the_network_at_its_points(rng, basis, shape):
    network = RBFNetwork(
        rng.normal(size=(5, 2)), rng.normal(size=5), 0.3, rng.uniform(0.5, 2, shape), basis
    )
    x, y = np.linspace(-2, 2, 7), np.linspace(-1, 1, 4)
    expected = [[network([[a, b]])[0] for a in x] for b in y]
    assert on_grid(network, x, y) == pytest.approx(np.array(expected), abs=1e-12)


def test_level_line_of_a_round_bump_is_its_circle():
    x = y = np.linspace(-2, 2, 201)
    h = np.exp(-np.add.outer(y**2, x**2))
    line = level_line(x, y, h, level=np.exp(-1))
    radius = np.hypot(*line)[~np.isnan(line[0])]
    assert radius == pytest.approx(1, abs=1e-3)


def test_level_line_of_a_surface_without_that_level_is_empty():
    x = y = np.linspace(0, 1, 5)
    assert np.isnan(level_line(x, y, np.ones((5, 5)))).all()


@pytest.mark.parametrize(("gamma", "noise", "n"), [(100.0, 0.2, 20), (1000.0, 0.4, 11)])
def test_error_curves_are_those_of_the_normal_equations(gamma, noise, n):
    X, y = make_wave(n, noise, random_state=SEED)
    Z, Z_test = rbf_kernel(X, X, gamma), rbf_kernel(X_TEST, X, gamma)
    e_in, e_out = errors_against_penalty(gamma, noise, n)
    for i in np.flatnonzero(PENALTIES > 1e-6):
        beta = np.linalg.solve(Z.T @ Z + PENALTIES[i] * np.eye(n), Z.T @ y)
        assert e_in[i] == pytest.approx(np.mean((Z @ beta - y) ** 2), rel=1e-6)
        expected = np.mean((Z_test @ beta - wave(X_TEST)) ** 2) + noise**2
        assert e_out[i] == pytest.approx(expected, rel=1e-6)


def test_interpolation_explorer_measures_what_it_draws():
    explorer = EXPLORERS["interpolation"]()
    explorer.set(gamma=100, alpha=1e-2, noise=0.3, n_samples=15)
    X, y = make_wave(15, 0.3, random_state=SEED)
    gamma = explorer.state["gamma"]
    Z = rbf_kernel(X, X, gamma)
    beta = np.linalg.solve(Z.T @ Z + 1e-2 * np.eye(15), Z.T @ y)
    assert explorer.numbers["E_in"] == pytest.approx(np.mean((Z @ beta - y) ** 2))
    assert explorer.numbers["largest |β|"] == pytest.approx(np.abs(beta).max())
    assert explorer.numbers["cond(Z)"] == pytest.approx(np.linalg.cond(Z), rel=1e-6)
    hat = Z @ np.linalg.solve(Z.T @ Z + 1e-2 * np.eye(15), Z.T)
    assert explorer.numbers["degrees of freedom"] == pytest.approx(np.trace(hat))
    drawn = explorer.scene.drawing.curve.get_xydata()
    assert drawn[:, 1] == pytest.approx(rbf_kernel(drawn[:, :1], X, gamma) @ beta)


def test_kernel_ridge_is_that_of_scikit_learn():
    explorer = EXPLORERS["two_ridges"]()
    explorer.set(gamma=30, alpha=0.1, noise=0.2)
    X, y = make_wave(20, 0.2, random_state=SEED)
    peer = KernelRidge(kernel="rbf", gamma=explorer.state["gamma"], alpha=0.1).fit(X, y)
    assert explorer.scene.kernel_ridge.get_ydata() == pytest.approx(peer.predict(X_TEST))


@pytest.mark.parametrize("gamma", [2, 1000])  # at 1000 some similarities are 0 in floats
def test_votes_explorer_shows_the_errors_of_the_learners_predictions(gamma):
    explorer = EXPLORERS["votes_and_weights"]()
    explorer.set(data="breast cancer", gamma=gamma)
    X, y, X_test, y_test = plane_data("breast cancer")
    gamma = explorer.state["gamma"]
    Z = rbf_kernel(X, X, gamma)
    weights = {"votes": y, "solved": np.linalg.solve(Z.T @ Z + 0.1 * np.eye(len(X)), Z.T @ y)}
    for name, beta in weights.items():
        for error, (points, classes) in {"E_in": (X, y), "E_out": (X_test, y_test)}.items():
            r2 = cdist(points, X, "sqeuclidean")
            if name == "votes":  # a factor common to all votes keeps the largest in the floats
                r2 = r2 - r2.min(axis=1, keepdims=True)
            decided = np.where(np.exp(-gamma * r2) @ beta > 0, 1, -1)
            assert explorer.numbers[f"{name}: {error}"] == np.mean(decided != classes)


def test_bumps_explorer_ends_at_the_errors_of_the_machine():
    explorer = EXPLORERS["svm_bumps"]()
    X, y, X_test, y_test = plane_data("two moons")
    machine = SVC(gamma=explorer.state["gamma"], C=explorer.state["C"]).fit(X, y)
    assert explorer.state["bumps"] == len(machine.support_)
    assert explorer.numbers["E_in"] == pytest.approx(1 - machine.score(X, y))
    assert explorer.numbers["E_out"] == pytest.approx(1 - machine.score(X_test, y_test))


def test_handle_at_the_end_stays_at_the_end_when_the_machine_changes():
    explorer = EXPLORERS["svm_bumps"]()
    explorer.set(gamma=100)
    bumps = explorer.controls["bumps"]
    assert bumps.value == bumps.max == explorer.numbers["bumps in all"]
    explorer.set(bumps=3)
    explorer.set(gamma=1)
    assert bumps.value == 3


def test_fewer_centers_counts_degrees_of_freedom():
    explorer = EXPLORERS["fewer_centers"]()
    explorer.set(n_centers=8, alpha=1.0)
    scene = explorer.scene
    centers = scene.centers.get_xdata()[:, None]
    Z = rbf_kernel(scene.X, centers, scene.gamma)
    hat = Z @ np.linalg.solve(Z.T @ Z + np.eye(8), Z.T)
    assert explorer.numbers["degrees of freedom"] == pytest.approx(np.trace(hat))
