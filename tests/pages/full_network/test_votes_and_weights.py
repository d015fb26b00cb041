"""Votes and solved weights in the plane, against formulas of their own."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.metrics.pairwise import rbf_kernel

from rbflib.lab.kit.plane import plane_data


@pytest.mark.parametrize("gamma", [2, 1000])  # at 1000 some similarities are 0 in floats
def test_votes_explorer_shows_the_errors_of_the_learners_predictions(explorer, gamma):
    explorer.set(data="breast cancer", gamma=gamma)
    X, y, X_test, y_test = plane_data("breast cancer")
    gamma = explorer.state["gamma"]
    Z = rbf_kernel(X, X, gamma)
    weights = {"votes": y, "solved": np.linalg.solve(Z.T @ Z + 0.1 * np.eye(len(X)), Z.T @ y)}
    for name, beta in weights.items():
        for error, (points, classes) in {"E_in": (X, y), "E_out": (X_test, y_test)}.items():
            r2 = cdist(points, X, "sqeuclidean")
            if name == "votes":  # a factor common to all votes keeps the largest in the floats
                r2 = r2 - r2.min(axis=1, keepdims=True)
            decided = np.where(np.exp(-gamma * r2) @ beta > 0, 1, -1)
            assert explorer.numbers[f"{name}: {error}"] == np.mean(decided != classes)


def test_votes_beat_exact_weights_and_a_penalty_beats_both(explorer):
    def at(preset, **values):
        explorer.restore(preset)
        explorer.set(**values)
        return explorer.numbers

    exact, ridge = at("Exact"), at("Regularized")
    assert exact["solved: E_in"] == 0
    assert exact["solved: E_out"] > ridge["votes: E_out"] > exact["votes: E_out"]
    assert exact["votes: E_out"] > ridge["solved: E_out"]
    real, narrower = at("Real data"), at("Real data", gamma=2)
    assert at("Real data, exact")["solved: E_out"] > real["solved: E_out"]
    assert real["votes: E_out"] > real["solved: E_out"] > narrower["votes: E_out"]
