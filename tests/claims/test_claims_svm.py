"""The lecture on Gaussian SVMs: such a machine is an RBF network."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.distance import cdist
from sklearn.svm import SVC

from rbflib import design_matrix, make_xor, network_from_svc
from rbflib.lab.kit.plane import plane_data


@pytest.mark.parametrize("gamma", [0.1, 1.0, 10.0])
def test_s1_gaussian_svm_is_a_network_on_its_support_vectors(gamma, rng):
    X, y = rng.standard_normal((80, 3)), np.where(rng.random(80) < 0.5, 1, -1)
    svc = SVC(gamma=gamma, C=2.0).fit(X, y)
    network = network_from_svc(svc)
    X_new = rng.standard_normal((200, 3))
    assert_allclose(network(X_new), svc.decision_function(X_new), atol=1e-10)
    assert network.n_centers == len(svc.support_)
    assert_array_equal(network.centers, X[svc.support_])
    # α from the dual's definition, |weight| = α, and sign(weight) = y.
    assert_allclose(network.weights, y[svc.support_] * np.abs(svc.dual_coef_[0]))
    assert np.abs(network.weights).max() <= 2.0 + 1e-12


def test_s1_the_bias_stands_outside_of_the_exponential(rng):
    # Ten of one class, forty of the other: b is far from 0.
    X = np.vstack([rng.standard_normal((10, 2)) + 1, rng.standard_normal((40, 2)) - 1])
    svc = SVC(gamma=0.5).fit(X, np.repeat([1, -1], [10, 40]))
    b, weights = svc.intercept_[0], svc.dual_coef_[0]
    X_new = rng.uniform(-4, 4, (300, 2))
    s = 0.5 * cdist(X_new, svc.support_vectors_, "sqeuclidean")
    outside, inside = np.exp(-s) @ weights + b, np.exp(-s + b) @ weights
    assert_allclose(outside, svc.decision_function(X_new), atol=1e-10)
    assert (np.sign(inside) != np.sign(outside)).mean() > 0.01


@pytest.mark.parametrize("draw", range(50))
def test_page_01_even_the_best_line_gets_a_quarter_wrong_with_centers_on_adjacent_clouds(draw):
    """Of 180 directions of a line, and all offsets."""
    X, y = make_xor(100, random_state=3 + draw)
    Z, angles = design_matrix(X, [[1, 1], [-1, 1]], 10**-0.3), np.linspace(0, np.pi, 180)
    along = Z @ [np.cos(angles), np.sin(angles)]
    right = np.cumsum(y[along.argsort(axis=0)], axis=0)  # of one class more than of the other
    wrong = (y == 1).sum() - right
    assert min(wrong.min(), 100 - wrong.max()) == 25


def test_page_01_bumps_and_test_errors_of_the_example_report():
    X, y, X_test, y_test = plane_data("two moons")
    report = {
        1: [(42, 0.160), (39, 0.130), (44, 0.110), (69, 0.110)],
        10: [(32, 0.140), (24, 0.102), (32, 0.100), (56, 0.107)],
        100: [(24, 0.107), (18, 0.090), (25, 0.100), (48, 0.135)],
        1000: [(18, 0.098), (15, 0.098), (24, 0.125), (41, 0.135)],
    }
    for C, row in report.items():
        for gamma, (bumps, error) in zip(10 ** np.array([-0.5, 0, 0.5, 1]), row, strict=True):
            machine = SVC(gamma=gamma, C=C).fit(X, y)
            assert len(machine.support_) == bumps
            assert 1 - machine.score(X_test, y_test) == pytest.approx(error, abs=6e-4)
