from itertools import pairwise
from math import pi, sqrt

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import quad
from scipy.special import gamma as gamma_function
from scipy.stats import norm

import rbflib.neighbors
from rbflib import (
    FullRBFRegressor,
    NadarayaWatsonRegressor,
    NearestNeighborClassifier,
    NearestNeighborRegressor,
    RBFNetwork,
    UniformRBFClassifier,
    design_matrix,
    make_moons,
    make_wave,
    wave,
)
from tests.claims.page_cells import defined_on


def test_n1_uniform_votes_tend_to_the_nearest_neighbor(seed):
    """The larger γ, the larger the share of the vote that the nearest sample holds."""
    X, y = make_moons(80, noise=0.4, random_state=seed)
    Q, _ = make_moons(400, noise=0.4, random_state=seed + 100)
    nearest = NearestNeighborClassifier().fit(X, y).predict(Q)
    agree = [np.mean(UniformRBFClassifier(g).fit(X, y).predict(Q) == nearest) for g in (0.1, 1e12)]
    assert agree[0] < 0.95 < agree[1] == 1
    r2 = ((Q[:, None] - X) ** 2).sum(axis=2)
    excess = r2 - r2.min(axis=1, keepdims=True)
    shares = [np.mean(1 / np.exp(-g * excess).sum(axis=1)) for g in (0.1, 1e2, 1e4, 1e6, 1e12)]
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


@pytest.mark.filterwarnings("ignore:At gamma=")  # timed only
def test_n3_lazy_learners_work_at_predict_and_eager_ones_at_fit(monkeypatch):
    """Counted: how many distances fit and predict need, as N grows at equal Q."""
    counted = []
    for module, name in (
        (rbflib.numerics.distances, "squared_distances"),
        (rbflib.numerics.search, "nearest_by_brute_force"),
    ):
        original = getattr(module, name)

        def distances(X, samples, *args, original=original):
            counted.append(len(X) * len(samples))
            return original(X, samples, *args)

        monkeypatch.setattr(module, name, distances)

    def distances_needed(action, *args):
        counted.clear()
        action(*args)
        return sum(counted)

    rng = np.random.default_rng(0)
    Q = rng.normal(size=(50, 20))
    for N in (100, 200, 400):
        X, y = rng.normal(size=(N, 20)), rng.normal(size=N)
        for model in (NearestNeighborRegressor(), NadarayaWatsonRegressor()):
            assert distances_needed(model.fit, X, y) == 0
            assert distances_needed(model.predict, Q) == 50 * N
        # Each pair, and a look at the network between some of the samples.
        full = distances_needed(FullRBFRegressor(alpha=1.0).fit, X, y)
        assert N * (N + 1) / 2 <= full <= N**2 + 500 * N
        assert distances_needed(RBFNetwork(X[:10], np.ones(10)), Q) == 500


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


@pytest.mark.parametrize("density", DENSITIES)
def test_n4_one_nearest_neighbor_errs_at_most_twice_as_often_as_bayes(density):
    """Both errors by quadrature, both classifiers measured, and the bound between them."""
    rng = np.random.default_rng(0)
    bayes, limit = density.average(bayes_error), density.average(lambda P: 1 - (P**2).sum())
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
    def draw(p):
        return (rng.uniform(size=(4000, len(p), 1)) > p.cumsum(axis=1)).sum(axis=2)

    measured = np.mean(draw(P) != draw(P_z), axis=0)
    assert_allclose(measured, 1 - (P * P_z).sum(axis=1), atol=5 * sqrt(0.25 / 4000))
    # (10): dense sampling moves z to x, and the posterior is continuous.
    line10, gaps = 1 - (P**2).sum(axis=1), []
    for N in (10, 1000, 100000):
        X, _ = density.sample(N, rng)
        _, index = NearestNeighborRegressor().fit(X, np.zeros(N)).kneighbors(x[:, None])
        gap = 1 - (P * density.posterior(X[index[:, 0], 0])).sum(axis=1) - line10
        gaps.append(np.abs(gap[np.abs(x - 1) < 2]).mean())
    assert gaps[0] > 5 * gaps[1] > 25 * gaps[2]
    # (11): the squares of all others are left out. (12): an identity. (13): 1 + P(c*|x) <= 2.
    best = P.max(axis=1)
    line11, line13 = 1 - best**2, 2 * (1 - best)
    assert (line10 <= line11 + 1e-15).all()
    assert_allclose((1 + best) * (1 - best), line11, atol=1e-14)
    assert_allclose(line13 - line11, (1 - best) ** 2, atol=1e-14)


def test_n4_few_samples_break_the_bound():
    """Bells four apart: with four samples one neighbor errs nearly five times as often as Bayes.

    With thirty it is within the bound.
    """
    rng = np.random.default_rng(3)

    def error(N):
        c, c_new = rng.integers(2, size=N), rng.integers(2, size=50)
        x, x_new = rng.normal(4 * c)[:, None], rng.normal(4 * c_new)
        return np.mean(c[np.abs(x_new - x).argmin(axis=0)] != c_new)

    bayes = norm.sf(2)
    assert 4.5 < np.mean([error(4) for _ in range(8000)]) / bayes < 5
    assert np.mean([error(30) for _ in range(2000)]) < 2 * bayes


def test_question_3_the_bayes_classifier_is_the_best_of_all_rules():
    """Why posteriors: given x, any rule c(x) errs with probability 1 − P(c(x)|x)."""
    density, rng = DENSITIES[0], np.random.default_rng(2)
    best = density.average(bayes_error)
    for threshold in rng.uniform(-2, 3, 20):
        error = 0.5 * norm.sf(threshold, 0) + 0.5 * norm.cdf(threshold, 1)
        assert error >= best - 1e-12
    at_half = 0.5 * norm.sf(0.5, 0) + 0.5 * norm.cdf(0.5, 1)
    assert_allclose(best, at_half, rtol=1e-8)


def test_n5_curse_of_dimensionality(rng):
    """With N fixed the nearest neighbor moves away, and all distances become alike."""
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


def errors_of_every_k(N, noise, seeds):
    """Mean squared distance from the true curve of k = 1 … N neighbors: (seeds, N)."""
    Q, found = np.linspace(0, 1, 500), []
    for seed in seeds:
        X, y = make_wave(N, noise, random_state=seed)
        nearest = np.abs(Q[:, None] - X[:, 0]).argsort(axis=1, kind="stable")
        h = y[nearest].cumsum(axis=1) / np.arange(1, N + 1)
        found.append(((h - wave(Q[:, None])[:, None]) ** 2).mean(axis=0))
    return np.array(found)


BEST_K = {
    0.1: [(3.2, 0.4), (8.8, 1.0), (24.6, 2.7)],
    0.5: [(7.8, 1.6), (20.2, 3.3), (59.2, 7.7)],
    1.0: [(15.3, 5.4), (29.8, 5.2), (84.2, 10.2)],
}
ERRORS = {0.1: (0.0006, 0.0005), 0.5: (0.0091, 0.0060), 1.0: (0.0359, 0.0165)}


@pytest.mark.parametrize(
    "noise", [0.5, *(pytest.param(z, marks=pytest.mark.thorough) for z in (0.1, 1.0))]
)
def test_n6_the_best_k_grows_faster_than_the_root_of_n(noise):
    """The example of a report on page 03, and that k grows 5 to 8 times where √N grows 4 times."""
    means = []
    for N, (mean, spread) in zip((50, 200, 800), BEST_K[noise], strict=True):
        errors = errors_of_every_k(N, noise, range(20))
        best = errors.argmin(axis=1) + 1
        assert (best.mean(), best.std()) == pytest.approx((mean, spread), abs=0.051)
        means.append(best.mean())
    assert 5 < means[-1] / means[0] < 8
    root = errors[:, round(sqrt(800)) - 1].mean()
    assert (root, errors.mean(axis=0).min()) == pytest.approx(ERRORS[noise], abs=5.1e-5)


def test_n6_a_rule_for_k_holds_on_new_draws():
    errors = errors_of_every_k(1600, 0.5, range(100, 120))
    rule = round(0.55 * sqrt(0.5) * 1600**0.75)
    assert (rule, round(sqrt(1600))) == (98, 40)
    found = errors[:, rule - 1].mean(), errors[:, 39].mean(), errors.min(axis=1).mean()
    assert found == pytest.approx((0.0035, 0.0060, 0.0033), abs=5.1e-5)


def test_n7_beyond_the_boundary_and_in_a_gap_the_same_samples_answer(rng):
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


@pytest.mark.parametrize(
    ("weights", "jumps"), [("uniform", (55, 70)), ("distance", (110 / 82, 140 / 37))]
)
def test_n8_where_the_price_of_four_homes_jumps(weights, jumps):
    """The pencil task of page 03."""
    X, y = np.array([[1000.0], [1400.0], [1900.0], [2600.0]]), [200.0, 240.0, 310.0, 380.0]
    model = NearestNeighborRegressor(2, weights).fit(X, y)
    around = np.array([1450, 2000])[:, None] + [-1e-6, 1e-6]
    h = model.predict(around.reshape(-1, 1)).reshape(2, 2)
    assert np.diff(h)[:, 0] == pytest.approx(jumps, rel=1e-4)
    _, index = model.kneighbors(np.linspace(0, 4000, 4001)[:, None] + 0.5)
    pairs = np.sort(index, axis=1)
    assert np.flatnonzero((np.diff(pairs, axis=0) != 0).any(axis=1)).tolist() == [1449, 1999]


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


@pytest.mark.parametrize(
    ("D", "samples"), [(1, (200, 100, 1414)), (2, (314, 0.2, 79)), (5, (526, 5e-11, 0.002))]
)
def test_n10_erratum_in_numbers(D, samples):
    """The table in the appendix: the root, the printed value as a radius, and squared."""
    N, printed = 10_000, 1 / (2 * D * sqrt(10_000))
    radii = np.array([N ** (-1 / (2 * D)), printed, sqrt(printed)])
    within = N * radii**D * pi ** (D / 2) / gamma_function(D / 2 + 1)
    assert within == pytest.approx(samples, rel=0.2)


def test_n11_heights_frozen_at_one_query_and_heights_learned():
    """The numbers of page 03's picture: samples crowded at the left."""
    X, y = make_wave(9, noise=0.2, random_state=0)
    X = X**2
    Z = design_matrix(X, X, 200)
    frozen = y / design_matrix([[0.3]], X, 200).sum()
    kernel = NadarayaWatsonRegressor(200).fit(X, y)
    at_query = RBFNetwork(X, frozen, gamma=200)([[0.3]])
    assert_allclose(at_query, kernel.predict([[0.3]]), rtol=1e-12)
    errors = [np.mean((h - y) ** 2) for h in (kernel.predict(X), Z @ frozen)]
    assert_allclose(errors, [0.028, 1.812], atol=5e-4)
    assert_allclose(Z @ np.linalg.solve(Z, y), y, atol=1e-10)


def test_n5_local_line_is_a_weighted_fit_at_each_query_and_keeps_straight_lines(seed):
    [local_line] = defined_on("03", "local_line", design_matrix=design_matrix)
    at = np.linspace(0, 1, 7)[:, None]
    X, y = make_wave(30, noise=0.3, random_state=seed)
    root = np.exp(-50 * (at - X[:, 0]) ** 2)  # √φ at γ = 100: polyfit squares its weights
    lines = [np.polyfit(X[:, 0], y, 1, w=w) for w in root]
    expected = [np.polyval(line, x) for line, x in zip(lines, at[:, 0], strict=True)]
    assert_allclose(local_line(X, y, 100, at), expected, atol=1e-9)
    straight = 1 + 2 * X[:, 0]
    assert_allclose(local_line(X, straight, 100, at), 1 + 2 * at[:, 0], atol=1e-9)
    means = NadarayaWatsonRegressor(gamma=100).fit(X, straight).predict(at[[0, -1]])
    assert means[0] > 1.05
    assert means[1] < 2.95
