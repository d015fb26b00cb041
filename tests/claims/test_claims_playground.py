"""Page 09: what its text and its model answers say about numbers."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.svm import SVC

from rbflib import OLSRegressor, RBFNetworkClassifier, make_moons
from rbflib.lab.kit.plane import plane_data


def test_eight_centers_err_about_as_often_as_an_svm_and_their_bias_is_negative_in_draw_0():
    across, up = np.meshgrid(np.linspace(-2.6, 2.6, 53), np.linspace(-2.15, 2.15, 44))
    plane, found = np.column_stack([across.ravel(), up.ravel()]), []
    for draw in range(50):
        X, y, X_test, y_test = plane_data("two moons", 100, draw)
        svm = SVC(gamma=0.5, C=10).fit(X, y)
        eight = RBFNetworkClassifier(8, gamma=1.0, alpha=0.001, random_state=0).fit(X, y)
        found.append([1 - model.score(X_test, y_test) for model in (svm, eight)])
        if draw == 0:
            far = plane[cdist(plane, X).min(axis=1) > 1]
            assert (eight.predict(far) == -1).all()
            assert 0.6 < np.mean(svm.predict(far) == 1) < 0.9
            assert eight.network_.bias < 0
    of_svm, of_eight = np.transpose(found)
    assert np.median(of_eight) == pytest.approx(np.median(of_svm), abs=0.01)
    assert 20 <= np.sum(of_eight > of_svm) <= 30


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
