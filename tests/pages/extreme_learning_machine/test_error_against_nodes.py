"""Errors against the number of nodes, against learners fitted one by one."""

import numpy as np
import pytest

from rbflib import wave
from rbflib.lab.kit.line import X_TEST
from rbflib.lab.pages.extreme_learning_machine.draws import MAX_HIDDEN
from rbflib.lab.pages.extreme_learning_machine.error_against_nodes import errors_of_all_draws
from tests.pages.extreme_learning_machine.fitted_draws import fitted_elms
from tests.seeds import thorough


@pytest.mark.parametrize("alpha", [0.0, 1e-2])
@pytest.mark.parametrize("activation", ["rbf", *thorough("tanh", "complex")])
def test_error_curves_are_those_of_single_fits(activation, alpha):
    curves = errors_of_all_draws(activation, alpha, 0.2)
    for n_hidden in (1, 6, 12, MAX_HIDDEN):
        X, y, elms = fitted_elms(n_hidden, activation, alpha)
        layers = [(elm.hidden_layer(X), elm.hidden_layer(X_TEST)) for elm in elms]
        expected = []
        for H, H_test in layers:
            # Ridge as least squares with rows √λ I, targets 0.
            rows = np.vstack([H, np.sqrt(alpha) * np.eye(n_hidden)])
            beta = np.linalg.lstsq(rows, np.append(y, np.zeros(n_hidden)))[0]
            e_out = np.mean((H_test @ beta - wave(X_TEST)) ** 2) + 0.2**2
            expected.append([np.mean((H @ beta - y) ** 2), e_out, np.linalg.norm(beta)])
        for curve, column in zip(curves, np.transpose(expected), strict=True):
            assert curve[:, n_hidden - 1] == pytest.approx(column, rel=1e-3, abs=1e-12)


def test_error_explorer_draws_its_curves(explorer):
    explorer.set(n_hidden=9, alpha=1e-3)
    scene, numbers = explorer.scene, explorer.numbers
    e_in, e_out, length = errors_of_all_draws("tanh", 1e-3, 0.2)
    assert scene.e_in.median.get_ydata() == pytest.approx(np.median(e_in, axis=0))
    assert scene.e_out.median.get_ydata() == pytest.approx(np.median(e_out, axis=0))
    assert scene.length.median.get_ydata() == pytest.approx(np.median(length, axis=0))
    assert scene.dots.get_ydata() == pytest.approx(e_out[:, 8])
    assert numbers["median E_out"] == pytest.approx(np.median(e_out[:, 8]))
    assert set(scene.now[0].get_xdata()) == {9}
