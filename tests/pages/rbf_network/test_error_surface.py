"""The error of cross-validation, against scikit-learn's grid search."""

import numpy as np
import pytest
from hand import click
from sklearn.linear_model import LinearRegression
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import GridSearchCV, RepeatedKFold

from rbflib import (
    RBFNetworkRegressor,
    kmeans_centers,
)
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


def test_surface_is_complete_from_the_start_and_gets_finer(surface):
    scene = surface.scene
    assert not np.isnan(scene.shown).any()
    assert scene.shown[5, 5] == scene.errors[4, 4]
    cells = [(i, j) for i, j, _ in scene.cells(4) + scene.finer_cells()]
    assert len(cells) == len(set(cells)) == scene.errors.size
    for cell in scene.finer_cells():
        i, j, step = cell
        if step == 2 or (i, j) == (5, 5):
            scene.compute(cell)
    assert scene.shown[5, 5] == scene.errors[5, 5] != scene.errors[4, 4]
    known = ~np.isnan(scene.errors)
    assert (scene.shown[known] == scene.errors[known]).all()


def test_work_fills_the_surface_and_moves_the_star(surface, monkeypatch):
    monkeypatch.setattr(
        type(surface.scene.validation), "error", lambda self, k, gamma: abs(k - 6) + 1 + gamma
    )
    surface.scene.begin()
    surface.set()
    frame = surface.frame
    surface.work.start()
    assert not np.isnan(surface.scene.errors).any()
    assert (surface.scene.shown == surface.scene.errors).all()
    assert surface.frame != frame
    assert surface.numbers["at k"] == 6
    assert surface.scene.best.get_xydata().tolist() == [[0, 6]]
    surface.scene.begin()
    assert np.isnan(surface.scene.errors).any()


def test_click_on_a_cell_chooses_it(surface):
    axes = surface.scene.plane
    click(surface, axes, (2.52, 7.3))
    assert surface.state["k"] == 7
    assert surface.state["gamma"] == pytest.approx(10**2.5)
    assert surface.scene.now.get_xydata() == pytest.approx(np.array([[2.5, 7]]))


def test_click_beside_the_surface_changes_nothing(surface):
    before = surface.state
    click(surface, surface.scene.drawing.axes, (0.5, 0))
    assert surface.state == before
