"""Eight models, against scikit-learn's and against their own borders."""

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.svm import SVC

from rbflib.lab.kit.plane import plane_data


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
