"""Nearest neighbors and Nadaraya-Watson against scikit-learn, plain loops and 150 digits."""

from functools import partial

import mpmath
import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

from rbflib import (
    BASES,
    NadarayaWatsonRegressor,
    NearestNeighborClassifier,
    NearestNeighborRegressor,
)


@pytest.mark.parametrize("n_samples", [80, 400])
@pytest.mark.parametrize("weights", ["uniform", "distance"])
@pytest.mark.parametrize("k", [1, 2, 5])
def test_against_scikit_learn(n_samples, weights, k, rng):
    X, Q, y = rng.normal(size=(n_samples, 3)), rng.normal(size=(90, 3)), rng.normal(size=n_samples)
    labels = np.array(["c", "a", "b"])[rng.integers(0, 3, n_samples)]
    # scikit-learn's "distance" is 1/d; the lecture's is 1/d².
    peer_weights = "uniform" if weights == "uniform" else lambda d: 1 / d**2
    for targets in (y, np.column_stack([y, X[:, 0]])):
        ours = NearestNeighborRegressor(k, weights).fit(X, targets).predict(Q)
        theirs = KNeighborsRegressor(k, weights=peer_weights).fit(X, targets).predict(Q)
        np.testing.assert_allclose(ours, theirs, rtol=1e-12)
    ours = NearestNeighborClassifier(k, weights).fit(X, labels)
    theirs = KNeighborsClassifier(k, weights=peer_weights).fit(X, labels)
    np.testing.assert_allclose(ours.predict_proba(Q), theirs.predict_proba(Q), atol=1e-11)
    np.testing.assert_array_equal(ours.predict(Q), theirs.predict(Q))


def test_votes_equal_but_for_rounding_are_equal():
    """One vote of 1 against seven of 1/7: the first class wins, on whichever side it is."""
    X = np.r_[[[1.0]], np.full((7, 1), -np.sqrt(7))]
    for one, seven in (("a", "b"), ("b", "a")):
        model = NearestNeighborClassifier(8, "distance").fit(X, [one] + 7 * [seven])
        assert model.predict([[0.0]]) == "a"


@pytest.mark.filterwarnings("ignore:At gamma=")
@pytest.mark.parametrize("basis", BASES)
@pytest.mark.parametrize("D", [1, 3, 8])
def test_nadaraya_watson_is_its_formula(basis, D, rng):
    X, Q, y = rng.normal(size=(40, D)), rng.normal(size=(15, D)), rng.normal(size=(40, 2))
    gamma = 0.05
    model = NadarayaWatsonRegressor(gamma, basis).fit(X, y)
    for q, h in zip(Q, model.predict(Q), strict=True):
        similarity = np.array([BASES[basis](gamma * np.sum((q - x) ** 2)) for x in X])
        np.testing.assert_allclose(h, similarity @ y / similarity.sum(), rtol=1e-10, atol=1e-12)


ON_A_LINE = [0.3, 5.0, 30.0, 40.0, 1e3, 1e6, 1e10, -1e14, 1e17, -1e60]


@pytest.mark.filterwarnings("ignore:At gamma=")
@pytest.mark.parametrize(
    ("D", "x", "gammas", "rtol"),
    [
        *[(1, x, (1e-9, 0.5, 30.0), 1e-9) for x in ON_A_LINE],
        # Several samples share the answer.
        *[(D, x, [3 / x], 1e-7) for D in (2, 7) for x in (1e2, 1e4, 1e7)],
    ],
)
def test_far_queries_against_150_digits(D, x, gammas, rtol):
    rng = np.random.default_rng(3)
    X, y = rng.uniform(size=(12, D)), rng.normal(size=12)
    weight = rng.uniform(0.5, 2, 12)
    q = x * (rng.normal(size=D) if D > 1 else np.ones(1))
    for gamma in gammas:
        model = NadarayaWatsonRegressor(gamma).fit(X, y, sample_weight=weight)
        with mpmath.workdps(150):
            mp_q, mp_X, mp_y, w = (np.vectorize(mpmath.mpf, "O")(a) for a in (q, X, y, weight))
            w = w * [mpmath.exp(-gamma * r2) for r2 in ((mp_q - mp_X) ** 2).sum(axis=1)]
            expected = float(w @ mp_y / w.sum())
        np.testing.assert_allclose(model.predict([q])[0], expected, rtol=rtol)


@pytest.mark.filterwarnings("ignore:At gamma=")
@pytest.mark.parametrize("gamma", [1e-300, 1e300])
@pytest.mark.parametrize("basis", BASES)
def test_extreme_gamma_gives_finite_means(gamma, basis):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(20, 2)), rng.normal(size=20)
    Q = np.vstack([X, 10 * rng.normal(size=(20, 2)), [[1e9, -1e9]]])
    h = NadarayaWatsonRegressor(gamma, basis).fit(X, y).predict(Q)
    assert ((h >= y.min() - 1e-12) & (h <= y.max() + 1e-12)).all()
    if gamma < 1:
        np.testing.assert_allclose(h[:40], y.mean(), rtol=1e-12)
    elif basis != "inverse_multiquadric":
        np.testing.assert_allclose(h[:20], y, rtol=1e-12)


def test_truncated_without_a_sample_in_reach_asks_the_nearest():
    model = NadarayaWatsonRegressor(gamma=1.0, basis="truncated").fit([[0.0], [4.0]], [1.0, 2.0])
    found = model.predict([[-9.0], [1.5], [2.0], [2.5], [9.0]])
    np.testing.assert_array_equal(found, [1, 1, 1.5, 2, 2])


def test_memory_stays_small(peak_memory):
    rng = np.random.default_rng(0)
    X, y, Q = rng.normal(size=(2000, 8)), rng.normal(size=2000), rng.normal(size=(20000, 8))
    for model in (NadarayaWatsonRegressor().fit(X, y), NearestNeighborRegressor(5).fit(X, y)):
        # The whole table of distances takes 320 MB.
        assert peak_memory(partial(model.predict, Q)) < 64e6


def test_a_sample_of_weight_0_answers_nowhere():
    model = NadarayaWatsonRegressor(10.0).fit([[0], [1], [50]], [0, 1, 5], [1, 1, 0])
    np.testing.assert_allclose(model.predict([[50.0], [49.0]]), 1)


def test_a_sample_of_tiny_weight_answers_where_it_is_alone():
    model = NadarayaWatsonRegressor(gamma=1e6)
    model.fit([[0.0], [1.0]], [3.0, 5.0], sample_weight=[1e-300, 1e300])
    np.testing.assert_allclose(model.predict([[0.0], [1.0]]), [3, 5])
