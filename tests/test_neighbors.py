"""Nearest neighbors and Nadaraya-Watson against scikit-learn, plain loops and 150 digits."""

from functools import partial

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import special_ortho_group
from sklearn.base import clone
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

from rbflib import (
    BASES,
    NadarayaWatsonRegressor,
    NearestNeighborClassifier,
    NearestNeighborRegressor,
)

LEARNERS = [
    NearestNeighborClassifier(),
    NearestNeighborClassifier(n_neighbors=3, weights="distance"),
    NearestNeighborRegressor(),
    NearestNeighborRegressor(n_neighbors=3, weights="distance"),
    NadarayaWatsonRegressor(),
    NadarayaWatsonRegressor(basis="truncated"),
    NadarayaWatsonRegressor(gamma=100.0, basis="inverse_quadratic"),
]
REGRESSORS = [learner for learner in LEARNERS if hasattr(learner, "gamma") or "Reg" in str(learner)]


# Neighbors: which, and in which order


@pytest.mark.parametrize("D", [2, 20])
def test_points_around_1e8_keep_their_neighbors(D):
    rng = np.random.default_rng(1)
    X = rng.integers(0, 100, (300, D)) * 1.0
    Q = X + rng.choice([-0.25, 0.25], X.shape)
    near = NearestNeighborRegressor(n_neighbors=4).fit(X, X[:, 0])
    far = NearestNeighborRegressor(n_neighbors=4).fit(X + 1e8, X[:, 0])
    for here, there in zip(near.kneighbors(Q), far.kneighbors(Q + 1e8), strict=True):
        np.testing.assert_array_equal(here, there)


# Nearest neighbors: the answer


@pytest.mark.parametrize("n_samples", [80, 400])
@pytest.mark.parametrize("weights", ["uniform", "distance"])
@pytest.mark.parametrize("k", [1, 2, 5])
def test_against_scikit_learn(n_samples, weights, k, rng):
    X, Q, y = rng.normal(size=(n_samples, 3)), rng.normal(size=(90, 3)), rng.normal(size=n_samples)
    labels = np.array(["c", "a", "b"])[rng.integers(0, 3, n_samples)]
    # scikit-learn's "distance" is 1/d; the lecture's is 1/d².
    peer_weights = "uniform" if weights == "uniform" else lambda d: 1 / d**2
    ours = NearestNeighborRegressor(k, weights).fit(X, y).predict(Q)
    theirs = KNeighborsRegressor(k, weights=peer_weights).fit(X, y).predict(Q)
    np.testing.assert_allclose(ours, theirs, rtol=1e-12)
    ours = NearestNeighborClassifier(k, weights).fit(X, labels)
    theirs = KNeighborsClassifier(k, weights=peer_weights).fit(X, labels)
    np.testing.assert_allclose(ours.predict_proba(Q), theirs.predict_proba(Q), atol=1e-11)
    np.testing.assert_array_equal(ours.predict(Q), theirs.predict(Q))


def test_several_at_zero_distance_share():
    X, y = [[0.0], [0.0], [1.0], [0.0]], [3.0, 6.0, 100.0, 0.0]
    assert NearestNeighborRegressor(4, "distance").fit(X, y).predict([[0.0]]) == 3.0
    votes = NearestNeighborClassifier(4, "distance").fit(X, ["b", "a", "c", "b"])
    np.testing.assert_allclose(votes.predict_proba([[0.0]]), [[1 / 3, 2 / 3, 0]], atol=1e-12)
    assert votes.predict([[0.0]]) == "b"


def test_votes_equal_but_for_rounding_are_equal():
    """One vote of 1 against seven of 1/7: the first class wins, on whichever side it is."""
    X = np.r_[[[1.0]], np.full((7, 1), -np.sqrt(7))]
    for one, seven in (("a", "b"), ("b", "a")):
        model = NearestNeighborClassifier(8, "distance").fit(X, [one] + 7 * [seven])
        assert model.predict([[0.0]]) == "a"


# Nadaraya-Watson


@pytest.mark.parametrize("basis", BASES)
@pytest.mark.parametrize("D", [1, 3, 8])
def test_nadaraya_watson_is_its_formula(basis, D, rng):
    X, Q, y = rng.normal(size=(40, D)), rng.normal(size=(15, D)), rng.normal(size=(40, 2))
    gamma = 0.05
    model = NadarayaWatsonRegressor(gamma, basis).fit(X, y)
    for q, h in zip(Q, model.predict(Q), strict=True):
        similarity = np.array([BASES[basis](gamma * np.sum((q - x) ** 2)) for x in X])
        np.testing.assert_allclose(h, similarity @ y / similarity.sum(), rtol=1e-10, atol=1e-12)


def exact_nadaraya_watson(x, X, y, gamma, weight):
    """150-digit value for a query x with one or more features."""
    with mpmath.workdps(150):
        exponents = [
            -mpmath.mpf(gamma)
            * sum(
                (mpmath.mpf(float(a)) - mpmath.mpf(float(b))) ** 2
                for a, b in zip(x, s, strict=True)
            )
            for s in X
        ]
        top = max(exponents)
        w = [
            mpmath.mpf(float(v)) * mpmath.exp(e - top)
            for v, e in zip(weight, exponents, strict=True)
        ]
        return float(sum(v * mpmath.mpf(float(t)) for v, t in zip(w, y, strict=True)) / sum(w))


ON_A_LINE = [0.3, 5.0, 30.0, 40.0, 1e3, 1e6, 1e10, -1e14, 1e17, -1e60]


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
        expected = exact_nadaraya_watson(q, X, y, gamma, weight)
        np.testing.assert_allclose(model.predict([q])[0], expected, rtol=rtol)


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


@pytest.mark.parametrize("gamma", [1e300, 1e308])
def test_rational_bases_far_out_weigh_by_their_own_decay(gamma):
    X, y, q = np.array([[0.0], [5e14]]), np.array([0.0, 1.0]), np.array([[1e15]])
    r2 = (q - X.T)[0] ** 2
    for basis, power in (("inverse_quadratic", 1.0), ("inverse_multiquadric", 0.5)):
        w = r2**-power
        h = NadarayaWatsonRegressor(gamma, basis).fit(X, y).predict(q)
        np.testing.assert_allclose(h, w @ y / w.sum(), rtol=1e-12)


def test_truncated_without_a_sample_in_reach_asks_the_nearest():
    model = NadarayaWatsonRegressor(gamma=1.0, basis="truncated").fit([[0.0], [4.0]], [1.0, 2.0])
    np.testing.assert_array_equal(
        model.predict([[-9.0], [1.5], [2.0], [2.5], [9.0]]), [1, 1, 1.5, 2, 2]
    )


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**31), basis=st.sampled_from(list(BASES)), n_outputs=st.integers(0, 2))
def test_weighting_is_repeating(seed, basis, n_outputs):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(15, 2))
    y = rng.normal(size=(15, n_outputs) if n_outputs else 15)
    weight = rng.integers(0, 4, 15)
    weight[0] = 2
    Q = np.vstack([rng.normal(size=(10, 2)), 1e3 * rng.normal(size=(5, 2))])
    weighted = NadarayaWatsonRegressor(2.0, basis).fit(X, y, sample_weight=weight)
    repeated = NadarayaWatsonRegressor(2.0, basis).fit(X.repeat(weight, 0), y.repeat(weight, 0))
    np.testing.assert_allclose(weighted.predict(Q), repeated.predict(Q), rtol=1e-9, atol=1e-12)


# Properties of all of them


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**31), which=st.integers(0, len(LEARNERS) - 1))
def test_invariant_under_shift_rotation_and_permutation(seed, which):
    rng = np.random.default_rng(seed)
    X, Q = rng.normal(size=(120, 3)), rng.normal(size=(20, 3))
    y = rng.integers(0, 3, 120).astype(float)
    before = clone(LEARNERS[which]).fit(X, y).predict(Q)
    turn, shift = special_ortho_group.rvs(3, random_state=rng), rng.normal(size=3)
    mixed = rng.permutation(120)
    moved = clone(LEARNERS[which]).fit((X @ turn + shift)[mixed], y[mixed])
    np.testing.assert_allclose(moved.predict(Q @ turn + shift), before, rtol=1e-8, atol=1e-10)


@pytest.mark.parametrize("learner", REGRESSORS, ids=str)
def test_regression_is_a_mean_of_targets(learner):
    rng = np.random.default_rng(0)
    X, Q = rng.normal(size=(60, 2)), 3 * rng.normal(size=(40, 2))
    Y = rng.normal(size=(60, 3))
    model = clone(learner).fit(X, Y)
    H = model.predict(Q)
    assert H.shape == (40, 3)
    assert (H.max(axis=0) <= Y.max(axis=0) + 1e-12).all()
    assert (H.min(axis=0) >= Y.min(axis=0) - 1e-12).all()
    for k in range(3):
        single = clone(learner).fit(X, Y[:, k]).predict(Q)
        np.testing.assert_allclose(H[:, k], single, rtol=1e-12)
    constant = clone(learner).fit(X, np.full(60, 4.0)).predict(Q)
    np.testing.assert_allclose(constant, 4.0, rtol=1e-14)


def test_memory_stays_small(peak_memory):
    rng = np.random.default_rng(0)
    X, y, Q = rng.normal(size=(2000, 8)), rng.normal(size=2000), rng.normal(size=(20000, 8))
    for model in (NadarayaWatsonRegressor().fit(X, y), NearestNeighborRegressor(5).fit(X, y)):
        # The whole table of distances takes 320 MB.
        assert peak_memory(partial(model.predict, Q)) < 64e6


def test_a_sample_of_tiny_weight_answers_where_it_is_alone():
    model = NadarayaWatsonRegressor(gamma=1e6)
    model.fit([[0.0], [1.0]], [3.0, 5.0], sample_weight=[1e-300, 1e300])
    np.testing.assert_allclose(model.predict([[0.0], [1.0]]), [3, 5])
