"""Both errors along λ, against the normal equations."""

import numpy as np
import pytest
from sklearn.metrics.pairwise import rbf_kernel

from rbflib import make_wave, wave
from rbflib.lab.kit.line import X_TEST
from rbflib.lab.pages.full_network.penalty_scale import PENALTY


@pytest.mark.parametrize(("noise", "draw"), [(0.3, 4), (0.1, 17)])
def test_errors_are_drawn_up_to_lambda_and_are_those_of_the_normal_equations(explorer, noise, draw):
    explorer.set(alpha=1.0, noise=noise, draw=draw)
    errors, numbers = explorer.scene.errors, explorer.numbers
    X, y = make_wave(20, noise, random_state=draw)
    Z = rbf_kernel(X, X, 100)
    penalties = PENALTY[PENALTY < 1.01]
    assert len(errors.e_in.get_ydata()) == len(errors.e_out.get_ydata()) == len(penalties)
    for column in (9, 13, 17):
        beta = np.linalg.solve(Z @ Z + penalties[column] * np.eye(20), Z @ y)
        e_in = np.mean((Z @ beta - y) ** 2)
        e_out = np.mean((rbf_kernel(X_TEST, X, 100) @ beta - wave(X_TEST)) ** 2) + noise**2
        assert errors.e_in.get_ydata()[column] == pytest.approx(e_in, rel=1e-4)
        assert errors.e_out.get_ydata()[column] == pytest.approx(e_out, rel=1e-4)
    assert [numbers["E_in"], numbers["E_out"]] == pytest.approx([e_in, e_out])
