"""Bias and variance over draws, against kernel solutions and the mean of squared errors."""

import numpy as np
import pytest
from sklearn.metrics.pairwise import rbf_kernel

from rbflib import make_wave, wave
from rbflib.lab.kit.line import X_TEST


def fits(gamma, alpha, draws):
    for draw in range(draws):
        X, y = make_wave(20, 0.3, random_state=draw)
        Z = rbf_kernel(X, X, gamma)
        beta = (
            np.linalg.solve(Z @ Z + alpha * np.eye(20), Z @ y) if alpha else np.linalg.solve(Z, y)
        )
        yield rbf_kernel(X_TEST, X, gamma) @ beta


@pytest.mark.parametrize(("gamma", "alpha", "draws"), [(100, 0.0, 30), (1000, 1.0, 7)])
def test_bias_and_variance_add_up_to_the_mean_squared_error(explorer, gamma, alpha, draws):
    explorer.set(gamma=gamma, alpha=alpha, draws=draws)
    h, numbers = np.array(list(fits(explorer.state["gamma"], alpha, draws))), explorer.numbers
    squared = np.mean((h - wave(X_TEST)) ** 2)  # over draws and over x
    assert numbers["mean E_out"] == pytest.approx(squared + 0.09, rel=1e-5)
    assert numbers["bias²"] + numbers["variance"] == pytest.approx(squared, rel=1e-5)
    assert numbers["variance"] == pytest.approx(np.mean(np.std(h, axis=0) ** 2), rel=1e-5)
    scene = explorer.scene
    assert scene.mean.get_ydata() == pytest.approx(h.mean(axis=0), abs=1e-5)
    assert np.array(scene.fits.get_segments())[:, :, 1] == pytest.approx(h, abs=1e-5)
    for name, line in scene.parts.items():
        assert line.get_ydata()[-1] == numbers[name]
