"""What the lecture claims, item by item, on fresh random data.

A test is named after the item that it proves: s1 to s7 (Gaussian SVM as an RBF network) and f1 to
f10 (full network: interpolation and regularization). Where the lecture's documents disagree, the
test shows which is right.
"""

from itertools import product
from math import comb

import mpmath
import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import linprog
from scipy.spatial.distance import cdist
from scipy.special import gamma as gamma_function
from scipy.special import jv
from scipy.stats import ortho_group
from sklearn.datasets import load_breast_cancer
from sklearn.exceptions import ConvergenceWarning
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LogisticRegression
from sklearn.neural_network import MLPRegressor
from sklearn.preprocessing import scale
from sklearn.svm import SVC

from rbflib import (
    BASES,
    FullRBFClassifier,
    FullRBFRegressor,
    RBFNetwork,
    UniformRBFClassifier,
    design_matrix,
    edit_distance,
    effective_degrees_of_freedom,
    make_rings,
    make_wave,
    make_xor,
    network_from_svc,
    polynomial,
    solve_weights,
    tanh_neuron,
    wave,
)


def seed(rng):
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
    Q, shift = ortho_group.rvs(3, random_state=seed(rng)), rng.uniform(1, 2, 3)
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
        X, y = make(60, noise=0.1, random_state=seed(rng))
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
    X, y = make_wave(30, noise=0.4, random_state=seed(rng))
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
    X, y = make_wave(30, noise=0.2, random_state=seed(rng))
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
    X, y = make_rings(200, noise=0.05, random_state=seed(rng))
    X_test, y_test = make_rings(500, noise=0.05, random_state=seed(rng))
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
    X, y = make_wave(40, noise=0.3, random_state=seed(rng))
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
