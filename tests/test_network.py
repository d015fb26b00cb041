"""The network as a function, and the least-squares output layer."""

import copy
import dataclasses
import pickle

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.distance import cdist
from sklearn.linear_model import Ridge

from rbflib import RBFNetwork, design_matrix, effective_degrees_of_freedom, solve_weights
from rbflib.basis import gaussian, truncated
from rbflib.numerics.product import GaussianProduct


def random_network(rng, M=6, D=3, outputs=(), dtype=float):
    return RBFNetwork(
        rng.standard_normal((M, D)).astype(dtype),
        rng.standard_normal((M, *outputs)),
        bias=rng.standard_normal(outputs),
        gamma=0.4,
    )


def exact_ridge(Z, y, alpha):
    """(ZᵀZ + λI)⁻¹Zᵀy with 50 digits."""
    with mpmath.workdps(50):
        Z, y = mpmath.matrix(Z.tolist()), mpmath.matrix(y.tolist())
        A = Z.T * Z + mpmath.mpf(alpha) * mpmath.eye(Z.cols)
        return np.array(mpmath.lu_solve(A, Z.T * y).T.tolist()[0], dtype=float)


# The network


@pytest.mark.parametrize("outputs", [(), (1,), (4,)])
def test_network_is_the_weighted_sum_of_its_similarities_plus_bias(outputs, rng):
    network = random_network(rng, outputs=outputs)
    X = rng.standard_normal((10, 3))
    expected = np.exp(-0.4 * cdist(X, network.centers, "sqeuclidean")) @ network.weights
    assert network(X).shape == (10, *outputs)
    assert_allclose(network(X), expected + network.bias, rtol=1e-11)


@pytest.mark.parametrize("shape", [(5,), (5, 2), (5, 2, 2)])
def test_every_shape_of_gamma_works_in_a_network(shape, rng):
    gamma = rng.uniform(0.5, 1, shape)
    gamma = gamma @ gamma.transpose(0, 2, 1) + np.eye(2) if len(shape) == 3 else gamma
    centers, weights = rng.standard_normal((5, 2)), rng.standard_normal(5)
    X = rng.standard_normal((8, 2))
    network = RBFNetwork(centers, weights, 1.5, gamma, "inverse_quadratic")
    Z = design_matrix(X, centers, gamma, "inverse_quadratic")
    assert_array_equal(network.transform(X), Z)
    assert_allclose(network(X), Z @ weights + 1.5, rtol=1e-12)


def test_network_is_linear_in_its_weights(rng):
    network = random_network(rng)
    other = dataclasses.replace(network, weights=rng.standard_normal(6), bias=-1.0)
    both = dataclasses.replace(
        network,
        weights=2 * network.weights + 3 * other.weights,
        bias=2 * network.bias + 3 * other.bias,
    )
    X = rng.standard_normal((10, 3))
    assert_allclose(both(X), 2 * network(X) + 3 * other(X), rtol=1e-11, atol=1e-12)


@given(st.permutations(range(6)))
def test_order_of_the_centers_does_not_matter(order):
    rng = np.random.default_rng(0)
    network = random_network(rng)
    shuffled = dataclasses.replace(
        network, centers=network.centers[order], weights=network.weights[order]
    )
    X = rng.standard_normal((5, 3))
    assert_allclose(shuffled(X), network(X), rtol=1e-12, atol=1e-13)


def test_two_equal_centers_act_as_one_with_the_sum_of_their_weights(rng):
    centers, X = rng.standard_normal((3, 6)), rng.standard_normal((9, 6))
    one = RBFNetwork(centers, [1.0, 2.0, 3.0], gamma=0.2)
    two = RBFNetwork(centers[[0, 1, 2, 2]], [1.0, 2.0, 5.0, -2.0], gamma=0.2)
    assert_allclose(two(X), one(X), rtol=1e-11)


def test_far_from_every_center_only_the_bias_is_left(rng):
    network = random_network(rng)
    assert network(np.full((1, 3), 1e6)) == network.bias


def test_network_without_centers_is_its_bias():
    network = RBFNetwork(np.empty((0, 2)), np.empty(0), bias=3.0)
    assert network.n_centers == 0
    assert_array_equal(network(np.ones((4, 2))), [3, 3, 3, 3])


def test_network_of_no_points_has_no_outputs(rng):
    assert random_network(rng)(np.empty((0, 3))).shape == (0,)
    assert random_network(rng, outputs=(2,))(np.empty((0, 3))).shape == (0, 2)


def test_float32_network_answers_float32_points_in_float32(rng):
    network = random_network(rng, dtype=np.float32)
    X = rng.standard_normal((10, 3)).astype(np.float32)
    assert network(X).dtype == network.transform(X).dtype == network.weights.dtype == np.float32
    assert network(X.astype(float)).dtype == np.float64
    assert_allclose(network(X), network(X.astype(float)), rtol=1e-6, atol=1e-6)


def test_fields_and_arrays_of_a_network_cannot_be_changed(rng):
    network = random_network(rng, outputs=(2,))
    with pytest.raises(dataclasses.FrozenInstanceError):
        network.weights = np.zeros(6)
    for array in (network.centers, network.weights, network.bias):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_network_does_not_follow_later_changes_of_the_arrays_it_was_built_from(rng):
    centers, weights, gamma = rng.standard_normal((4, 2)), rng.standard_normal(4), np.ones(4)
    X = rng.standard_normal((5, 2))
    network = RBFNetwork(centers, weights, gamma=gamma)
    before = network(X)
    centers += 1
    weights += 1
    gamma += 1
    assert_array_equal(network(X), before)


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda network: pickle.loads(pickle.dumps(network))]
)
def test_copied_and_pickled_networks_answer_the_same_and_stay_frozen(duplicate, rng):
    network = random_network(rng, dtype=np.float32)
    again = duplicate(network)
    X = rng.standard_normal((5, 3))
    assert_array_equal(again(X), network(X))
    assert again.centers.dtype == np.float32
    with pytest.raises(ValueError, match="read-only"):
        again.weights[0] = 0


@pytest.mark.parametrize("D", [2, 8])
def test_predicting_many_points_never_holds_the_whole_design_matrix(D, peak_memory):
    rng = np.random.default_rng(0)
    network, X = random_network(rng, M=500, D=D), rng.standard_normal((200_000, D))
    h = network(X)
    assert peak_memory(lambda: network(X)) - h.nbytes < 15e6  # the whole matrix is 800 MB
    assert_allclose(h[-3:], network.transform(X[-3:]) @ network.weights + network.bias, rtol=1e-10)


# The output layer


@pytest.mark.parametrize("outputs", [(), (3,)])
def test_ridge_weights_equal_scikit_learn(outputs, rng):
    Z, y = rng.standard_normal((30, 8)), rng.standard_normal((30, *outputs))
    for alpha in (1e-3, 1.0, 1e3):
        expected = Ridge(alpha=alpha, fit_intercept=False, solver="svd").fit(Z, y).coef_.T
        assert_allclose(solve_weights(Z, y, alpha), expected, rtol=1e-9)


def test_least_squares_weights_equal_numpy_for_every_shape(rng):
    for shape in ((20, 5), (5, 5), (5, 20)):
        Z, y = rng.standard_normal(shape), rng.standard_normal((shape[0], 2))
        expected = np.linalg.lstsq(Z, y)[0]
        assert_allclose(solve_weights(Z, y), expected, rtol=1e-8, atol=1e-10)


def test_least_squares_residual_is_orthogonal_to_every_column(rng):
    Z, y = rng.standard_normal((30, 6)), rng.standard_normal(30)
    assert_allclose(Z.T @ (Z @ solve_weights(Z, y) - y), 0, atol=1e-12)


def test_equal_columns_share_the_weight_equally(rng):
    Z, y = rng.standard_normal((20, 3)), rng.standard_normal(20)
    once = solve_weights(Z, y)
    twice = solve_weights(Z[:, [0, 1, 2, 2]], y)
    assert_allclose(twice, [once[0], once[1], once[2] / 2, once[2] / 2], rtol=1e-10)


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


def test_weights_shrink_toward_zero_as_the_penalty_grows(rng):
    Z, y = rng.standard_normal((20, 6)), rng.standard_normal(20)
    sizes = [np.linalg.norm(solve_weights(Z, y, alpha)) for alpha in (0, 0.1, 1, 10, 1e3, 1e300)]
    assert (np.diff(sizes) < 0).all()
    assert sizes[-1] < 1e-290


def test_ridge_does_not_change_its_arguments(rng):
    Z, y = rng.standard_normal((9, 4)), rng.standard_normal(9)
    Z_before, y_before = Z.copy(), y.copy()
    for alpha in (0, 1e-30, 1.0):
        solve_weights(Z, y, alpha)
    assert_array_equal(Z, Z_before)
    assert_array_equal(y, y_before)


def test_memory_order_and_float32_of_the_design_matrix(rng):
    Z, y = rng.standard_normal((9, 4)), rng.standard_normal(9)
    expected = solve_weights(Z, y, 0.5)
    assert_allclose(solve_weights(np.asfortranarray(Z), y, 0.5), expected, rtol=1e-12)
    assert_allclose(solve_weights(np.repeat(Z, 2, axis=1)[:, ::2], y, 0.5), expected, rtol=1e-12)
    single = solve_weights(Z.astype(np.float32), y.astype(np.float32), 0.5)
    assert single.dtype == np.float32
    assert_allclose(single, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("alpha", [0.0, 1e-3, 1.0, 100.0])
def test_effective_degrees_of_freedom_are_the_trace_of_the_hat_matrix(alpha, rng):
    Z = rng.standard_normal((20, 6))
    hat = Z @ np.linalg.inv(Z.T @ Z + alpha * np.eye(6)) @ Z.T
    assert effective_degrees_of_freedom(Z, alpha) == pytest.approx(np.trace(hat), rel=1e-10)


def test_effective_degrees_of_freedom_without_penalty_are_the_rank(rng):
    Z = rng.standard_normal((20, 6))
    assert effective_degrees_of_freedom(Z[:, [0, 1, 2, 3, 3, 3]]) == 4
    assert effective_degrees_of_freedom(Z[:3]) == 3


# The sum without distances


def exact_sum(network, X):
    """Σ_m β_m e^{−s_m} with 18 digits, and its error where each term's is 1e-13 + 10 ε s_m."""
    X, mu = X.astype(np.longdouble), network.centers.astype(np.longdouble)
    s = network.gamma * ((X[:, None] - mu) ** 2).sum(axis=2)
    error = (1e-13 + 10 * np.finfo(float).eps * s) * np.exp(-s)
    return np.exp(-s) @ network.weights, error @ np.abs(network.weights)


@pytest.mark.parametrize("D", [1, 2, 10, 40])
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
