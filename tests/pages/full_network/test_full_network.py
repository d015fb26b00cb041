"""Page 02: the full network, against normal equations, NumPy and scikit-learn."""

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge
from sklearn.metrics.pairwise import rbf_kernel

from rbflib import make_wave, wave
from rbflib.lab.kit.line import SEED, X_TEST
from rbflib.lab.pages.full_network.error_map import LOG_GAMMA, errors_of_all
from rbflib.lab.pages.full_network.fewer_centers import tables
from rbflib.lab.pages.full_network.penalty_scale import PENALTY, PENALTY_PLACES
from tests.pages.conftest import opened


def fitted(gamma, alpha, noise, draw):
    """Values on the test grid, E_in and E_out, by the normal equations."""
    X, y = make_wave(20, noise, random_state=draw)
    Z = rbf_kernel(X, X, gamma)
    beta = np.linalg.solve(Z @ Z + alpha * np.eye(20), Z @ y) if alpha else np.linalg.solve(Z, y)
    h = rbf_kernel(X_TEST, X, gamma) @ beta
    return h, np.mean((Z @ beta - y) ** 2), np.mean((h - wave(X_TEST)) ** 2) + noise**2


@pytest.mark.parametrize(("noise", "draw", "alpha"), [(0.3, 0, 1.0), (0.1, 17, 2.0)])
def test_errors_are_those_of_the_normal_equations_and_drawn_up_to_lambda(noise, draw, alpha):
    seed = SEED + draw
    tables = errors_of_all(noise, seed)
    for row, column in [(0, 21), (15, 12), (20, 0), (20, 17), (30, 5), (40, 0)]:
        _, *errors = fitted(10 ** LOG_GAMMA[row], PENALTY[column], noise, seed)
        measured = [table[row, column] for table in tables]
        assert measured == pytest.approx(errors, rel=1e-4, abs=1e-9)
    explorer = opened("error_against_penalty", alpha=alpha, noise=noise, draw=draw)
    curves = explorer.scene.errors
    e_in, e_out = curves.e_in.get_ydata(), curves.e_out.get_ydata()
    penalties = [*PENALTY[alpha * 0.99 > PENALTY], alpha]
    assert curves.e_out.get_xdata()[-1] == pytest.approx(np.log10(alpha))
    assert (len(e_in), len(e_out)) == (len(PENALTY), len(penalties))
    for column in (9, 13, 17):
        assert e_out[column] == pytest.approx(
            fitted(100, penalties[column], noise, seed)[2], rel=1e-4
        )
        assert e_in[column] == pytest.approx(fitted(100, PENALTY[column], noise, seed)[1], rel=1e-4)
        [_, other] = explorer.scene.others.get_segments()[4][column]  # its curves begin at draw 1
        assert other == pytest.approx(fitted(100, PENALTY[column], noise, SEED + 5)[2], rel=1e-4)


@pytest.mark.parametrize(("n_centers", "alpha"), [(1, 100.0), (10, 0.1), (25, 0.0), (40, 1.0)])
def test_map_has_the_test_error_of_the_network_that_is_drawn(n_centers, alpha):
    explorer = opened("fewer_centers", n_centers=n_centers, alpha=alpha)
    [[x, y]] = explorer.scene.map.now.get_xydata()
    assert y == n_centers
    cell = tables(0)[0][n_centers - 1, round(2 * x + 17)]
    assert cell == pytest.approx(explorer.numbers["E_out"])


def test_smallest_test_error_of_the_map_is_in_a_band_of_equal_freedom():
    e_out, freedom = tables(0)
    least = [opened("fewer_centers", n_centers=1).scene.map.least.get_data()]
    assert np.squeeze(least) == pytest.approx([-0.5, 17])  # λ = 0.3, M = 17
    near = [e_out.min(), e_out[10, 0], e_out[39, np.isclose(PENALTY, 1)][0]]
    assert near == pytest.approx([0.109, 0.110, 0.111], abs=6e-4)
    good = freedom[e_out < 0.15]
    assert 4 < good.min() < good.max() < 26
    assert np.mean(e_out[(freedom > 7) & (freedom < 16)] < 0.15) > 0.9


@pytest.mark.parametrize(("gamma", "noise", "n"), [(100.0, 0.3, 15), (1000.0, 0.0, 20)])
def test_interpolation_explorer_draws_curve_and_weights(gamma, noise, n):
    explorer = opened("interpolation", gamma=gamma, noise=noise, n_samples=n)
    X, y = make_wave(n, noise, random_state=SEED)
    gamma = explorer.state["gamma"]
    beta = np.linalg.solve(rbf_kernel(X, X, gamma), y)
    fit = explorer.scene.fit
    drawn = fit.drawing.curve.get_xydata()
    assert drawn[:, 1] == pytest.approx(rbf_kernel(drawn[:, :1], X, gamma) @ beta)
    assert fit.heads.get_xydata() == pytest.approx(np.column_stack([X, beta]))
    sticks = np.array(fit.sticks.get_segments())
    assert sticks[:, 1] == pytest.approx(fit.heads.get_xydata())
    assert np.array_equal(sticks[:, 0], sticks[:, 1] * [1, 0])


@pytest.mark.parametrize("name", ["interpolation", "overfitting"])
def test_weights_of_which_rounding_leaves_no_digit_are_not_shown_in_digits(name):
    explorer = opened(name, gamma=1)
    assert explorer.numbers["largest |β|"] == "no reliable digit"
    assert np.isnan(explorer.draws(2)["largest |β|"]).all()
    if name == "interpolation":
        for curve in (explorer.scene.largest, explorer.scene.conditions):
            assert np.isnan(curve.get_ydata()[0])
            assert np.nanmax(curve.get_ydata()) < 1 / np.finfo(float).eps
    assert opened(name, gamma=100).numbers["largest |β|"] > 400


@pytest.mark.parametrize(("noise", "n"), [(0.0, 12), (0.4, 25)])
def test_largest_weight_is_drawn_from_narrow_bumps_to_gamma_and_the_condition_everywhere(noise, n):
    explorer = opened("interpolation", noise=noise, n_samples=n, gamma=30)
    X, y = make_wave(n, noise, random_state=SEED)
    gamma, largest = explorer.scene.largest.get_data()
    everywhere, conditions = explorer.scene.conditions.get_data()
    for g, weight in zip(gamma, largest, strict=True):
        Z = rbf_kernel(X, X, g)
        if np.linalg.cond(Z) < 1e10:  # beyond, nobody's digits are sure
            assert weight == pytest.approx(np.abs(np.linalg.solve(Z, y)).max(), rel=1e-4)
    for g, condition in zip(everywhere, conditions, strict=True):
        if condition < 1e10:
            assert condition == pytest.approx(np.linalg.cond(rbf_kernel(X, X, g)), rel=1e-4)
    assert (gamma[0], gamma[-1]) == pytest.approx((explorer.state["gamma"], 1e4))
    assert (everywhere[0], everywhere[-1]) == pytest.approx((1, 1e4))
    assert explorer.scene.now.get_xdata()[0] == explorer.state["gamma"]


@pytest.mark.parametrize("noise", [0, 0.3])
def test_map_is_gray_where_no_digit_is_sure_and_has_its_cross_elsewhere(noise):
    explorer = opened("overfitting", "Exact", noise=noise)
    marks, unsure = explorer.scene.map, []
    for gamma in 10**LOG_GAMMA:
        explorer.set(gamma=gamma)
        unsure.append(explorer.numbers["largest |β|"] == "no reliable digit")
    assert 5 < sum(unsure) < 20
    gray = np.isinf(marks.shown)
    assert gray[:, 0].tolist() == unsure
    assert not gray[:, 1:].any()
    [(place, height)] = marks.least.get_xydata()
    assert (place == PENALTY_PLACES[0]) == (noise == 0)
    assert not gray[np.isclose(LOG_GAMMA, height)][:, np.isclose(PENALTY_PLACES, place)].item()
    explorer.restore("Smallest E_out")
    assert explorer.numbers["smallest E_out (+)"] == marks.shown.min()


@pytest.mark.parametrize("preset", ["Exact", "Regularized", "Too smooth", "Smallest E_out"])
def test_readout_is_the_cell_of_the_map_under_the_ring(preset):
    explorer = opened("overfitting", preset)
    marks, e_out = explorer.scene.map, explorer.numbers["E_out"]
    table = errors_of_all(explorer.state["noise"], SEED)[1]
    [now], [least] = marks.now.get_xydata(), marks.least.get_xydata()
    row = np.flatnonzero(np.isclose(LOG_GAMMA, now[1]))[0]
    assert e_out == pytest.approx(table[row, round(2 * now[0] + 17)], rel=1e-6)
    assert (e_out == pytest.approx(table.min())) == np.allclose(least, now)


@pytest.mark.parametrize(
    ("gamma", "alpha", "draws"), [(100, 0.0, 30), (1000, 1.0, 7), (9.0, 0.02, 30)]
)
def test_bias_and_variance_add_up_to_the_mean_squared_error(gamma, alpha, draws):
    explorer = opened("thirty_draws", gamma=gamma, alpha=alpha, n_draws=draws)
    scene, numbers, gamma = explorer.scene, explorer.numbers, explorer.state["gamma"]
    h = np.array([fitted(gamma, alpha, 0.3, draw)[0] for draw in range(draws)])
    squared = np.mean((h - wave(X_TEST)) ** 2)  # over draws and over x
    assert numbers["mean E_out"] == pytest.approx(squared + 0.09, rel=1e-5)
    assert numbers["bias²"] + numbers["variance"] == pytest.approx(squared, rel=1e-5)
    assert numbers["variance"] == pytest.approx(np.mean(np.std(h, axis=0) ** 2), rel=1e-5)
    assert scene.mean.get_ydata() == pytest.approx(h.mean(axis=0), abs=1e-5)
    assert np.array(scene.fits.get_segments())[:, :, 1] == pytest.approx(h, abs=1e-5)
    for name, line in scene.parts.items():
        assert line.get_ydata()[-1] == numbers[name]


def test_kernel_ridge_is_that_of_scikit_learn():
    explorer = opened("two_ridges", gamma=30, alpha=0.1, noise=0.2)
    X, y = make_wave(20, 0.2, random_state=SEED)
    peer = KernelRidge(kernel="rbf", gamma=explorer.state["gamma"], alpha=0.1).fit(X, y)
    assert explorer.scene.kernel_ridge.get_ydata() == pytest.approx(peer.predict(X_TEST))


def test_votes_beat_exact_weights_and_a_penalty_beats_both():
    def at(preset, **values):
        return opened("votes_and_weights", preset, **values).numbers

    exact, ridge = at("Exact"), at("Regularized")
    assert exact["solved: E_in"] == 0
    assert exact["solved: E_out"] > ridge["votes: E_out"] > exact["votes: E_out"]
    assert exact["votes: E_out"] > ridge["solved: E_out"]
    real, narrower = at("Real data"), at("Real data", gamma=2)
    assert at("Real data, exact")["solved: E_out"] > real["solved: E_out"]
    assert real["votes: E_out"] > real["solved: E_out"] > narrower["votes: E_out"]
