"""Output layers: against 50 digits, NumPy, scikit-learn, closed forms and gradients."""

import warnings

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import brentq
from scipy.special import expit, softmax
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Ridge

from rbflib import (
    effective_degrees_of_freedom,
    solve_logistic_layer,
    solve_output_layer,
    solve_weights,
)
from tests.numerics.test_linear import exact_ridge
from tests.seeds import thorough


@pytest.mark.parametrize("fit_intercept", [False, True])
@pytest.mark.parametrize("outputs", [(), (3,)])
def test_ridge_weights_and_bias_equal_scikit_learn(outputs, fit_intercept, rng):
    Z, y = 3 + rng.standard_normal((30, 8)), 5 + rng.standard_normal((30, *outputs))
    Z.flags.writeable = y.flags.writeable = False  # it does not change its arguments
    for alpha in (1e-30, 1e-3, 1.0, 1e3):
        peer = Ridge(alpha, fit_intercept=fit_intercept, solver="svd").fit(Z, y)
        weights, bias = solve_output_layer(Z, y, alpha, fit_intercept)
        assert_allclose(weights, peer.coef_.T, rtol=1e-9)
        assert_allclose(bias, peer.intercept_, rtol=1e-9)
        if not fit_intercept:
            assert_array_equal(solve_weights(Z, y, alpha), weights)


def test_least_squares_weights_equal_numpy_for_every_shape(rng):
    for shape in ((20, 5), (5, 5), (5, 20)):
        Z, y = rng.standard_normal(shape), rng.standard_normal((shape[0], 2))
        for columns in (Z, Z[:, [*range(shape[1]), 2]]):  # equal columns share their weight
            columns.flags.writeable = False
            expected = np.linalg.lstsq(columns, y)[0]
            assert_allclose(solve_weights(columns, y), expected, rtol=1e-8, atol=1e-10)


@pytest.mark.parametrize("alpha", [1e-15, 1e-12, 1e-8, 1e-4, 1.0])
def test_ridge_weights_at_tiny_penalties_equal_50_digits(alpha, rng):
    # cond(Z) is about 1e6: its square, 1e12, would leave four digits of the normal equations.
    U, V = (np.linalg.qr(rng.standard_normal((n, 7)))[0] for n in (25, 7))
    Z, y = U * np.logspace(0, -6, 7) @ V.T, rng.standard_normal(25)
    exact = exact_ridge(Z, y, alpha)
    error = np.linalg.norm(solve_weights(Z, y, alpha) - exact) / np.linalg.norm(exact)
    assert error < 1e-8


def test_ridge_on_a_singular_matrix_equals_50_digits(rng):
    Z, y = rng.standard_normal((12, 4))[:, [0, 1, 2, 3, 3]], rng.standard_normal(12)
    assert_allclose(solve_weights(Z, y, 1e-6), exact_ridge(Z, y, 1e-6), rtol=1e-6)


def test_memory_order_and_float32_of_the_design_matrix(rng):
    Z, y = rng.standard_normal((9, 4)), rng.standard_normal(9)
    expected = solve_weights(Z, y, 0.5)
    assert_allclose(solve_weights(np.asfortranarray(Z), y, 0.5), expected, rtol=1e-12)
    assert_allclose(solve_weights(np.repeat(Z, 2, axis=1)[:, ::2], y, 0.5), expected, rtol=1e-12)
    single = solve_weights(Z.astype(np.float32), y.astype(np.float32), 0.5)
    assert single.dtype == np.float32
    assert_allclose(single, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize(
    "unit", [1e-200, 1e-30, 1e17, 1e160, *thorough(1e-160, 1e-17, 1e30, 1e200)]
)
def test_the_unit_of_the_columns_is_that_of_the_weights(unit, dtype, rng):
    if not 1e-30 <= unit <= 1e30 and dtype == np.float32:
        return
    A = rng.standard_normal((20, 5)).astype(dtype)
    y = A @ np.arange(1, 6, dtype=dtype)
    rtol = 1e-4 if dtype == np.float32 else 1e-9
    unit = dtype(unit)
    assert_allclose(unit * solve_weights(unit * A, y), np.arange(1, 6), rtol=rtol)
    assert_allclose(unit * solve_output_layer(unit * A, y + 1)[0], np.arange(1, 6), rtol=rtol)
    if 1e-100 < float(unit) < 1e100:
        expected = solve_weights(A, y, 1.0)
        assert_allclose(unit * solve_weights(unit * A, y, float(unit) ** 2), expected, rtol=rtol)


@pytest.mark.parametrize(("unit", "size"), [(1e-300, 1e-50), (1e300, 1), (1e300, 1e50)])
def test_the_unit_of_the_targets_is_that_of_the_weights(unit, size, rng):
    Z, y = rng.standard_normal((20, 5)), rng.standard_normal((20, 2))
    for alpha in (0, 0.1):
        weights = solve_weights(size * Z, unit * y, alpha * size**2)
        assert_allclose(weights * size / unit, solve_weights(Z, y, alpha), rtol=1e-9)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_penalty_beyond_the_dtype_leaves_nothing(dtype, rng):
    Z, y = rng.standard_normal((20, 5)).astype(dtype), rng.standard_normal(20).astype(dtype)
    for alpha in (1e200, 1.7e308):
        assert_allclose(solve_weights(Z, y, alpha), 0, atol=1e-30)
        assert_allclose(solve_output_layer(Z, y, alpha)[1], y.mean(), rtol=1e-5)


@pytest.mark.parametrize("alpha", [0.0, 1e-3, 1.0, 100.0])
def test_effective_degrees_of_freedom_are_the_trace_of_the_hat_matrix(alpha, rng):
    Z = rng.standard_normal((20, 6))
    hat = Z @ np.linalg.inv(Z.T @ Z + alpha * np.eye(6)) @ Z.T
    assert effective_degrees_of_freedom(Z, alpha) == pytest.approx(np.trace(hat), rel=1e-10)


def test_degrees_of_freedom_are_the_rank_without_a_penalty_and_vanish_with_a_huge_one(rng):
    Z = rng.standard_normal((20, 6))
    assert effective_degrees_of_freedom(Z[:, [0, 1, 2, 3, 3, 3]]) == 4
    assert effective_degrees_of_freedom(Z[:3]) == 3
    assert effective_degrees_of_freedom(np.zeros((4, 3))) == 0
    assert effective_degrees_of_freedom(np.zeros((4, 3)), 1.0) == 0
    assert effective_degrees_of_freedom(np.eye(3), 1e300) == pytest.approx(3e-300)
    assert effective_degrees_of_freedom(1e-200 * np.eye(3)) == 3


@pytest.mark.parametrize("K", [2, 3])
def test_logistic_weights_at_no_penalty_warn_where_classes_are_separated(K, rng):
    y = np.arange(60) % K
    far, near = (rng.standard_normal((60, 1)) + gap * y[:, None] for gap in (20, 1))
    for X, warns in [(far, True), (near, False)]:
        targets = np.where(y[:, None] == np.arange(K), 1, -1) if K > 2 else 2 * y - 1
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            solve_logistic_layer(X, targets)
        assert any("has not settled" in str(warning.message) for warning in caught) == warns
    # Separated but for two equal samples of different classes: no weights are the best either.
    with pytest.warns(ConvergenceWarning, match="has not settled"):
        solve_logistic_layer([[-1], [-0.5], [0], [0], [0.7], [1]], [-1, -1, -1, 1, 1, 1])


@pytest.mark.parametrize("alpha", [1e-3, 1e-6, 1e-9, 1e-12])
def test_logistic_weights_of_separable_classes_minimize_the_penalized_loss(alpha):
    # For ZᵀZ = I each weight solves expit(−w) = 2λw, on its own.
    signs = np.resize([1, -1], 6)
    weights, _ = solve_logistic_layer(np.eye(6), signs, alpha, fit_intercept=False)
    expected = brentq(lambda w: expit(-w) / (2 * alpha * w) - 1, 1e-3, 100)
    assert_allclose(weights, expected * signs, rtol=1e-4)


@pytest.mark.parametrize("seed", [21, 22, 48, 51, 52, 55])
def test_logistic_weights_of_large_columns_leave_no_gradient(seed):
    """Where a whole step of Newton's method would make the loss larger."""
    rng = np.random.default_rng(seed)
    Z = rng.standard_cauchy((20, 5)) * 10 ** rng.uniform(-1, 2, 5)
    own = rng.permutation(np.arange(20) % 4)[:, None] == np.arange(4)
    weights, bias = solve_logistic_layer(Z, np.where(own, 1, -1), alpha=0.003)
    r = softmax(Z @ weights + bias, axis=1) - own
    size = np.abs(Z.T) @ np.abs(r)
    assert_allclose((Z.T @ r + 2 * 0.003 * weights) / size, 0, atol=1e-6)
    assert_allclose(r.sum(axis=0), 0, atol=1e-6)


def test_logistic_fit_at_a_penalty_that_is_rounding_warns():
    with pytest.warns(ConvergenceWarning, match="At alpha = 1e-40 .*not settled.*alpha > 1e-12"):
        solve_logistic_layer(np.eye(6), np.resize([1, -1], 6), 1e-40)
