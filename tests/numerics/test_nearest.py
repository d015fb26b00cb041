"""The bounds that save distances never change a label: against all distances, computed directly."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from rbflib.numerics.nearest import NearestCenter
from tests.seeds import thorough


@pytest.mark.parametrize("D", [2, 3, 7])
def test_ties_go_to_the_lower_index(D, rng):
    """Whole and half numbers: distances are exact, and many of them are equal."""
    X = rng.integers(0, 4, (5000, D)) * 1.0
    centers = rng.integers(0, 7, (20, D)) / 2
    expected = cdist(X, centers, "sqeuclidean").argmin(axis=1)
    for offset in (0.0, 2.0**30):
        labels, r2 = NearestCenter(X + offset, 20)(centers + offset)
        np.testing.assert_array_equal(labels, expected)
        np.testing.assert_array_equal(r2, ((X - centers[expected]) ** 2).sum(axis=1))


@pytest.mark.parametrize("D", [2, *thorough(1, 9)])
@pytest.mark.parametrize(
    "kind", ["normal", "blobs", "far", "tiny", "huge", "outlier", "scales", "grid", "copies"]
)
def test_bounds_never_miss_the_nearest_center(D, kind, rng):
    """Centers that jump and creep: labels from the bounds against labels from all distances."""
    X, k = rng.normal(size=(3000, D)), 12
    if kind == "blobs":
        X += 1e4 * rng.integers(0, 3, (3000, 1))
    elif kind == "far":
        X += 1e8
    elif kind == "tiny":
        X *= 1e-30
    elif kind == "huge":
        X *= 1e130
    elif kind == "outlier":
        X[0] = 1e9
    elif kind == "scales":
        X *= 10.0 ** rng.integers(-8, 9, D)
    elif kind == "grid":
        X = np.round(X)
    elif kind == "copies":
        X = X[rng.integers(0, 40, 3000)]
    centers = X[rng.choice(3000, k, replace=False)] if kind != "outlier" else X[:k].copy()
    spread = X.std(axis=0) if kind != "outlier" else 1.0
    nearest = NearestCenter(X, k)
    assert not nearest.small
    labels, r2 = nearest(centers)
    for move in (0, 1e-15, 1e-9, 1e-3, 1, 1e-3, 1e-6, 0, 0):
        centers = centers + move * spread * rng.normal(size=centers.shape)
        r2 = ((X - centers[labels]) ** 2).sum(axis=1)
        labels, r2 = nearest(centers, labels, r2)
        table = np.array([((X - center) ** 2).sum(axis=1) for center in centers])
        own = table[labels, np.arange(3000)]
        np.testing.assert_allclose(own, table.min(axis=0), rtol=1e-13, atol=0)
        np.testing.assert_allclose(r2, own, rtol=1e-13, atol=0)
