"""Interpolation on a line, against NumPy's solution of its equations."""

import numpy as np
import pytest
from sklearn.metrics.pairwise import rbf_kernel

from rbflib import make_wave, wave
from rbflib.lab.kit.line import SEED, X_TEST


@pytest.mark.parametrize(("gamma", "noise", "n"), [(100.0, 0.3, 15), (1000.0, 0.0, 20)])
def test_interpolation_explorer_measures_what_it_draws(explorer, gamma, noise, n):
    explorer.set(gamma=gamma, noise=noise, n_samples=n)
    X, y = make_wave(n, noise, random_state=SEED)
    gamma = explorer.state["gamma"]
    Z = rbf_kernel(X, X, gamma)
    beta = np.linalg.solve(Z, y)
    numbers, fit = explorer.numbers, explorer.scene.fit
    assert numbers["largest |β|"] == pytest.approx(np.abs(beta).max())
    assert numbers["largest |y|"] == np.abs(y).max()
    assert numbers["cond(Z)"] == pytest.approx(np.linalg.cond(Z), rel=1e-6)
    assert numbers["E_in"] == pytest.approx(0, abs=1e-20)
    missed = rbf_kernel(X_TEST, X, gamma) @ beta - wave(X_TEST)
    assert numbers["E_out"] == pytest.approx(np.mean(missed**2) + noise**2)
    drawn = fit.drawing.curve.get_xydata()
    assert drawn[:, 1] == pytest.approx(rbf_kernel(drawn[:, :1], X, gamma) @ beta)
    assert fit.heads.get_xydata() == pytest.approx(np.column_stack([X, beta]))
    sticks = np.array(fit.sticks.get_segments())
    assert sticks[:, 1] == pytest.approx(fit.heads.get_xydata())
    assert np.array_equal(sticks[:, 0], sticks[:, 1] * [1, 0])


@pytest.mark.parametrize(("noise", "n"), [(0.0, 12), (0.4, 25)])
def test_largest_weight_and_condition_are_drawn_from_narrow_bumps_to_gamma(explorer, noise, n):
    explorer.set(noise=noise, n_samples=n, gamma=30)
    X, y = make_wave(n, noise, random_state=SEED)
    gamma, largest = explorer.scene.largest.get_data()
    assert np.array_equal(gamma, explorer.scene.conditions.get_xdata())
    for g, weight, condition in zip(
        gamma, largest, explorer.scene.conditions.get_ydata(), strict=True
    ):
        Z = rbf_kernel(X, X, g)
        if condition < 1e10:  # beyond, nobody's digits are sure
            assert condition == pytest.approx(np.linalg.cond(Z), rel=1e-4)
            assert weight == pytest.approx(np.abs(np.linalg.solve(Z, y)).max(), rel=1e-4)
    assert (gamma[0], gamma[-1]) == pytest.approx((explorer.state["gamma"], 1e4))
    assert explorer.scene.now.get_xdata()[0] == explorer.state["gamma"]
