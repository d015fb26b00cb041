"""Squared distances keep their digits: against rational numbers, SciPy and plain loops."""

from fractions import Fraction
from functools import partial
from itertools import product

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.distance import cdist

from rbflib import design_matrix
from rbflib.numerics.distances import (
    BLOCK_SIZE,
    MAX_DIRECT_FEATURES,
    equal_rows,
    map_rows,
    own_squared_distances,
    row_blocks,
    squared_distances,
)
from tests.seeds import thorough

FEATURES = [2, MAX_DIRECT_FEATURES + 1, *thorough(1, MAX_DIRECT_FEATURES, 12)]


@pytest.mark.parametrize("D", [*FEATURES, 50])
def test_squared_distances_equal_scipy(D, rng):
    X, centers = rng.standard_normal((40, D)), rng.standard_normal((30, D))
    expected = cdist(X, centers, "sqeuclidean")
    assert_allclose(squared_distances(X, centers), expected, rtol=1e-11)


def near_1e8(D, rng):
    X = 1e8 + rng.uniform(0, 1e-3, (12, D))
    return X, X


def near_each_other_and_one_far(D, rng):
    X = rng.uniform(0, 1e-6, (10, D))
    return X, np.vstack([X, np.full((1, D), 1e8)])


def on_scales_from_1e_minus_8_to_1e8(D, rng):
    return np.logspace(-8, 8, D) * rng.standard_normal((2, 8, D))


def in_two_tight_clusters(spread, D, rng):
    X = np.repeat([-1.0, 1.0], 6)[:, None] + spread * rng.standard_normal((12, D))
    return X, X


HARD = [near_1e8, near_each_other_and_one_far, on_scales_from_1e_minus_8_to_1e8]
HARD += [partial(in_two_tight_clusters, spread) for spread in (1e-1, 1e-2, 1e-3, 1e-5, 1e-7)]


@pytest.mark.parametrize("D", FEATURES)
@pytest.mark.parametrize("kind", HARD)
def test_distances_keep_their_digits(kind, D, rng):
    X, centers = kind(D, rng)
    # In rational numbers: only the last step rounds.
    x, mu = (np.vectorize(Fraction, "O")(points) for points in (X, centers))
    expected = ((x[:, None] - mu) ** 2).sum(axis=2).astype(float)
    assert_allclose(squared_distances(X, centers), expected, rtol=1e-11)


def test_extra_memory_stays_small_where_every_pair_is_near(peak_memory):
    X = 1 + 1e-9 * np.random.default_rng(0).standard_normal((500, 5000))  # 20 MB
    X[0] = 1e3  # one far center: all others are near each other
    assert peak_memory(lambda: design_matrix(X[1:60], X)) < 60e6


def test_own_squared_distances_are_those_to_the_center_of_the_label(rng):
    X, centers = rng.standard_normal((50, 3)), rng.standard_normal((4, 3))
    labels = rng.integers(0, 4, 50)
    expected = ((X - centers[labels]) ** 2).sum(axis=1)
    assert_allclose(own_squared_distances(X, centers, labels), expected, rtol=1e-14)


def test_blocks_cover_every_row_once_and_stay_small():
    for n_rows, width in product([0, 1, 999, 10_000], [0, 1, 3, 1000, 10**7]):
        blocks, rows = row_blocks(n_rows, width), np.arange(n_rows)
        assert np.array_equal(np.concatenate([[], *(rows[block] for block in blocks)]), rows)
        assert all((b.stop - b.start - 1) * width <= 8 * BLOCK_SIZE for b in blocks)


def test_rows_mapped_in_blocks_are_those_mapped_at_once(rng):
    X = rng.standard_normal((5000, 2))
    sums = map_rows(lambda x: x @ np.ones((2, 3)), X, BLOCK_SIZE // 100, (3,))
    assert_allclose(sums, X @ np.ones((2, 3)))
    assert map_rows(len, X[:0], 1).shape == (0,)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_groups_of_equal_rows_and_the_first_row_of_each(dtype):
    X = np.array([[3, 1], [0.0, 2], [3, 1], [-0.0, 2], [1, 3], [3, 1.5]], dtype)
    first, group = equal_rows(X)
    assert_array_equal(first[group], [0, 1, 0, 1, 4, 5])
    assert sorted(group[[0, 1, 4, 5]]) == [0, 1, 2, 3]
