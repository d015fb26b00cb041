"""What the lecture claims, item by item, on fresh random data.

A test is named after the item that it proves, and stands in the section of its chapter. Where the
lecture's documents disagree or err, the test shows which is right.
"""

import warnings
from dataclasses import replace
from itertools import combinations, pairwise, product
from math import comb, log2, pi, sqrt

import mpmath
import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import linalg
from scipy.integrate import quad
from scipy.optimize import approx_fprime, linprog, minimize
from scipy.optimize._numdiff import approx_derivative
from scipy.spatial.distance import cdist, pdist, squareform
from scipy.special import gamma as gamma_function
from scipy.special import jv
from scipy.stats import multivariate_normal, norm, ortho_group
from sklearn.datasets import (
    load_breast_cancer,
    load_digits,
    load_iris,
    load_sample_image,
    load_wine,
    make_blobs,
)
from sklearn.decomposition import PCA
from sklearn.exceptions import ConvergenceWarning
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.manifold import ClassicalMDS as PeerMDS
from sklearn.metrics import adjusted_rand_score
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.neural_network import MLPClassifier, MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler, scale
from sklearn.svm import SVC

import rbflib.neighbors
from rbflib import (
    BASES,
    ClassicalMDS,
    ELMClassifier,
    ELMRegressor,
    FullRBFClassifier,
    FullRBFRegressor,
    KMeans,
    NadarayaWatsonRegressor,
    NearestNeighborClassifier,
    NearestNeighborRegressor,
    OLSRegressor,
    RBFNetwork,
    RBFNetworkClassifier,
    RBFNetworkRegressor,
    UniformRBFClassifier,
    cluster_gamma,
    design_matrix,
    double_centering,
    edit_distance,
    effective_degrees_of_freedom,
    error_and_gradient,
    fit_mixture,
    great_circle_distances,
    kmeans_centers,
    lloyd,
    make_moons,
    make_rings,
    make_wave,
    make_xor,
    mixture_gamma,
    naive_forward_selection,
    neighbor_gamma,
    network_from_svc,
    orthogonal_least_squares,
    polynomial,
    random_centers,
    solve_weights,
    tanh_neuron,
    train_by_backprop,
    wave,
    world_cities,
)
from rbflib.elm import ACTIVATIONS

SEEDS = range(5)


def draw_seed(rng):
    """An integer for generators of the older kind."""
    return int(rng.integers(2**31))


def mean_squared_error(model, X, y):
    return np.mean((model.predict(X) - y) ** 2)


# 01 · Gaussian SVM, seen as an RBF network


@pytest.mark.parametrize("gamma", [0.1, 1.0, 10.0])
def test_s1_gaussian_svm_is_a_network_on_its_support_vectors(gamma, rng):
    X, y = rng.standard_normal((80, 3)), np.where(rng.random(80) < 0.5, 1, -1)
    svc = SVC(gamma=gamma, C=2.0).fit(X, y)
    network = network_from_svc(svc)
    X_new = rng.standard_normal((200, 3))
    assert_allclose(network(X_new), svc.decision_function(X_new), atol=1e-10)
    assert network.n_centers == len(svc.support_)
    assert_array_equal(network.centers, X[svc.support_])
    # α from the dual's definition, |weight| = α, and sign(weight) = y.
    assert_allclose(network.weights, y[svc.support_] * np.abs(svc.dual_coef_[0]))
    assert np.abs(network.weights).max() <= 2.0 + 1e-12


def test_s1_the_bias_stands_outside_of_the_exponential(rng):
    # Ten of one class, forty of the other: b is far from 0.
    X = np.vstack([rng.standard_normal((10, 2)) + 1, rng.standard_normal((40, 2)) - 1])
    svc = SVC(gamma=0.5).fit(X, np.repeat([1, -1], [10, 40]))
    b, weights = svc.intercept_[0], svc.dual_coef_[0]
    X_new = rng.uniform(-4, 4, (300, 2))
    s = 0.5 * cdist(X_new, svc.support_vectors_, "sqeuclidean")
    outside, inside = np.exp(-s) @ weights + b, np.exp(-s + b) @ weights
    assert_allclose(outside, svc.decision_function(X_new), atol=1e-10)
    assert (np.sign(inside) != np.sign(outside)).mean() > 0.01


def test_s2_a_neuron_sees_a_direction_and_an_rbf_unit_a_distance(rng):
    mu = rng.standard_normal((1, 3))
    mu /= np.linalg.norm(mu)
    step = np.cross(mu[0], rng.standard_normal(3))  # orthogonal to the center
    line = mu + np.linspace(0, 10, 20)[:, None] * step
    neuron, rbf = tanh_neuron(line, mu)[:, 0], design_matrix(line, mu)[:, 0]
    assert_allclose(neuron, neuron[0], rtol=1e-12)  # the same on the whole plane
    assert (np.diff(rbf[rbf > 1e-300]) < 0).all()  # falls with the distance
    u = rng.standard_normal((50, 3))
    sphere = mu + u / np.linalg.norm(u, axis=1, keepdims=True)
    assert_allclose(design_matrix(sphere, mu), np.exp(-1), rtol=1e-12)  # the same on a sphere
    assert np.ptp(tanh_neuron(sphere, mu)) > 0.01


@pytest.mark.filterwarnings(f"ignore::{ConvergenceWarning.__module__}.ConvergenceWarning")
def test_s2_the_output_of_both_networks_is_linear_in_the_hidden_layer(rng):
    X, y = rng.standard_normal((60, 2)), rng.standard_normal(60)
    mlp = MLPRegressor(hidden_layer_sizes=5, activation="tanh", max_iter=20, random_state=0).fit(
        X, y
    )
    hidden = np.tanh(X @ mlp.coefs_[0] + mlp.intercepts_[0])
    assert_allclose(mlp.predict(X), (hidden @ mlp.coefs_[1] + mlp.intercepts_[1])[:, 0], rtol=1e-9)
    network = RBFNetwork(X[:5], y[:5], bias=2.0)
    hidden = np.exp(-cdist(X, X[:5], "sqeuclidean"))
    assert_allclose(network(X), hidden @ y[:5] + 2.0, rtol=1e-10)


SIMILARITIES = {
    **{name: lambda X, mu, name=name: design_matrix(X, mu, 0.5, name) for name in BASES},
    "polynomial": polynomial,
    "tanh_neuron": tanh_neuron,
}


@pytest.mark.parametrize("name", SIMILARITIES)
def test_s3_only_the_four_bases_are_radial(name, rng):
    similarity = SIMILARITIES[name]
    X, centers = rng.uniform(-1, 1, (30, 3)), rng.uniform(-1, 1, (5, 3))
    Q, shift = ortho_group.rvs(3, random_state=draw_seed(rng)), rng.uniform(1, 2, 3)
    S = similarity(X, centers)
    assert_allclose(similarity(X @ Q, centers @ Q), S, atol=1e-11)  # every one of them turns
    shifted = np.allclose(similarity(X + shift, centers + shift), S, atol=1e-11)
    r = np.linspace(0, 5, 50)
    ray = similarity(r[:, None] * [[1.0, 0, 0]], np.zeros((1, 3)))[:, 0]
    along = similarity(np.array([[1.0, 0, 0]]) * (1 + r[:, None]), np.array([[1.0, 0, 0]]))[:, 0]
    depends_on_distance_only = shifted and np.allclose(ray, along)
    falls = (np.diff(along) <= 0).all()
    assert (depends_on_distance_only and falls) == (name in BASES)


@pytest.mark.parametrize("D", [1, 2, 3, 8])
def test_s3_gaussian_inverse_and_polynomial_are_mercer_kernels_in_every_dimension(D, rng):
    X = rng.uniform(-2, 2, (50, D))
    for name in ("gaussian", "inverse_quadratic", "inverse_multiquadric", "polynomial"):
        eigenvalues = np.linalg.eigvalsh(SIMILARITIES[name](X, X))
        assert eigenvalues[0] > -1e-13 * 50 * eigenvalues[-1], name


def test_s3_tanh_neuron_is_no_mercer_kernel(rng):
    X = rng.uniform(-2, 2, (50, 2))
    assert np.linalg.eigvalsh(tanh_neuron(X, X))[0] < -0.1


def radial_fourier_transform(phi, omega, D):
    """∫₀¹ φ(r) r^(D−1) Ω(ωr) dr, Ω the mean of a plane wave over the sphere in D dimensions."""
    nodes, node_weights = np.polynomial.legendre.leggauss(200)
    r, node_weights = (nodes + 1) / 2, node_weights / 2
    t = np.outer(omega, r)
    wave_mean = gamma_function(D / 2) * (2 / t) ** (D / 2 - 1) * jv(D / 2 - 1, t)
    return wave_mean @ (node_weights * r ** (D - 1) * phi(r))


def test_s3_truncated_basis_is_a_mercer_kernel_up_to_three_dimensions_only():
    # Bochner: positive definite in D dimensions if and only if the Fourier transform is ≥ 0.
    omega = np.linspace(0.1, 60, 2000)
    for D in range(1, 8):
        transform = radial_fourier_transform(lambda r: BASES["truncated"](r**2), omega, D)
        assert (transform.min() > -1e-12) == (D <= 3), D


def test_s3_truncated_with_one_minus_r_squared_is_no_mercer_kernel_in_any_dimension(rng):
    omega = np.linspace(0.1, 60, 2000)
    for D in (1, 2, 3):
        assert radial_fourier_transform(lambda r: 1 - r**2, omega, D).min() < -1e-4
        X = rng.uniform(-1, 1, (60, D))
        r = cdist(X, X)
        wrong, right = np.maximum(1 - r**2, 0), np.where(r <= 1, (1 - r) ** 2, 0)
        assert_allclose(design_matrix(X, X, 1.0, "truncated"), right, atol=1e-12)
        assert np.linalg.eigvalsh(right)[0] > -1e-12
        assert np.linalg.eigvalsh(wrong)[0] < -0.01


def test_s3_edit_distance_compares_texts_that_are_no_vectors(rng):
    # One letter changed, put in or left out at random: at most that many edits.
    word = list(rng.choice(list("abcd"), 12))
    edited = word.copy()
    for edits in range(1, 6):
        at = int(rng.integers(len(edited)))
        edited[at : at + rng.integers(2)] = rng.choice(list("abcd"), rng.integers(2))
        assert edit_distance("".join(word), "".join(edited)) <= edits
    with pytest.raises(TypeError, match="compares two texts"):
        edit_distance(np.ones(3), np.ones(3))


def test_s4_gaussian_tends_to_the_indicator_of_its_center(rng):
    X = rng.standard_normal((40, 3))
    indicator = np.eye(40)
    gaps = [np.abs(design_matrix(X, X, gamma) - indicator).max() for gamma in (1, 10, 100, 1e4)]
    assert (np.diff(gaps) < 0).all()
    assert_array_equal(design_matrix(X, X, 1e300), indicator)


@pytest.mark.parametrize("D", [1, 2, 3, 4])
def test_s5_number_of_parameters_of_each_shape_of_gaussian(D, rng):
    """The rank of the derivative counts the parameters that change the function."""
    X = rng.standard_normal((60, D))

    def full_matrix(p):
        A = np.eye(D) + 0.2 * p.reshape(D, D)
        return (A @ A.T)[None]

    shapes = {
        "one width": (lambda p: p[:1] ** 2, 1, D + 1),
        "one width a feature": (lambda p: p[None] ** 2, D, 2 * D),
        "full": (full_matrix, D * D, D * (D + 3) // 2),
    }
    for name, (gamma, n_widths, n_parameters) in shapes.items():
        start = rng.uniform(0.5, 1, D + n_widths)

        def exponent(p, gamma=gamma):
            return -np.log(design_matrix(X, p[None, :D], gamma(p[D:]))[:, 0])

        step = 1e-5 * np.eye(len(start))
        J = np.array([(exponent(start + h) - exponent(start - h)) / 2e-5 for h in step])
        assert np.linalg.matrix_rank(J, tol=1e-5) == n_parameters, name


def test_s5_d_plus_one_parameters_are_isotropic_not_diagonal(rng):
    D = 3
    X, mu = rng.standard_normal((50, D)), rng.standard_normal((1, D))
    width = rng.uniform(0.9, 1.1, (1, D)) * [0.2, 0.7, 2]
    diagonal = -np.log(design_matrix(X, mu, width)[:, 0])
    full = -np.log(design_matrix(X, mu, np.diag(width[0])[None])[:, 0])
    assert_allclose(diagonal, full, rtol=1e-9)
    r2 = ((X - mu) ** 2).sum(axis=1)
    ratio = diagonal / r2  # constant if one width were enough
    assert ratio.max() / ratio.min() > 1.1
    isotropic = -np.log(design_matrix(X, mu, np.array([0.7]))[:, 0])
    assert_allclose(isotropic / r2, 0.7, rtol=1e-9)


def linearly_separable(Z, y):
    """Is there a w with y_n (w·z_n) ≥ 1 for all n?"""
    constraints = -np.asarray(y)[:, None] * Z
    return linprog(np.zeros(Z.shape[1]), constraints, -np.ones(len(Z)), bounds=(None, None)).success


@pytest.mark.parametrize("M", [1, 2, 4, 7])
def test_s6_separable_dichotomies_grow_with_the_units_as_cover_counts(M, rng):
    N = 7
    X = rng.uniform(-1, 1, (N, 2))
    Z = design_matrix(X, rng.uniform(-1, 1, (M, 2)), gamma=3.0)
    count = sum(linearly_separable(Z, y) for y in product([-1, 1], repeat=N))
    assert count == 2 * sum(comb(N - 1, k) for k in range(M))


def test_s6_a_radial_transform_separates_what_no_line_separates(rng):
    for make, centers in (
        (make_rings, [[0.0, 0.0]]),
        (make_xor, [[1.0, 1.0], [-1.0, -1.0]]),
    ):
        X, y = make(60, noise=0.1, random_state=draw_seed(rng))
        assert not linearly_separable(np.column_stack([X, np.ones(60)]), y)
        Z = design_matrix(X, centers, gamma=1.0)
        assert linearly_separable(np.column_stack([Z, np.ones(60)]), y)


def test_s7_error_of_the_best_fit_falls_as_units_are_added(rng):
    # A continuous target with corners: a random walk, joined by straight lines.
    corners = np.cumsum(rng.standard_normal(12)) / 3
    X = np.linspace(0, 1, 600)[:, None]
    y = np.interp(X[:, 0], np.linspace(0, 1, 12), corners)
    errors = []
    for M in (5, 10, 20, 40, 80, 160):
        Z = design_matrix(X, np.linspace(0, 1, M)[:, None], gamma=M**2 / 2)
        errors.append(np.linalg.norm(Z @ solve_weights(Z, y) - y))
    assert (np.diff(errors) < 0).all()
    assert errors[-1] < 0.1 * errors[0]


# 02 · Full RBF network: interpolation and regularization


def test_f1_full_network_has_one_center_on_every_sample(rng):
    X, y = rng.random((25, 3)), rng.permutation(np.arange(25) % 2)
    for learner in (
        FullRBFRegressor(gamma=50.0),
        FullRBFClassifier(gamma=50.0),
        UniformRBFClassifier(),
    ):
        network = learner.fit(X, y).network_
        assert network.n_centers == 25
        assert_array_equal(network.centers, X)


def test_f2_uniform_network_weighs_every_sample_by_its_class(rng):
    X, X_new = rng.standard_normal((30, 2)), rng.standard_normal((50, 2))
    y = rng.permutation(np.where(np.arange(30) % 3, 1, -1))
    model = UniformRBFClassifier(gamma=2.0).fit(X, y)
    votes = [
        sum(c * np.exp(-2 * sum((x - mu) ** 2)) for mu, c in zip(X, y, strict=True)) for x in X_new
    ]
    assert_array_equal(model.network_.weights, y)
    assert_allclose(model.decision_function(X_new), votes, rtol=1e-10, atol=1e-14)
    assert_array_equal(model.predict(X_new), np.sign(votes))


def test_f3_exact_interpolation_is_the_inverse_of_a_square_symmetric_matrix(rng):
    X, y = rng.random((30, 2)), rng.standard_normal(30)
    Z = design_matrix(X, X, 200.0)
    model = FullRBFRegressor(gamma=200.0).fit(X, y)
    assert Z.shape == (30, 30)
    assert_array_equal(Z, Z.T)
    assert_allclose(model.network_.weights, np.linalg.inv(Z) @ y, rtol=1e-8, atol=1e-8)
    assert_allclose(model.predict(X), y, atol=1e-10)  # E_in = 0


def test_f4_distinct_samples_give_an_invertible_matrix(rng):
    for _ in range(5):
        X = rng.random((12, 2))
        closest = cdist(X, X)[np.triu_indices(12, 1)].min()
        assert np.linalg.eigvalsh(design_matrix(X, X, 2 / closest**2))[0] > 0


def test_f4_distinct_samples_too_near_for_floats_are_still_invertible_with_80_digits(rng):
    X = rng.random((8, 1)) / 10
    assert np.linalg.matrix_rank(design_matrix(X, X)) < 8
    with mpmath.workdps(80):
        x = [mpmath.mpf(value) for value in X[:, 0].tolist()]
        Z = mpmath.matrix([[mpmath.exp(-((a - b) ** 2)) for b in x] for a in x])
        L = mpmath.cholesky(Z)  # raises an error where Z is not positive definite
        assert min(L[n, n] for n in range(8)) > 0


def test_f4_two_equal_samples_give_two_equal_rows_and_a_singular_matrix(rng):
    X = rng.random((12, 2))
    X[8] = X[5]
    Z = design_matrix(X, X, 500.0)
    assert_array_equal(Z[8], Z[5])
    assert np.linalg.matrix_rank(Z) == 11
    assert abs(np.linalg.eigvalsh(Z)[0]) < 1e-14


def test_f5_ridge_weights_are_where_the_gradient_vanishes(rng):
    X, y, alpha = rng.random((20, 2)), rng.standard_normal(20), 0.3
    Z = design_matrix(X, X, 10.0)

    def objective(beta):
        return ((Z @ beta - y) ** 2).sum() + alpha * (beta**2).sum()

    def gradient(beta):
        return 2 * (Z.T @ Z @ beta - Z.T @ y + alpha * beta)

    beta = rng.standard_normal(20)
    numerical = [(objective(beta + h) - objective(beta - h)) / 2e-4 for h in 1e-4 * np.eye(20)]
    assert_allclose(numerical, gradient(beta), rtol=1e-6, atol=1e-6)
    ridge = FullRBFRegressor(gamma=10.0, alpha=alpha).fit(X, y).network_.weights
    assert_allclose(gradient(ridge), 0, atol=1e-10)
    assert_allclose(ridge, np.linalg.solve(Z.T @ Z + alpha * np.eye(20), Z.T @ y), rtol=1e-8)
    for _ in range(20):
        assert objective(ridge) < objective(ridge + 0.01 * rng.standard_normal(20))


def test_f6_kernel_ridge_and_ridge_agree_without_penalty_and_differ_with_one(rng):
    X, y, X_new = rng.random((20, 2)), rng.standard_normal(20), rng.random((30, 2))
    Z = design_matrix(X, X, 100.0)
    sigma, U = np.linalg.eigh(Z)
    for alpha in (0.0, 1e-3, 0.1, 1.0):
        kernel_ridge = KernelRidge(kernel="rbf", gamma=100.0, alpha=alpha).fit(X, y)
        ridge = FullRBFRegressor(gamma=100.0, alpha=alpha).fit(X, y)
        # In the same eigenvectors they shrink by σ/(σ + λ) and by σ²/(σ² + λ).
        assert_allclose(
            kernel_ridge.predict(X), U @ (sigma / (sigma + alpha) * (U.T @ y)), atol=1e-8
        )
        assert_allclose(
            ridge.predict(X), U @ (sigma**2 / (sigma**2 + alpha) * (U.T @ y)), atol=1e-8
        )
        difference = np.abs(kernel_ridge.predict(X_new) - ridge.predict(X_new)).max()
        assert (difference < 1e-7) == (alpha == 0)


def test_f6_kernel_ridge_penalizes_the_function_and_ridge_the_weights(rng):
    X, y, alpha = rng.random((15, 2)), rng.standard_normal(15), 0.2
    Z = design_matrix(X, X, 50.0)
    dual = KernelRidge(kernel="rbf", gamma=50.0, alpha=alpha).fit(X, y).dual_coef_
    ridge = solve_weights(Z, y, alpha)

    def in_function_space(beta):
        return ((Z @ beta - y) ** 2).sum() + alpha * beta @ Z @ beta

    def in_weight_space(beta):
        return ((Z @ beta - y) ** 2).sum() + alpha * beta @ beta

    assert in_function_space(dual) < in_function_space(ridge)
    assert in_weight_space(ridge) < in_weight_space(dual)
    for _ in range(20):
        nudge = 0.01 * rng.standard_normal(15)
        assert in_function_space(dual) < in_function_space(dual + nudge)


def test_f6_kernel_ridge_is_no_weighted_average_of_the_targets(rng):
    X, X_new = rng.random((30, 2)), rng.random((200, 2))
    # The prediction is linear in y: fitting each unit vector gives the weight of each target.
    weights = KernelRidge(kernel="rbf", gamma=10.0, alpha=0.1).fit(X, np.eye(30)).predict(X_new)
    assert weights.min() < -0.01
    assert np.abs(weights.sum(axis=1) - 1).max() > 0.01
    votes = design_matrix(X_new, X, 10.0)
    nadaraya_watson = votes / votes.sum(axis=1, keepdims=True)
    assert nadaraya_watson.min() >= 0
    assert_allclose(nadaraya_watson.sum(axis=1), 1, rtol=1e-12)


@pytest.mark.parametrize("alpha", [1e-4, 0.1, 1.0])
def test_f6_mean_of_a_gaussian_process_is_kernel_ridge(alpha, rng):
    X, y, X_new = rng.random((25, 2)), rng.standard_normal(25), rng.random((40, 2))
    gamma = 20.0
    kernel = RBF(length_scale=(2 * gamma) ** -0.5, length_scale_bounds="fixed")
    process = GaussianProcessRegressor(kernel, alpha=alpha, optimizer=None).fit(X, y)
    ridge = KernelRidge(kernel="rbf", gamma=gamma, alpha=alpha).fit(X, y)
    weights = np.linalg.solve(design_matrix(X, X, gamma) + alpha * np.eye(25), y)
    assert_allclose(process.predict(X_new), ridge.predict(X_new), rtol=1e-7, atol=1e-9)
    assert_allclose(RBFNetwork(X, weights, gamma=gamma)(X_new), ridge.predict(X_new), atol=1e-9)


def test_f7_interpolation_of_noise_overfits_and_a_penalty_helps(rng):
    X, y = make_wave(30, noise=0.4, random_state=draw_seed(rng))
    X_test = np.linspace(0.02, 0.98, 300)[:, None]
    alphas = [0.0, 1e-4, 1e-3, 1e-2, 0.1, 1.0, 10.0, 100.0, 1e3]
    models = [FullRBFRegressor(gamma=300.0, alpha=alpha).fit(X, y) for alpha in alphas]
    e_in = [mean_squared_error(model, X, y) for model in models]
    e_out = [mean_squared_error(model, X_test, wave(X_test)) for model in models]
    assert e_in[0] < 1e-12
    assert (np.diff(e_in) > 0).all()
    assert 0 < np.argmin(e_out) < len(alphas) - 1
    assert e_out[0] > 1.5 * min(e_out)


def test_f8_gamma_goes_from_too_smooth_to_too_wiggly(rng):
    X, y = make_wave(30, noise=0.2, random_state=draw_seed(rng))
    X_test = np.linspace(0.02, 0.98, 500)[:, None]
    gammas = [0.01, 1.0, 20.0, 1e3, 1e5]
    models = [FullRBFRegressor(gamma=gamma, alpha=0.1).fit(X, y) for gamma in gammas]
    e_in = [mean_squared_error(model, X, y) for model in models]
    e_out = [mean_squared_error(model, X_test, wave(X_test)) for model in models]
    roughness = [np.abs(np.diff(model.predict(X_test), 2)).sum() for model in models]
    assert e_in[0] > 10 * e_in[-1]  # too smooth to follow the samples
    assert (np.diff(roughness) > 0).all()
    assert 0 < np.argmin(e_out) < len(gammas) - 1


def test_f9_the_svm_needs_only_few_of_the_centers(rng):
    X, y = make_rings(200, noise=0.05, random_state=draw_seed(rng))
    X_test, y_test = make_rings(500, noise=0.05, random_state=draw_seed(rng))
    few = network_from_svc(SVC(gamma=2.0, C=10.0).fit(X, y))
    full = FullRBFClassifier(gamma=2.0, alpha=1e-3).fit(X, y)
    assert few.n_centers < full.network_.n_centers / 8
    assert np.mean(np.sign(few(X_test)) == y_test) > 0.97
    assert np.mean(np.sign(few(X_test)) == y_test) > full.score(X_test, y_test) - 0.02


def test_f9_few_support_vectors_on_real_data_too():
    X, y = load_breast_cancer(return_X_y=True)
    X = scale(X)
    svc = SVC(gamma=0.01, C=10.0).fit(X[:400], y[:400])
    assert network_from_svc(svc).n_centers < 400 / 5
    assert svc.score(X[400:], y[400:]) > 0.95
    assert LogisticRegression().fit(X[:400], y[:400]).score(X[400:], y[400:]) > 0.95


def test_f10_few_centers_and_a_large_penalty_is_the_most_regularized_corner(rng):
    X, y = make_wave(40, noise=0.3, random_state=draw_seed(rng))
    centers = rng.permutation(X)  # the first M of one order: every set contains the smaller ones
    Ms, alphas = [3, 6, 12, 24, 40], [1e-6, 1e-3, 1e-1, 1.0, 10.0]
    freedom, e_in = np.empty((5, 5)), np.empty((5, 5))
    for (i, M), (j, alpha) in product(enumerate(Ms), enumerate(alphas)):
        Z = design_matrix(X, centers[:M], 100.0)
        hat = Z @ np.linalg.solve(Z.T @ Z + alpha * np.eye(M), Z.T)
        freedom[i, j] = effective_degrees_of_freedom(Z, alpha)
        assert freedom[i, j] == pytest.approx(np.trace(hat), rel=1e-6)
        e_in[i, j] = np.mean((Z @ solve_weights(Z, y, alpha) - y) ** 2)
    assert (np.diff(freedom, axis=0) > 0).all()  # more centers, more freedom
    assert (np.diff(freedom, axis=1) < 0).all()  # more penalty, less
    assert freedom.argmin() == 4  # M = 3, λ = 10
    assert (np.diff(e_in, axis=1) > 0).all()
    assert e_in[0, 4] > 2 * e_in[4, 0]


# 03 · Nearest neighbor and kernel regression


@pytest.mark.parametrize("seed", SEEDS)
def test_n1_uniform_votes_tend_to_the_nearest_neighbor(seed):
    """The larger γ, the larger the share of the vote that the nearest sample holds."""
    X, y = make_moons(80, noise=0.4, random_state=seed)
    Q, _ = make_moons(400, noise=0.4, random_state=seed + 100)
    nearest = NearestNeighborClassifier().fit(X, y).predict(Q)
    gammas = [0.1, 1e2, 1e4, 1e6, 1e12]
    agreement = [
        np.mean(UniformRBFClassifier(gamma).fit(X, y).predict(Q) == nearest) for gamma in gammas
    ]
    assert agreement[0] < 0.95
    assert agreement[-1] == 1
    r2 = ((Q[:, None] - X) ** 2).sum(axis=2)
    excess = r2 - r2.min(axis=1, keepdims=True)
    shares = [np.mean(1 / np.exp(-gamma * excess).sum(axis=1)) for gamma in gammas]
    assert shares[0] < 0.1
    assert (np.diff(shares) >= 0).all()
    assert shares[-1] > 0.999


def test_n2_voting_and_averaging_by_hand():
    """Neighbors at distances 1, 2, 2 with weights 1, 1/4, 1/4."""
    X, y = np.array([[1.0], [-2.0], [2.0], [9.0]]), np.array([6.0, 0.0, 3.0, 99.0])
    uniform, distance = (NearestNeighborRegressor(3, w).fit(X, y) for w in ("uniform", "distance"))
    assert uniform.predict([[0.0]]) == 3.0
    assert_allclose(distance.predict([[0.0]]), (6 + 0 / 4 + 3 / 4) / 1.5, rtol=1e-14)
    classes = ["near", "far", "far", "away"]
    assert NearestNeighborClassifier(3).fit(X, classes).predict([[0.0]]) == "far"
    assert NearestNeighborClassifier(3, "distance").fit(X, classes).predict([[0.0]]) == "near"
    assert distance.predict([[2.0]]) == 3.0


def test_n3_lazy_learners_work_at_predict_and_eager_ones_at_fit(monkeypatch):
    """Counted: how many distances fit and predict need, as N grows at equal Q."""
    counted = []

    def counting(module):
        original = module.squared_distances

        def squared_distances(X, centers):
            counted.append(len(X) * len(centers))
            return original(X, centers)

        monkeypatch.setattr(module, "squared_distances", squared_distances)

    def distances_needed(action):
        counted.clear()
        action()
        return sum(counted)

    counting(rbflib.numerics.distances)
    counting(rbflib.numerics.search)
    rng = np.random.default_rng(0)
    Q = rng.normal(size=(50, 20))
    lazy, eager = [], []
    for N in (100, 200, 400):
        X, y = rng.normal(size=(N, 20)), rng.normal(size=N)
        for model in (NearestNeighborRegressor(), NadarayaWatsonRegressor()):
            assert distances_needed(lambda model=model, X=X, y=y: model.fit(X, y)) == 0
            lazy.append(distances_needed(lambda model=model: model.predict(Q)))
        network = RBFNetwork(X[:10], np.ones(10))
        full = FullRBFRegressor(alpha=1.0)
        needed = distances_needed(lambda full=full, X=X, y=y: full.fit(X, y))
        assert N * (N + 1) / 2 <= needed <= N**2  # every pair of samples, once or twice
        eager.append(distances_needed(lambda network=network: network(Q)))
    assert lazy == [5000, 5000, 10000, 10000, 20000, 20000]
    assert eager == [500, 500, 500]


class TwoBumps:
    """Two or three classes on a line: Gaussian densities with given means and priors."""

    def __init__(self, means, priors):
        self.means, self.priors = np.array(means), np.array(priors)

    def sample(self, N, rng):
        labels = rng.choice(len(self.means), N, p=self.priors)
        return rng.normal(self.means[labels])[:, None], labels

    def joint(self, x):
        return self.priors * norm.pdf(np.asarray(x)[..., None], self.means)

    def posterior(self, x):
        joint = self.joint(x)
        return joint / joint.sum(axis=-1, keepdims=True)

    def average(self, error):
        """∫ error(P(·|x)) p(x) dx by quadrature."""

        def integrand(x):
            return error(self.posterior(x)) * self.joint(x).sum()

        edges = np.linspace(self.means.min() - 9, self.means.max() + 9, 13)
        return sum(quad(integrand, a, b)[0] for a, b in pairwise(edges))


DENSITIES = [
    TwoBumps([0.0, 1.0], [0.5, 0.5]),
    TwoBumps([0.0, 2.5], [0.7, 0.3]),
    TwoBumps([0.0, 1.5, 4.0], [0.3, 0.3, 0.4]),
]


def bayes_error(P):
    return 1 - P.max()


def cover_hart_error(P):
    return 1 - (P**2).sum()


@pytest.mark.parametrize("density", DENSITIES)
def test_n4_one_nearest_neighbor_errs_at_most_twice_as_often_as_bayes(density):
    """Both errors by quadrature, both classifiers measured, and the bound between them."""
    rng = np.random.default_rng(0)
    bayes, limit = density.average(bayes_error), density.average(cover_hart_error)
    classes = len(density.means)
    assert bayes <= limit <= 2 * bayes
    assert limit <= bayes * (2 - classes / (classes - 1) * bayes) + 1e-9  # Cover and Hart's own
    X, y = density.sample(40000, rng)
    Q, truth = density.sample(40000, rng)
    nearest = np.mean(NearestNeighborClassifier().fit(X, y).predict(Q) != truth)
    best = np.mean(density.posterior(Q[:, 0]).argmax(axis=1) != truth)
    assert_allclose(nearest, limit, atol=0.012)  # four standard errors, both samples
    assert_allclose(best, bayes, atol=0.01)


@pytest.mark.parametrize("density", DENSITIES)
def test_n4_lines_8_to_13_each_with_its_assumption(density):
    rng = np.random.default_rng(1)
    x, z = rng.normal(1.0, 2.0, (2, 200))
    P, P_z = density.posterior(x), density.posterior(z)

    # (8) and (9): given the places x and z, the labels are independent draws from the posteriors.
    line8 = 1 - (P * P_z).sum(axis=1)

    def draw(p):
        return (rng.uniform(size=(4000, len(p), 1)) > p.cumsum(axis=1)).sum(axis=2)

    measured = np.mean(draw(P) != draw(P_z), axis=0)
    assert_allclose(measured, line8, atol=5 * sqrt(0.25 / 4000))

    # (10): dense sampling moves z to x, and the posterior is continuous.
    line10 = 1 - (P**2).sum(axis=1)
    gaps = []
    for N in (10, 1000, 100000):
        X, _ = density.sample(N, rng)
        _, index = NearestNeighborRegressor().fit(X, np.zeros(N)).kneighbors(Q := x[:, None])
        inside = np.abs(Q[:, 0] - 1) < 2
        gap = 1 - (P * density.posterior(X[index[:, 0], 0])).sum(axis=1) - line10
        gaps.append(np.abs(gap[inside]).mean())
    assert gaps[0] > 5 * gaps[1] > 25 * gaps[2]

    # (11): the squares of all other classes are left out; equality only where they are 0.
    best = P.max(axis=1)
    line11 = 1 - best**2
    others = (P**2).sum(axis=1) - best**2
    assert_allclose(line11 - line10, others, atol=1e-14)
    assert (line11 >= line10).all()

    # (12): an identity. (13): 1 + P(c*|x) <= 2; equality only for a certain class.
    assert_allclose((1 + best) * (1 - best), line11, atol=1e-14)
    line13 = 2 * (1 - best)
    assert (line13 >= line11).all()
    assert_allclose(line13 - line11, (1 - best) ** 2, atol=1e-14)


def test_question_3_the_bayes_classifier_is_the_best_of_all_rules():
    """Why posteriors: given x, any rule c(x) errs with probability 1 − P(c(x)|x)."""
    density, rng = DENSITIES[0], np.random.default_rng(2)
    best = density.average(bayes_error)
    for threshold in rng.uniform(-2, 3, 20):
        error = 0.5 * norm.sf(threshold, 0) + 0.5 * norm.cdf(threshold, 1)
        assert error >= best - 1e-12
    at_half = 0.5 * norm.sf(0.5, 0) + 0.5 * norm.cdf(0.5, 1)
    assert_allclose(best, at_half, rtol=1e-8)


@pytest.mark.parametrize("seed", SEEDS)
def test_n5_curse_of_dimensionality(seed):
    """With N fixed the nearest neighbor moves away, and all distances become alike."""
    rng = np.random.default_rng(seed)
    nearest, contrast = [], []
    for D in (1, 2, 5, 10, 50, 200):
        X, Q = rng.uniform(size=(500, D)), rng.uniform(size=(60, D))
        distance, _ = NearestNeighborRegressor(500).fit(X, np.zeros(500)).kneighbors(Q)
        nearest.append(distance[:, 0].mean())
        contrast.append(np.mean(distance[:, -1] / distance[:, 0] - 1))
    assert (np.diff(nearest) > 0).all()
    assert (np.diff(contrast) < 0).all()
    assert contrast[0] > 100
    assert contrast[-1] < 0.6


@pytest.mark.parametrize("D", [1, 2, 3])
def test_n5_samples_needed_grow_as_a_power_of_dimension(D):
    """A sample within δ, half of the time, takes N = ln 2 / V with V the volume of the δ-ball."""
    rng, delta = np.random.default_rng(D), 0.05
    volume = pi ** (D / 2) / gamma_function(D / 2 + 1) * delta**D
    N = round(np.log(2) / volume)
    Q = rng.uniform(0.2, 0.8, (20, D))  # away from the boundary
    found = []
    for _ in range(60):
        model = NearestNeighborRegressor().fit(rng.uniform(size=(N, D)), np.zeros(N))
        found.append(model.kneighbors(Q)[0][:, 0] < delta)
    assert_allclose(np.mean(found), 0.5, atol=0.07)


@pytest.mark.parametrize("seed", SEEDS)
def test_n6_one_neighbor_overfits_and_root_n_helps(seed):
    X, y = make_wave(400, noise=0.5, random_state=seed)
    Q, _ = make_wave(1000, random_state=seed + 50)
    one = NearestNeighborRegressor(1).fit(X, y)
    root = NearestNeighborRegressor(round(sqrt(400))).fit(X, y)
    everything = NearestNeighborRegressor(400).fit(X, y)
    assert mean_squared_error(one, X, y) == 0
    assert mean_squared_error(root, Q, wave(Q)) < 0.3 * mean_squared_error(one, Q, wave(Q))
    assert mean_squared_error(root, Q, wave(Q)) < 0.3 * mean_squared_error(everything, Q, wave(Q))


def test_n6_root_n_neighbors_converge_as_n_grows():
    """k → ∞ takes the noise away, k / N → 0 the distance."""
    errors = []
    for N in (100, 1000, 10000):
        X, y = make_wave(N, noise=0.5, random_state=N)
        Q, _ = make_wave(500, random_state=1)
        model = NearestNeighborRegressor(round(sqrt(N))).fit(X, y)
        errors.append(mean_squared_error(model, Q, wave(Q)))
    assert errors[0] > 2 * errors[1] > 4 * errors[2]


@pytest.mark.parametrize("seed", SEEDS)
def test_n7_beyond_the_boundary_and_in_a_gap_the_same_samples_answer(seed):
    rng = np.random.default_rng(seed)
    X = np.r_[rng.uniform(0, 1, 30), rng.uniform(3, 4, 30)][:, None]
    y = rng.normal(size=60)
    model = NearestNeighborRegressor(5).fit(X, y)
    outside = np.linspace(4, 9, 50)[:, None]
    _, index = model.kneighbors(outside)
    assert len({frozenset(row) for row in index.tolist()}) == 1
    assert_allclose(model.predict(outside), y[X[:, 0].argsort()[-5:]].mean(), rtol=1e-12)
    in_gap, in_crowd = np.linspace(1.2, 2.8, 200)[:, None], np.linspace(0.1, 0.9, 200)[:, None]

    def n_answers(Q):
        return len({frozenset(row) for row in model.kneighbors(Q)[1].tolist()})

    assert n_answers(in_gap) <= 6 < n_answers(in_crowd)  # five of one side, … , five of the other


@pytest.mark.parametrize("seed", SEEDS)
def test_n8_knn_jumps_weights_soften_it_and_all_samples_remove_it(seed):
    """The largest change over ever smaller steps of the query: it stays, or it vanishes."""
    X, y = make_wave(30, noise=0.5, random_state=seed)

    def largest_change(model, step):
        grid = np.arange(0.2, 0.8, step)[:, None]
        return np.abs(np.diff(model.fit(X, y).predict(grid))).max()

    coarse, fine = 1e-3, 1e-5
    uniform = largest_change(NearestNeighborRegressor(5), fine)
    weighted = largest_change(NearestNeighborRegressor(5, "distance"), fine)
    assert uniform > 0.05
    assert weighted < 0.6 * uniform
    for smooth in (NearestNeighborRegressor(30, "distance"), NadarayaWatsonRegressor(gamma=200.0)):
        assert largest_change(smooth, fine) < 0.02 * largest_change(smooth, coarse)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("D", [1, 3])
def test_n9_two_readings_of_one_formula(seed, D):
    """One bump at the query, or a bump on every sample with a height that the query sets."""
    rng = np.random.default_rng(seed)
    X, y, Q = rng.normal(size=(40, D)), rng.normal(size=40), rng.normal(size=(25, D))
    gamma = 0.8
    one_bump = []
    for q in Q:
        bump_at_query = RBFNetwork([q], [1.0], gamma=gamma)
        alpha = bump_at_query(X)
        one_bump.append(alpha @ y / alpha.sum())
    many_bumps = []
    for q in Q:
        heights = y / np.exp(-gamma * ((q - X) ** 2).sum(axis=1)).sum()
        many_bumps.append(RBFNetwork(X, heights, gamma=gamma)([q])[0])
    model = NadarayaWatsonRegressor(gamma).fit(X, y)
    assert_allclose(one_bump, many_bumps, rtol=1e-12, atol=1e-12)
    assert_allclose(model.predict(Q), one_bump, rtol=1e-12, atol=1e-12)


def test_n9_a_weighted_mean_and_what_is_none():
    """Erratum of K: kernel ridge is no weighted average; Nadaraya-Watson is."""
    X, _ = make_wave(25, noise=0.3, random_state=0)
    Q = np.linspace(-0.5, 1.5, 300)[:, None]
    gamma = 60.0
    identity = np.eye(25)
    averages = NadarayaWatsonRegressor(gamma).fit(X, identity).predict(Q)
    assert_allclose(averages.sum(axis=1), 1, rtol=1e-12)
    assert (averages >= 0).all()
    K = design_matrix(X, X, gamma)
    ridge = design_matrix(Q, X, gamma) @ np.linalg.inv(K + 0.1 * identity)
    assert ridge.min() < -0.05
    assert np.abs(ridge.sum(axis=1) - 1).max() > 0.5


@pytest.mark.parametrize("seed", SEEDS)
def test_n10_small_r_wiggles_and_large_r_flattens(seed):
    X, y = make_wave(60, noise=0.4, random_state=seed)
    grid = np.linspace(0, 1, 2000)[:, None]
    travel, e_in = [], []
    for r in (1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1e0, 1e2):
        model = NadarayaWatsonRegressor(gamma=1 / r).fit(X, y)
        travel.append(np.abs(np.diff(model.predict(grid))).sum())
        e_in.append(mean_squared_error(model, X, y))
    assert (np.diff(travel) < 0).all()
    assert (np.diff(e_in) > 0).all()
    assert e_in[0] < 1e-3
    assert_allclose(model.predict(grid), y.mean(), atol=0.02)


@pytest.mark.parametrize("seed", SEEDS)
def test_n10_cross_validation_finds_a_good_r(seed):
    X, y = make_wave(100, noise=0.4, random_state=seed)
    shuffled = np.random.default_rng(seed).permutation(100)
    Q, _ = make_wave(500, random_state=seed + 9)
    gammas = 10.0 ** np.arange(-2, 7)
    search = GridSearchCV(
        NadarayaWatsonRegressor(), {"gamma": gammas}, scoring="neg_mean_squared_error", cv=10
    ).fit(X[shuffled], y[shuffled])
    e_out = [mean_squared_error(NadarayaWatsonRegressor(g).fit(X, y), Q, wave(Q)) for g in gammas]
    chosen = e_out[int(np.flatnonzero(gammas == search.best_params_["gamma"])[0])]
    assert chosen <= 2 * min(e_out)
    assert chosen < 0.2 * min(e_out[0], e_out[-1])


@pytest.mark.parametrize("D", [2, 3, 4])
def test_n10_erratum_starting_value_for_r(D):
    """A width r = N^(−1/(2D)) sees about √N samples, as K's rule k = √N asks for.

    In the unit cube a ball of that radius has volume of the order N^(−1/2). The printed
    1/(2D√N) is right in size for D = 1 only: from D = 2 on it sees no sample at all.
    """
    rng = np.random.default_rng(D)
    seen_by_root, seen_as_printed, errors_root, errors_printed = [], [], [], []
    for N in (400, 2000, 10000):
        X, Q = rng.uniform(size=(N, D)), rng.uniform(0.3, 0.7, (100, D))

        def target(X):
            return np.sin(2 * np.pi * X[:, 0])

        y = target(X) + 0.5 * rng.normal(size=N)
        distance, _ = NearestNeighborRegressor(N).fit(X, y).kneighbors(Q)
        root, printed = N ** (-1 / (2 * D)), 1 / (2 * D * sqrt(N))
        seen_by_root.append(np.mean((distance < root).sum(axis=1)) / sqrt(N))
        seen_as_printed.append(np.mean((distance < printed).sum(axis=1)))
        # The constant is free: r shrinks at the same rate when multiplied by 0.3.
        for r, errors in ((0.3 * root, errors_root), (printed, errors_printed)):
            model = NadarayaWatsonRegressor(gamma=1 / r**2).fit(X, y)
            errors.append(mean_squared_error(model, Q, target(Q)))
    assert max(seen_by_root) < 3 * min(seen_by_root)
    assert min(seen_by_root) > 0.5
    assert max(seen_as_printed) < 0.5
    assert errors_root[2] < errors_root[1] < errors_root[0]
    assert errors_printed[2] > 0.1
    assert errors_root[2] < 0.3 * errors_printed[2]


def test_n10_erratum_in_one_dimension_both_forms_shrink_alike():
    for N in (10, 1000, 100000):
        assert_allclose(N ** (-1 / 2), 2 * (1 / (2 * 1 * sqrt(N))), rtol=1e-14)


@pytest.mark.parametrize("seed", SEEDS)
def test_n11_fixed_heights_become_weights_to_learn(seed):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(20, 2)), rng.normal(size=20)
    gamma, Q = 3.0, rng.normal(size=(30, 2))
    nonparametric = NadarayaWatsonRegressor(gamma).fit(X, y)
    heights = y / design_matrix(Q[:1], X, gamma).sum()
    frozen = RBFNetwork(X, heights, gamma=gamma)  # heights that fit the first query only
    answers = nonparametric.predict(Q)
    assert_allclose(frozen(Q[:1]), answers[:1], rtol=1e-12)
    assert np.abs(frozen(Q[1:]) - answers[1:]).max() > 0.1
    parametric = FullRBFRegressor(gamma).fit(X, y)
    assert_allclose(parametric.predict(X), y, atol=1e-8)
    assert mean_squared_error(nonparametric, X, y) > 1e-3
    # Linear in the heights: the fit to a sum is the sum of the fits.
    other = rng.normal(size=20)
    together = FullRBFRegressor(gamma).fit(X, y + other).predict(Q)
    apart = parametric.predict(Q) + FullRBFRegressor(gamma).fit(X, other).predict(Q)
    assert_allclose(together, apart, atol=1e-8)


def test_n_real_data_digits():
    X, y = load_digits(return_X_y=True)
    scores = cross_val_score(NearestNeighborClassifier(3), X, y, cv=3)
    assert scores.min() > 0.94


# 04 · k-means, step by step


def cluster_error(X, labels, centers):
    """E_in as the lecture writes it: a mean over samples."""
    return sum(np.sum((x - centers[m]) ** 2) for x, m in zip(X, labels, strict=True)) / len(X)


def all_partitions_error(X, k):
    """The least E_in of all ways to put samples into k sets, each with its mean."""
    best = np.inf
    for labels in product(range(k), repeat=len(X) - 1):
        labels = np.array((0, *labels))
        centers = {m: X[labels == m].mean(axis=0) for m in set(labels.tolist())}
        best = min(best, cluster_error(X, labels, centers))
    return best


@pytest.mark.parametrize("seed", SEEDS)
def test_k1_global_minimum_by_all_partitions_and_lloyds_local_minima(seed):
    X = np.random.default_rng(seed).normal(size=(8, 2))
    best = all_partitions_error(X, 3)
    starts = np.array(list(combinations(range(8), 3)))
    found = np.array([KMeans(3, init=X[start]).fit(X).inertia_ / 8 for start in starts])
    assert (found >= best * (1 - 1e-12)).all()
    assert len(np.unique(found.round(9))) > 1
    assert found.max() > 1.05 * best


def test_k1_the_number_of_partitions_explodes():
    """Counted for small N against Stirling's recursion, which then counts for N = 60."""

    def stirling(N, k):
        row = [1] + [0] * k
        for _ in range(N):
            row = [0] + [m * row[m] + row[m - 1] for m in range(1, k + 1)]
        return row[k]

    for N, k in ((5, 2), (6, 3), (7, 4)):
        partitions = {
            frozenset(frozenset(np.flatnonzero(np.array(labels) == m)) for m in range(k))
            for labels in product(range(k), repeat=N)
            if len(set(labels)) == k
        }
        assert len(partitions) == stirling(N, k)
    assert stirling(60, 4) > 1e34


@pytest.mark.parametrize("seed", SEEDS)
def test_k2_for_fixed_centers_the_nearest_center_is_the_best_set(seed):
    rng = np.random.default_rng(seed)
    X, centers = rng.normal(size=(7, 2)), rng.normal(size=(3, 2))
    assigned = next(s for s in lloyd(X, centers) if s.phase == "assign")
    errors = {labels: cluster_error(X, labels, centers) for labels in product(range(3), repeat=7)}
    assert min(errors, key=errors.get) == tuple(assigned.labels.tolist())
    assert_allclose(assigned.cost / 7, min(errors.values()), rtol=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_k3_for_fixed_sets_the_mean_is_the_best_center(seed):
    rng = np.random.default_rng(seed)
    X, center = rng.normal(size=(30, 3)), rng.normal(size=3)

    def error(mu):
        return ((X - mu) ** 2).sum()

    gradient = -2 * (X.sum(axis=0) - len(X) * center)
    numerical = approx_fprime(center, error, 1e-7)
    assert_allclose(gradient, numerical, rtol=1e-5, atol=1e-4)
    steps = list(lloyd(X, X[:4]))
    for assigned, updated in pairwise(steps):
        if updated.phase == "update":
            for m in range(4):
                members = X[assigned.labels == m]
                at_mean = members.sum(axis=0) - len(members) * updated.centers[m]
                assert_allclose(at_mean, 0, atol=1e-12)
                for _ in range(5):
                    other = updated.centers[m] + 0.1 * rng.normal(size=3)
                    assert ((members - other) ** 2).sum() > (
                        (members - updated.centers[m]) ** 2
                    ).sum()


@pytest.mark.parametrize("seed", range(20))
def test_k4_no_half_step_raises_the_error_and_it_stops(seed):
    rng = np.random.default_rng(seed)
    N, D, k = rng.integers(20, 400), rng.integers(1, 6), rng.integers(1, 12)
    X = rng.normal(size=(N, D))
    steps = list(lloyd(X, rng.normal(size=(k, D)), max_iter=10**6))
    costs = np.array([cluster_error(X, s.labels, s.centers) for s in steps[1:]])
    assert (np.diff(costs) <= 1e-12 * costs[0]).all()
    assert_allclose([s.cost / N for s in steps[1:]], costs, rtol=1e-10)
    # It stopped by itself, and never came to the same sets twice.
    assert len(steps) < 1000
    sets = [s.labels.tobytes() for s in steps if s.phase == "assign"]
    assert len(set(sets[:-1])) == len(sets) - 1
    assert sets[-1] == sets[-2]


@pytest.mark.parametrize("k", [4, 7])
def test_k5_the_walk_can_be_played_forward_and_back(k):
    """Recorded half steps are enough: each follows from the one before, and none is lost."""
    X, _ = make_blobs(300, centers=4, random_state=3)
    steps = KMeans(k, random_state=1).fit(X).history_
    assert [s.phase for s in steps[:4]] == ["start", "assign", "update", "assign"]
    forward = [s.cost for s in steps]
    backward = [s.cost for s in steps[::-1]]
    assert forward == backward[::-1] == sorted(forward, reverse=True)
    for here, there in pairwise(steps):
        if there.phase == "assign":
            assert_array_equal(there.centers, here.centers)
        else:
            assert_array_equal(there.labels, here.labels)
            assert (there.centers != here.centers).any()


@pytest.mark.parametrize("seed", SEEDS)
def test_k6_two_centers_split_by_the_sign_of_the_first_coordinate(seed):
    X = np.random.default_rng(seed).normal(size=(500, 2))
    assigned = next(s for s in lloyd(X, [[1, 1], [-1, 1]]) if s.phase == "assign")
    assert_array_equal(assigned.labels == 0, X[:, 0] > 0)


def test_k7_sensitive_to_the_start_and_plus_plus_starts_better():
    X, _ = make_blobs(400, centers=9, cluster_std=0.5, random_state=4)
    final = {
        init: np.array([KMeans(9, init, random_state=i).fit(X).inertia_ for i in range(80)])
        for init in ("random", "k-means++")
    }
    for costs in final.values():
        assert len(np.unique(costs.round(6))) > 3
        assert costs.max() > 1.5 * costs.min()
    assert final["k-means++"].mean() < 0.8 * final["random"].mean()
    best_of_many = KMeans(9, n_init=20, random_state=0).fit(X).inertia_
    assert best_of_many <= np.quantile(final["random"], 0.1)


@pytest.mark.parametrize("seed", SEEDS)
def test_k7_sensitive_to_k(seed):
    """E_in falls with k all the way to 0, so it cannot choose k."""
    X = np.random.default_rng(seed).normal(size=(40, 2))
    costs = [
        KMeans(k, n_init=20, random_state=seed).fit(X).inertia_ for k in (1, 2, 4, 8, 16, 32, 40)
    ]
    assert (np.diff(costs) < 0).all()
    assert costs[-1] == 0


def agreement(X, truth, k):
    labels = KMeans(k, init="k-means++", n_init=10, random_state=0).fit(X).labels_
    return adjusted_rand_score(truth, labels)


@pytest.mark.parametrize("seed", SEEDS)
def test_k8_four_ways_to_fail(seed):
    """The clusters that made the data are not those of least error: no better start helps."""
    rng = np.random.default_rng(seed)
    places = np.array([[0.0, 0.0], [6.0, 0.0], [3.0, 5.0]])
    truth = np.repeat([0, 1, 2], 500)
    noise = rng.normal(size=(1500, 2))
    assert agreement(places[truth] + noise, truth, 3) > 0.95
    assert agreement(places[truth] + noise, truth, 2) < 0.7  # wrong k
    stripes = np.column_stack([12 * noise[:, 0], 5 * truth + noise[:, 1]])
    unequal_spread = places[truth] + noise * np.array([3.5, 0.3, 0.3])[truth, None]
    crowd = np.repeat([0, 1, 2], [1440, 30, 30])
    unequal_size = 0.8 * places[crowd] + 1.3 * noise
    for X, made_from in ((stripes, truth), (unequal_spread, truth), (unequal_size, crowd)):
        assert agreement(X, made_from, 3) < 0.75
        means = np.array([X[made_from == m].mean(axis=0) for m in range(3)])
        found = KMeans(3, init=means).fit(X)
        assert found.inertia_ / len(X) < cluster_error(X, made_from, means)


def test_k9_a_photograph_in_64_colors():
    pytest.importorskip("PIL")
    photo = load_sample_image("china.jpg")[::4, ::4] / 255
    pixels = photo.reshape(-1, 3)
    rng = np.random.default_rng(0)
    learned, drawn = [], []
    for seed in range(3):
        sample = pixels[rng.choice(len(pixels), 1000, replace=False)]
        palette = KMeans(64, random_state=seed).fit(sample)
        learned.append(-palette.score(pixels) / len(pixels))
        colors = pixels[rng.choice(len(pixels), 64, replace=False)]
        drawn.append(next(lloyd(pixels, colors, max_iter=1)).cost / len(pixels))
    assert max(learned) < 0.8 * min(drawn)
    assert max(learned) < 0.03 * pixels.var(axis=0).sum()
    bytes_before = 3 * len(pixels)
    bytes_after = len(pixels) * log2(64) / 8 + 3 * 64
    assert 3.9 < bytes_before / bytes_after < 4


def test_k10_erratum_the_worked_example_lists_five_of_six_y_values():
    """K's first cluster has six x (three 3s, two 4s, one 5) and lists five y: 8, 7, 6, 5 and 4.

    5.17 is the mean of six: the missing one is about 1.
    """
    assert round((3 * 3 + 2 * 4 + 5) / 6, 2) == 3.67
    listed = [8, 7, 6, 5, 4]
    assert round(sum(listed) / 6, 2) == 5.0
    assert round(sum(listed) / 5, 2) == 6.0
    missing = 6 * 5.17 - sum(listed)
    assert_allclose(missing, 1, atol=0.03)
    assert round((sum(listed) + 1) / 6, 2) == 5.17


def test_k10_lloyd_finds_the_examples_centers():
    """The example's values, paired up so that they are two clusters, with the sixth y = 1."""
    first = np.column_stack([[3, 3, 3, 4, 4, 5], [1, 7, 6, 5, 4, 8]])
    second = np.column_stack([[5, 7, 7, 8], [3, 4, 5, 5]])
    last = KMeans(2, init=[[3, 6], [7, 4]]).fit(np.vstack([first, second]))
    assert_array_equal(last.labels_, [0] * 6 + [1] * 4)
    assert_array_equal(last.cluster_centers_.round(2), [[3.67, 5.17], [6.75, 4.25]])


# 05 · RBF network via k-means


def surface(seed, N=200, K=None):
    """Noisy samples of a smooth function (or K of them) of two features."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(-2, 2, (N, 2))
    angle = X @ rng.standard_normal((2, *(() if K is None else (K,))))
    return X, np.sin(2 * angle) + 3 + 0.1 * rng.standard_normal(angle.shape)


def by_hand(X, centers, gamma):
    return np.exp(-gamma * cdist(X, centers, "sqeuclidean"))


def mean_square(difference):
    return np.mean(np.square(difference))


def nearest(X, centers):
    return cdist(X, centers).argmin(axis=1)


@pytest.mark.parametrize("seed", SEEDS)
def test_r1_four_steps(seed):
    X, y = surface(seed)
    learner = RBFNetworkRegressor(n_centers=12, gamma=0.8, random_state=seed).fit(X, y)
    # 1. k-means with k = M: the centers are the means of their own clusters.
    centers = learner.network_.centers
    labels = nearest(X, centers)
    assert_allclose(centers, [X[labels == m].mean(axis=0) for m in range(12)], atol=1e-10)
    # 2. the transform, 3. a linear model on it, 4. the hypothesis.
    Q, _ = surface(seed + 100)
    g = LinearRegression().fit(by_hand(X, centers, 0.8), y)
    assert_allclose(learner.predict(Q), g.predict(by_hand(Q, centers, 0.8)), rtol=1e-7)
    # The parameters are M and γ: each changes the hypothesis.
    for changed in ({"n_centers": 5}, {"gamma": 3.0}):
        other = RBFNetworkRegressor(**{"n_centers": 12, "gamma": 0.8} | changed, random_state=seed)
        assert mean_square(other.fit(X, y).predict(Q) - learner.predict(Q)) > 1e-6


def em_step(X, means, covariances, shares):
    """One step of EM for a mixture of Gaussians, from its textbook formulas."""
    density = np.column_stack(
        [
            share * multivariate_normal(mean, covariance).pdf(X)
            for mean, covariance, share in zip(means, covariances, shares, strict=True)
        ]
    )
    R = density / density.sum(axis=1, keepdims=True)
    new_means = (R.T @ X) / R.sum(axis=0)[:, None]
    new_covariances = [
        (R[:, m, None] * (X - mean)).T @ (X - mean) / R[:, m].sum()
        for m, mean in enumerate(new_means)
    ]
    return new_means, np.array(new_covariances)


def clouds(seed):
    """Three clouds of different size and shape, and their labels."""
    rng = np.random.default_rng(seed)
    labels = np.repeat([0, 1, 2], [300, 500, 700])
    means = np.array([[0, 0], [12, 0], [0, 12]])
    shapes = rng.standard_normal((3, 2, 2)) + 1.5 * np.eye(2)
    noise = rng.standard_normal((1500, 2))
    return means[labels] + np.einsum("nd,nde->ne", noise, shapes[labels]) / 2, labels


@pytest.mark.parametrize("seed", SEEDS)
def test_question_1_centers_are_found_three_ways_that_differ_in_reliability(seed):
    """Any of them will do on average; random samples depend most on the draw."""
    X, y = make_moons(100, random_state=seed)
    X_new, y_new = make_moons(1000, random_state=seed + 100)
    errors = {
        way: [
            1 - RBFNetworkClassifier(4, centers=way, random_state=s).fit(X, y).score(X_new, y_new)
            for s in range(20)
        ]
        for way in ("random", "kmeans", "gmm")
    }
    for way in ("kmeans", "gmm"):
        assert np.mean(errors[way]) < np.mean(errors["random"]) + 0.03
        assert np.std(errors[way]) < np.std(errors["random"])


@pytest.mark.parametrize("seed", SEEDS)
def test_r2_centers_three_ways(seed):
    X, _ = clouds(seed)
    samples = random_centers(X, 3, seed)
    assert cdist(samples, X).min(axis=1).max() == 0
    means = kmeans_centers(X, 3, seed)
    labels = nearest(X, means)
    assert_allclose(means, [X[labels == m].mean(axis=0) for m in range(3)], atol=1e-9)
    # EM has come to rest: one more step moves nothing.
    means, covariances, counts = fit_mixture(X, 3, seed)
    new_means, _ = em_step(X, means, covariances, counts / len(X))
    assert_allclose(new_means, means, atol=0.02)


@pytest.mark.parametrize("seed", SEEDS)
def test_r3_widths_three_ways(seed):
    X, labels = clouds(seed)
    centers = np.array([X[labels == m].mean(axis=0) for m in range(3)])
    # With three centers, the neighbors of each are the two others.
    sides = cdist(centers, centers)[np.triu_indices(3, 1)]
    assert_allclose(neighbor_gamma(X, centers), 1 / (2 * sides.mean() ** 2))

    def assert_covariances_are_kept(gamma, covariances):
        """gamma's inverse is the covariance, but for the imaginary sample among hundreds."""
        for found, C in zip(np.linalg.inv(2 * gamma), covariances, strict=True):
            assert np.linalg.norm(found - C) < 0.02 * np.linalg.norm(C)

    labels = nearest(X, centers)
    covariances = [np.cov(X[labels == m].T) for m in range(3)]
    assert_covariances_are_kept(cluster_gamma(X, centers), covariances)
    mixture = fit_mixture(X, 3, seed)
    _, covariances = em_step(X, *mixture[:2], mixture[2] / len(X))
    assert_covariances_are_kept(mixture_gamma(X, *mixture), covariances)


@pytest.mark.parametrize("seed", SEEDS)
def test_r4_weights_by_the_pseudo_inverse(seed):
    X, T = surface(seed, K=3)
    centers = random_centers(X, 8, seed)
    network = RBFNetworkRegressor(centers=centers, gamma=0.8).fit(X, T).network_
    with_ones = np.column_stack([by_hand(X, centers, 0.8), np.ones(len(X))])
    W = np.linalg.pinv(with_ones) @ T
    assert_allclose(network.weights, W[:-1], rtol=1e-6, atol=1e-7)
    assert_allclose(network.bias, W[-1], rtol=1e-6, atol=1e-7)
    # Each output is what it would be alone.
    for k in range(3):
        alone = RBFNetworkRegressor(centers=centers, gamma=0.8).fit(X, T[:, k]).network_
        assert_allclose(alone.weights, network.weights[:, k], rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_r5_the_fit_is_the_orthogonal_projection(seed):
    X, T = surface(seed, K=2)
    centers = kmeans_centers(X, 8, seed)
    network = RBFNetworkRegressor(centers=centers, gamma=0.8).fit(X, T).network_
    columns = np.column_stack([by_hand(X, centers, 0.8), np.ones(len(X))])
    Q, _ = np.linalg.qr(columns)
    assert_allclose(network(X), Q @ (Q.T @ T), atol=1e-9)
    assert_allclose(columns.T @ (T - network(X)), 0, atol=1e-8)
    # Nothing else in the span is nearer.
    rng = np.random.default_rng(seed)
    for size in (1e-3, 0.1, 10):
        other = network(X) + columns @ (size * rng.standard_normal((9, 2)))
        assert np.linalg.norm(T - other) > np.linalg.norm(T - network(X))


@pytest.mark.parametrize("seed", SEEDS)
def test_r6_without_a_bias_few_centers_are_distorted_by_the_mean(seed):
    X, y = surface(seed)
    X_test, _ = surface(seed + 100)
    y -= y.mean()

    def fit(mean, fit_intercept):
        learner = RBFNetworkRegressor(6, gamma=2.0, fit_intercept=fit_intercept, random_state=seed)
        return learner.fit(X, y + mean)

    biased, unbiased = fit(0, True), fit(0, False)
    assert_allclose(fit(50, True).predict(X_test), biased.predict(X_test) + 50, rtol=1e-9)
    assert mean_square(fit(50, True).predict(X) - y - 50) < 1.0
    assert mean_square(fit(50, False).predict(X) - y - 50) > 25
    # Where the mean is 0 there is little to gain.
    gain = mean_square(unbiased.predict(X) - y) / mean_square(biased.predict(X) - y)
    assert 1 <= gain < 1.5


@pytest.mark.parametrize("seed", SEEDS)
def test_r7_sign_and_logistic_function(seed):
    X, y = make_xor(300, 0.5, seed)
    learner = RBFNetworkClassifier(12, random_state=seed).fit(X, y)
    assert_array_equal(learner.predict(X), np.sign(learner.network_(X)))
    assert learner.score(*make_xor(300, 0.5, seed + 1)) > 0.9
    # The logistic function gives probabilities: where the true ones are known, it finds them.
    rng = np.random.default_rng(seed)
    X = rng.uniform(-2, 2, (3000, 1))
    true = 0.5 + 0.4 * np.sin(2 * X[:, 0])
    y = rng.uniform(size=3000) < true
    learner = RBFNetworkClassifier(6, alpha=1e-3, output="logistic", random_state=seed).fit(X, y)
    s = learner.network_(X)
    assert_allclose(learner.predict_proba(X)[:, 1], np.exp(s) / (1 + np.exp(s)), rtol=1e-10)
    assert np.abs(learner.predict_proba(X)[:, 1] - true).mean() < 0.05


@pytest.mark.parametrize("seed", SEEDS)
def test_r8_k_and_gamma_by_cross_validation(seed):
    X, y = make_wave(100, 0.3, seed)
    X_test, y_test = make_wave(1000, 0.0, seed + 100)
    grid = {"n_centers": [2, 5, 10, 40], "gamma": [0.01, 1.0, 10.0, 100.0, 10_000.0]}
    search = GridSearchCV(RBFNetworkRegressor(random_state=seed), grid, cv=10)
    search.set_params(scoring="neg_mean_squared_error").fit(X, y)
    e_cv = -search.cv_results_["mean_test_score"].reshape(5, 4)  # γ down, k across
    assert (e_cv[:, 0] > 1.5 * e_cv.min()).all()  # too few centers, whatever the width
    assert (e_cv[-1] > 1.5 * e_cv.min()).all()  # too narrow, however many
    assert e_cv[3, -1] > 1.5 * e_cv.min()  # many and narrow
    best = mean_square(search.predict(X_test) - y_test)
    e_out = [
        mean_square(RBFNetworkRegressor(**p, random_state=seed).fit(X, y).predict(X_test) - y_test)
        for p in search.cv_results_["params"]
    ]
    assert best < 0.5 * np.median(e_out)


@pytest.mark.parametrize("seed", SEEDS)
def test_r9_few_proper_centers_beside_the_full_network(seed):
    X, y = make_wave(60, 0.3, seed)
    X_test, y_test = make_wave(1000, 0.0, seed + 100)
    few = RBFNetworkRegressor(8, random_state=seed).fit(X, y)
    # The full network at the width that its own, nearer, centers ask for.
    full = FullRBFRegressor(gamma=neighbor_gamma(X, X)).fit(X, y)
    assert mean_square(full.predict(X) - y) < 1e-6
    assert mean_square(few.predict(X) - y) > 0.01
    assert mean_square(few.predict(X_test) - y_test) < 0.04
    assert mean_square(full.predict(X_test) - y_test) > 2 * mean_square(
        few.predict(X_test) - y_test
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_r10_linear_in_the_weights_not_in_the_centers(seed):
    rng = np.random.default_rng(seed)
    X, centers = rng.standard_normal((20, 2)), rng.standard_normal((5, 2))
    v, w = rng.standard_normal((2, 5))
    a, b = rng.standard_normal(2)

    def h(centers, weights):
        return RBFNetwork(centers, weights)(X)

    assert_allclose(
        h(centers, a * v + b * w), a * h(centers, v) + b * h(centers, w), rtol=1e-10, atol=1e-12
    )
    moved = centers + rng.standard_normal((5, 2))
    middle = h((centers + moved) / 2, w)
    assert np.abs(middle - (h(centers, w) + h(moved, w)) / 2).max() > 1e-2


@pytest.mark.parametrize("seed", SEEDS)
def test_r11_second_stage_by_backpropagation(seed):
    X, y = surface(seed)
    start = RBFNetworkRegressor(8, alpha=0.01, random_state=seed).fit(X, y).network_
    error, gradient = error_and_gradient(start, X, y)
    assert_allclose(error, mean_square(start(X) - y))

    def error_at(theta):
        weights, bias, omega, centers = np.split(theta, [8, 9, 10])
        moved = RBFNetwork(centers.reshape(8, 2), weights, bias[0], np.exp(omega[0]))
        return mean_square(moved(X) - y)

    theta = np.concatenate(
        [start.weights, [start.bias], [np.log(start.gamma)], start.centers.ravel()]
    )
    parts = [gradient[name] for name in ("weights", "bias", "log_gamma", "centers")]
    numerical = approx_derivative(error_at, theta, method="3-point")
    assert_allclose(np.concatenate([np.ravel(part) for part in parts]), numerical, atol=1e-6)
    # One common width is little to gain from; centers are much.
    for train, part in ((["weights", "widths"], 0.999), (["weights", "widths", "centers"], 0.8)):
        # The second stage goes on below what least squares reached.
        _, history = train_by_backprop(start, X, y, train=train)
        assert (np.diff([step.error for step in history]) <= 0).all()
        assert history[-1].error < part * error
        # Plain gradient descent, from no weights at all.
        blank = replace(start, weights=np.zeros(8), bias=0.0)
        _, history = train_by_backprop(blank, X, y, train=train, method="gradient")
        assert (np.diff([step.error for step in history]) <= 0).all()
        assert history[-1].error < 0.2 * history[0].error


@pytest.mark.parametrize("seed", SEEDS)
def test_r12_kmeans_spends_centers_where_the_target_is_flat(seed):
    rng = np.random.default_rng(seed)
    # Nine of ten samples lie where y = 0; y wiggles where the tenth lies.
    flat, wiggly = rng.uniform(-10, 0, 900), rng.uniform(0, 2, 100)
    X = np.concatenate([flat, wiggly])[:, None]
    y = np.where(X[:, 0] > 0, np.sin(3 * np.pi * X[:, 0]), 0.0)
    centers = kmeans_centers(X, 12, seed)
    assert np.mean(centers < 0) >= 0.7
    by_density = RBFNetworkRegressor(centers=centers).fit(X, y)
    # As many centers, and nearly all of them where y moves.
    by_target = np.append(np.linspace(-0.1, 2.1, 11), -5)[:, None]
    for_target = RBFNetworkRegressor(centers=by_target, gamma=20.0).fit(X, y)
    assert for_target.score(X, y) > 0.95
    assert by_density.score(X, y) < 0.5
    # No other width makes up for the centers.
    for gamma in (0.1, 1.0, 5.0, 20.0, 100.0):
        assert RBFNetworkRegressor(centers=centers, gamma=gamma).fit(X, y).score(X, y) < 0.6


def test_r13_beside_the_gaussian_svm_and_a_neural_network():
    X, y = load_breast_cancer(return_X_y=True)
    models = [
        RBFNetworkClassifier(40, alpha=1e-3, random_state=0),
        SVC(),
        MLPClassifier((20,), random_state=0, early_stopping=True, max_iter=500),
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ours, svm, mlp = (
            cross_val_score(make_pipeline(StandardScaler(), model), X, y).mean() for model in models
        )
    assert min(ours, svm, mlp) > 0.9
    assert abs(ours - svm) < 0.03
    assert abs(ours - mlp) < 0.05


@pytest.mark.parametrize("seed", SEEDS)
def test_r13_on_two_moons_too(seed):
    X, y = make_moons(300, 0.2, seed)
    test = make_moons(1000, 0.2, seed + 100)
    ours = RBFNetworkClassifier(20, random_state=seed).fit(X, y).score(*test)
    assert abs(ours - SVC().fit(X, y).score(*test)) < 0.03


# 06 · Orthogonal least squares


def candidates(seed, n_samples=40):
    """A design matrix with a center on each sample, and a target with its mean removed."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, (n_samples, 2))
    t = np.sin(3 * X[:, 0]) + X[:, 1] ** 2 + 0.1 * rng.standard_normal(n_samples)
    return design_matrix(X, X, 4.0), t - t.mean()


def squared_error(Z, t, columns):
    w = linalg.lstsq(Z[:, columns], t)[0]
    return ((Z[:, columns] @ w - t) ** 2).sum()


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


# 07 · Extreme learning machine


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


# 08 · Multidimensional scaling


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


# The student's open questions


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
