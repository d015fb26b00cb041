"""Page 03: neighbors and votes, against scikit-learn, quadrature and brute force."""

from itertools import pairwise, product

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.spatial.distance import cdist
from scipy.stats import binom, norm
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.neighbors import KNeighborsRegressor

from rbflib import UniformRBFClassifier
from rbflib.lab.kit.plane import plane_data
from rbflib.lab.pages.nearest_neighbor.curse import distances_from_one_point, samples_for_density
from rbflib.lab.pages.nearest_neighbor.house_prices import homes_sold
from rbflib.lab.pages.nearest_neighbor.neighbor_regression import (
    PENALTY,
    sparse_samples,
    switch_points,
)
from rbflib.lab.pages.nearest_neighbor.votes_to_neighbor import mean_vote
from tests.pages.conftest import opened
from tests.seeds import thorough


def integral(f):
    edges = np.linspace(-12, 12, 49)
    return sum(quad(f, low, high)[0] for low, high in pairwise(edges))


def enclosed(polygon):
    """The area of a polygon, by its corners."""
    x, y = polygon.get_xy().T
    return abs(np.sum(x * np.roll(y, 1) - y * np.roll(x, 1))) / 2


BELLS = [(3.0, 0.1, 0.3), *thorough((2.0, 0.0, 0.5), (5.0, 0.05, 0.5), (1.5, 0.0, 0.9))]
NAMES = ["Bayes classifier", "one neighbor", "twice Bayes"]


def joint(x, apart, flipped, prior):
    """P(c) p(x | c) of class +1, which lies at the left, and of class −1."""
    a, b = prior * norm.pdf(x, -apart / 2), (1 - prior) * norm.pdf(x, apart / 2)
    return a + flipped * (b - a), b + flipped * (a - b)


@pytest.mark.parametrize("bells", BELLS)
def test_errors_are_integrals_of_the_posteriors(bells):
    state = dict(zip(("apart", "flipped", "prior"), bells, strict=True))
    explorer = opened("bayes_or_neighbor", **state)

    def averaged(error):
        def integrand(x):
            a, b = joint(x, **state)
            return (a + b) * error(a / (a + b))

        return integral(integrand)

    bayes = averaged(lambda p: min(p, 1 - p))
    expected = [bayes, averaged(lambda p: 1 - p**2 - (1 - p) ** 2), 2 * bayes]
    assert [explorer.numbers[name] for name in NAMES] == pytest.approx(expected, abs=2e-4)
    drawn = [enclosed(explorer.scene.errors[name]) for name in NAMES]
    assert drawn == pytest.approx(expected, abs=1e-3)


def test_bells_alone_stay_far_from_twice_and_flipped_labels_come_close():
    explorer = opened("bayes_or_neighbor")
    ratio = {}
    for apart, flipped in product([1.5, 3.0, 5.0, 6.0], [0.0, 0.02, 0.05]):
        explorer.set(apart=apart, flipped=flipped)
        ratio[apart, flipped] = explorer.numbers["one neighbor / Bayes"]
    assert max(ratio[apart, 0.0] for apart in (1.5, 3.0, 5.0, 6.0)) < np.pi / 2
    assert ratio[1.5, 0.0] < ratio[3.0, 0.0] < ratio[5.0, 0.0] < ratio[6.0, 0.0]
    assert ratio[5.0, 0.05] == pytest.approx(1.85, abs=0.005)
    assert ratio[6.0, 0.02] == pytest.approx(1.93, abs=0.005)


THRESHOLDS = [(-0.6, 3.0, 0.3), *thorough((1.0, 2.0, 0.5), (1.1, 2.0, 0.9), (0.0, 5.0, 0.1))]


@pytest.mark.parametrize("state", THRESHOLDS)
def test_errors_are_integrals_and_the_areas_that_are_drawn(state):
    threshold, apart, prior = state
    explorer = opened("best_threshold", threshold=threshold, apart=apart, prior=prior)
    first, second = norm(-apart / 2).pdf, norm(apart / 2).pdf
    bayes = integral(lambda x: min(prior * first(x), (1 - prior) * second(x)))
    error = prior * quad(first, threshold, np.inf)[0]
    error += (1 - prior) * quad(second, -np.inf, threshold)[0]
    assert enclosed(explorer.scene.bayes) == pytest.approx(bayes, abs=1e-3)
    # A cell of the grid at the threshold is drawn as a whole.
    assert enclosed(explorer.scene.added) == pytest.approx(error - bayes, abs=0.006)


def test_distances_from_one_point_are_those_of_the_first_features():
    by_features = distances_from_one_point(2)
    generator = np.random.default_rng(7)
    point, others = generator.uniform(size=50), generator.uniform(size=(2000, 50))
    for D in (1, 7, 50):
        assert by_features[D - 1] == pytest.approx(cdist(others[:, :D], point[None, :D])[:, 0])


def test_curse_draws_the_distances_by_their_mean():
    explorer = opened("curse", D=10, n_samples=500, delta=0.2)
    distance = distances_from_one_point(0)[9, :500]
    shares = explorer.scene.shares.get_data().values
    assert shares.sum() == pytest.approx(1)
    middle = np.average(np.linspace(0.02, 2.58, 65), weights=shares)
    assert middle == pytest.approx(1, abs=0.01)
    assert explorer.scene.nearest.get_xdata()[0] == pytest.approx(distance.min() / distance.mean())


def test_dense_sampling_needs_as_many_as_the_binomial_says_and_keeps_its_digits():
    for D, volume in [(1, 0.2), (2, np.pi / 100), (3, 4 * np.pi / 3000)]:
        N = 10 ** samples_for_density(D, 0.1)
        assert binom.pmf(0, np.ceil(N), volume) <= 0.5 <= binom.pmf(0, np.floor(N), volume)
    # V = π⁵ δ¹⁰ / 5!, far too small for 1 − V to differ from 1 by it.
    volume = np.pi**5 * 0.01**10 / 120
    assert samples_for_density(10, 0.01) == pytest.approx(np.log10(np.log(2) / volume), rel=1e-12)


def mean_of_nearest(x, k):
    # Of two that are equally near, the smaller house comes first.
    sold = [(abs(size - x), size, price) for size, price in zip(*homes_sold(), strict=True)]
    return np.mean([price for _, _, price in sorted(sold)[:k]])


@pytest.mark.parametrize("k", [5, *thorough(1, 40)])
@pytest.mark.parametrize("x", [1000, 1995, 2000, 2001, 3200])
def test_price_is_the_mean_of_the_nearest(x, k):
    explorer = opened("house_prices", x=x, k=k)
    expected = mean_of_nearest(x, k)
    for marks in (explorer.scene.house, explorer.scene.house_beside):
        assert marks.get_ydata()[0] == pytest.approx(expected)


def test_one_foot_more_costs_over_20_000_less():
    explorer = opened("house_prices")
    before = float(explorer.numbers["price, $1,000"])
    explorer.restore("One foot more")
    assert before == pytest.approx(353.1)
    assert before - float(explorer.numbers["price, $1,000"]) > 20


@pytest.mark.parametrize("k", [5, *thorough(1, 39)])
def test_curve_of_every_size_is_the_mean_of_the_nearest(k):
    explorer = opened("house_prices", k=k, every=True)
    curve = explorer.scene.curve.get_xydata()
    assert [mean_of_nearest(x, k) for x, _ in curve[::3]] == pytest.approx(curve[::3, 1])
    upright = np.abs(np.diff(curve[:, 0])) < 0.03
    assert np.diff(curve[:, 1])[~upright] == pytest.approx(0)


def inverse_square(distance):
    return 1 / np.maximum(distance, 1e-100) ** 2


@pytest.mark.parametrize("k", [7, *thorough(1, 44)])
@pytest.mark.parametrize(("name", "weights"), [("nearest", "uniform"), ("distance", None)])
def test_nearest_curves_are_those_of_scikit_learn(k, name, weights):
    explorer = opened("neighbor_regression", k=k, nearest=True, distance=True)
    X, y = sparse_samples()
    peer = KNeighborsRegressor(k, weights=weights or inverse_square).fit(X, y)
    drawn = explorer.scene.curves[name].get_xydata()
    assert drawn[:, 1] == pytest.approx(peer.predict(drawn[:, :1]), abs=1e-6)


def test_smooth_curves_are_those_of_their_formulas():
    explorer = opened("neighbor_regression", gamma=100, network=True)
    X, y = sparse_samples()
    gamma = explorer.state["gamma"]
    drawn = explorer.scene.curves["kernel"].get_xydata()
    w = rbf_kernel(drawn[:, :1], X, gamma)
    assert drawn[:, 1] == pytest.approx(w @ y / w.sum(axis=1))
    Z = rbf_kernel(X, X, gamma)
    beta = np.linalg.solve(Z.T @ Z + PENALTY * np.eye(len(X)), Z.T @ y)
    drawn = explorer.scene.curves["network"].get_xydata()
    assert drawn[:, 1] == pytest.approx(rbf_kernel(drawn[:, :1], X, gamma) @ beta)


@pytest.mark.parametrize("k", [7, *thorough(1, 20)])
def test_the_k_nearest_change_at_the_switch_points_and_nowhere_else(k):
    x = sparse_samples()[0][:, 0]
    switch = switch_points(x, k)

    def neighbors(query):
        return frozenset(np.argsort(np.abs(x - query), kind="stable")[:k].tolist())

    assert all(neighbors(s - 1e-6) != neighbors(s + 1e-6) for s in switch)
    edges = np.concatenate([[-5], switch, [5]])
    for a, b in pairwise(edges):
        inside = np.linspace(a, b, 9)[1:-1]
        assert len({neighbors(query) for query in inside}) == 1


def test_largest_jump_is_found_by_small_steps():
    explorer = opened("neighbor_regression", nearest=True, distance=True)
    X, y = sparse_samples()
    fine = np.arange(-0.3, 1.3, 1e-5)[:, None]
    for label, weights in [("k nearest", "uniform"), ("weights 1/d²", inverse_square)]:
        curve = KNeighborsRegressor(7, weights=weights).fit(X, y).predict(fine)
        expected = np.abs(np.diff(curve)).max()
        assert explorer.numbers[f"{label}: largest jump"] == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("query", [0.0, 0.37, 1.0])
@pytest.mark.parametrize("gamma", [4.0, 250.0])
def test_two_readings_give_one_number_and_it_is_the_weighted_mean(query, gamma):
    explorer = opened("two_readings", query=query, gamma=gamma)
    scene, gamma = explorer.scene, explorer.state["gamma"]
    w = np.exp(-gamma * (scene.X[:, 0] - query) ** 2)
    expected = np.average(scene.y, weights=w)
    numbers = explorer.numbers
    assert numbers["left, weighted mean of y"] == pytest.approx(expected, rel=1e-12)
    assert numbers["right, sum of the bumps"] == pytest.approx(expected, rel=1e-12)
    assert abs(numbers["difference"]) < 1e-12
    for answer in scene.answers:
        assert answer.get_xydata()[0] == pytest.approx([query, expected])
    # Every segment of the stems is a weight, every bump has height y_n / Σ w.
    assert [segment[1][1] for segment in scene.stems.get_segments()] == pytest.approx(w)
    peaks = [bump[:, 1].max() for bump in scene.on_samples.bumps.get_segments()]
    assert peaks == pytest.approx(scene.y / w.sum(), rel=0.02)


def cells(drawing):
    return np.stack(np.meshgrid(drawing.x, drawing.y), axis=-1).reshape(-1, 2)


@pytest.mark.parametrize("gamma", [0.1, 3.0, 60.0])
def test_mean_vote_has_the_sign_of_the_uniform_votes(gamma):
    explorer = opened("votes_to_neighbor")
    X, y = plane_data("two moons", 40)[:2]
    points = cells(explorer.scene.drawing)[::37]
    r2 = cdist(points, X, "sqeuclidean")
    h = mean_vote((r2 - r2.min(axis=1, keepdims=True)).astype(np.float32), y, gamma)
    network = UniformRBFClassifier(gamma).fit(X, y).network_
    expected = network(points) / rbf_kernel(points, X, gamma).sum(axis=1)
    assert h == pytest.approx(expected, abs=1e-4)
    assert np.abs(h).max() < 1 + 1e-6


@pytest.mark.parametrize("data", ["two moons", "four clouds", "breast cancer"])
def test_drawn_boundaries_are_those_of_votes_and_nearest_neighbor(data):
    explorer = opened("votes_to_neighbor", data=data, gamma=1000)
    X, y = plane_data(data, 40)[:2]
    assert explorer.numbers["the two agree, % of the plane"] > 99
    line = explorer.scene.nearest_boundary.get_xydata()
    line = line[~np.isnan(line[:, 0])]
    to_own, to_other = (cdist(line, X[y == sign]).min(axis=1) for sign in (1, -1))
    assert to_own == pytest.approx(to_other, abs=0.03)  # a cell's width


def test_shares_are_those_of_the_votes_and_sum_to_one():
    explorer = opened("votes_to_neighbor", gamma=5)
    X, state = plane_data("two moons", 40)[0], explorer.state
    phi = rbf_kernel([[state["x1"], state["x2"]]], X, state["gamma"])[0]
    expected = np.sort(phi / phi.sum())[::-1]
    drawn = np.concatenate([tips.get_ydata() for tips in explorer.scene.tips.values()])
    rest = explorer.scene.others.get_ydata()[0]
    assert np.sort(drawn)[::-1] == pytest.approx(expected[:12])
    assert rest == pytest.approx(expected[12:].sum())
