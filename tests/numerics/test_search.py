"""The k nearest by brute force and by a tree: against all pairs, with ties and equal points."""

import numpy as np
import pytest
from scipy.spatial import cKDTree
from scipy.spatial.distance import cdist

from rbflib.numerics.search import (
    NeighborSearch,
    inverse_square_weights,
    nearest_by_brute_force,
    nearest_by_tree,
)
from tests.seeds import thorough


@pytest.mark.parametrize("D", [2, 9, *thorough(1, 4, 5)])
@pytest.mark.parametrize("k", [1, 3, 20])
@pytest.mark.parametrize("tied", [False, True])
def test_both_searches_agree_with_all_pairs(tied, k, D, rng):
    """Ties go to the lower index: small whole numbers have many equal distances and points."""
    X, Q = rng.normal(size=(120, D)), rng.normal(size=(30, D))
    if tied:
        X, Q = np.round(X), np.round(Q)
    expected = cdist(Q, X, "sqeuclidean").argsort(axis=1, kind="stable")[:, :k]
    for r2, index in (
        nearest_by_brute_force(Q, X, k),
        nearest_by_tree(Q, X, k, cKDTree(X), k + 1),
        NeighborSearch(X)(Q, k),
    ):
        np.testing.assert_array_equal(index, expected)
        own = ((Q[:, None] - X[expected]) ** 2).sum(axis=2)
        np.testing.assert_allclose(r2, own, rtol=0 if tied else 1e-13)


def test_inverse_square_weights_are_relative_to_the_nearest_and_finite():
    r2 = np.array([[1.0, 4.0, 4.0], [0.0, 0.0, 1.0], [1e-300, 1e300, 1e300]])
    expected = [[1, 0.25, 0.25], [1, 1, 0], [1, 0, 0]]
    np.testing.assert_array_equal(inverse_square_weights(r2), expected)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("k", [5, *thorough(1, 40, 400)])
@pytest.mark.parametrize(("U", "D"), [(1, 1), (2, 1), (50, 2), (300, 2), (300, 14), (399, 2)])
def test_equal_samples_keep_their_order(U, D, k, dtype, rng):
    X = rng.integers(-3, 4, (U, D)).astype(dtype)
    X = rng.permutation(np.concatenate([X, X[rng.integers(0, U, 400 - U)]]))
    Q = np.concatenate([X[:5], rng.standard_normal((20, D))])
    expected = nearest_by_brute_force(Q, X.astype(float), k)
    for found, right in zip(NeighborSearch(X)(Q, k), expected, strict=True):
        np.testing.assert_array_equal(found, right)


def test_samples_whose_squared_distance_vanishes_count_as_equal():
    X = np.array([[1.0], [0.0], [1e-170], [1.0]])
    r2, index = NeighborSearch(X)(np.array([[1e-170], [1.0]]), 3)
    np.testing.assert_array_equal(index, [[1, 2, 0], [0, 3, 1]])
    np.testing.assert_array_equal(r2, [[0, 0, 1], [0, 0, 1]])
