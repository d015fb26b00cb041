"""Two-stage networks, against scikit-learn's linear models on a design matrix built here."""

import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.distance import cdist
from scipy.special import log_softmax
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge

from rbflib import RBFNetwork, make_moons, make_xor
from rbflib.centers import (
    cluster_gamma,
    fit_mixture,
    kmeans_centers,
    mixture_gamma,
    neighbor_gamma,
    random_centers,
)
from rbflib.two_stage import RBFNetworkClassifier, RBFNetworkRegressor
from tests.seeds import thorough
from tests.test_basis import FORMULAS
from tests.test_centers import AWKWARD

HIDDEN = [
    {"centers": centers, "gamma": gamma}
    for centers in ("random", "kmeans", "gmm")
    for gamma in ("neighbors", "clusters", 0.7)
] + [{"centers": "gmm", "gamma": "gmm"}]
FEW_HIDDEN = [*HIDDEN[::4], *thorough(*(h for i, h in enumerate(HIDDEN) if i % 4))]


def gaussian_features(X, centers, gamma):
    return np.exp(-gamma * cdist(X, centers, "sqeuclidean"))


def problem(seed, N=80, D=2, K=None):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((N, D))
    y = np.sin(X @ rng.standard_normal((D, *(() if K is None else (K,))))) + 5
    return X, y + 0.1 * rng.standard_normal(y.shape)


@pytest.mark.parametrize("K", [None, 3])
@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("alpha", [0.0, 1e-3, 10.0])
def test_weights_are_those_of_linear_regression_and_ridge(seed, alpha, fit_intercept, K):
    X, y = problem(seed, K=K)
    centers = X[:6]
    Z = gaussian_features(X, centers, 0.7)
    reference = Ridge(alpha) if alpha else LinearRegression()
    reference.set_params(fit_intercept=fit_intercept).fit(Z, y)
    learner = RBFNetworkRegressor(centers=centers, gamma=0.7, alpha=alpha)
    learner.set_params(fit_intercept=fit_intercept).fit(X, y)
    assert_allclose(learner.network_.weights.T, reference.coef_, rtol=1e-6, atol=1e-8)
    assert_allclose(learner.network_.bias, reference.intercept_, rtol=1e-6, atol=1e-8)
    Q = problem(seed + 100)[0]
    expected = reference.predict(gaussian_features(Q, centers, 0.7))
    assert_allclose(learner.predict(Q), expected, rtol=1e-8)
    assert_array_equal(learner.predict(Q), learner.network_(Q))


@pytest.mark.parametrize("hidden", FEW_HIDDEN)
def test_the_hidden_layer_is_the_one_that_the_names_say(hidden):
    X, y = problem(0, N=120)
    network = RBFNetworkRegressor(5, **hidden, random_state=3).fit(X, y).network_
    mixture = fit_mixture(X, 5, 3)
    centers = {
        "random": random_centers(X, 5, 3),
        "kmeans": kmeans_centers(X, 5, 3),
        "gmm": mixture[0],
    }[hidden["centers"]]
    gamma = {
        "neighbors": neighbor_gamma(X, centers),
        "clusters": cluster_gamma(X, centers),
        "gmm": mixture_gamma(X, *mixture),
        0.7: 0.7,
    }[hidden["gamma"]]
    assert isinstance(network, RBFNetwork)
    assert_array_equal(network.centers, centers)
    assert_allclose(network.gamma, gamma)


def test_given_centers_and_widths_are_kept(seed):
    X, y = problem(seed)
    centers = np.random.default_rng(seed).standard_normal((7, 2))
    per_center, matrices = np.linspace(0.1, 1, 7), 0.2 * np.array(7 * [np.eye(2)])
    for gamma in (0.3, per_center, np.full((7, 2), 0.2), matrices):
        network = RBFNetworkRegressor(n_centers=3, centers=centers, gamma=gamma).fit(X, y).network_
        assert_array_equal(network.centers, centers)
        assert_array_equal(network.gamma, gamma)


@pytest.mark.parametrize("basis", ["inverse_quadratic", "inverse_multiquadric", "truncated"])
def test_other_bases(basis):
    X, y = problem(0)
    Z = np.vectorize(FORMULAS[basis])(np.sqrt(0.4) * cdist(X, X[:6]))
    learner = RBFNetworkRegressor(centers=X[:6], gamma=0.4, basis=basis).fit(X, y)
    assert_allclose(learner.predict(X), LinearRegression().fit(Z, y).predict(Z), rtol=1e-8)


def test_sign_is_least_squares_on_plus_and_minus_one(seed):
    X, y = make_xor(150, 0.7, seed)
    labels = np.where(y > 0, "yes", "no")
    Z = gaussian_features(X, X[:8], 0.7)
    h = LinearRegression().fit(Z, y).predict(Z)
    learner = RBFNetworkClassifier(centers=X[:8], gamma=0.7).fit(X, labels)
    assert_allclose(learner.decision_function(X), h, rtol=1e-7, atol=1e-9)
    assert_array_equal(learner.predict(X), np.where(h > 0, "yes", "no"))
    assert not hasattr(learner, "predict_proba")
    # One class against the rest.
    y = np.random.default_rng(seed).integers(0, 3, 150)
    h = LinearRegression().fit(Z, np.where(y[:, None] == np.arange(3), 1, -1)).predict(Z)
    learner.fit(X, y)
    assert_allclose(learner.decision_function(X), h, rtol=1e-6, atol=1e-6)
    assert_array_equal(learner.predict(X), h.argmax(axis=1))


@pytest.mark.parametrize("alpha", [1e-2, 1.0])
@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("K", [2, 3])
def test_logistic_output_is_that_of_scikit_learn(K, fit_intercept, alpha):
    X, y = load_iris(return_X_y=True)
    X, y = X[y > 2 - K], y[y > 2 - K]  # the last classes overlap
    learner = RBFNetworkClassifier(
        centers=X[::10], gamma=0.3, alpha=alpha, fit_intercept=fit_intercept, output="logistic"
    )
    P = learner.fit(X, y).predict_proba(X)
    Z = gaussian_features(X, X[::10], 0.3)
    peer = LogisticRegression(C=1 / (2 * alpha), tol=1e-10, max_iter=10_000)
    peer.set_params(fit_intercept=fit_intercept).fit(Z, y)
    assert_allclose(P, peer.predict_proba(Z), atol=1e-5)
    h = learner.decision_function(X).reshape(len(X), -1)
    h = h if K > 2 else np.column_stack([0 * h, h])
    assert_allclose(np.log(P), log_softmax(h, axis=1), atol=1e-12)
    assert_array_equal(learner.predict(X), learner.classes_[P.argmax(axis=1)])


def test_logistic_output_without_a_penalty():
    X, y = make_moons(300, 0.5, 0)
    learner = RBFNetworkClassifier(centers=X[:4], gamma=0.7, output="logistic").fit(X, y)
    Z = np.column_stack([gaussian_features(X, X[:4], 0.7), np.ones(300)])
    probability = learner.predict_proba(X)[:, 1]
    assert_allclose(Z.T @ (probability - (y > 0)), 0, atol=1e-2)  # the gradient


def test_logistic_output_of_separable_classes_is_finite_and_sure():
    X = np.concatenate([np.linspace(0, 1, 20), np.linspace(5, 6, 20)])[:, None]
    y = np.repeat([0, 1], 20)
    centers = [[0.5], [5.5], [5.5]]  # two are equal: their weights are not unique either
    learner = RBFNetworkClassifier(centers=centers, gamma=0.5, output="logistic")
    with pytest.warns(ConvergenceWarning, match=r"has not settled.*weights of .*Use alpha > 0"):
        learner.fit(X, y)
    P = learner.predict_proba(X)
    assert np.isfinite(P).all()
    assert (P[np.arange(40), y] > 0.99).all()


@pytest.mark.filterwarnings("ignore:The design matrix has")
@pytest.mark.filterwarnings("ignore:At gamma=")
@pytest.mark.parametrize("hidden", FEW_HIDDEN)
@pytest.mark.parametrize("X", AWKWARD.values(), ids=AWKWARD)
def test_awkward_samples_give_finite_answers(X, hidden):
    y = np.sin(np.arange(len(X)))
    learner = RBFNetworkRegressor(8, **hidden, random_state=0).fit(X, y)
    assert np.isfinite(learner.predict(X)).all()
    network = learner.network_
    # The bias alone reaches 0, but for the rounding of a sum of large weights that cancel.
    slack = 1e-6 + np.finfo(float).eps * (np.abs(network.weights).sum() + abs(network.bias))
    assert learner.score(X, y) >= 1 - (1 + slack / y.std()) ** 2
    classifier = RBFNetworkClassifier(8, **hidden, random_state=0, output="logistic", alpha=1e-3)
    assert np.isfinite(classifier.fit(X, y > 0).predict_proba(X)).all()


@pytest.mark.filterwarnings("ignore:At gamma=")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")  # says so
@pytest.mark.parametrize("hidden", HIDDEN)
def test_fewer_distinct_samples_than_centers_give_a_finite_answer(hidden):
    X = np.tile([[0.0], [1.0], [3.0]], (10, 1))
    y = np.tile([1.0, 0.0, 2.0], 10)
    learner = RBFNetworkRegressor(5, **hidden, random_state=0).fit(X, y)
    assert_allclose(learner.predict(X), y, atol=1e-6)


@pytest.mark.parametrize("hidden", [h for h in HIDDEN if h["centers"] == "random"])
def test_constant_targets_and_single_centers(hidden):
    X, y = problem(0)
    constant = RBFNetworkRegressor(5, **hidden, random_state=0).fit(X, np.full(80, 3.5))
    assert_allclose(constant.predict(X), 3.5)
    one = RBFNetworkRegressor(1, **hidden, random_state=0).fit(X, y)
    assert one.score(X, y) >= 0
    equal = RBFNetworkRegressor(1, **hidden, random_state=0).fit(np.ones((9, 2)), np.arange(9.0))
    assert_allclose(equal.predict([[1.0, 1.0]]), 4)
    alone = RBFNetworkRegressor(1, **hidden, random_state=0).fit([[2.0]], [7.0])
    assert_allclose(alone.predict([[2.0]]), 7)


@pytest.mark.parametrize("Learner", [RBFNetworkRegressor, RBFNetworkClassifier])
@pytest.mark.parametrize("hidden", FEW_HIDDEN)
def test_weighting_equals_repeating(Learner, hidden, rng):
    X, weight = rng.normal(size=(60, 2)), rng.integers(0, 4, 60)
    y = (X[:, 0] * X[:, 1] > 0) * 1 + (X[:, 1] > 1)
    weight[np.unique(y, return_index=True)[1]] = 1  # every class is there
    order = rng.permutation(60)
    models = [Learner(5, **hidden, alpha=1e-3, random_state=0) for _ in range(2)]
    models[0].fit(X[order], y[order], weight[order])
    models[1].fit(X.repeat(weight, axis=0), y.repeat(weight))
    here, there = (model.network_ for model in models)
    assert_allclose(here.centers, there.centers, rtol=1e-9)
    assert_allclose(here(X), there(X), rtol=1e-6, atol=1e-8)


def test_one_row_at_a_fill_value_costs_one_center(seed):
    X = np.sort(np.random.default_rng(seed).uniform(-1, 1, (60, 1)), axis=0)
    y = np.sin(3 * X[:, 0])
    model = RBFNetworkRegressor(8, gamma=30, random_state=0)
    for value in (1e20, 9.97e36, -999.0):
        model.fit(np.vstack([X, [[value]]]), np.r_[y, 0])
        assert model.score(X, y) > 0.95


def test_fits_in_four_threads_leave_the_process_as_it_was():
    X, y = make_moons(60, 0.3, 0)
    before = [list(warnings.filters), warnings.showwarning, np.geterr()]

    def fit(seed):
        for _ in range(5):
            RBFNetworkClassifier(6, alpha=1e-3, output="logistic", random_state=seed).fit(X, y)
        return np.geterr()

    with ThreadPoolExecutor(4) as pool:
        states = list(pool.map(fit, range(8)))
    assert all(state == before[2] for state in states)
    assert [list(warnings.filters), warnings.showwarning, np.geterr()] == before
