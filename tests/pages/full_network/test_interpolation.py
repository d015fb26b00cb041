"""Interpolation and ridge on a line, against the normal equations."""

import numpy as np
import pytest
from sklearn.metrics.pairwise import rbf_kernel

from rbflib import make_wave, wave
from rbflib.lab import EXPLORERS
from rbflib.lab.kit.line import SEED, X_TEST
from rbflib.lab.pages.full_network.interpolation import PENALTIES, errors_against_penalty


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
