"""The error of cross-validation, against scikit-learn's grid search."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import GridSearchCV, RepeatedKFold

from rbflib import RBFNetworkRegressor, kmeans_centers
from rbflib.lab import EXPLORERS


@pytest.fixture
def surface():
    return EXPLORERS["error_surface"]()


def test_cross_validated_errors_are_those_of_grid_search(surface):
    scene = surface.scene
    folds = RepeatedKFold(n_splits=5, n_repeats=2, random_state=0)
    grid = {"n_centers": [1, 5, 13], "gamma": [10**2.0, 10**2.8]}
    peer = GridSearchCV(
        RBFNetworkRegressor(random_state=0), grid, cv=folds, scoring="neg_mean_squared_error"
    ).fit(scene.validation.X, scene.validation.y)
    table = -peer.cv_results_["mean_test_score"].reshape(2, 3)
    measured = scene.errors[np.ix_([0, 4, 12], [20, 28])].T
    assert measured == pytest.approx(table, rel=1e-6)


def test_chosen_cell_is_measured_whether_or_not_the_surface_has_it(surface):
    surface.set(k=6, gamma=10**1.3)
    assert np.isnan(surface.scene.errors[5, 13])
    expected = surface.scene.validation.error(6, 10**1.3)
    assert surface.numbers["E_cv"] == expected
    X, y = surface.scene.validation.X, surface.scene.validation.y
    mu = kmeans_centers(X, 6, random_state=0)
    Z = rbf_kernel(X, mu, 10**1.3)
    e_in = np.mean((LinearRegression().fit(Z, y).predict(Z) - y) ** 2)
    assert surface.numbers["E_in"] == pytest.approx(e_in)


def test_all_cells_move_the_star_and_a_state_without_them_looks_as_before(surface, monkeypatch):
    monkeypatch.setattr(
        type(surface.scene.validation), "error", lambda self, k, gamma: abs(k - 6) + 1 + gamma
    )
    surface = EXPLORERS["error_surface"]()
    before = surface.frame, surface.numbers
    surface.set(all_cells=True)
    assert not np.isnan(surface.scene.errors).any()
    assert surface.numbers["cells computed"] == "1353 of 1353"
    assert surface.frame != before[0]
    assert surface.numbers["at k"] == 6
    assert surface.scene.best.get_xydata().tolist() == [[0, 6]]
    surface.set(all_cells=False)
    assert (surface.frame, surface.numbers) == before
