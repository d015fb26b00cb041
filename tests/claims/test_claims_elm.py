import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import linalg
from scipy.optimize import approx_fprime, minimize
from sklearn.preprocessing import StandardScaler

from rbflib import ELMRegressor, OLSRegressor, RBFNetworkRegressor, make_wave, wave
from rbflib.elm import ACTIVATIONS
from tests.seeds import thorough


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_e1_hidden_layer_is_random_and_only_the_output_is_solved(activation):
    X, y = make_wave(60, random_state=0)
    one = ELMRegressor(12, activation, random_state=3).fit(X, y)
    other = ELMRegressor(12, activation, random_state=3).fit(X, np.cos(9 * X[:, 0]))
    assert_array_equal(one.a_, other.a_)  # the targets have no say in the hidden layer
    assert_array_equal(one.b_, other.b_)
    assert not np.allclose(one.weights_, other.weights_)
    assert not hasattr(one, "n_iter_")
    H = one.hidden_layer(X)
    best = ((H @ one.weights_ - y) ** 2).sum()
    for step in np.eye(12) * 1e-3 * np.abs(one.weights_).max():  # no other output layer is better
        assert ((H @ (one.weights_ + step) - y) ** 2).sum() >= best - 1e-12


def test_e2_the_weights_solve_the_normal_equations(seed, rng):
    X, T = rng.standard_normal((80, 4)), rng.standard_normal((80, 2))
    elm = ELMRegressor(20, random_state=seed).fit(X, T)
    H, beta = elm.hidden_layer(X), elm.weights_
    # HᵀHβ = HᵀT, where the gradient of ‖Hβ − T‖² vanishes: β = (HᵀH)⁻¹HᵀT = H⁺T.
    assert_allclose(H.T @ H @ beta, H.T @ T, atol=1e-8)
    assert_allclose(beta, linalg.inv(H.T @ H) @ H.T @ T, rtol=1e-3, atol=1e-4)
    assert_allclose(beta, linalg.pinv(H) @ T, rtol=1e-7, atol=1e-8)


def test_question_2_h_plus_t_is_the_solution_of_least_norm_by_the_svd(seed, rng):
    X, T = rng.standard_normal((20, 6)), rng.standard_normal(20)
    elm = ELMRegressor(50, "tanh", random_state=seed).fit(X, T)
    H, beta = elm.hidden_layer(X), elm.weights_
    U, sigma, Vt = linalg.svd(H, full_matrices=False)
    assert_allclose(beta, Vt.T @ (U.T @ T / sigma), rtol=1e-8, atol=1e-10)
    assert_allclose(H @ beta, T, atol=1e-9)
    # Any other solution differs by a vector that H takes to 0, orthogonal to β: it is longer.
    free = linalg.null_space(H) @ rng.standard_normal(30)
    assert_allclose(H @ (beta + free), T, atol=1e-9)
    assert abs(free @ beta) < 1e-9 * np.linalg.norm(free) * np.linalg.norm(beta)
    assert np.linalg.norm(beta + free) > np.linalg.norm(beta)


@pytest.mark.filterwarnings("ignore:The design matrix has")
@pytest.mark.parametrize("activation", sorted(set(ACTIVATIONS) - {"polynomial"}))
def test_e3_as_many_nodes_as_samples_leave_no_training_error(seed, activation, rng):
    X, T = rng.standard_normal((40, 6)), rng.standard_normal(40)
    enough, fewer = (ELMRegressor(M, activation, random_state=seed).fit(X, T) for M in (40, 20))
    assert_allclose(enough.predict(X), T, atol=1e-7)
    assert np.abs(fewer.predict(X) - T).max() > 0.1


def test_e3_polynomial_nodes_stop_at_the_polynomials_of_degree_three():
    # Universal approximation needs nodes that are no polynomial: these span 4 functions of x.
    X, y = make_wave(30, random_state=0)
    elm = ELMRegressor(30, "polynomial", random_state=0).fit(X, y)
    assert np.linalg.matrix_rank(elm.hidden_layer(X)) == 4
    cubic = np.polynomial.Polynomial.fit(X[:, 0], y, 3)(X[:, 0])
    assert_allclose(elm.predict(X), cubic, atol=1e-9)
    assert np.abs(elm.predict(X) - y).max() > 0.05


@pytest.mark.filterwarnings("ignore:The design matrix has")
@pytest.mark.parametrize("activation", sorted(set(ACTIVATIONS) - {"polynomial"}))
def test_e4_training_error_falls_with_the_number_of_nodes(activation):
    X, y = make_wave(200, noise=0.0, random_state=0)
    unexplained = []
    for m in (2, 8, 32):
        draws = [ELMRegressor(m, activation, random_state=s).fit(X, y) for s in range(9)]
        unexplained.append(np.median([1 - draw.score(X, y) for draw in draws]))
    assert unexplained[0] > 10 * unexplained[1] > 100 * unexplained[2]


@pytest.mark.filterwarnings("ignore:The design matrix has")
@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_e5_every_type_of_node_learns_the_same_target(activation):
    X, y = make_wave(100, noise=0.1, random_state=0)
    X_new, y_new = make_wave(100, noise=0.0, random_state=1)
    scores = [
        ELMRegressor(15, activation, random_state=s).fit(X, y).score(X_new, y_new) for s in range(9)
    ]
    assert np.median(scores) > 0.95
    # The draw matters, but where the nodes span the same functions whatever the draw.
    assert np.ptp(scores) < 1e-9 if activation == "polynomial" else np.ptp(scores) > 1e-4


def test_e6_gradient_needs_many_steps_to_the_error_that_one_solution_has():
    # The computing part of "faster": not seconds, but how often the hidden layer is worked out.
    X, y = make_wave(60, noise=0.05, random_state=0)
    elm = ELMRegressor(12, "tanh", random_state=0).fit(X, y)
    error = ((elm.predict(X) - y) ** 2).mean()
    x = StandardScaler().fit_transform(X)[:, 0]

    def network(parameters):
        a, b, beta = parameters.reshape(3, 12)
        hidden = np.tanh(np.outer(x, a) + b)
        e = hidden @ beta - y
        slope = np.outer(e, beta) * (1 - hidden**2)
        gradient = np.concatenate([x @ slope, slope.sum(axis=0), hidden.T @ e])
        return (e**2).mean(), 2 * gradient / len(y)

    beta = 0.1 * np.random.default_rng(0).standard_normal(12)
    start = np.concatenate([elm.a_[:, 0], elm.b_, beta])
    assert_allclose(network(start)[1], approx_fprime(start, lambda p: network(p)[0]), atol=1e-6)
    short = minimize(network, start, jac=True, options={"maxiter": 10}, method="L-BFGS-B")
    assert short.fun > error  # 10 steps of a good method on the same network are not enough


@pytest.mark.parametrize("n_centers", [5, 7])
def test_e7_random_radial_nodes_against_chosen_centers(seed, n_centers):
    X, y = make_wave(150, noise=0.1, random_state=seed)
    draws = [ELMRegressor(n_centers, "rbf", random_state=s).fit(X, y) for s in range(25)]
    gamma = float(np.median([elm.network_.gamma for elm in draws]))  # equal widths for all three
    scores = [elm.score(X, y) for elm in draws]
    chosen = OLSRegressor(n_centers, tol=0, gamma=gamma, fit_intercept=False).fit(X, y)
    clustered = RBFNetworkRegressor(n_centers, gamma=gamma, fit_intercept=False, random_state=seed)
    for network in (chosen, clustered.fit(X, y)):
        assert network.score(X, y) > np.median(scores) + 0.01
    # One lucky draw proves nothing: the worst of 25 leaves several times the error of the best.
    assert 1 - min(scores) > 3 * (1 - max(scores))


@pytest.mark.filterwarnings("ignore:The design matrix has")
@pytest.mark.parametrize("seed", [0, *thorough(1, 2)])
def test_over_many_draws_the_median_settles_and_the_mean_follows_the_largest_error(seed):
    X, y = make_wave(20, noise=0.2, random_state=47)
    x, e_out = np.linspace(0, 1, 200)[:, None], []
    for draw in range(1000 * seed, 1000 * seed + 200):
        h = ELMRegressor(15, "tanh", random_state=draw).fit(X, y).predict(x)
        e_out.append(np.mean((h - wave(x)) ** 2) + 0.2**2)
    assert np.median(e_out[:20]) == pytest.approx(np.median(e_out), rel=0.5)
    assert np.mean(e_out) > 5 * np.median(e_out)
    assert max(e_out) > 0.3 * np.sum(e_out)


@pytest.mark.filterwarnings("ignore:The design matrix has")
def test_a_small_penalty_makes_the_number_of_nodes_unimportant(seed):
    X, y = make_wave(20, noise=0.2, random_state=seed)
    x = np.linspace(0, 1, 200)[:, None]

    def median(L, alpha):
        draws = [ELMRegressor(L, "tanh", alpha, random_state=s).fit(X, y) for s in range(20)]
        return np.median([np.mean((draw.predict(x) - wave(x)) ** 2) for draw in draws]) + 0.2**2

    without, penalized = ([median(L, alpha) for L in (10, 20, 40)] for alpha in (0.0, 0.01))
    assert max(penalized) < 1.5 * min(penalized)
    assert max(without) > 3 * min(without)
