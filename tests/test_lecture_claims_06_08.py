"""What the lecture says about orthogonal least squares, extreme learning machines and classical
scaling, item by item, and what the student's questions come to."""

from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import linalg
from scipy.optimize import approx_fprime, minimize
from scipy.spatial.distance import pdist, squareform
from sklearn.datasets import load_iris, load_wine
from sklearn.decomposition import PCA
from sklearn.manifold import ClassicalMDS as PeerMDS
from sklearn.preprocessing import StandardScaler

from rbflib import (
    ClassicalMDS,
    ELMClassifier,
    ELMRegressor,
    OLSRegressor,
    RBFNetworkRegressor,
    design_matrix,
    double_centering,
    great_circle_distances,
    make_wave,
    naive_forward_selection,
    orthogonal_least_squares,
    world_cities,
)
from rbflib.elm import ACTIVATIONS

SEEDS = range(5)


def candidates(seed, n_samples=40):
    """A design matrix with a center on each sample, and a target with its mean removed."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, (n_samples, 2))
    t = np.sin(3 * X[:, 0]) + X[:, 1] ** 2 + 0.1 * rng.standard_normal(n_samples)
    return design_matrix(X, X, 4.0), t - t.mean()


def squared_error(Z, t, columns):
    w = linalg.lstsq(Z[:, columns], t)[0]
    return ((Z[:, columns] @ w - t) ** 2).sum()


# --- 06 orthogonal least squares ---------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_o1_naive_selection_adds_the_center_that_leaves_the_least_error(seed):
    Z, t = candidates(seed)
    selected, err = naive_forward_selection(Z, t, max_terms=5)
    error = t @ t
    for k, chosen in enumerate(selected):
        trials = [
            squared_error(Z, t, [*selected[:k], m]) if m not in selected[:k] else np.inf
            for m in range(len(t))
        ]
        assert np.argmin(trials) == chosen
        assert err[k] == pytest.approx((error - trials[chosen]) / (t @ t), abs=1e-12)
        error = trials[chosen]


@pytest.mark.parametrize("seed", SEEDS)
def test_o2_gram_schmidt_factors_the_selected_columns(seed):
    Z, t = candidates(seed)
    path = orthogonal_least_squares(Z, t, max_terms=8)
    Phi, Q, A = Z[:, path.selected], path.Q, path.A
    assert_allclose(Q @ A, Phi, atol=1e-13)
    assert_array_equal(A, np.triu(A))
    assert_allclose(np.diag(A), 1, atol=1e-14)
    gram = Q.T @ Q
    assert_allclose(gram, np.diag(np.diag(gram)), atol=1e-12)
    for k in range(8):  # (1), one column at a time
        alpha = [Q[:, i] @ Phi[:, k] / (Q[:, i] @ Q[:, i]) for i in range(k)]
        assert_allclose(A[:k, k], alpha, rtol=1e-6, atol=1e-9)
        assert_allclose(Phi[:, k] - Q[:, :k] @ alpha, Q[:, k], atol=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_o3_each_g_is_a_quotient_without_any_inverse(seed):
    Z, t = candidates(seed)
    path = orthogonal_least_squares(Z, t, max_terms=8)
    Q = path.Q
    assert_allclose(path.g, [q @ t / (q @ q) for q in Q.T], rtol=1e-8)
    assert_allclose(path.g, linalg.inv(Q.T @ Q) @ Q.T @ t, rtol=1e-6)  # what it stands for
    assert_allclose(path.weights, linalg.lstsq(Z[:, path.selected], t)[0], rtol=1e-6)


@pytest.mark.parametrize("seed", SEEDS)
def test_o4_energy_splits_and_the_ratios_sum_to_one(seed):
    Z, t = candidates(seed)
    for n_terms in (1, 3, 8, 15):
        path = orthogonal_least_squares(Z, t, max_terms=n_terms)
        parts = path.g**2 * np.einsum("nm,nm->m", path.Q, path.Q)
        e = t - Z[:, path.selected] @ path.weights
        assert parts.sum() + e @ e == pytest.approx(t @ t, rel=1e-10)
        assert_allclose(path.err, parts / (t @ t), rtol=1e-10)
        assert path.err.sum() + (e @ e) / (t @ t) == pytest.approx(1, abs=1e-10)


@pytest.mark.parametrize("seed", SEEDS)
def test_o5_picks_the_naive_centers_in_the_same_order(seed):
    Z, t = candidates(seed)
    path = orthogonal_least_squares(Z, t, max_terms=8)
    selected, err = naive_forward_selection(Z, t, max_terms=8)
    assert_array_equal(path.selected, selected)
    assert_allclose(path.err, err, atol=1e-10)


@pytest.mark.parametrize("rho", [0.3, 0.05, 0.01])
@pytest.mark.parametrize("seed", SEEDS)
def test_o6_stops_when_the_unexplained_share_is_below_rho(seed, rho):
    Z, t = candidates(seed)
    path = orthogonal_least_squares(Z, t, tol=rho)
    assert 1 - path.err.sum() < rho
    assert 1 - path.err[:-1].sum() >= rho


def dense_where_flat(seed, n_samples=300):
    """Nine samples of ten lie where y is flat: density says nothing about where y needs centers."""
    rng = np.random.default_rng(seed)
    crowded = rng.uniform(size=n_samples) < 0.9
    x = np.where(crowded, rng.uniform(0, 2 / 3, n_samples), rng.uniform(2 / 3, 1, n_samples))
    y = np.where(x > 2 / 3, np.sin(18 * np.pi * (x - 2 / 3)), 0)
    return x[:, None], y + 0.02 * rng.standard_normal(n_samples)


@pytest.mark.parametrize("seed", SEEDS)
def test_o7_fewer_centers_than_k_means_where_the_target_is_flat(seed):
    X, y = dense_where_flat(seed)
    ols = OLSRegressor(tol=0.05, gamma=300.0).fit(X, y)
    n_centers = len(ols.selected_)
    assert ols.score(X, y) > 0.95
    # Even half as many centers again, placed by density, do not get there from any of 5 starts.
    for start in range(5):
        kmeans = RBFNetworkRegressor(3 * n_centers // 2, gamma=300.0, random_state=start).fit(X, y)
        assert kmeans.score(X, y) < 0.95
    # Because of where they go:
    in_flat = (kmeans.network_.centers < 0.6).mean()
    assert in_flat > 0.6 > (ols.network_.centers < 0.6).mean()


def test_o7_forward_selection_is_greedy_and_misses_the_best_pair():
    # t is exactly a combination of columns 0 and 1, but column 2 alone is nearest to t.
    t = np.array([1.0, 0.0, 0.0])
    Z = np.column_stack([[1.0, 2.0, 0.0], [1.0, -2.0, 0.0], [1.0, 0.0, 0.5]])
    errors = {pair: squared_error(Z, t, pair) for pair in combinations(range(3), 2)}
    assert min(errors, key=errors.get) == (0, 1)
    assert errors[0, 1] < 1e-25
    path = orthogonal_least_squares(Z, t, max_terms=2)
    assert path.selected[0] == 2
    assert path.residual > 0.1
    assert_array_equal(path.selected, naive_forward_selection(Z, t, max_terms=2)[0])


def test_o7_the_trap_is_common_and_never_the_other_way_round():
    missed = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        Z, t = rng.standard_normal((8, 7)), rng.standard_normal(8)
        pair = orthogonal_least_squares(Z, t, max_terms=2).selected
        best = min(squared_error(Z, t, p) for p in combinations(range(7), 2))
        chosen = squared_error(Z, t, list(pair))
        assert chosen > best * (1 - 1e-12)
        missed += chosen > best * (1 + 1e-9)
    assert 1 <= missed < 40


# --- 07 extreme learning machine ---------------------------------------------------------------


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


@pytest.mark.parametrize("seed", SEEDS)
def test_e2_the_weights_solve_the_normal_equations(seed):
    rng = np.random.default_rng(seed)
    X, T = rng.standard_normal((80, 4)), rng.standard_normal((80, 2))
    elm = ELMRegressor(20, random_state=seed).fit(X, T)
    H, beta = elm.hidden_layer(X), elm.weights_
    # The gradient of ‖Hβ − T‖² is 2Hᵀ(Hβ − T), by numerical differentiation at a random β ...
    at = rng.standard_normal(40)
    numerical = approx_fprime(at, lambda b: ((H @ b.reshape(20, 2) - T) ** 2).sum())
    assert_allclose(numerical, (2 * H.T @ (H @ at.reshape(20, 2) - T)).ravel(), rtol=1e-4)
    # ... and vanishes at the solution: HᵀHβ = HᵀT, so β = (HᵀH)⁻¹HᵀT = H⁺T.
    assert_allclose(H.T @ H @ beta, H.T @ T, atol=1e-8)
    assert_allclose(beta, linalg.inv(H.T @ H) @ H.T @ T, rtol=1e-3, atol=1e-4)
    assert_allclose(beta, linalg.pinv(H) @ T, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("seed", SEEDS)
def test_question_2_h_plus_t_is_the_solution_of_least_norm_by_the_svd(seed):
    rng = np.random.default_rng(seed)
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


@pytest.mark.parametrize("activation", sorted(set(ACTIVATIONS) - {"polynomial"}))
@pytest.mark.parametrize("seed", SEEDS)
def test_e3_as_many_nodes_as_samples_leave_no_training_error(seed, activation):
    rng = np.random.default_rng(seed)
    X, T = rng.standard_normal((40, 6)), rng.standard_normal(40)
    assert_allclose(
        ELMRegressor(40, activation, random_state=seed).fit(X, T).predict(X), T, atol=1e-7
    )
    fewer = ELMRegressor(20, activation, random_state=seed).fit(X, T)
    assert np.abs(fewer.predict(X) - T).max() > 0.1


def test_e3_polynomial_nodes_stop_at_the_polynomials_of_degree_three():
    # Universal approximation needs nodes that are no polynomial: these span 4 functions of x.
    X, y = make_wave(30, random_state=0)
    elm = ELMRegressor(30, "polynomial", random_state=0).fit(X, y)
    assert np.linalg.matrix_rank(elm.hidden_layer(X)) == 4
    cubic = np.polynomial.Polynomial.fit(X[:, 0], y, 3)(X[:, 0])
    assert_allclose(elm.predict(X), cubic, atol=1e-9)
    assert np.abs(elm.predict(X) - y).max() > 0.05


@pytest.mark.parametrize("activation", sorted(set(ACTIVATIONS) - {"polynomial"}))
def test_e4_training_error_falls_with_the_number_of_nodes(activation):
    X, y = make_wave(200, noise=0.0, random_state=0)
    spread = {
        m: np.median(
            [
                1 - ELMRegressor(m, activation, random_state=s).fit(X, y).score(X, y)
                for s in range(9)
            ]
        )
        for m in (2, 8, 32)
    }
    assert spread[2] > 10 * spread[8] > 100 * spread[32]


def test_e4_classification_too():
    for load in (load_iris, load_wine):
        X, y = load(return_X_y=True)
        few, many = (
            np.median([ELMClassifier(m, random_state=s).fit(X, y).score(X, y) for s in range(9)])
            for m in (2, 40)
        )
        assert many > 0.98 > 0.9 > few


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

    start = np.concatenate(
        [elm.a_[:, 0], elm.b_, 0.1 * np.random.default_rng(0).standard_normal(12)]
    )
    assert_allclose(network(start)[1], approx_fprime(start, lambda p: network(p)[0]), atol=1e-6)
    short = minimize(network, start, jac=True, options={"maxiter": 10}, method="L-BFGS-B")
    assert short.fun > error  # 10 steps of a good method on the same network are not enough


@pytest.mark.parametrize("n_centers", [5, 7])
@pytest.mark.parametrize("seed", SEEDS)
def test_e7_random_radial_nodes_against_chosen_centers(seed, n_centers):
    X, y = make_wave(150, noise=0.1, random_state=seed)
    draws = [ELMRegressor(n_centers, "rbf", random_state=s).fit(X, y) for s in range(25)]
    gamma = float(np.median([elm.network_.gamma for elm in draws]))  # equal widths for all three
    scores = [elm.score(X, y) for elm in draws]
    chosen = OLSRegressor(n_centers, tol=0, gamma=gamma, fit_intercept=False).fit(X, y)
    clustered = RBFNetworkRegressor(
        n_centers, gamma=gamma, fit_intercept=False, random_state=seed
    ).fit(X, y)
    assert chosen.score(X, y) > np.median(scores) + 0.01
    assert clustered.score(X, y) > np.median(scores) + 0.01
    # One lucky draw proves nothing: the worst of 25 leaves several times the error of the best.
    assert 1 - min(scores) > 3 * (1 - max(scores))


# --- 08 multidimensional scaling ---------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_m1_from_distances_to_inner_products_step_by_step(seed):
    rng = np.random.default_rng(seed)
    m = 9
    Z = rng.standard_normal((3, m))  # one column a sample, as in the notes
    Z -= Z.mean(axis=1, keepdims=True)
    B = Z.T @ Z
    b = np.diag(B)
    dist2 = np.array([[((Z[:, i] - Z[:, j]) ** 2).sum() for j in range(m)] for i in range(m)])
    # (14), (15)
    for i in range(m):
        for j in range(m):
            expanded = Z[:, i] @ Z[:, i] + Z[:, j] @ Z[:, j] - 2 * Z[:, i] @ Z[:, j]
            assert dist2[i, j] == pytest.approx(expanded)
            assert dist2[i, j] == pytest.approx(B[i, i] + B[j, j] - 2 * B[i, j])
    # (16), (17): the points are centered, so rows and columns of B sum to 0
    assert_allclose(B.sum(axis=0), 0, atol=1e-12)
    assert_allclose(B.sum(axis=1), 0, atol=1e-12)
    # (18), (19), (20)
    trace = np.trace(B)
    assert trace == pytest.approx((Z**2).sum())
    assert_allclose(dist2.sum(axis=0), trace + m * b)
    assert_allclose(dist2.sum(axis=1), trace + m * b)
    assert dist2.sum() == pytest.approx(2 * m * trace)
    # (21), (22), (23)
    assert_allclose(B, -(dist2 - b[:, None] - b[None, :]) / 2, atol=1e-12)
    row, column = dist2.sum(axis=1, keepdims=True), dist2.sum(axis=0, keepdims=True)
    assert_allclose(B, -(dist2 - (row - trace) / m - (column - trace) / m) / 2, atol=1e-12)
    assert_allclose(B, -(dist2 - row / m - column / m + 2 * trace / m) / 2, atol=1e-12)
    # (25), (26), (27)
    row_mean, column_mean, mean = row / m, column / m, dist2.sum() / m**2
    assert mean == pytest.approx(2 / m * trace)
    # (24), and the library
    assert_allclose(B, -(dist2 - row_mean - column_mean + mean) / 2, atol=1e-12)
    assert_allclose(double_centering(np.sqrt(dist2)), B, atol=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_m2_the_map_is_the_root_of_the_eigenvalues_times_the_eigenvectors(seed):
    X = np.random.default_rng(seed).standard_normal((12, 5))
    B = double_centering(squareform(pdist(X)))
    Lambda, V = np.linalg.eigh(B)
    assert_allclose(V * Lambda @ V.T, B, atol=1e-12)
    Lambda, V = Lambda[::-1][:3], V[:, ::-1][:, :3]
    Z = (np.sqrt(Lambda)[:, None] * V.T).T
    embedding = ClassicalMDS(3, "precomputed").fit_transform(squareform(pdist(X)))
    assert_allclose(embedding, Z * np.sign((Z * embedding).sum(axis=0)), atol=1e-10)
    # No other map of 3 dimensions has inner products nearer to B than that of the 3 largest.
    best = ((B - Z @ Z.T) ** 2).sum()
    Lambda_all, V_all = np.linalg.eigh(B)
    for chosen in combinations(range(12), 3):
        other = V_all[:, chosen] * np.maximum(Lambda_all[list(chosen)], 0) @ V_all[:, chosen].T
        assert ((B - other) ** 2).sum() >= best - 1e-9


@pytest.mark.parametrize("seed", SEEDS)
def test_m3_distances_come_back_at_full_rank_and_else_by_the_eigenvalues_left_out(seed):
    X = np.random.default_rng(seed).standard_normal((15, 5))
    d2 = squareform(pdist(X)) ** 2
    eigenvalues = ClassicalMDS(1).fit(X).eigenvalues_
    for n_components in range(1, 6):
        Z = ClassicalMDS(n_components).fit_transform(X)
        lost = d2 - squareform(pdist(Z)) ** 2
        assert (lost > -1e-9).all()  # a projection never makes a distance longer
        # (20): squared distances over all pairs sum to 2m tr(B)
        assert lost.sum() == pytest.approx(2 * 15 * eigenvalues[n_components:].sum(), abs=1e-9)
    assert_allclose(squareform(pdist(Z)) ** 2, d2, atol=1e-9)


@pytest.mark.parametrize("load", [load_iris, load_wine])
def test_m4_equal_to_principal_components_and_to_the_peer(load):
    X = StandardScaler().fit_transform(load().data)
    Z = ClassicalMDS(3).fit_transform(X)
    for other in (PCA(3).fit_transform(X), PeerMDS(n_components=3).fit_transform(X)):
        assert_allclose(Z * np.sign((Z * other).sum(axis=0)), other, atol=1e-8)


def test_m5_great_circle_distances_have_negative_eigenvalues():
    _, latitude, longitude = world_cities()
    distances = great_circle_distances(latitude, longitude)
    with pytest.warns(UserWarning, match="no Euclidean table"):
        model = ClassicalMDS(3, "precomputed").fit(distances)
    eigenvalues = model.eigenvalues_
    assert eigenvalues[-1] < -0.1 * eigenvalues[0]
    # What it means: squared distances along the negative directions count as negative, ...
    Lambda, V = np.linalg.eigh(double_centering(distances))
    coordinates = V * np.sqrt(np.abs(Lambda))
    difference2 = (coordinates[:, None] - coordinates[None]) ** 2
    assert_allclose(difference2 @ np.sign(Lambda), distances**2, rtol=1e-8, atol=1)
    # ... so the positive directions alone overshoot every distance.
    overshoot = np.sqrt(difference2 @ (Lambda > 0)) - distances
    assert overshoot.min() > -1e-3
    assert overshoot.max() > 100
    # The map in three dimensions is the globe: directions from its middle are those on Earth.
    phi, lam = np.radians(latitude), np.radians(longitude)
    globe = np.column_stack([np.cos(phi) * np.cos(lam), np.cos(phi) * np.sin(lam), np.sin(phi)])
    turn, size = linalg.orthogonal_procrustes(model.embedding_, globe - globe.mean(axis=0))
    fitted = model.embedding_ @ turn
    fitted *= size / (fitted**2).sum()
    spread = ((globe - globe.mean(axis=0)) ** 2).sum()
    assert ((fitted - (globe - globe.mean(axis=0))) ** 2).sum() < 0.05 * spread


def test_m5_cities_of_one_region_are_nearly_flat():
    names, latitude, longitude = world_cities()
    europe = [names.index(n) for n in ("London", "Paris", "Madrid", "Berlin", "Rome", "Moscow")]
    distances = great_circle_distances(latitude[europe], longitude[europe])
    with pytest.warns(UserWarning, match="no Euclidean table"):
        Z = ClassicalMDS(2, "precomputed").fit_transform(distances)
    assert np.abs(squareform(pdist(Z)) - distances).max() < 0.02 * distances.max()


@pytest.mark.parametrize("seed", SEEDS)
def test_m6_new_points_are_placed_after_the_fit(seed):
    rng = np.random.default_rng(seed)
    X, new = rng.standard_normal((30, 3)), rng.standard_normal((6, 3))
    to_fitted = np.sqrt(((new[:, None] - X[None]) ** 2).sum(axis=2))
    by_distances = ClassicalMDS(3, "precomputed").fit(squareform(pdist(X)))
    placed = by_distances.transform(to_fitted)
    seen = np.sqrt(((placed[:, None] - by_distances.embedding_[None]) ** 2).sum(axis=2))
    assert_allclose(seen, to_fitted, atol=1e-9)
    by_points = ClassicalMDS(3).fit(X)
    signs = np.sign((by_points.embedding_ * by_distances.embedding_).sum(axis=0))
    assert_allclose(by_points.transform(new) * signs, placed, atol=1e-9)


# --- the student's questions -------------------------------------------------------------------


def test_question_4_a_tetrahedron_has_no_exact_picture_in_the_plane():
    tetrahedron = np.ones((4, 4)) - np.eye(4)  # six equal distances
    model = ClassicalMDS(3, "precomputed").fit(tetrahedron)
    assert_allclose(model.eigenvalues_, [0.5, 0.5, 0.5, 0], atol=1e-12)
    assert_allclose(pdist(model.embedding_), 1, atol=1e-12)  # exact in space
    flat = ClassicalMDS(2, "precomputed").fit_transform(tetrahedron)
    lost = 1 - (pdist(flat) ** 2).sum() / 6
    assert lost == pytest.approx(1 / 3)  # one of three equal eigenvalues

    # No picture in the plane has six equal distances: the best found from 50 starts keeps an error.
    def stress(z):
        return ((pdist(z.reshape(4, 2)) - 1) ** 2).sum()

    rng = np.random.default_rng(0)
    best = min(minimize(stress, rng.standard_normal(8)).fun for _ in range(50))
    square = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]) * (2 + np.sqrt(2)) / 4
    assert best > 0.1
    assert best <= stress(square) + 1e-9


@pytest.mark.parametrize("seed", SEEDS)
def test_question_5_zero_eigenvalues_are_dependent_dimensions(seed):
    X = np.random.default_rng(seed).standard_normal((10, 3))

    def n_positive(X):
        return int((ClassicalMDS(1).fit(X).eigenvalues_ > 1e-9).sum())

    assert n_positive(X) == 3
    assert n_positive(np.column_stack([X, X[:, 0]])) == 3  # two columns that say the same
    assert n_positive(np.column_stack([X, X.sum(axis=1)])) == 3  # or any dependence: it is rank
    assert n_positive(np.column_stack([X, np.ones(10)])) == 3
    # And without any dependence: 10 centered points span no more than 9 dimensions.
    wide = np.random.default_rng(seed).standard_normal((10, 20))
    assert n_positive(wide) == 9


@pytest.mark.parametrize("seed", SEEDS)
def test_question_6_an_eigenvalue_is_its_dimensions_share_of_squared_distance(seed):
    X = np.random.default_rng(seed).standard_normal((20, 4)) * [4, 3, 2, 1]
    model = ClassicalMDS(4).fit(X)
    total = (pdist(X) ** 2).sum()
    for column, eigenvalue in zip(model.embedding_.T, model.eigenvalues_, strict=False):
        share = (pdist(column[:, None]) ** 2).sum() / total
        assert share == pytest.approx(eigenvalue / model.eigenvalues_.sum())
    # And yes, it is a square root: a coordinate's length is the root of its eigenvalue.
    assert_allclose(np.linalg.norm(model.embedding_, axis=0), np.sqrt(model.eigenvalues_[:4]))


@pytest.mark.parametrize("seed", SEEDS)
def test_question_7_samples_need_no_centering_before(seed):
    X = np.random.default_rng(seed).standard_normal((12, 3))
    shift = np.array([100.0, -20.0, 3.0])
    assert_allclose(squareform(pdist(X + shift)), squareform(pdist(X)), atol=1e-12)
    B = double_centering(squareform(pdist(X + shift)))
    centered = X - X.mean(axis=0)
    assert_allclose(B, centered @ centered.T, atol=1e-11)
    assert not np.allclose(B, (X + shift) @ (X + shift).T)
    assert_allclose(
        ClassicalMDS().fit_transform(X + shift), ClassicalMDS().fit_transform(X), atol=1e-11
    )


@pytest.mark.parametrize("load", [load_iris, load_wine])
def test_question_8_scaling_keeps_more_than_any_choice_of_attributes(load):
    X = StandardScaler().fit_transform(load().data)
    total = (pdist(X) ** 2).sum()
    for n_components in (1, 2, 3):
        kept = (pdist(ClassicalMDS(n_components).fit_transform(X)) ** 2).sum() / total
        by_columns = [
            (pdist(X[:, columns]) ** 2).sum() / total
            for columns in combinations(range(X.shape[1]), n_components)
        ]
        assert kept > 1.2 * max(by_columns)
