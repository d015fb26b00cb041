"""The error of cross-validation, against scikit-learn's grid search."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import GridSearchCV, RepeatedKFold

from rbflib import RBFNetworkRegressor, kmeans_centers
from rbflib.lab import EXPLORERS


def test_cross_validated_errors_are_those_of_grid_search(explorer):
    scene = explorer.scene
    folds = RepeatedKFold(n_splits=5, n_repeats=2, random_state=0)
    grid = {"n_centers": [1, 5, 13], "gamma": [10**2.0, 10**2.8]}
    peer = GridSearchCV(
        RBFNetworkRegressor(random_state=0), grid, cv=folds, scoring="neg_mean_squared_error"
    ).fit(scene.validation.X, scene.validation.y)
    table = -peer.cv_results_["mean_test_score"].reshape(2, 3)
    measured = scene.errors[np.ix_([0, 4, 12], [20, 28])].T
    assert measured == pytest.approx(table, rel=1e-6)


def test_chosen_cell_is_measured_whether_or_not_the_surface_has_it(explorer):
    explorer.set(k=6, gamma=10**1.3)
    assert np.isnan(explorer.scene.errors[5, 13])
    expected = explorer.scene.validation.error(6, 10**1.3)
    assert explorer.numbers["E_cv"] == expected
    X, y = explorer.scene.validation.X, explorer.scene.validation.y
    mu = kmeans_centers(X, 6, random_state=0)
    Z = rbf_kernel(X, mu, 10**1.3)
    e_in = np.mean((LinearRegression().fit(Z, y).predict(Z) - y) ** 2)
    assert explorer.numbers["E_in"] == pytest.approx(e_in)


def test_all_cells_move_the_star(explorer, monkeypatch):
    validation = type(explorer.scene.validation)
    monkeypatch.setattr(validation, "error", lambda self, k, gamma: abs(k - 6) + 1 + gamma)
    fresh = EXPLORERS["error_surface"]()
    fresh.set(all_cells=True)
    assert fresh.numbers["cells computed"] == "1353 of 1353"
    assert fresh.scene.best.get_xydata().tolist() == [[0, 6]]
