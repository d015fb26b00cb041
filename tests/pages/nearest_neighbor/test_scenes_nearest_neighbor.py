"""What the scenes of page 03 draw and measure, against formulas of their own."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from scipy.stats import binom
from sklearn.kernel_ridge import KernelRidge
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

from rbflib import UniformRBFClassifier, wave
from rbflib.lab import EXPLORERS
from rbflib.lab.kit.line import X_TEST
from rbflib.lab.kit.plane import plane_data
from rbflib.lab.pages.nearest_neighbor.scenes import (
    NOISE,
    PENALTY,
    distances_from_one_point,
    line_samples,
    mean_vote,
    samples_for_density,
    switch_points,
)


@pytest.fixture
def votes():
    return EXPLORERS["votes_to_neighbor"]()


@pytest.fixture
def regression():
    return EXPLORERS["neighbor_regression"]()


def cells(drawing):
    return np.stack(np.meshgrid(drawing.x, drawing.y), axis=-1).reshape(-1, 2)


@pytest.mark.parametrize("gamma", [0.1, 3.0, 60.0])
def test_mean_vote_has_the_sign_of_the_uniform_votes(votes, gamma):
    X, y = plane_data("two moons", 40)[:2]
    points = cells(votes.scene.drawing)[::37]
    r2 = cdist(points, X, "sqeuclidean")
    h = mean_vote((r2 - r2.min(axis=1, keepdims=True)).astype(np.float32), y, gamma)
    network = UniformRBFClassifier(gamma).fit(X, y).network_
    expected = network(points) / rbf_kernel(points, X, gamma).sum(axis=1)
    assert h == pytest.approx(expected, abs=1e-4)
    assert np.abs(h).max() < 1 + 1e-6


@pytest.mark.parametrize("data", ["two moons", "four clouds", "breast cancer"])
def test_drawn_boundaries_are_those_of_votes_and_nearest_neighbor(votes, data):
    votes.set(data=data, gamma=1000)
    X, y = plane_data(data, 40)[:2]
    peer = KNeighborsClassifier(1).fit(X, y)
    expected = peer.predict(cells(votes.scene.drawing)) > 0
    assert np.array_equal(votes.scene._map(data)[2].ravel(), expected)
    assert votes.numbers["the two agree on % of the plane"] > 99
    line = votes.scene.nearest_boundary.get_xydata()
    line = line[~np.isnan(line[:, 0])]
    to_own, to_other = (cdist(line, X[y == sign]).min(axis=1) for sign in (1, -1))
    assert to_own == pytest.approx(to_other, abs=0.03)  # a cell's width


def test_shares_are_those_of_the_votes_and_sum_to_one(votes):
    votes.set(gamma=5)
    X, y = plane_data("two moons", 40)[:2]
    state = votes.state
    phi = rbf_kernel([[state["x1"], state["x2"]]], X, state["gamma"])[0]
    expected = np.sort(phi / phi.sum())[::-1]
    drawn = np.concatenate([tips.get_ydata() for tips in votes.scene.tips.values()])
    rest = votes.scene.others.get_ydata()[0]
    assert np.sort(drawn)[::-1] == pytest.approx(expected[:12])
    assert rest == pytest.approx(expected[12:].sum())
    assert votes.numbers["nearest sample's share"] == pytest.approx(expected[0])
    assert votes.numbers["class by votes"] == f"{int(np.sign(phi @ y)):+d}"
    assert votes.numbers["by the nearest sample"] == f"{y[phi.argmax()]:+d}"


def test_share_of_the_nearest_tends_to_one(votes):
    shares = []
    for gamma in (1, 10, 100, 1000):
        votes.set(gamma=gamma)
        shares.append(votes.numbers["nearest sample's share"])
    assert np.all(np.diff(shares) > 0)
    assert shares[-1] > 0.999


def test_preset_of_a_near_tie_has_two_samples_nearly_equally_far(votes):
    votes.set(**votes.presets["A near tie"])
    assert 0.5 < votes.numbers["nearest sample's share"] < 0.6


def test_line_samples_are_sparse_where_the_picture_says_so():
    X, _ = line_samples()
    assert np.all(np.diff(X[:, 0]) > 0)
    assert np.sum((X > 0.5) & (X < 0.8)) == 2
    assert len(X) == 44


def inverse_square(distance):
    return 1 / np.maximum(distance, 1e-100) ** 2


@pytest.mark.parametrize("k", [1, 7, 44])
@pytest.mark.parametrize(("name", "weights"), [("nearest", "uniform"), ("distance", None)])
def test_nearest_curves_and_errors_are_those_of_scikit_learn(regression, k, name, weights):
    regression.set(k=k, nearest=True, distance=True)
    X, y = line_samples()
    peer = KNeighborsRegressor(k, weights=weights or inverse_square).fit(X, y)
    drawn = regression.scene.curves[name].get_xydata()
    assert drawn[:, 1] == pytest.approx(peer.predict(drawn[:, :1]), abs=1e-6)
    label = regression.scene.curves[name].get_label()
    e_out = np.mean((peer.predict(X_TEST) - wave(X_TEST)) ** 2) + NOISE**2
    assert regression.numbers[f"{label}: E_out"] == pytest.approx(e_out)
    e_in = np.mean((peer.predict(X) - y) ** 2)
    assert regression.numbers[f"{label}: E_in"] == pytest.approx(e_in, abs=1e-12)


def test_smooth_curves_are_those_of_their_formulas(regression):
    regression.set(gamma=100, network=True)
    X, y = line_samples()
    gamma = regression.state["gamma"]
    drawn = regression.scene.curves["kernel"].get_xydata()
    w = rbf_kernel(drawn[:, :1], X, gamma)
    assert drawn[:, 1] == pytest.approx(w @ y / w.sum(axis=1))
    Z = rbf_kernel(X, X, gamma)
    beta = np.linalg.solve(Z.T @ Z + PENALTY * np.eye(len(X)), Z.T @ y)
    drawn = regression.scene.curves["network"].get_xydata()
    assert drawn[:, 1] == pytest.approx(rbf_kernel(drawn[:, :1], X, gamma) @ beta)
    # And it is no kernel ridge, which has another penalty.
    peer = KernelRidge(kernel="rbf", gamma=gamma, alpha=PENALTY).fit(X, y)
    assert np.abs(drawn[:, 1] - peer.predict(drawn[:, :1])).max() > 0.01


@pytest.mark.parametrize("k", [1, 7, 20])
def test_the_k_nearest_change_at_the_switch_points_and_nowhere_else(k):
    x = line_samples()[0][:, 0]
    switch = switch_points(x, k)

    def neighbors(query):
        return frozenset(np.argsort(np.abs(x - query), kind="stable")[:k].tolist())

    assert all(neighbors(s - 1e-6) != neighbors(s + 1e-6) for s in switch)
    edges = np.concatenate([[-5], switch, [5]])
    for a, b in pairwise(edges):
        inside = np.linspace(a, b, 9)[1:-1]
        assert len({neighbors(query) for query in inside}) == 1


def test_largest_jump_is_found_by_small_steps(regression):
    regression.set(nearest=True, distance=True)
    X, y = line_samples()
    fine = np.arange(-0.3, 1.3, 1e-5)[:, None]
    for label, weights in [("k nearest", "uniform"), ("weights 1/d²", inverse_square)]:
        curve = KNeighborsRegressor(7, weights=weights).fit(X, y).predict(fine)
        expected = np.abs(np.diff(curve)).max()
        assert regression.numbers[f"{label}: largest jump"] == pytest.approx(expected, abs=1e-3)


def test_rings_are_on_the_neighbors_of_the_query_and_follow_the_pointer(regression):
    regression.set(k=5, x=0.62)
    X, y = line_samples()
    nearest = np.argsort(np.abs(X[:, 0] - 0.62))[:5]
    rings = {tuple(ring) for ring in regression.scene.neighbors.get_xydata()}
    assert rings == set(zip(X[nearest, 0], y[nearest], strict=True))
    moved = regression.scene.drag(regression.scene.axes, (0.62, 0), (0.9, 1), regression.state)
    assert moved == {"x": 0.9}


def test_hidden_estimates_are_neither_drawn_nor_named(regression):
    regression.set(nearest=False, distance=False, kernel=False, network=True)
    assert [c.get_visible() for c in regression.scene.curves.values()] == [0, 0, 0, 1]
    assert not [name for name in regression.numbers if name.startswith(("k nearest:", "Nadaraya"))]
    assert "Nadaraya-Watson = off, network = on" in regression.summary


@pytest.mark.parametrize("query", [0.0, 0.37, 1.0])
@pytest.mark.parametrize("gamma", [4.0, 250.0])
def test_two_readings_give_one_number_and_it_is_the_weighted_mean(query, gamma):
    explorer = EXPLORERS["two_readings"]()
    explorer.set(query=query, gamma=gamma)
    scene, gamma = explorer.scene, explorer.state["gamma"]
    w = np.exp(-gamma * (scene.X[:, 0] - query) ** 2)
    expected = np.average(scene.y, weights=w)
    numbers = explorer.numbers
    assert numbers["left, weighted mean of y"] == pytest.approx(expected, rel=1e-12)
    assert numbers["right, sum of the bumps"] == pytest.approx(expected, rel=1e-12)
    assert abs(numbers["difference"]) < 1e-12
    assert numbers["largest share of a sample"] == pytest.approx(w.max() / w.sum())
    for answer in scene.answers:
        assert answer.get_xydata()[0] == pytest.approx([query, expected])
    # Every segment of the stems is a weight, every bump has height y_n / Σ w.
    assert [segment[1][1] for segment in scene.stems.get_segments()] == pytest.approx(w)
    peaks = [bump[:, 1].max() for bump in scene.on_samples.bumps.get_segments()]
    assert peaks == pytest.approx(scene.y / w.sum(), rel=0.02)


def test_curve_of_both_panels_is_kernel_regression_at_every_point():
    explorer = EXPLORERS["two_readings"]()
    scene, gamma = explorer.scene, explorer.state["gamma"]
    for estimate in scene.estimates:
        drawn = estimate.get_xydata()
        w = rbf_kernel(drawn[:, :1], scene.X, gamma)
        assert drawn[:, 1] == pytest.approx(w @ scene.y / w.sum(axis=1))
    frozen = scene.on_samples.curve.get_ydata()
    assert np.abs(frozen - scene.estimates[1].get_ydata()).max() > 0.5


def test_distances_from_one_point_are_those_of_the_first_features(rng):
    by_features = distances_from_one_point()
    generator = np.random.default_rng(5)
    point, others = generator.uniform(size=50), generator.uniform(size=(2000, 50))
    for D in (1, 7, 50):
        assert by_features[D - 1] == pytest.approx(cdist(others[:, :D], point[None, :D])[:, 0])


def test_curse_measures_what_it_draws():
    explorer = EXPLORERS["curse"]()
    explorer.set(D=10, n_samples=500, delta=0.2)
    distance = distances_from_one_point()[9, :500]
    numbers = explorer.numbers
    spread = distance.std() / distance.mean()
    assert numbers["spread / mean of the distances"] == pytest.approx(spread)
    assert numbers["farthest / nearest"] == pytest.approx(distance.max() / distance.min())
    steps = explorer.scene.steps.get_ydata()
    assert steps.sum() == pytest.approx(1)
    middle = np.average(np.linspace(0.02, 2.58, 65), weights=steps[:-1])
    assert middle == pytest.approx(1, abs=0.01)
    assert explorer.scene.nearest.get_xdata()[0] == pytest.approx(distance.min() / distance.mean())


def test_spread_of_the_distances_falls_with_the_features():
    explorer = EXPLORERS["curse"]()
    spread = []
    for D in (1, 3, 10, 50):
        explorer.set(D=D)
        spread.append(explorer.numbers["spread / mean of the distances"])
    assert np.all(np.diff(spread) < 0)


@pytest.mark.parametrize(("D", "volume"), [(1, 0.2), (2, np.pi / 100), (3, 4 * np.pi / 3000)])
def test_dense_sampling_needs_as_many_as_the_binomial_says(D, volume):
    N = 10 ** samples_for_density(D, 0.1)
    assert binom.pmf(0, np.ceil(N), volume) <= 0.5
    assert binom.pmf(0, np.floor(N), volume) >= 0.5


def test_dense_sampling_in_many_features_keeps_its_digits():
    # V = π⁵ δ¹⁰ / 5!, far too small for 1 − V to differ from 1 by it.
    volume = np.pi**5 * 0.01**10 / 120
    assert samples_for_density(10, 0.01) == pytest.approx(np.log10(np.log(2) / volume), rel=1e-12)
