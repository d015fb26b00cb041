from itertools import combinations, pairwise, product
from math import comb, factorial, log2

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import approx_fprime
from sklearn.datasets import load_sample_image, make_blobs
from sklearn.metrics import adjusted_rand_score

from rbflib import KMeans, NearestNeighborRegressor, lloyd
from rbflib.lab.pages.kmeans.groups import WALK_DATA
from tests.claims.page_cells import defined_on
from tests.seeds import thorough


def cluster_error(X, labels, centers):
    """E_in as the lecture writes it: a mean over samples."""
    return sum(np.sum((x - centers[m]) ** 2) for x, m in zip(X, labels, strict=True)) / len(X)


def test_k1_global_minimum_by_all_partitions_and_lloyds_local_minima(seed):
    X, best = np.random.default_rng(seed).normal(size=(8, 2)), np.inf
    for labels in product(range(3), repeat=7):
        labels = np.array((0, *labels))
        centers = {m: X[labels == m].mean(axis=0) for m in set(labels.tolist())}
        best = min(best, cluster_error(X, labels, centers))
    starts = np.array(list(combinations(range(8), 3)))
    found = np.array([KMeans(3, init=X[start]).fit(X).inertia_ / 8 for start in starts])
    assert (found >= best * (1 - 1e-12)).all()
    assert len(np.unique(found.round(9))) > 1
    assert found.max() > 1.05 * best


def test_k1_the_number_of_partitions_explodes():
    """Counted for small N against a closed form, which then counts for N = 160."""

    def stirling(N, k):
        return sum((-1) ** (k - m) * comb(k, m) * m**N for m in range(k + 1)) // factorial(k)

    for N, k in ((5, 2), (6, 3), (7, 4)):
        labeled = [labels for labels in product(range(k), repeat=N) if len(set(labels)) == k]
        assert len(labeled) == factorial(k) * stirling(N, k)
    seconds = stirling(160, 4) / 1e9  # at a billion a second; the universe is 4.35e17 seconds old
    assert 1e68 < seconds / 4.35e17 < 1e69


def test_k2_for_fixed_centers_the_nearest_center_is_the_best_set(rng):
    X, centers = rng.normal(size=(7, 2)), rng.normal(size=(3, 2))
    assigned = next(s for s in lloyd(X, centers) if s.phase == "assign")
    errors = {labels: cluster_error(X, labels, centers) for labels in product(range(3), repeat=7)}
    assert min(errors, key=errors.get) == tuple(assigned.labels.tolist())
    assert_allclose(assigned.cost / 7, min(errors.values()), rtol=1e-12)


def test_k3_for_fixed_sets_the_mean_is_the_best_center(rng):
    X = rng.normal(size=(30, 3))
    for assigned, updated in pairwise(lloyd(X, X[:4])):
        for m in range(4) if updated.phase == "update" else ():
            members, mean = X[assigned.labels == m], updated.centers[m]
            gradient = approx_fprime(mean, lambda mu, members=members: ((members - mu) ** 2).sum())
            assert_allclose(gradient, 0, atol=1e-4)
            others = mean + 0.1 * rng.normal(size=(5, 1, 3))
            errors = ((members - others) ** 2).sum(axis=(1, 2))
            assert (errors > ((members - mean) ** 2).sum()).all()


def test_k4_no_half_step_raises_the_error_and_it_stops(rng):
    N, D, k = rng.integers(20, 400), rng.integers(1, 6), rng.integers(1, 12)
    X = rng.normal(size=(N, D))
    steps = list(lloyd(X, rng.normal(size=(k, D)), max_iter=10**6))
    costs = np.array([cluster_error(X, s.labels, s.centers) for s in steps[1:]])
    assert (np.diff(costs) <= 1e-12 * costs[0]).all()
    # It stopped by itself, and never came to the same sets twice.
    sets = [s.labels.tobytes() for s in steps if s.phase == "assign"]
    assert len(set(sets[:-1])) == len(sets) - 1 < 500
    assert sets[-1] == sets[-2]


@pytest.mark.parametrize("k", [4, 7])
def test_k5_the_walk_can_be_played_forward_and_back(k):
    """Recorded half steps are enough: each follows from the one before, and none is lost."""
    X, _ = make_blobs(300, centers=4, random_state=3)
    steps = KMeans(k, random_state=1).fit(X).history_
    assert [s.phase for s in steps[:4]] == ["start", "assign", "update", "assign"]
    for here, there in pairwise(steps):
        kept = "centers" if there.phase == "assign" else "labels"
        assert_array_equal(getattr(there, kept), getattr(here, kept))
        assert there.phase == "assign" or (there.centers != here.centers).any()


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


def test_k7_sensitive_to_k(seed):
    """E_in falls with k all the way to 0, so it cannot choose k."""
    X = np.random.default_rng(seed).normal(size=(40, 2))
    models = [KMeans(k, n_init=20, random_state=seed) for k in (1, 2, 4, 8, 16, 32, 40)]
    costs = [model.fit(X).inertia_ for model in models]
    assert (np.diff(costs) < 0).all()
    assert costs[-1] == 0


# Of 40 starts, those within 2% of the lowest error found: by chance, and by k-means++.
GOOD_STARTS = {2: (28, 33), 3: (20, 23), 4: (25, 36), 5: (6, 5), 6: (9, 6), 7: (6, 3), 8: (2, 6)}
NEEDED = {2: (4, 3), 3: (7, 6), 4: (5, 2), 5: (29, 35), 6: (19, 29), 7: (29, 60), 8: (90, 29)}


@pytest.mark.parametrize("k", [4, *thorough(2, 3, 5, 6, 7, 8)])
def test_k7_how_many_starts_are_enough(k):
    """The example of a report on page 04; and the ends of failed starts with four centers."""
    X = WALK_DATA["four clouds"]()
    models = [[KMeans(k, s, random_state=i) for i in range(40)] for s in ("random", "k-means++")]
    costs = np.array([[model.fit(X).inertia_ / 160 for model in row] for row in models])
    good = np.sum(costs < 1.02 * costs.min(), axis=1)
    assert tuple(good) == GOOD_STARTS[k]
    for share, n in zip(good / 40, NEEDED[k], strict=True):
        assert (1 - share) ** n <= 0.01 < (1 - share) ** (n - 1)
    if k == 4:
        assert (costs[costs > 1.02 * costs.min()] > 2.7 * costs.min()).all()
    if k >= 5:
        assert np.mean(costs < 1.2 * costs.min(), axis=1).min() >= 0.9
    if k == 8:
        assert costs.min() == pytest.approx(0.1988, abs=5e-5)


@pytest.mark.thorough
def test_k7_the_lowest_error_found_need_not_be_the_lowest():
    X = WALK_DATA["four clouds"]()
    found = [KMeans(8, random_state=draw).fit(X).inertia_ / 160 for draw in range(1500)]
    assert min(found) == pytest.approx(0.1974, abs=5.1e-5)


def test_k13_more_neighbors_smooth_and_more_clusters_follow_the_samples(rng):
    X, y = rng.normal(size=(40, 2)), rng.normal(size=40)
    ks = (1, 4, 16, 40)
    follows = [NearestNeighborRegressor(k).fit(X, y).score(X, y) for k in ks]
    assert_allclose([follows[0], follows[-1]], [1, 0], atol=1e-9)  # each sample, and the mean
    clusters = [KMeans(k, n_init=10, random_state=0).fit(X).inertia_ for k in ks]
    assert_allclose([clusters[0], clusters[-1]], [40 * X.var(axis=0).sum(), 0], atol=1e-9)
    assert max(follows[1:]) < follows[0]
    assert (np.diff(clusters) < 0).all()


def agreement(X, truth, k):
    labels = KMeans(k, init="k-means++", n_init=10, random_state=0).fit(X).labels_
    return adjusted_rand_score(truth, labels)


def test_k8_four_ways_to_fail(rng):
    """The clusters that made the data are not those of least error: no better start helps."""
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


def test_k10_lloyd_finds_the_examples_centers():
    """The example's values, paired up so that they are two clusters, with the sixth y = 1."""
    first = np.column_stack([[3, 3, 3, 4, 4, 5], [1, 7, 6, 5, 4, 8]])
    second = np.column_stack([[5, 7, 7, 8], [3, 4, 5, 5]])
    last = KMeans(2, init=[[3, 6], [7, 4]]).fit(np.vstack([first, second]))
    assert_array_equal(last.labels_, [0] * 6 + [1] * 4)
    assert_array_equal(last.cluster_centers_.round(2), [[3.67, 5.17], [6.75, 4.25]])


@pytest.mark.parametrize(("N", "k"), [(8, 3), (30, 4)])
def test_k6_moves_of_single_samples_never_raise_the_error_and_end_where_lloyd_would(seed, N, k):
    [hartigan] = defined_on("04", "hartigan")
    X = np.random.default_rng(seed).normal(size=(N, 2))

    def error(labels):
        means = np.stack([X[labels == m].mean(axis=0) for m in range(k)])
        return cluster_error(X, labels, means)

    start = KMeans(k, random_state=seed).fit(X).labels_
    end = hartigan(X, start, k)
    assert error(end) <= error(start) * (1 + 1e-12)
    for n, m in product(range(N), range(k)):
        moved = np.where(np.arange(N) == n, m, end)
        if len(set(moved)) == k:
            assert error(moved) >= error(end) * (1 - 1e-9)
    *_, last = lloyd(X, [X[end == m].mean(axis=0) for m in range(k)])
    assert_array_equal(last.labels, end)
