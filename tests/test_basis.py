import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

from rbflib import BASES, design_matrix
from rbflib.numerics.distances import MAX_DIRECT_FEATURES
from tests.seeds import thorough

# The formulas as the lecture writes them, in the distance r = √s.
FORMULAS = {
    "gaussian": lambda r: math.exp(-(r**2)),
    "inverse_quadratic": lambda r: 1 / (1 + r**2),
    "inverse_multiquadric": lambda r: (1 + r**2) ** -0.5,
    "truncated": lambda r: (1 - r) ** 2 if r <= 1 else 0.0,
    "matern32": lambda r: (1 + math.sqrt(3) * r) * math.exp(-math.sqrt(3) * r),  # a new one
}
FEATURES = [2, MAX_DIRECT_FEATURES + 1, *thorough(1, MAX_DIRECT_FEATURES, 12)]


def random_gamma(rng, shape, M, D):
    if shape != "full":
        sizes = {"scalar": (), "per_center": (M,), "per_feature": (M, D)}
        return rng.uniform(0.05, 0.5, sizes[shape])
    A = rng.standard_normal((M, D, D)) / D
    return A @ A.transpose(0, 2, 1) + 0.05 * np.eye(D)


def brute_force_s(X, centers, gamma):
    """s = Σ_ij Γ_ij d_i d_j in plain loops."""
    s = np.empty((len(X), len(centers)))
    for n, x in enumerate(X):
        for m, mu in enumerate(centers):
            width = gamma if np.ndim(gamma) == 0 else gamma[m]
            Gamma = np.diag(np.broadcast_to(width, len(x))) if np.ndim(width) < 2 else width
            d = [a - b for a, b in zip(x, mu, strict=True)]
            s[n, m] = sum(Gamma[i, j] * d[i] * d[j] for i in range(len(d)) for j in range(len(d)))
    return s


@pytest.mark.parametrize("D", FEATURES)
@pytest.mark.parametrize("shape", ["scalar", "per_center", "per_feature", "full"])
@pytest.mark.parametrize("basis", BASES)
def test_design_matrix_equals_brute_force(basis, shape, D, rng):
    X, centers = rng.standard_normal((9, D)), rng.standard_normal((4, D))
    gamma = random_gamma(rng, shape, 4, D)
    s = brute_force_s(X, centers, gamma)
    expected = np.vectorize(lambda s: FORMULAS[basis](math.sqrt(s)))(s)
    assert_allclose(design_matrix(X, centers, gamma, basis), expected, rtol=1e-11, atol=1e-14)


@pytest.mark.parametrize("D", FEATURES)
@pytest.mark.parametrize("basis", BASES)
def test_distances_beyond_the_largest_float_have_similarity_zero(basis, D, rng):
    X, centers = 1e200 * rng.standard_normal((6, D)), 1e200 * rng.standard_normal((4, D))
    for shape in ("scalar", "per_center", "per_feature", "full"):
        gamma = random_gamma(rng, shape, 4, D)
        assert (design_matrix(X, centers, gamma, basis) == 0).all()


def test_an_inverse_covariance_of_nearly_independent_features_is_symmetric_enough(rng):
    # Rounding leaves inverses with tiny unequal numbers off the diagonal.
    scale = np.logspace(-3, 3, 4)
    Gamma = np.diag(scale) + 1e-17 * rng.standard_normal((4, 4))
    X = rng.standard_normal((10, 4))
    expected = design_matrix(X, X[:1], scale[None])
    assert_allclose(design_matrix(X, X[:1], Gamma[None]), expected, rtol=1e-9)


@pytest.mark.parametrize("D", FEATURES)
@pytest.mark.parametrize("shape", ["scalar", "per_center", "per_feature", "full"])
def test_float32_points_give_a_float32_matrix_with_every_digit_right(shape, D, rng):
    X = rng.standard_normal((30, D)).astype(np.float32)
    centers = rng.standard_normal((7, D)).astype(np.float32)
    gamma = random_gamma(rng, shape, 7, D)
    Z = design_matrix(X, centers, gamma)
    exact = np.exp(-brute_force_s(X.astype(float), centers.astype(float), gamma))
    assert Z.dtype == np.float32
    assert_allclose(Z, exact, rtol=2e-6)


def test_no_points_and_no_centers_give_empty_matrices():
    X = np.ones((3, 6))
    assert design_matrix(X[:0], X).shape == (0, 3)
    assert design_matrix(X, X[:0]).shape == (3, 0)


@pytest.mark.parametrize("shape", ["scalar", "per_feature", "full"])
def test_extra_memory_stays_small_with_many_features(shape, peak_memory):
    rng = np.random.default_rng(0)
    X = rng.standard_normal((100_000, 60))  # 48 MB
    gamma = random_gamma(rng, shape, 2, 60)
    assert peak_memory(lambda: design_matrix(X, X[:2], gamma)) < 10e6


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_matrices_that_rounding_leaves_asymmetric_are_taken(dtype, rng):
    X, Gamma = rng.standard_normal((20, 6)), random_gamma(rng, "full", 1, 6)
    rounding = 1 + 4 * np.finfo(dtype).eps * rng.standard_normal((6, 6))
    expected = design_matrix(X, X[:1], Gamma)
    assert_allclose(design_matrix(X, X[:1], (Gamma * rounding).astype(dtype)), expected, atol=1e-5)
    with pytest.raises(ValueError, match="not symmetric"):
        design_matrix(X, X[:1], (Gamma + np.triu(np.full((6, 6), 0.01))).astype(dtype))
