"""Eight models, against scikit-learn's and against their own borders."""

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.svm import SVC

from rbflib.lab import EXPLORERS
from rbflib.lab.kit.plane import plane_data


@pytest.fixture
def explorer():
    return EXPLORERS["eight_models"]()


@pytest.mark.parametrize(("data", "gamma"), [("two moons", 3.0), ("four clouds", 100.0)])
def test_errors_are_those_of_the_models(explorer, data, gamma):
    explorer.set(data=data, gamma=gamma)
    gamma = explorer.state["gamma"]
    X, y, X_test, y_test = plane_data(data)
    Z, Z_test = rbf_kernel(X, X, gamma), rbf_kernel(X_test, X, gamma)
    scores = {
        "votes": Z_test @ y,
        "ridge": Ridge(alpha=1.0, fit_intercept=False).fit(Z, y).predict(Z_test),
        "Gaussian SVM": SVC(gamma=gamma, C=10).fit(X, y).decision_function(X_test),
    }
    for name, score in scores.items():
        assert explorer.numbers[f"E_out, {name}"] == np.mean(np.sign(score) != y_test)


def test_width_is_left_to_chance_by_one_model_only(explorer):
    before = explorer.numbers
    explorer.set(gamma=100)
    same = [name for name, error in explorer.numbers.items() if error == before[name]]
    assert same == ["E_out, ELM"]


@pytest.mark.parametrize("data", ["two moons", "disk in a ring", "four clouds"])
def test_twelve_narrow_bumps_are_too_few_and_one_per_sample_are_not(explorer, data):
    explorer.set(data=data, gamma=300)
    few = [explorer.numbers[f"E_out, {name}"] for name in ("k-means", "random centers", "OLS")]
    full = [explorer.numbers[f"E_out, {name}"] for name in ("votes", "exact", "ridge")]
    assert min(few) > 0.3 > 0.15 > max(full)
