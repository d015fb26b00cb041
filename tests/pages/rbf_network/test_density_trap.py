"""Three ways to choose centers, against scikit-learn's linear regression."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.metrics.pairwise import rbf_kernel

from rbflib import OLSRegressor, kmeans_centers


@pytest.mark.parametrize("gamma", [3.0, 30.0])
def test_density_trap_measures_least_squares_on_three_choices(explorer, gamma):
    explorer.set(n_centers=9, gamma=gamma)
    scene, gamma = explorer.scene, explorer.state["gamma"]
    X, y = scene.X, scene.y
    chosen = {
        "k-means": kmeans_centers(X, 9, random_state=0),
        "by hand": np.linspace(0.2, 1.8, 9)[:, None],
        "OLS": X[OLSRegressor(9, tol=0.0, gamma=gamma).fit(X, y).selected_],
    }
    for name, mu in chosen.items():
        Z, Z_test = rbf_kernel(X, mu, gamma), rbf_kernel(scene.X_test, mu, gamma)
        # OLS takes neighbors: LinearRegression's default would leave their difference out.
        peer = LinearRegression(tol=1e-12).fit(Z, y)
        e_out = np.mean((peer.predict(Z_test) - scene.y_test) ** 2)
        assert explorer.numbers[f"{name}: E_out"] == pytest.approx(e_out, rel=1e-3)
        assert np.sort(scene.rows[name].get_xdata()) == pytest.approx(np.sort(mu[:, 0]))
        assert scene.now[name].get_ydata() == pytest.approx([e_out], rel=1e-3)
    assert f"{np.mean(chosen['k-means'] < 0):.0%}" in explorer.summary
