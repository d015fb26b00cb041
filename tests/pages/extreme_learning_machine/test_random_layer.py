"""A random hidden layer, against learners fitted one by one."""

import numpy as np
import pytest

from rbflib import wave
from rbflib.elm import ACTIVATIONS
from rbflib.lab.kit.line import X_TEST
from tests.pages.extreme_learning_machine.fitted_draws import fitted_elms
from tests.seeds import thorough


@pytest.mark.parametrize("activation", ["tanh", *thorough(*sorted({*ACTIVATIONS} - {"tanh"}))])
def test_random_layer_draws_and_measures_the_regressor(explorer, activation):
    explorer.set(n_hidden=7, activation=activation, alpha=0.0, noise=0.3, draw=5)
    X, y, elms = fitted_elms(7, activation, noise=0.3)
    fits = np.array([elm.predict(X_TEST) for elm in elms])
    scene, numbers = explorer.scene, explorer.numbers
    assert scene.fit.get_ydata() == pytest.approx(fits[4], abs=1e-6)
    assert scene.band.median.get_ydata() == pytest.approx(np.median(fits, axis=0), abs=1e-6)
    low, high = np.percentile(fits, [10, 90], axis=0)
    corners = scene.band.fill.get_xy()[: 2 * len(X_TEST)]
    assert corners[:, 1] == pytest.approx(np.append(low, high[::-1]), abs=1e-6)
    e_out = np.mean((fits - wave(X_TEST)) ** 2, axis=1) + 0.3**2
    assert numbers["this draw: E_in"] == pytest.approx(np.mean((elms[4].predict(X) - y) ** 2))
    assert numbers["E_out"] == pytest.approx(e_out[4])
    assert numbers["20 draws: median E_out"] == pytest.approx(np.median(e_out))
    assert numbers["largest |β|"] == pytest.approx(np.abs(elms[4].weights_).max(), rel=1e-5)
