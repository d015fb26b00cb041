"""With and without a bias, against scikit-learn's linear regression."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.metrics.pairwise import rbf_kernel

from rbflib import kmeans_centers, make_wave
from rbflib.lab.kit.line import SEED


@pytest.mark.parametrize("mean", [0.0, 6.0])
def test_with_and_without_bias_is_linear_regression_with_and_without(explorer, mean):
    explorer.set(mean=mean, n_centers=5)
    X, y = make_wave(40, 0.15, random_state=SEED)
    y = y - y.mean() + mean
    mu, gamma = kmeans_centers(X, 5, random_state=0), explorer.state["gamma"]
    Z = rbf_kernel(X, mu, gamma)
    for title, bias in [("with bias", True), ("without bias", False)]:
        peer = LinearRegression(fit_intercept=bias).fit(Z, y)
        e_in = np.mean((peer.predict(Z) - y) ** 2)
        assert explorer.numbers[f"{title}: E_in"] == pytest.approx(e_in)
        curve = explorer.scene.panels[title][0].curve.get_xydata()
        expected = peer.predict(rbf_kernel(curve[:, :1], mu, gamma))
        assert curve[:, 1] == pytest.approx(expected, abs=1e-6)
