"""Both errors over all γ and λ, against the normal equations and the readout."""

import numpy as np
import pytest
from sklearn.metrics.pairwise import rbf_kernel

from rbflib import make_wave, wave
from rbflib.lab.kit.line import X_TEST
from rbflib.lab.pages.full_network.overfitting import LOG_GAMMA, errors_of_all
from rbflib.lab.pages.full_network.penalty_scale import PENALTY


@pytest.mark.parametrize(("noise", "draw"), [(0.3, 4), (0.1, 17)])
def test_errors_are_those_of_the_normal_equations(noise, draw):
    X, y = make_wave(20, noise, random_state=draw)
    e_in, e_out = errors_of_all(noise, draw)
    for row, column in [(0, 21), (15, 12), (20, 0), (20, 17), (30, 5), (40, 0)]:
        gamma, alpha = 10 ** LOG_GAMMA[row], PENALTY[column]
        Z = rbf_kernel(X, X, gamma)
        beta = np.linalg.solve(Z @ Z + alpha * np.eye(20), Z @ y)
        assert e_in[row, column] == pytest.approx(np.mean((Z @ beta - y) ** 2), rel=1e-4, abs=1e-9)
        missed = rbf_kernel(X_TEST, X, gamma) @ beta - wave(X_TEST)
        assert e_out[row, column] == pytest.approx(np.mean(missed**2) + noise**2, rel=1e-4)


@pytest.mark.parametrize("preset", ["Exact", "Regularized", "Too smooth", "Smallest E_out"])
def test_readout_is_the_cell_of_the_map_and_the_point_of_both_cuts(explorer, preset):
    explorer.restore(preset)
    scene, numbers = explorer.scene, explorer.numbers
    e_in, e_out = errors_of_all(explorer.state["noise"], explorer.state["draw"])
    [[x, log_gamma]] = scene.rings[0].get_xydata()
    row = np.flatnonzero(np.isclose(LOG_GAMMA, log_gamma))[0]
    column = round(2 * x + 17)
    assert numbers["E_in"] == pytest.approx(e_in[row, column], rel=1e-6, abs=1e-12)
    assert numbers["E_out"] == pytest.approx(e_out[row, column], rel=1e-6)
    assert scene.along_penalty.e_out.get_ydata()[column] == e_out[row, column]
    assert scene.along_gamma.e_in.get_ydata()[row] == e_in[row, column]


@pytest.mark.parametrize("draw", [4, 0, 17])
def test_cut_along_gamma_begins_where_a_fit_can_be_exact(explorer, draw):
    explorer.set(gamma=100, alpha=0.0, noise=0.3, draw=draw)
    cut = explorer.scene.along_gamma
    e_in, e_out = cut.e_in.get_ydata(), cut.e_out.get_ydata()
    unsure = np.isnan(e_in)
    assert 0 < unsure.sum() == unsure.argmin()
    assert np.array_equal(np.isnan(e_out), unsure)
    assert e_in[~unsure][1:].max() < 1e-5  # the first is at the edge
    X, _ = make_wave(20, 0.3, random_state=draw)
    condition = np.array([np.linalg.cond(rbf_kernel(X, X, 10**g)) for g in LOG_GAMMA])
    assert condition[unsure].min() > 1e15 > condition[~unsure][1:].max()
    explorer.set(alpha=1.0)
    assert np.isfinite(explorer.scene.along_gamma.e_out.get_ydata()).all()
