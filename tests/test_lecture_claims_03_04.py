"""What the lecture says about nearest neighbors (n1 to n11) and k-means (k1 to k10), on fresh data.

Each test is named after its item. The last ones are about the documents' errata.
"""

import itertools
from math import gamma as gamma_function
from math import log2, pi, sqrt

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import approx_fprime
from scipy.stats import norm
from sklearn.datasets import load_digits, load_sample_image, make_blobs
from sklearn.metrics import adjusted_rand_score
from sklearn.model_selection import GridSearchCV, cross_val_score

import rbflib.neighbors
from rbflib import (
    FullRBFRegressor,
    KMeans,
    NadarayaWatsonRegressor,
    NearestNeighborClassifier,
    NearestNeighborRegressor,
    RBFNetwork,
    UniformRBFClassifier,
    design_matrix,
    lloyd,
    make_moons,
    make_wave,
    wave,
)

SEEDS = range(4)


def mean_square(model, X, y):
    return np.mean((model.predict(X) - y) ** 2)


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
    np.testing.assert_allclose(distance.predict([[0.0]]), (6 + 0 / 4 + 3 / 4) / 1.5, rtol=1e-14)
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

    counting(rbflib.basis)
    counting(rbflib.neighbors)
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
        assert distances_needed(lambda full=full, X=X, y=y: full.fit(X, y)) == N**2
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
        return sum(quad(integrand, a, b)[0] for a, b in itertools.pairwise(edges))


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
    np.testing.assert_allclose(nearest, limit, atol=0.012)  # four standard errors, both samples
    np.testing.assert_allclose(best, bayes, atol=0.01)


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
    np.testing.assert_allclose(measured, line8, atol=5 * sqrt(0.25 / 4000))

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
    np.testing.assert_allclose(line11 - line10, others, atol=1e-14)
    assert (line11 >= line10).all()

    # (12): an identity. (13): 1 + P(c*|x) <= 2; equality only for a certain class.
    np.testing.assert_allclose((1 + best) * (1 - best), line11, atol=1e-14)
    line13 = 2 * (1 - best)
    assert (line13 >= line11).all()
    np.testing.assert_allclose(line13 - line11, (1 - best) ** 2, atol=1e-14)


def test_n4_the_bayes_classifier_is_the_best_of_all_rules():
    """Why posteriors: given x, any rule c(x) errs with probability 1 − P(c(x)|x)."""
    density, rng = DENSITIES[0], np.random.default_rng(2)
    best = density.average(bayes_error)
    for threshold in rng.uniform(-2, 3, 20):
        error = 0.5 * norm.sf(threshold, 0) + 0.5 * norm.cdf(threshold, 1)
        assert error >= best - 1e-12
    at_half = 0.5 * norm.sf(0.5, 0) + 0.5 * norm.cdf(0.5, 1)
    np.testing.assert_allclose(best, at_half, rtol=1e-8)


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
    np.testing.assert_allclose(np.mean(found), 0.5, atol=0.07)


@pytest.mark.parametrize("seed", SEEDS)
def test_n6_one_neighbor_overfits_and_root_n_helps(seed):
    X, y = make_wave(400, noise=0.5, random_state=seed)
    Q, _ = make_wave(1000, random_state=seed + 50)
    one = NearestNeighborRegressor(1).fit(X, y)
    root = NearestNeighborRegressor(round(sqrt(400))).fit(X, y)
    everything = NearestNeighborRegressor(400).fit(X, y)
    assert mean_square(one, X, y) == 0
    assert mean_square(root, Q, wave(Q)) < 0.3 * mean_square(one, Q, wave(Q))
    assert mean_square(root, Q, wave(Q)) < 0.3 * mean_square(everything, Q, wave(Q))


def test_n6_root_n_neighbors_converge_as_n_grows():
    """k → ∞ takes the noise away, k / N → 0 the distance."""
    errors = []
    for N in (100, 1000, 10000):
        X, y = make_wave(N, noise=0.5, random_state=N)
        Q, _ = make_wave(500, random_state=1)
        model = NearestNeighborRegressor(round(sqrt(N))).fit(X, y)
        errors.append(mean_square(model, Q, wave(Q)))
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
    np.testing.assert_allclose(model.predict(outside), y[X[:, 0].argsort()[-5:]].mean(), rtol=1e-12)
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
    np.testing.assert_allclose(one_bump, many_bumps, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(model.predict(Q), one_bump, rtol=1e-12, atol=1e-12)


def test_n9_a_weighted_mean_and_what_is_none():
    """Erratum of K: kernel ridge is no weighted average; Nadaraya-Watson is."""
    X, _ = make_wave(25, noise=0.3, random_state=0)
    Q = np.linspace(-0.5, 1.5, 300)[:, None]
    gamma = 60.0
    identity = np.eye(25)
    averages = NadarayaWatsonRegressor(gamma).fit(X, identity).predict(Q)
    np.testing.assert_allclose(averages.sum(axis=1), 1, rtol=1e-12)
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
        e_in.append(mean_square(model, X, y))
    assert (np.diff(travel) < 0).all()
    assert (np.diff(e_in) > 0).all()
    assert e_in[0] < 1e-3
    np.testing.assert_allclose(model.predict(grid), y.mean(), atol=0.02)


@pytest.mark.parametrize("seed", SEEDS)
def test_n10_cross_validation_finds_a_good_r(seed):
    X, y = make_wave(100, noise=0.4, random_state=seed)
    shuffled = np.random.default_rng(seed).permutation(100)
    Q, _ = make_wave(500, random_state=seed + 9)
    gammas = 10.0 ** np.arange(-2, 7)
    search = GridSearchCV(
        NadarayaWatsonRegressor(), {"gamma": gammas}, scoring="neg_mean_squared_error", cv=10
    ).fit(X[shuffled], y[shuffled])
    e_out = [mean_square(NadarayaWatsonRegressor(g).fit(X, y), Q, wave(Q)) for g in gammas]
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
            errors.append(mean_square(model, Q, target(Q)))
    assert max(seen_by_root) < 3 * min(seen_by_root)
    assert min(seen_by_root) > 0.5
    assert max(seen_as_printed) < 0.5
    assert errors_root[2] < errors_root[1] < errors_root[0]
    assert errors_printed[2] > 0.1
    assert errors_root[2] < 0.3 * errors_printed[2]


def test_n10_erratum_in_one_dimension_both_forms_shrink_alike():
    for N in (10, 1000, 100000):
        np.testing.assert_allclose(N ** (-1 / 2), 2 * (1 / (2 * 1 * sqrt(N))), rtol=1e-14)


@pytest.mark.parametrize("seed", SEEDS)
def test_n11_fixed_heights_become_weights_to_learn(seed):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(20, 2)), rng.normal(size=20)
    gamma, Q = 3.0, rng.normal(size=(30, 2))
    nonparametric = NadarayaWatsonRegressor(gamma).fit(X, y)
    heights = y / design_matrix(Q[:1], X, gamma).sum()
    frozen = RBFNetwork(X, heights, gamma=gamma)  # heights that fit the first query only
    answers = nonparametric.predict(Q)
    np.testing.assert_allclose(frozen(Q[:1]), answers[:1], rtol=1e-12)
    assert np.abs(frozen(Q[1:]) - answers[1:]).max() > 0.1
    parametric = FullRBFRegressor(gamma).fit(X, y)
    np.testing.assert_allclose(parametric.predict(X), y, atol=1e-8)
    assert mean_square(nonparametric, X, y) > 1e-3
    # Linear in the heights: the fit to a sum is the sum of the fits.
    other = rng.normal(size=20)
    together = FullRBFRegressor(gamma).fit(X, y + other).predict(Q)
    apart = parametric.predict(Q) + FullRBFRegressor(gamma).fit(X, other).predict(Q)
    np.testing.assert_allclose(together, apart, atol=1e-8)


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
    for labels in itertools.product(range(k), repeat=len(X) - 1):
        labels = np.array((0, *labels))
        centers = {m: X[labels == m].mean(axis=0) for m in set(labels.tolist())}
        best = min(best, cluster_error(X, labels, centers))
    return best


@pytest.mark.parametrize("seed", SEEDS)
def test_k1_global_minimum_by_all_partitions_and_lloyds_local_minima(seed):
    X = np.random.default_rng(seed).normal(size=(8, 2))
    best = all_partitions_error(X, 3)
    starts = np.array(list(itertools.combinations(range(8), 3)))
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
            for labels in itertools.product(range(k), repeat=N)
            if len(set(labels)) == k
        }
        assert len(partitions) == stirling(N, k)
    assert stirling(60, 4) > 1e34


@pytest.mark.parametrize("seed", SEEDS)
def test_k2_for_fixed_centers_the_nearest_center_is_the_best_set(seed):
    rng = np.random.default_rng(seed)
    X, centers = rng.normal(size=(7, 2)), rng.normal(size=(3, 2))
    assigned = next(s for s in lloyd(X, centers) if s.phase == "assign")
    errors = {
        labels: cluster_error(X, labels, centers)
        for labels in itertools.product(range(3), repeat=7)
    }
    assert min(errors, key=errors.get) == tuple(assigned.labels.tolist())
    np.testing.assert_allclose(assigned.cost / 7, min(errors.values()), rtol=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_k3_for_fixed_sets_the_mean_is_the_best_center(seed):
    rng = np.random.default_rng(seed)
    X, center = rng.normal(size=(30, 3)), rng.normal(size=3)

    def error(mu):
        return ((X - mu) ** 2).sum()

    gradient = -2 * (X.sum(axis=0) - len(X) * center)
    numerical = approx_fprime(center, error, 1e-7)
    np.testing.assert_allclose(gradient, numerical, rtol=1e-5, atol=1e-4)
    steps = list(lloyd(X, X[:4]))
    for assigned, updated in itertools.pairwise(steps):
        if updated.phase == "update":
            for m in range(4):
                members = X[assigned.labels == m]
                at_mean = members.sum(axis=0) - len(members) * updated.centers[m]
                np.testing.assert_allclose(at_mean, 0, atol=1e-12)
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
    np.testing.assert_allclose([s.cost / N for s in steps[1:]], costs, rtol=1e-10)
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
    for here, there in itertools.pairwise(steps):
        if there.phase == "assign":
            np.testing.assert_array_equal(there.centers, here.centers)
        else:
            np.testing.assert_array_equal(there.labels, here.labels)
            assert (there.centers != here.centers).any()


@pytest.mark.parametrize("seed", SEEDS)
def test_k6_two_centers_split_by_the_sign_of_the_first_coordinate(seed):
    X = np.random.default_rng(seed).normal(size=(500, 2))
    assigned = next(s for s in lloyd(X, [[1, 1], [-1, 1]]) if s.phase == "assign")
    np.testing.assert_array_equal(assigned.labels == 0, X[:, 0] > 0)


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
    np.testing.assert_allclose(missing, 1, atol=0.03)
    assert round((sum(listed) + 1) / 6, 2) == 5.17


def test_k10_lloyd_finds_the_examples_centers():
    """The example's values, paired up so that they are two clusters, with the sixth y = 1."""
    first = np.column_stack([[3, 3, 3, 4, 4, 5], [1, 7, 6, 5, 4, 8]])
    second = np.column_stack([[5, 7, 7, 8], [3, 4, 5, 5]])
    last = KMeans(2, init=[[3, 6], [7, 4]]).fit(np.vstack([first, second]))
    np.testing.assert_array_equal(last.labels_, [0] * 6 + [1] * 4)
    np.testing.assert_array_equal(last.cluster_centers_.round(2), [[3.67, 5.17], [6.75, 4.25]])
