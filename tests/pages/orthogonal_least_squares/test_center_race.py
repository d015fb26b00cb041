"""The race of three ways to choose centers, against scikit-learn's linear regression."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.metrics.pairwise import rbf_kernel

from rbflib import OLSRegressor, make_trap
from rbflib.lab.pages.orthogonal_least_squares.center_race import TERMS, TRAP_GAMMAS


@pytest.mark.parametrize(("M", "gamma"), [(4, TRAP_GAMMAS[1]), (12, TRAP_GAMMAS[2])])
def test_center_race_measures_least_squares_fits_on_new_samples(explorer, M, gamma):
    explorer.set(n_centers=M, gamma=gamma)
    scene, row = explorer.scene, list(TERMS).index(M)
    X_new, y_new = make_trap(1000, random_state=1)
    ols = OLSRegressor(M, tol=0.0, gamma=gamma).fit(scene.X, scene.y).network_.centers
    for name, draws in {**scene.centers, "OLS": None}.items():
        left = []
        for mu in draws[row] if draws else [ols]:
            fit = LinearRegression().fit(rbf_kernel(scene.X, mu, gamma), scene.y)
            error = y_new - fit.predict(rbf_kernel(X_new, mu, gamma))
            left.append(np.mean(error**2) / y_new.var())
        assert explorer.numbers[f"{name}: left"] == pytest.approx(np.median(left), rel=1e-5)
        assert scene.curves[name].get_ydata()[row] == pytest.approx(np.median(left), rel=1e-5)
        band = scene.bands[name].get_xy()
        low_high = sorted(band[band[:, 0] == M][-2:, 1])
        assert low_high == pytest.approx([min(left), max(left)], rel=1e-5)
        assert scene.curves[name].get_xdata()[-1] == M  # the race has come so far, and no farther
    drawn = np.sort(scene.fits["OLS"][1].get_xdata())
    assert drawn.tolist() == np.sort(ols[:, 0]).tolist()
    assert explorer.numbers["centers right of 0, OLS"] == np.sum(ols > 0)
