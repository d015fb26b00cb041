from itertools import product

import mpmath
import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_diabetes
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from rbflib import (
    FullRBFClassifier,
    FullRBFRegressor,
    RBFNetwork,
    RBFNetworkClassifier,
    UniformRBFClassifier,
    design_matrix,
    effective_degrees_of_freedom,
    make_moons,
    make_wave,
    solve_weights,
    wave,
)
from tests.seeds import draw_seed

DRAWS, SHOWN = range(30), range(47, 97)  # what page 02 averages over, and what it shows


def mean_squared_error(model, X, y):
    return np.mean((model.predict(X) - y) ** 2)


@pytest.mark.filterwarnings("ignore:At gamma=")
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


def test_f4_distinct_samples_too_near_for_floats_are_still_invertible_with_80_digits(rng):
    X = rng.random((8, 1)) / 10
    assert np.linalg.matrix_rank(design_matrix(X, X)) < 8
    with mpmath.workdps(80):
        x = [mpmath.mpf(value) for value in X[:, 0].tolist()]
        Z = mpmath.matrix([[mpmath.exp(-((a - b) ** 2)) for b in x] for a in x])
        L = mpmath.cholesky(Z)  # raises an error where Z is not positive definite
        assert min(L[n, n] for n in range(8)) > 0


def test_f4_a_quadratic_form_of_z_is_the_area_under_a_squared_sum_of_narrower_bumps(rng):
    x, a, gamma = rng.random(6), rng.standard_normal(6), 30.0
    t, step = np.linspace(-2, 3, 20001, retstep=True)
    total = np.exp(-2 * gamma * (t[:, None] - x) ** 2) @ a
    area = np.sum(total**2) * step
    Z = design_matrix(x[:, None], x[:, None], gamma)
    assert a @ Z @ a == pytest.approx(area / np.sqrt(np.pi / (4 * gamma)), rel=1e-8)


def test_f3_weights_grow_as_bumps_widen_and_noise_is_what_costs():
    for draw in SHOWN:
        largest = {
            (gamma, noise): np.abs(FullRBFRegressor(gamma).fit(X, y).network_.weights).max()
            for noise in (0.0, 0.2)
            for X, y in [make_wave(20, noise, random_state=draw)]
            for gamma in (100.0, 1000.0)
        }
        assert largest[1000, 0.2] < 2.2
        assert 50 < largest[100, 0.2] < 1500
        assert largest[100, 0.0] < 7
    X, y = make_wave(20, 0.2, random_state=SHOWN[0])
    h = FullRBFRegressor(100.0).fit(X, y).network_
    assert np.abs(h.weights).max() > 400
    assert np.abs(h(np.linspace(0, 1, 2001)[:, None])).max() < 3


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
    ridge = FullRBFRegressor(gamma=10.0, alpha=alpha).fit(X, y).network_.weights
    assert_allclose(Z.T @ Z @ ridge - Z.T @ y + alpha * ridge, 0, atol=1e-10)

    def objective(beta):
        return ((Z @ beta - y) ** 2).sum() + alpha * (beta**2).sum()

    for _ in range(20):
        assert objective(ridge) < objective(ridge + 0.01 * rng.standard_normal(20))


def test_f5_two_samples_that_nearly_agree_need_large_weights_for_what_they_differ_in():
    """The pencil task of page 02."""
    Z = np.array([[1, 0.99], [0.99, 1]])
    assert_allclose(np.linalg.solve(Z, [1, 1]), [0.503, 0.503], atol=5e-4)
    assert_allclose(np.linalg.solve(Z, [1.1, 0.9]), [10.503, -9.497], atol=5e-4)
    assert_allclose(solve_weights(Z, [1.1, 0.9], 0.01), [0.600, 0.402], atol=5e-4)


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


def full_errors(gamma, alpha, noise=0.3, n_samples=20):
    """E_in and E_out of the full network on samples of the wave, a row per draw."""
    x, errors = np.linspace(0, 1, 200)[:, None], []
    for draw in DRAWS:
        X, y = make_wave(n_samples, noise, random_state=draw)
        model = FullRBFRegressor(gamma, alpha).fit(X, y)
        e_in, miss = mean_squared_error(model, X, y), mean_squared_error(model, x, wave(x))
        errors.append([e_in, miss + noise**2])
    return np.array(errors)


def test_f7_interpolation_is_worse_than_the_valley_on_every_draw():
    exact = full_errors(100.0, 0.0)
    assert exact[:, 0].max() < 1e-12
    assert np.median(exact[:, 1]) == pytest.approx(0.25, abs=0.005)
    for gamma, alpha in [(100.0, 1.0), (10**0.5, 10**-3.5), (20.0, 0.1)]:  # along the valley
        valley = full_errors(gamma, alpha)
        assert valley[:, 1].max() < 0.2
        assert (valley[:, 1] < exact[:, 1]).all()
        assert valley[:, 1].mean() < 0.4 * exact[:, 1].mean()


def test_f7_without_noise_every_penalty_costs():
    errors = [full_errors(100.0, a, noise=0.0)[:, 1] for a in (0.0, 1e-8, 1e-4, 1.0, 100.0)]
    assert (np.diff(errors, axis=0) > 0).all()
    assert errors[0].max() < 3e-4


@pytest.mark.parametrize("first", [30, 60, 90])  # other draws than those that page 02 shows
def test_f7_a_penalty_lowers_the_variance_of_the_fits_and_raises_their_bias(first):
    x, parts = np.linspace(0, 1, 200)[:, None], []
    for alpha in (0.0, 1e-2, 1.0, 100.0):
        draws = [make_wave(20, 0.3, random_state=first + draw) for draw in DRAWS]
        h = np.array([FullRBFRegressor(100.0, alpha).fit(X, y).predict(x) for X, y in draws])
        variance = h.var(axis=0).mean()
        bias2 = np.mean((h.mean(axis=0) - wave(x)) ** 2)
        # The mean of 30 fits has a thirtieth of their variance, estimated without bias from 29.
        parts.append([bias2 - variance / 29, variance])
    bias2, variance = np.transpose(parts)
    assert (np.diff(variance) < 0).all()
    assert bias2[1] < 0.005 < bias2[2] < 0.1 < bias2[3]
    assert variance[0] > 0.1 > 0.01 > variance[3]


def test_f7_bias_rises_from_a_penalty_of_a_tenth_on_and_variance_falls_all_the_way():
    """In the thirty draws of page 02."""
    penalties = [0.0, *10 ** np.arange(-8, 2.1, 0.5)]
    x, parts = np.linspace(0, 1, 200)[:, None], []
    draws = [make_wave(20, 0.3, random_state=draw) for draw in DRAWS]
    for alpha in penalties:
        h = np.array([FullRBFRegressor(100.0, alpha).fit(X, y).predict(x) for X, y in draws])
        parts.append([np.mean((h.mean(axis=0) - wave(x)) ** 2), h.var(axis=0).mean()])
    bias2, variance = np.transpose(parts)
    assert (np.diff(variance) < 0).all()
    tenth = np.argmin(np.abs(np.subtract(penalties, 0.1)))
    assert (np.diff(bias2[tenth:]) > 0).all()
    assert bias2[0] > 2 * bias2[tenth]


def test_f7_exact_interpolation_of_diabetes_is_worse_than_the_mean_and_ridge_halves_its_error():
    X, y = load_diabetes(return_X_y=True, scaled=False)
    for seed in range(20):
        halves = train_test_split(X, y / y.std(), test_size=0.5, random_state=seed)
        X_train, X_rest, y_train, y_rest = halves
        scaler, mean = StandardScaler().fit(X_train), y_train.mean()
        X_train, X_rest = scaler.transform(X_train), scaler.transform(X_rest)
        fits = [FullRBFRegressor(0.02, a).fit(X_train, y_train - mean) for a in (1e-8, 1.0, 10.0)]
        nearly_exact, *ridge = (mean_squared_error(fit, X_rest, y_rest - mean) for fit in fits)
        guess = np.mean((y_rest - mean) ** 2)
        assert nearly_exact > 1.5 * guess
        assert 0.4 * guess < min(ridge) < 0.65 * guess


@pytest.mark.filterwarnings("ignore:(At gamma=|The design matrix has)")  # at both ends
def test_f8_the_mean_test_error_is_a_u_along_gamma_and_along_the_penalty():
    along_gamma = [full_errors(gamma, 0.1).mean(axis=0) for gamma in (1.0, 20.0, 5000.0)]
    assert_allclose(along_gamma, [[0.259, 0.278], [0.070, 0.117], [0.004, 0.289]], atol=6e-4)
    along_penalty = [full_errors(100.0, alpha).mean(axis=0) for alpha in (0.0, 1.0, 10.0)]
    assert_allclose(along_penalty, [[0, 0.323], [0.062, 0.120], [0.186, 0.196]], atol=6e-4)


@pytest.mark.thorough
def test_f7_more_noise_needs_a_larger_penalty():
    """The example of a report on page 02: a row per λ, a column per draw."""
    penalties, levels = np.logspace(-4, 2, 13), (0.05, 0.1, 0.2, 0.4, 0.8)

    def misses(noise, n_samples):
        errors = [full_errors(100.0, a, noise, n_samples)[:, 1] for a in penalties]
        return np.array(errors) - noise**2

    of_20 = [misses(noise, 20) for noise in levels]
    means = np.array([miss.mean(axis=1) for miss in of_20])
    assert_allclose(penalties[means.argmin(axis=1)], [0.01, 0.1, 1, 1, 10**0.5])
    assert_allclose(means.min(axis=1), [0.002, 0.006, 0.017, 0.048, 0.118], atol=6e-4)
    assert_allclose(means[:, 0], [0.003, 0.010, 0.039, 0.155, 0.618], atol=6e-4)
    middle = [np.quantile(penalties[miss.argmin(axis=0)], [0.25, 0.75]) for miss in of_20]
    half = [[0.001, 0.0316], [0.0316, 0.316], [0.316, 1], [1, 3.16], [3.16, 10]]
    assert_allclose(middle, half, rtol=0.01)
    of_40 = [penalties[misses(noise, 40).mean(axis=1).argmin()] for noise in levels]
    assert_allclose(of_40, [0.00316, 0.316, 1, 3.16, 10], rtol=0.01)


@pytest.mark.filterwarnings("ignore:The design matrix has")
def test_f9_with_bumps_of_one_width_a_few_do_as_well_as_all_with_a_price():
    X_new, y_new = make_moons(1000, random_state=1000)
    models = {
        "votes": UniformRBFClassifier(gamma=2.0),
        "exact": FullRBFClassifier(gamma=2.0),
        "ridge": FullRBFClassifier(gamma=2.0, alpha=1.0),
        "SVM": SVC(gamma=2.0, C=10.0),
        "20 samples": RBFNetworkClassifier(20, centers="random", gamma=2.0, random_state=0),
    }
    errors, bumps = {name: [] for name in models}, []
    for draw in DRAWS:
        X, y = make_moons(100, random_state=draw)
        for name, model in models.items():
            errors[name].append(1 - model.fit(X, y).score(X_new, y_new))
        bumps.append(len(models["SVM"].support_))
    mean = {name: np.mean(shares) for name, shares in errors.items()}
    assert mean["exact"] == pytest.approx(0.44, abs=0.01)
    assert mean["votes"] == pytest.approx(0.14, abs=0.01)
    few = [mean["ridge"], mean["SVM"], mean["20 samples"]]
    assert_allclose(few, [0.106, 0.115, 0.118], atol=0.003)
    assert np.mean(bumps) == pytest.approx(30, abs=1)
    assert min(errors["exact"]) > max(max(errors[name]) for name in ("ridge", "SVM", "20 samples"))


def test_f10_few_centers_and_a_large_penalty_is_the_most_regularized_corner(rng):
    X, y = make_wave(40, noise=0.3, random_state=draw_seed(rng))
    centers = rng.permutation(X)  # the first M of one order: every set contains the smaller ones
    Ms, alphas = [3, 6, 12, 24, 40], [1e-6, 1e-3, 1e-1, 1.0, 10.0]
    freedom, e_in = np.empty((5, 5)), np.empty((5, 5))
    for (i, M), (j, alpha) in product(enumerate(Ms), enumerate(alphas)):
        Z = design_matrix(X, centers[:M], 100.0)
        freedom[i, j] = effective_degrees_of_freedom(Z, alpha)
        e_in[i, j] = np.mean((Z @ solve_weights(Z, y, alpha) - y) ** 2)
    assert (np.diff(freedom, axis=0) > 0).all()  # more centers, more freedom
    assert (np.diff(freedom, axis=1) < 0).all()  # more penalty, less
    assert freedom.argmin() == 4  # M = 3, λ = 10
    assert (np.diff(e_in, axis=1) > 0).all()
    assert e_in[0, 4] > 2 * e_in[4, 0]


def test_f10_many_pairs_of_centers_and_penalty_are_nearly_equally_good():
    x = np.linspace(0, 1, 200)[:, None]
    pairs = [(10, 0.0), (10, 0.1), (40, 1.0), (8, 10.0), (1, 100.0), (40, 0.0)]
    errors = {pair: [] for pair in pairs}
    for draw in DRAWS:
        X, y = make_wave(40, 0.3, random_state=draw)
        for M, alpha in pairs:
            centers = X[((np.arange(M) + 0.5) * 40 / M).astype(int)]
            beta = solve_weights(design_matrix(X, centers, 300.0), y, alpha)
            h = RBFNetwork(centers, beta, gamma=300.0)
            errors[M, alpha].append(np.mean((h(x) - wave(x)) ** 2) + 0.09)
    few, few_priced, all_priced, *corners = (np.mean(errors[pair]) for pair in pairs)
    assert_allclose([few, few_priced, all_priced], 0.115, atol=0.003)
    assert_allclose(corners, [0.34, 0.51, 0.40], atol=0.01)
