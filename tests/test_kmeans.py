"""k-means against scikit-learn from equal starts, all partitions, and plain loops."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2
from sklearn.cluster import KMeans as PeerKMeans
from sklearn.exceptions import ConvergenceWarning

from rbflib import KMeans, lloyd
from rbflib.kmeans import STARTS

# (N, D, k): small tables of distances, and tables large enough for the bounds.
SHAPES = [(40, 1, 3), (300, 2, 7), (150, 6, 4), (3000, 2, 9), (2000, 3, 40), (1500, 12, 20)]


def peer(X, centers, max_iter=300, **fit_params):
    """scikit-learn's Lloyd from the same centers, to the last label change."""
    model = PeerKMeans(len(centers), init=centers, n_init=1, tol=0, max_iter=max_iter)
    return model.set_params(algorithm="lloyd").fit(X, **fit_params)


def direct_cost(X, step, weight=1):
    return float((weight * ((X - step.centers[step.labels]) ** 2).sum(axis=1)).sum())


def check_walk(X, steps, weight=None):
    """Everything that must hold of recorded steps."""
    X, steps = np.asarray(X, dtype=float), list(steps)
    weight = np.ones(len(X)) if weight is None else weight
    phases = [step.phase for step in steps]
    assert phases == ["start", "assign"] + ["update", "assign"] * (len(steps) // 2 - 1)
    assert (steps[0].labels == -1).all()
    costs = [step.cost for step in steps]
    assert all(after <= before for before, after in itertools.pairwise(costs))
    # A mean is rounded in its last bit: its square, for each sample.
    last_bit = weight.sum() * (1e-15 * np.abs(X).max()) ** 2
    for before, step in itertools.pairwise(steps):
        expected = direct_cost(X, step, weight)
        np.testing.assert_allclose(step.cost, expected, rtol=1e-9, atol=last_bit)
        if step.phase == "assign":
            assert step.centers is before.centers
            # As near as the nearest: ties may be decided by the last bit of a sum.
            r2 = ((X[:, None] - step.centers) ** 2).sum(axis=2)
            own = r2[np.arange(len(X)), step.labels]
            np.testing.assert_allclose(own, r2.min(axis=1), rtol=1e-13)
        else:
            for m in np.unique(step.labels[weight > 0]):
                members = step.labels == m
                mean = np.average(X[members], axis=0, weights=weight[members])
                np.testing.assert_allclose(step.centers[m], mean, rtol=1e-6, atol=1e-9)
    return steps


@pytest.mark.parametrize(
    ("N", "D", "k", "kind"),
    [
        *[(*shape, "") for shape in SHAPES],
        *[(2000, 4, 12, f"stopped after {n}") for n in (1, 2, 5)],
        *[(N, 3, k, "weighted") for N, k in ((200, 5), (4000, 8))],
        *[(N, D, 7, "one empty") for N, D in ((100, 2), (3000, 5))],
    ],
)
def test_equal_starts_give_equal_runs(N, D, k, kind, rng):
    X = rng.normal(size=(N, D))
    centers = X[rng.choice(N, k, replace=False)]
    max_iter = int(kind.split()[-1]) if kind.startswith("stopped") else 300
    weight = rng.exponential(size=N) if kind == "weighted" else None
    if kind == "one empty":  # it moves to the farthest of the samples
        centers[-1] = 1e3
    ours = KMeans(k, init=centers, max_iter=max_iter).fit(X, sample_weight=weight)
    check_walk(X, ours.history_, weight)
    theirs = peer(X, centers, max_iter, sample_weight=weight)
    np.testing.assert_array_equal(ours.labels_, theirs.labels_)
    np.testing.assert_array_equal(ours.predict(X), ours.labels_)
    np.testing.assert_allclose(ours.inertia_, theirs.inertia_, rtol=1e-12)
    np.testing.assert_allclose(ours.cluster_centers_, theirs.cluster_centers_, atol=1e-12)
    assert ours.n_iter_ == theirs.n_iter_
    Q = rng.normal(size=(100, D))
    np.testing.assert_array_equal(ours.predict(Q), theirs.predict(Q))
    np.testing.assert_allclose(ours.transform(Q), theirs.transform(Q), rtol=1e-9)
    np.testing.assert_allclose(ours.score(Q), theirs.score(Q), rtol=1e-12)


def test_steps_cannot_be_changed_and_results_can():
    X = np.random.default_rng(0).normal(size=(50, 2))
    model = KMeans(3, random_state=0).fit(X)
    for step in model.history_:
        for array in (step.centers, step.labels):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 0
    model.cluster_centers_[0] = 0
    model.labels_[0] = 0
    start = X[:3].copy()
    list(lloyd(X, start))
    start[0] = 0  # the caller's own array stays free


@pytest.mark.parametrize("offset", [1e8, -1e8])
def test_points_around_1e8(offset, rng):
    X = rng.integers(0, 1000, (400, 3)) / 8
    near, far = KMeans(6, init=X[:6]).fit(X), KMeans(6, init=X[:6] + offset).fit(X + offset)
    np.testing.assert_array_equal(near.labels_, far.labels_)
    np.testing.assert_allclose(near.inertia_, far.inertia_, rtol=1e-9)
    check_walk(X + offset, far.history_)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shape", [(300, 2), (3000, 6)])
@pytest.mark.parametrize("offset", [0, 1e3])
def test_labels_agree_with_centers_in_either_precision(dtype, shape, offset):
    X = (np.random.default_rng(0).normal(size=shape) + offset).astype(dtype)
    model = KMeans(8, random_state=0).fit(X)
    assert model.cluster_centers_.dtype == model.transform(X).dtype == dtype
    assert all(step.centers.dtype == dtype for step in model.history_)
    np.testing.assert_array_equal(model.predict(X), model.labels_)
    costs = [step.cost for step in model.history_]
    assert all(after <= before for before, after in itertools.pairwise(costs))
    expected = direct_cost(X.astype(float), model.history_[-1])
    np.testing.assert_allclose(model.inertia_, expected, rtol=1e-12)


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 2**31),
    k=st.integers(1, 9),
    n_values=st.integers(2, 6),
    far=st.booleans(),
    weighted=st.booleans(),
)
def test_walks_with_empty_clusters_copies_and_weights(seed, k, n_values, far, weighted):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, n_values, (30, 2)) * 1.0
    weight = rng.integers(0, 3, 30) * 1.0 if weighted else np.ones(30)
    weight[0] = 1
    start = 1e4 * rng.normal(size=(k, 2)) if far else X[rng.integers(0, 30, k)]
    last = check_walk(X, lloyd(X, start, sample_weight=weight), weight)[-1]
    n_distinct = len(np.unique(X[weight > 0], axis=0))
    n_used = len(np.unique(last.labels[weight > 0]))
    assert n_used == min(k, n_distinct)


def test_a_center_that_can_gain_nothing_stays():
    for step in lloyd([[0.0], [0.0], [1.0]], [[0.0], [1.0], [7.25]]):
        np.testing.assert_array_equal(step.centers, [[0.0], [1.0], [7.25]])


def test_filling_an_empty_cluster_weighting_is_repeating():
    """Step by step: the farthest sample moves with its copies."""
    X, weight = np.array([[0.0], [1.0], [3.0], [9.0]]), np.array([1, 2, 1, 3])
    start = [[0.0], [100.0], [101.0]]
    weighted = list(lloyd(X, start, sample_weight=weight))
    repeated = list(lloyd(X.repeat(weight, axis=0), start))
    assert len(weighted) == len(repeated)
    for here, there in zip(weighted, repeated, strict=True):
        np.testing.assert_allclose(here.centers, there.centers, rtol=1e-14)
        np.testing.assert_array_equal(here.labels.repeat(weight), there.labels)
        np.testing.assert_allclose(here.cost, there.cost, rtol=1e-14)


def test_fewer_distinct_samples_than_clusters_warns():
    X = np.repeat([[0.0, 0.0], [1.0, 0.0], [5.0, 5.0]], 4, axis=0)
    for init in ("random", "k-means++", X[:5]):
        with pytest.warns(ConvergenceWarning, match="only 3 distinct samples"):
            model = KMeans(5, init=init, random_state=0).fit(X)
        assert model.inertia_ == 0
        assert model.cluster_centers_.shape == (5, 2)
        np.testing.assert_array_equal(model.predict(X), model.labels_)


def test_stopped_before_empty_clusters_were_filled_warns():
    X = np.array([[4.0], [21.0], [18.0], [19.0], [7.0], [2.0], [27.0], [21.0]])
    start = np.array([[-10.0], [-5.0], [48.0], [9.0]])
    with pytest.warns(ConvergenceWarning, match="stopped by max_iter=1"):
        KMeans(4, init=start, max_iter=1).fit(X)
    assert len(np.unique(KMeans(4, init=start).fit(X).labels_)) == 4


@pytest.mark.parametrize("init", list(STARTS))
def test_starts_are_distinct_samples(init):
    X = np.random.default_rng(0).integers(0, 3, (60, 2)) * 1.0
    for seed in range(20):
        start = KMeans(8, init=init, random_state=seed).fit(X).history_[0].centers
        assert len(np.unique(start, axis=0)) == 8
        assert {*map(tuple, start)} <= {*map(tuple, X)}


def test_random_start_draws_in_proportion_to_weight():
    rng = np.random.RandomState(0)
    weight = np.array([1.0, 2.0, 3.0, 4.0])
    draws = [STARTS["random"](np.eye(4), weight, 1, rng)[0] for _ in range(4000)]
    expected = 4000 * weight / 10
    statistic = ((np.bincount(draws) - expected) ** 2 / expected).sum()
    assert statistic < chi2.ppf(0.9999, 3)


def test_plus_plus_draws_in_proportion_to_weight_times_squared_distance():
    rng = np.random.RandomState(0)
    X, weight = np.array([[0.0], [1.0], [3.0]]), np.array([1.0, 2.0, 1.0])
    pairs = [tuple(STARTS["k-means++"](X, weight, 2, rng)) for _ in range(6000)]
    after_first = {0: {1: 2 * 1, 2: 1 * 9}, 1: {0: 1 * 1, 2: 1 * 4}, 2: {0: 1 * 9, 1: 2 * 4}}
    statistic = 0.0
    for first, chances in after_first.items():
        for second, chance in chances.items():
            expected = 6000 * weight[first] / 4 * chance / sum(chances.values())
            statistic += (pairs.count((first, second)) - expected) ** 2 / expected
    assert statistic < chi2.ppf(0.9999, 5)


def test_n_init_keeps_the_best_run():
    X = np.random.default_rng(0).normal(size=(200, 2))
    rng = np.random.RandomState(5)
    single = [KMeans(9, random_state=rng).fit(X).inertia_ for _ in range(8)]
    assert min(single) < max(single)
    best = KMeans(9, n_init=8, random_state=np.random.RandomState(5)).fit(X)
    assert best.inertia_ == min(single)
    assert best.history_[-1].cost == best.inertia_


@pytest.mark.parametrize("init", ["random", "k-means++"])
@pytest.mark.parametrize("power", [-1074, -1060, 1000])  # 2^-1074 is the smallest float
def test_unit_of_the_weights_changes_the_cost_only(init, power):
    rng = np.random.default_rng(0)
    X, weight = rng.normal(size=(50, 3)), rng.integers(0, 4, 50).astype(float)
    in_unit = np.ldexp(weight, power)
    here = KMeans(9, init=init, random_state=0).fit(X, sample_weight=weight)
    there = KMeans(9, init=init, random_state=0).fit(X, sample_weight=in_unit)
    np.testing.assert_array_equal(there.labels_, here.labels_)
    for step, other in zip(there.history_, here.history_, strict=True):
        np.testing.assert_array_equal(step.centers, other.centers)
        assert step.cost == np.ldexp(other.cost, power)
    score = np.ldexp(here.score(X, sample_weight=weight), power)
    assert there.score(X, sample_weight=in_unit) == score


@pytest.mark.parametrize("init", STARTS)
def test_samples_too_near_for_a_float_are_named_as_the_cause_of_an_empty_cluster(init):
    X = [[0.0], [1e-200], [1.0], [2.0]]
    with pytest.warns(ConvergenceWarning, match="too close together to be distinguished"):
        kmeans = KMeans(4, init=init, random_state=0).fit(X)
    own = kmeans.cluster_centers_[kmeans.labels_]
    np.testing.assert_allclose(own, X, atol=1e-100)


def exact_lloyd(X, centers, weight):
    """Labels after each assignment, in fractions: ties go to the lower index."""
    X = [[Fraction(x) for x in row] for row in X.tolist()]
    centers, walk = [[Fraction(c) for c in row] for row in centers.tolist()], []
    while True:
        r2 = [[sum((a - b) ** 2 for a, b in zip(x, c, strict=True)) for c in centers] for x in X]
        walk.append([row.index(min(row)) for row in r2])
        if walk[1:] and walk[-1] == walk[-2]:
            return walk
        for m in range(len(centers)):
            own = [n for n, label in enumerate(walk[-1]) if label == m]
            if not own:
                return None  # an empty set is filled: another rule
            total = sum(weight[n] for n in own)
            centers[m] = [
                sum(weight[n] * X[n][d] for n in own) / total for d in range(len(centers[m]))
            ]


@pytest.mark.parametrize("D", [1, 2])
def test_whole_numbers_are_clustered_as_by_hand(D, rng):
    """Also shifted, in another order, and repeated in place of weighted: every tie goes as said."""
    tested = 0
    for _ in range(60):
        N, k = int(rng.integers(4, 12)), int(rng.integers(2, 4))
        X, weight = rng.integers(0, 9, (N, D)), rng.integers(1, 4, N)
        start = X[rng.choice(N, k, replace=False)]
        expected = exact_lloyd(X, start, weight.tolist())
        if expected is None:
            continue
        tested += 1
        order, copies = rng.permutation(N), np.arange(N).repeat(weight)
        for shift in (0, 1, 10**6, -(10**9)):
            for rows, w in ((np.arange(N), weight), (order, weight[order]), (copies, None)):
                x = (X[rows] + shift).astype(float)
                steps = lloyd(x, (start + shift).astype(float), sample_weight=w)
                walk = [step.labels.tolist() for step in steps if step.phase == "assign"]
                assert walk == [[labels[n] for n in rows] for labels in expected]
    assert tested > 20


@pytest.mark.parametrize("value", [1e20, 9.97e36, -999.0, 1e140])
@pytest.mark.parametrize("weight", [0, 1])
def test_a_fill_value_costs_only_its_own_cluster(value, weight):
    X = np.array([[1.0], [2.0], [3.0], [11.0], [12.0], [13.0], [value]])
    start = [[1.0], [13.0], [value]][: 2 + weight]
    model = KMeans(2 + weight, init=start).fit(X, sample_weight=[1] * 6 + [weight])
    np.testing.assert_array_equal(model.cluster_centers_[:2], [[2.0], [12.0]])
    assert model.inertia_ == 4
    np.testing.assert_array_equal(model.predict([[6.9], [7.0], [7.1]]), [0, 0, 1])


def test_a_tie_is_decided_alike_for_one_row_and_for_many(rng):
    """Centers set by hand, as far from every query as their last digits can tell."""
    for D in (1, 3, 20):
        model = KMeans(2, random_state=0).fit(rng.normal(size=(9, D)))
        for _ in range(50):
            query, way = rng.normal(size=(1, D)), rng.normal(size=D)
            model.cluster_centers_ = np.array([query[0] + way, query[0] - way])
            assert (model.predict(query.repeat(9000, axis=0)) == model.predict(query)[0]).all()
