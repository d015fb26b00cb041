"""Page 09: what its text and its model answers say about numbers."""

import numpy as np
import pytest
from sklearn.compose import TransformedTargetRegressor
from sklearn.datasets import load_diabetes
from sklearn.model_selection import KFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from rbflib import (
    FullRBFRegressor,
    OLSRegressor,
    RBFNetworkClassifier,
    RBFNetworkRegressor,
    make_moons,
    make_trap,
)


def test_ols_needs_the_fewest_centers():
    X, y = make_moons(500, noise=0.3, random_state=7)

    def e_out(model):
        h = model.fit(X[:100], y[:100]).predict(X[100:])
        return np.mean(np.where(h > 0, 1, -1) != y[100:])

    def fewest(model, name):
        sizes = range(1, 30)
        return next(M for M in sizes if e_out(model.set_params(**{name: M})) < 0.1401)

    two_stage = {"gamma": 2.0, "alpha": 0.001, "random_state": 0}
    assert fewest(OLSRegressor(tol=0, gamma=2.0), "max_centers") == 3
    assert fewest(RBFNetworkClassifier(centers="kmeans", **two_stage), "n_centers") == 7
    assert fewest(RBFNetworkClassifier(centers="random", **two_stage), "n_centers") == 11
    svm = SVC(gamma=2, C=10).fit(X[:100], y[:100])
    assert e_out(svm) < 0.11
    assert svm.n_support_.sum() == 28


# Exercise 9.6: γ, and the percentage of the plane that changes at C = 1, 10, 100, 1000.
@pytest.mark.parametrize(("gamma", "expected"), [(1, [1, 14, 11, 17]), (100, [69, 69, 70, 70])])
def test_a_small_c_limits_the_influence_of_a_wrong_sample_only_where_bumps_are_wide(
    gamma, expected
):
    X, y = (part[:100] for part in make_moons(500, noise=0.3, random_state=7))
    X_wrong, y_wrong = np.vstack([X, [[-1.0, 0.7]]]), np.append(y, -1)
    across, up = np.meshgrid(np.linspace(-2.6, 2.6, 131), np.linspace(-2.15, 2.15, 108))
    plane = np.column_stack([across.ravel(), up.ravel()])
    for C, percentage in zip((1, 10, 100, 1000), expected, strict=True):
        machine = SVC(gamma=gamma, C=C)
        before = machine.fit(X, y).predict(plane)
        changed = machine.fit(X_wrong, y_wrong).predict(plane) != before
        assert 100 * np.mean(changed) == pytest.approx(percentage, abs=0.6)


# Exercise 9.4.
def test_twelve_centers_follow_a_rare_wave_only_if_they_are_chosen_by_the_targets():
    X, y = make_trap(400, noise=0.02, random_state=0)
    for seed in range(5):
        shuffled = KFold(5, shuffle=True, random_state=seed)
        ols = OLSRegressor(12, tol=0, gamma=10)
        kmeans = RBFNetworkRegressor(12, gamma=10, random_state=seed)
        assert cross_val_score(ols, X, y, cv=shuffled).mean() > 0.95
        assert cross_val_score(kmeans, X, y, cv=shuffled).mean() < 0.15


def test_few_noisy_patients_need_a_penalty():
    X, y = (part[:100] for part in load_diabetes(return_X_y=True, scaled=False))

    def score(model):
        centered = TransformedTargetRegressor(model, transformer=StandardScaler())
        return cross_val_score(make_pipeline(StandardScaler(), centered), X, y).mean()

    assert score(FullRBFRegressor(0.01, alpha=1)) == pytest.approx(0.25, abs=0.006)
    assert score(OLSRegressor(12, tol=0, gamma=0.01)) == pytest.approx(-0.02, abs=0.006)
    assert score(FullRBFRegressor(0.01)) < -10
