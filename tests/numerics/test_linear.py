"""Least squares and ridge on every route: against 50 digits, NumPy, SciPy and scikit-learn."""

import mpmath
import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.linear_model import Ridge

from rbflib import solve_weights
from rbflib.least_squares import solve_layer
from rbflib.numerics.linear import EPS, Problem, solve_positive_definite, solve_symmetric
from tests.seeds import thorough


def exact_ridge(Z, y, alpha):
    """(ZᵀZ + λI)⁻¹Zᵀy with 50 digits."""
    with mpmath.workdps(50):
        Z, y = mpmath.matrix(Z.tolist()), mpmath.matrix(y.tolist())
        A = Z.T * Z + mpmath.mpf(alpha) * mpmath.eye(Z.cols)
        return np.array(mpmath.lu_solve(A, Z.T * y).T.tolist()[0], dtype=float)


@pytest.mark.parametrize("outputs", [(), (2,)])
@pytest.mark.parametrize("condition", [1e1, 1e3, 1e4, 1e5, 1e7, 1e10])
def test_every_route_keeps_the_digits_that_the_condition_leaves(condition, outputs, rng):
    # From H = UΣVᵀ with known singular values: Cholesky, Cholesky with refinement, and QR.
    U, V = (np.linalg.qr(rng.standard_normal((n, 20)))[0] for n in (300, 20))
    H = U * np.geomspace(1, 1 / condition, 20) @ V.T
    expected = rng.standard_normal((20, *outputs))
    T = H @ expected
    beta, _ = solve_layer(Problem(np.array, H, T, 20, False, np.ones(300), EPS), 0.0)[:2]
    error = np.linalg.norm(beta - expected) / np.linalg.norm(expected)
    assert error < max(1e3 * np.finfo(float).eps * condition, 1e-9)


@pytest.mark.parametrize("alpha", [0.0, 1e-3])
@pytest.mark.parametrize("shape", [(40, 60), (1500, 20)])
def test_a_layer_made_block_by_block_gives_the_weighted_fit_of_the_whole(shape, alpha, rng):
    X, T = rng.standard_normal(shape), rng.standard_normal((shape[0], 2))
    weight, made = rng.uniform(0, 2, shape[0]), []

    def layer(x):
        made.append(len(x))
        return np.tanh(x)

    root = np.sqrt(weight)[:, None]
    expected = solve_weights(root * np.tanh(X), root * T, alpha)
    beta, _ = solve_layer(Problem(layer, X, T, shape[1], False, weight, EPS), alpha)[:2]
    assert_allclose(beta, expected, rtol=1e-7)
    assert max(made) <= 512


@pytest.mark.parametrize("outputs", [(), (2,)])
@pytest.mark.parametrize("alpha", [0.0, 1e-3, 1.0])
@pytest.mark.parametrize("log_condition", [2, 7, *thorough(5, 9)])
def test_streamed_fit_with_a_bias_is_that_of_scikit_learn(log_condition, alpha, outputs, rng):
    Z = rng.standard_normal((300, 10)) * np.logspace(0, -log_condition, 10)
    Z @= np.linalg.qr(rng.standard_normal((10, 10)))[0]
    y = 5 + Z @ rng.standard_normal((10, *outputs)) + rng.standard_normal((300, *outputs))
    Z += 3
    problem = Problem(np.array, Z, y, 10, True, np.ones(300), EPS)
    weights, bias = solve_layer(problem, alpha)[:2]
    peer = Ridge(alpha, solver="svd").fit(Z, y)
    assert_allclose(Z @ weights + bias, peer.predict(Z), rtol=1e-6)
    if alpha == 1:
        assert_allclose(weights.T, peer.coef_, rtol=1e-6, atol=1e-8)
        assert_allclose(bias, peer.intercept_, rtol=1e-6)


def test_streamed_fit_takes_columns_of_rounding_noise_for_constants(rng):
    y = rng.standard_normal(300)
    Z = 1 - np.finfo(float).eps / 2 * rng.integers(0, 2, (300, 5))
    problem = Problem(np.array, Z, y, 5, True, np.ones(300), EPS)
    weights, bias = solve_layer(problem, 0.0)[:2]
    assert_allclose(Z @ weights + bias, y.mean(), atol=1e-9)
    assert np.abs(weights).max() < 1e3


@pytest.mark.parametrize(("rank", "n"), [(0, 12), (1, 40), (7, 40), (33, 40)])
@pytest.mark.parametrize("outputs", [(), (2,)])
def test_singular_system_is_solved_by_least_squares_on_as_few_columns(outputs, rank, n, rng):
    A, y = rng.standard_normal((n, rank)), rng.standard_normal((n, *outputs))
    Z = A @ A.T
    beta, found = solve_symmetric(Z.copy(), y)
    assert found == rank
    assert (beta != 0).reshape(n, -1).any(axis=1).sum() == rank
    assert_allclose(Z @ beta, Z @ (np.linalg.pinv(Z, hermitian=True) @ y), atol=1e-8)


@pytest.mark.parametrize(("small", "rank"), [(1e-13, 2), (1e-17, 1)])
def test_only_what_is_rounding_beside_the_largest_number_counts_as_singular(small, rank):
    beta, found = solve_symmetric(np.diag([1, small]), np.array([1.0, small]))
    assert found == rank
    assert_allclose(beta, [1, rank - 1])


@pytest.mark.parametrize("outputs", [(), (2,)])
def test_targets_that_the_chosen_columns_reach_are_met_at_every_sample(outputs, rng):
    A = rng.standard_normal((40, 25))
    Z = A @ A.T
    y = Z @ rng.standard_normal((40, *outputs))
    beta, rank = solve_symmetric(Z.copy(), y)
    assert rank == 25
    assert_allclose(Z @ beta, y, rtol=0, atol=1e-10 * np.abs(y).max())


def test_each_output_of_a_singular_system_is_fitted_on_its_own(rng):
    """One that the chosen columns reach, and noise that is too small beside it to be seen."""
    A = rng.standard_normal((40, 25))
    Z = A @ A.T
    y = np.column_stack([Z @ rng.standard_normal(40), 1e-9 * rng.standard_normal(40)])
    Q, _ = np.linalg.qr(A)
    beta, _ = solve_symmetric(Z.copy(), y)
    for fit, target in zip((Z @ beta).T, y.T, strict=True):
        projection = Q @ (Q.T @ target)
        assert_allclose(fit, projection, rtol=0, atol=1e-9 * np.abs(target).max())


@pytest.mark.parametrize("rank", [10, 9])
def test_symmetric_system_that_is_not_positive_is_solved_too(rank, rng):
    V, y = np.linalg.qr(rng.standard_normal((10, 10)))[0], rng.standard_normal(10)
    values = np.array([3, -2, 1, 1, -1, 0.5, -0.5, 0.2, 0.1, 0.1 * (rank > 9)])
    Z = V * values @ V.T
    beta, found = solve_symmetric((Z + Z.T) / 2, y)
    assert found == rank
    assert_allclose(Z @ beta, Z @ (np.linalg.pinv(Z, hermitian=True) @ y), atol=1e-10)


@pytest.mark.parametrize("alpha", [1e-14, 1e-3, *thorough(1e-18, 1e-9, 10.0)])
@pytest.mark.parametrize("least", [1e-2, 1e-6, 0.0])
def test_ridge_of_a_symmetric_matrix_equals_50_digits(least, alpha, rng):
    V = np.linalg.qr(rng.standard_normal((9, 9)))[0]
    Z = V * np.append(np.geomspace(1, 1e-2, 8), least) @ V.T
    Z = (Z + Z.T) / 2
    y = Z @ rng.standard_normal(9)
    beta, rank = solve_symmetric(Z.copy(), y, alpha)
    assert rank == 9
    error = np.linalg.norm(beta - exact_ridge(Z, y, alpha)) / np.linalg.norm(beta)
    # Squaring a condition number of 100 takes four digits; not squaring it, what follows.
    assert error < 1e-11 + 1e-14 / max(least, np.sqrt(alpha))


@pytest.mark.parametrize("alpha", [1e20, 1e200, 1e300])
def test_beside_a_huge_penalty_only_it_counts(alpha, rng):
    A, y = rng.standard_normal((5, 5)), rng.standard_normal(5)
    beta, _ = solve_symmetric(A + A.T, y, alpha)
    assert_allclose(alpha * beta, (A + A.T) @ y)


def test_positive_definite_systems_and_their_condition(rng):
    V, b = np.linalg.qr(rng.standard_normal((20, 20)))[0], rng.standard_normal(20)
    A = V * np.geomspace(1, 1e-6, 20) @ V.T
    x, rcond = solve_positive_definite(A.copy(), b)
    assert_allclose(x, np.linalg.solve(A, b), rtol=1e-6)
    assert 0.1 < rcond * np.linalg.cond(A, 1) < 10
    x, rcond = solve_positive_definite(A - np.eye(20), b)
    assert np.isnan(x).all()
    assert rcond == 0
