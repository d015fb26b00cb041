"""What the hidden layer says of the samples, against brute force."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from rbflib.basis import BASES, design_matrix
from rbflib.numerics.widths import layer_rounding, matrix_rounding, neighbor_distance, reach


@pytest.mark.parametrize("gamma", [0.7, np.array([0.5, 1, 2]), np.array(3 * [[[2, 1], [1, 3]]])])
def test_samples_and_centers_see_each_other_but_not_themselves(gamma, rng):
    X = rng.normal(size=(31, 2))
    centers = np.vstack([X[:2], [[0.3, 0.4]]])
    seen = reach(X, centers, np.asarray(gamma, dtype=float), BASES["gaussian"])
    Z = np.empty((31, 3))
    for n, x in enumerate(X):
        for m, mu in enumerate(centers):
            width = gamma if np.ndim(gamma) == 0 else gamma[m]
            s = (x - mu) @ (np.eye(2) * width if np.ndim(width) == 0 else width) @ (x - mu)
            Z[n, m] = np.nan if (x == mu).all() else np.exp(-s)
    distances = np.linalg.norm(X[:, None] - centers, axis=2)
    distances[distances == 0] = np.nan
    assert_allclose(seen.nearest, np.nanmax(Z, axis=1))
    assert_allclose(seen.Z.max(axis=0), np.nanmax(Z, axis=0))
    assert seen.lower_quartile == pytest.approx(np.nanquantile(Z, 0.25))
    assert seen.apart == pytest.approx(np.median(np.nanmin(distances, axis=1)))
    assert seen.typical == pytest.approx(np.nanmedian(distances))


def test_points_that_are_all_equal_have_nothing_to_see():
    assert reach(np.ones((4, 2)), np.ones((3, 2)), 1.0, BASES["gaussian"]) is None


@pytest.mark.parametrize("offset", [1e3, 1e6, 1e8])
@pytest.mark.parametrize("gamma", [0.1, 10.0])
def test_rounding_of_a_layer_is_that_of_its_distances(offset, gamma, rng):
    """An error of ε|x| in x − μ, times the slope of the bump: at most √(2/e)√γ."""
    X = rng.normal(size=(300, 1)) / np.sqrt(gamma)
    found = layer_rounding(lambda x: design_matrix(x, X[:20] + offset, gamma), X + offset)
    largest = np.sqrt(2 * gamma / np.e) * np.finfo(float).eps * offset
    assert largest / 5 < found < largest


def test_rounding_of_a_layer_is_at_least_that_of_its_numbers(rng):
    X = np.zeros((5, 1))
    assert layer_rounding(lambda x: 1e6 * np.ones((5, 3)), X) == 1e6 * np.finfo(float).eps
    # One far sample does not decide for all.
    X = np.vstack([rng.normal(size=(30, 1)), [[1e20]]])
    assert layer_rounding(lambda x: design_matrix(x, X[::3]), X) < 1e-14


def test_rounding_of_matrices_is_that_of_inverses():
    gamma = np.array([[[1.0, 0.9], [0.9, 1.0]]] * 3) * np.array([1e-8, 1, 1e8])[:, None, None]
    assert matrix_rounding(gamma) == pytest.approx(19 * np.finfo(float).eps)  # (1 + .9) / (1 − .9)
    units = np.outer([1, 1e5], [1, 1e5])
    assert matrix_rounding(gamma * units) == pytest.approx(19 * np.finfo(float).eps)
    assert matrix_rounding(np.ones((3, 2))) == 0


@pytest.mark.parametrize("D", [1, 3])
def test_distances_of_some_centers_are_like_those_of_all(D, rng):
    centers = rng.uniform(size=(3000, D))
    assert neighbor_distance(centers, some=True) == pytest.approx(
        neighbor_distance(centers), rel=0.1
    )
    assert neighbor_distance(centers[:1].repeat(3, axis=0)) == 0
