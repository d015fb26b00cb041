"""The sum of a Gaussian network without its distances: against 18 digits and the plain sum."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from rbflib import RBFNetwork
from rbflib.basis import gaussian, truncated
from rbflib.numerics.product import GaussianProduct
from tests.seeds import thorough


def exact_sum(network, X):
    """Σ_m β_m e^{−s_m} with 18 digits, and its error where each term's is 1e-13 + 10 ε s_m."""
    X, mu = X.astype(np.longdouble), network.centers.astype(np.longdouble)
    s = network.gamma * ((X[:, None] - mu) ** 2).sum(axis=2)
    error = (1e-13 + 10 * np.finfo(float).eps * s) * np.exp(-s)
    return np.exp(-s) @ network.weights, error @ np.abs(network.weights)


@pytest.mark.parametrize("D", [2, 40, *thorough(1, 10)])
@pytest.mark.parametrize("offset", [0, 1e8])
@pytest.mark.parametrize("outputs", [(), (3,)])
def test_output_keeps_its_digits_at_every_width(D, offset, outputs, rng, monkeypatch):
    monkeypatch.setattr("rbflib.numerics.distances.BLOCK_SIZE", 1000)
    centers, X = offset + rng.uniform(-1, 1, (50, D)), offset + rng.uniform(-1, 1, (80, D))
    for gamma in np.geomspace(1e-4, 1e4, 9):
        network = RBFNetwork(centers, rng.standard_normal((50, *outputs)), gamma=gamma)
        total, error = exact_sum(network, X)
        assert (np.abs(network(X) - total) <= error + 1e-300).all()


def test_the_product_stands_back_where_digits_would_be_lost(rng):
    centers, X = rng.uniform(-1, 1, (50, 2)), rng.uniform(-1, 1, (80, 2))
    weights = rng.standard_normal(50)
    assert GaussianProduct(centers, weights, 1.0, gaussian, 80)(X) is not None
    assert GaussianProduct(centers, weights, 1e3, gaussian, 80)(X) is None
    assert GaussianProduct(centers, weights, 1.0, truncated, 80)(X) is None
    assert GaussianProduct(centers, weights, 1.0, gaussian, 80)(1e3 * X) is None
    canceling = np.repeat(weights, 2) * ([1, -1] * 50)
    assert GaussianProduct(np.repeat(centers, 2, axis=0), canceling, 1.0, gaussian, 80)(X) is None


@pytest.mark.parametrize("gamma", [5e-324, 1e-308, 1e-300, 1e300])
@pytest.mark.parametrize("scale", [1e-300, 1.0, 1e300])
def test_output_at_extreme_widths_and_places_is_finite(gamma, scale, rng, monkeypatch):
    monkeypatch.setattr("rbflib.numerics.distances.BLOCK_SIZE", 20)
    network = RBFNetwork(scale * rng.uniform(-1, 1, (9, 2)), np.ones(9), gamma=gamma)
    for X in (network.centers, np.array([[1e300, -1e300]]), np.zeros((1, 2))):
        assert_allclose(network(X), network.transform(X).sum(axis=1))
