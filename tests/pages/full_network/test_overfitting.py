"""The test error over all γ and λ, against the normal equations and the readout."""

import numpy as np
import pytest
from sklearn.metrics.pairwise import rbf_kernel

from rbflib import make_wave, wave
from rbflib.lab.kit.line import X_TEST
from rbflib.lab.pages.full_network.error_map import LOG_GAMMA, errors_of_all
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
def test_readout_is_the_cell_of_the_map_under_the_ring(explorer, preset):
    explorer.restore(preset)
    marks, numbers = explorer.scene.marks, explorer.numbers
    tables = errors_of_all(explorer.state["noise"], explorer.state["draw"])
    [[x, log_gamma]], [least] = marks.now.get_xydata(), marks.least.get_xydata()
    row = np.flatnonzero(np.isclose(LOG_GAMMA, log_gamma))[0]
    e_in, e_out = (table[row, round(2 * x + 17)] for table in tables)
    assert numbers["E_in"] == pytest.approx(e_in, rel=1e-6, abs=1e-12)
    assert numbers["E_out"] == pytest.approx(e_out, rel=1e-6)
    assert numbers["smallest E_out (+)"] == tables[1].min()
    assert (numbers["E_out"] == pytest.approx(tables[1].min())) == np.allclose(
        least, [x, log_gamma]
    )
