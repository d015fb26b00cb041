import warnings
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.distance import cdist
from scipy.stats import multivariate_normal
from sklearn.datasets import load_breast_cancer, load_digits, load_wine
from sklearn.feature_selection import SelectKBest, f_regression
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.model_selection import GridSearchCV, cross_val_score, train_test_split
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from rbflib import (
    FullRBFRegressor,
    RBFNetwork,
    RBFNetworkClassifier,
    RBFNetworkRegressor,
    cluster_gamma,
    fit_mixture,
    kmeans_centers,
    make_moons,
    make_wave,
    make_xor,
    mixture_gamma,
    neighbor_gamma,
    random_centers,
    train_by_backprop,
    wave,
)
from tests.claims.draws import log_density
from tests.seeds import thorough


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


def clouds(seed):
    """Three clouds of different size and shape, and their labels."""
    rng = np.random.default_rng(seed)
    labels = np.repeat([0, 1, 2], [300, 500, 700])
    means = np.array([[0, 0], [12, 0], [0, 12]])
    shapes = rng.standard_normal((3, 2, 2)) + 1.5 * np.eye(2)
    noise = rng.standard_normal((1500, 2))
    return means[labels] + np.einsum("nd,nde->ne", noise, shapes[labels]) / 2, labels


@pytest.mark.filterwarnings("ignore:At gamma=")
def test_question_1_centers_are_found_three_ways_that_differ_in_reliability(seed):
    """Any of them will do on average; random samples depend more on the draw than k-means."""
    X, y = make_moons(100, random_state=seed)
    X_new, y_new = make_moons(1000, random_state=seed + 100)
    errors = {}
    for way in ("random", "kmeans", "gmm"):
        draws = [RBFNetworkClassifier(4, centers=way, random_state=s) for s in range(20)]
        errors[way] = [1 - draw.fit(X, y).score(X_new, y_new) for draw in draws]
    for way in ("kmeans", "gmm"):
        assert np.mean(errors[way]) < np.mean(errors["random"]) + 0.03
    assert np.std(errors["kmeans"]) < np.std(errors["random"])


def test_r19_no_step_of_em_lowers_the_likelihood(rng):
    X = rng.normal(size=(400, 2)) * [1, 3] + rng.integers(0, 2, (400, 1)) * 4
    means, covariances, counts = X[:4], np.stack([np.eye(2)] * 4), np.full(4, 100.0)
    path = []
    for _ in range(60):
        path.append(log_density(X, means, covariances, counts))
        r = np.stack(
            [
                n * multivariate_normal(mu, S).pdf(X)
                for mu, S, n in zip(means, covariances, counts, strict=True)
            ]
        )
        r /= r.sum(axis=0)
        counts = r.sum(axis=1)
        means = r @ X / counts[:, None]
        covariances = np.stack([np.cov(X.T, aweights=row, ddof=0) for row in r])
    assert (np.diff(path) > -1e-12).all()
    assert path[-1] > path[1] > path[0]


def test_r3_widths_three_ways(seed):
    X, labels = clouds(seed)
    centers = np.array([X[labels == m].mean(axis=0) for m in range(3)])
    # With three centers, the neighbors of each are the two others.
    sides = cdist(centers, centers)[np.triu_indices(3, 1)]
    assert_allclose(neighbor_gamma(X, centers), 1 / (2 * sides.mean() ** 2))
    labels, mixture = nearest(X, centers), fit_mixture(X, 3, seed)
    # The inverse is the covariance, but for the imaginary sample among hundreds.
    for gamma, covariances in (
        (cluster_gamma(X, centers), [np.cov(X[labels == m].T) for m in range(3)]),
        (mixture_gamma(X, *mixture), mixture[1]),
    ):
        for found, C in zip(np.linalg.inv(2 * gamma), covariances, strict=True):
            assert np.linalg.norm(found - C) < 0.02 * np.linalg.norm(C)


@pytest.mark.filterwarnings("ignore:(At gamma=|The design matrix has)")  # says so
@pytest.mark.parametrize("load", [load_wine, load_breast_cancer, load_digits])
def test_r3_with_many_features_one_common_width_is_better(load):
    """With a covariance per cluster no bump reaches the samples of its own cluster."""
    X, y = load(return_X_y=True)
    similarities, accuracies = [], []
    for rule in ("neighbors", "clusters"):
        network = RBFNetworkClassifier(10, gamma=rule, random_state=0)
        model = make_pipeline(StandardScaler(), network)
        accuracies.append(cross_val_score(model, X, y).mean())
        F = model.fit(X, y)[0].transform(X)
        similarities.append(np.median(network.network_.transform(F).max(axis=1)))
    assert similarities[0] > 0.1 > 10 * similarities[1]
    assert accuracies[0] > accuracies[1] + 0.03


def test_r4_weights_by_the_pseudo_inverse(seed):
    X, T = surface(seed, K=3)
    centers = random_centers(X, 8, seed)
    network = RBFNetworkRegressor(centers=centers, gamma=0.8).fit(X, T).network_
    W = np.linalg.pinv(np.column_stack([by_hand(X, centers, 0.8), np.ones(len(X))])) @ T
    assert_allclose(np.vstack([network.weights, network.bias]), W, rtol=1e-6, atol=1e-7)


def test_r5_the_fit_is_the_orthogonal_projection(seed):
    X, T = surface(seed, K=2)
    centers = kmeans_centers(X, 8, seed)
    network = RBFNetworkRegressor(centers=centers, gamma=0.8).fit(X, T).network_
    columns = np.column_stack([by_hand(X, centers, 0.8), np.ones(len(X))])
    Q, _ = np.linalg.qr(columns)
    assert_allclose(network(X), Q @ (Q.T @ T), atol=1e-9)
    assert_allclose(columns.T @ (T - network(X)), 0, atol=1e-8)


@pytest.mark.filterwarnings("ignore:The design matrix has")
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


@pytest.mark.filterwarnings("ignore:The design matrix has")
@pytest.mark.filterwarnings("ignore:At gamma=")  # the narrowest say so
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
    assert best < 0.7 * np.median(e_out)


def test_r8_features_chosen_on_all_samples_leak_into_the_folds():
    """Exercise 5.5: noise that seems to explain itself, until the choice is made in each fold."""
    leaking, honest = [], []
    for seed in range(10):
        rng = np.random.default_rng(seed)
        X, y = rng.normal(size=(60, 1000)), rng.normal(size=60)
        network = [StandardScaler(), RBFNetworkRegressor(5, gamma=0.02, random_state=0)]
        relevance = np.abs(np.corrcoef(X.T, y)[-1, :-1])
        best = relevance.argsort()[-10:]
        leaking.append(cross_val_score(make_pipeline(*network), X[:, best], y, cv=5).mean())
        whole = make_pipeline(SelectKBest(f_regression, k=10), *network)
        honest.append(cross_val_score(whole, X, y, cv=5).mean())
    assert np.mean(leaking) > 0.25
    assert np.mean(honest) < 0


def test_r9_few_proper_centers_beside_the_full_network(seed):
    X, y = make_wave(60, 0.3, seed)
    X_test, y_test = make_wave(1000, 0.0, seed + 100)
    few = RBFNetworkRegressor(8, random_state=seed).fit(X, y)
    # The full network at the width that its own, nearer, centers ask for.
    full = FullRBFRegressor(gamma=neighbor_gamma(X, X)).fit(X, y)
    assert mean_square(full.predict(X) - y) < 1e-6
    assert mean_square(few.predict(X) - y) > 0.01
    of_few, of_full = (mean_square(model.predict(X_test) - y_test) for model in (few, full))
    assert of_few < 0.04
    assert of_full > 2 * of_few


# Noise -> the best M, its error, all M within 10% of it, and the error of thirty centers.
BEST_M = {
    0.05: (17, 0.0034, set(range(15, 18)), 0.006),
    0.1: (15, 0.0130, set(range(10, 18)), 0.025),
    0.2: (13, 0.0503, set(range(10, 18)), 0.099),
    0.3: (10, 0.1116, set(range(8, 18)), 0.222),
    0.5: (10, 0.3066, set(range(6, 18)), 0.618),
}


@pytest.mark.parametrize("noise", [0.3, *thorough(0.05, 0.1, 0.2, 0.5)])
def test_r9_how_many_centers_for_how_much_noise(noise):
    """The example of a report on page 05: one draw of 40 samples."""
    X, y = make_wave(40, noise, random_state=47)
    line, errors = np.linspace(0, 1, 200)[:, None], {}
    for M in range(1, 41):
        mu = kmeans_centers(X, M, 0)
        fit = Ridge(0, solver="svd").fit(by_hand(X, mu, 10**2.3), y)
        missed = fit.predict(by_hand(line, mu, 10**2.3)) - wave(line)
        errors[M] = mean_square(missed) + noise**2
    best = min(errors, key=errors.get)
    near = {M for M, error in errors.items() if error < 1.1 * errors[best]}
    M, error, range_of_m, of_thirty = BEST_M[noise]
    assert (best, near) == (M, range_of_m)
    assert errors[best] == pytest.approx(error, abs=5.1e-5)
    assert errors[30] == pytest.approx(of_thirty, abs=5.1e-4)


def test_r10_linear_in_the_weights_not_in_the_centers(rng):
    X, centers = rng.standard_normal((20, 2)), rng.standard_normal((5, 2))
    v, w = rng.standard_normal((2, 5))
    a, b = rng.standard_normal(2)

    def h(centers, weights):
        return RBFNetwork(centers, weights)(X)

    expected = a * h(centers, v) + b * h(centers, w)
    assert_allclose(h(centers, a * v + b * w), expected, rtol=1e-10, atol=1e-12)
    moved = centers + rng.standard_normal((5, 2))
    middle = h((centers + moved) / 2, w)
    assert np.abs(middle - (h(centers, w) + h(moved, w)) / 2).max() > 1e-2


def test_r11_second_stage_by_backpropagation(seed):
    """That the gradient is right is tested beside `train_by_backprop`."""
    X, y = surface(seed)
    start = RBFNetworkRegressor(8, alpha=0.01, random_state=seed).fit(X, y).network_
    error = mean_square(start(X) - y)
    # One common width is little to gain from; centers are much.
    for train, part in ((["weights", "widths"], 0.999), (["weights", "widths", "centers"], 0.9)):
        # The second stage goes on below what least squares reached.
        _, history = train_by_backprop(start, X, y, train=train)
        assert history[-1].error < part * error
        # Plain gradient descent, from no weights at all.
        blank = replace(start, weights=np.zeros(8), bias=0.0)
        _, history = train_by_backprop(blank, X, y, train=train, method="gradient")
        assert history[-1].error < 0.2 * history[0].error


@pytest.mark.filterwarnings("ignore:At gamma=")  # the narrowest say so
def test_r12_kmeans_spends_centers_where_the_target_is_flat(seed, rng):
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


def test_r12_density_of_many_kmeans_centers_is_the_cube_root_of_that_of_the_samples(rng):
    """On a line: 90% of the samples on [−4, 0], and 77% of the centers."""
    flat, steep = 4 * (0.9 / 4) ** (1 / 3), 2 * (0.1 / 2) ** (1 / 3)
    assert flat / (flat + steep) == pytest.approx(0.77, abs=0.005)
    X = np.concatenate([rng.uniform(-4, 0, 9000), rng.uniform(0, 2, 1000)])[:, None]
    share = np.mean(kmeans_centers(X, 120, 0) < 0)
    assert share == pytest.approx(flat / (flat + steep), abs=0.04)


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


@pytest.mark.parametrize("n_centers", [10, 20, 40])
def test_random_centers_of_digits_err_more_and_are_needed_up_to_twice(n_centers):
    X, y = load_digits(return_X_y=True)

    def error(kind, M):
        models = (
            RBFNetworkClassifier(M, centers=kind, alpha=1e-3, random_state=s) for s in range(5)
        )
        halves = (train_test_split(X / 16, y, test_size=0.5, random_state=s) for s in range(5))
        scores = [m.fit(a, c).score(b, d) for m, (a, b, c, d) in zip(models, halves, strict=True)]
        return 1 - np.mean(scores)

    k_means = error("kmeans", n_centers)
    assert error("random", 2 * n_centers) < k_means < error("random", n_centers) / 1.3
