import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from rbflib.basis import BASES
from rbflib.numerics.similarities import level_ties, relative_similarity, similarity_matrix
from tests.seeds import thorough


@pytest.mark.parametrize("basis", BASES)
@pytest.mark.parametrize("D", [2, 20])
@pytest.mark.parametrize("N", [900, *thorough(40)])
def test_samples_among_themselves_are_symmetric_and_those_of_a_copy(N, D, basis, rng):
    X = rng.standard_normal((N, D))
    Z = similarity_matrix(X, X, 0.3, BASES[basis])
    assert_allclose(Z, Z.T, rtol=1e-13, atol=1e-16)
    assert_allclose(Z, similarity_matrix(X, X.copy(), 0.3, BASES[basis]), rtol=1e-11, atol=1e-14)
    if D == 2:
        assert_array_equal(Z, Z.T)


@pytest.mark.parametrize("basis", BASES)
def test_relative_similarity_is_proportional_to_similarity_within_reach(basis, rng):
    X, samples = rng.uniform(size=(9, 2)), rng.uniform(size=(6, 2))
    w = relative_similarity(X, samples, 0.3, BASES[basis])
    assert_allclose(w, similarity_matrix(X, samples, 0.3, BASES[basis]), rtol=1e-14)


@pytest.mark.parametrize(
    ("basis", "x", "gamma", "expected"),
    [
        ("gaussian", 1e6, 1 / (2e6 + 1), [1, np.exp(-1)]),  # γ(r_2² − r_1²) = 1
        ("inverse_quadratic", 1e60, 1.0, [1, 1]),
        ("inverse_multiquadric", 1e120, 1.0, [1, 1]),
        ("inverse_quadratic", 2.0, 1e200, [1, 4 / 9]),
        ("inverse_multiquadric", 2.0, 1e220, [1, 2 / 3]),
        ("inverse_quadratic", 9.0, 1e308, [1, 0.81]),  # γr² is beyond the floats
        ("inverse_multiquadric", 9.0, 1e308, [1, 0.9]),
        ("truncated", 1e3, 1.0, [1, 0]),
    ],
)
def test_far_from_every_sample_similarity_counts_from_the_nearest(basis, x, gamma, expected):
    X, samples = np.array([[x]]), np.array([[0.0], [-1.0]])
    assert similarity_matrix(X, samples, gamma, BASES[basis]).max() < 1e-100
    w = relative_similarity(X, samples, gamma, BASES[basis])[0]
    assert_allclose(1e100 * w, expected, rtol=1e-9)


def test_votes_that_differ_by_rounding_are_equal():
    votes, rounding = np.array([3e-13, -3e-13, 1e-11, 1e-120]), 1e-12 * np.array([1, 1, 1, 1e-115])
    assert_array_equal(level_ties(votes, rounding), [0, 0, 1e-11, 1e-120])
    three = level_ties(np.array([[0.5, 0.5 + 3e-13, 0.1], [0.5, 0.5 + 3e-12, 0.1]]), 1e-12)
    assert_array_equal(three.argmax(axis=1), [0, 1])
    assert_array_equal(three[:, 2], 0.1)
