"""Page 06: centers chosen one by one, against least squares and brute force."""

from itertools import combinations

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.metrics import r2_score
from sklearn.metrics.pairwise import rbf_kernel

from rbflib import OLSRegressor, make_trap, make_wave, naive_forward_selection, wave
from rbflib.lab.kit.line import SEED
from rbflib.lab.pages.orthogonal_least_squares.center_race import METHODS, TERMS, drawn
from rbflib.lab.pages.orthogonal_least_squares.choose_centers import N_WAVE, choices
from rbflib.lab.pages.orthogonal_least_squares.gram_schmidt import gram_schmidt_parts
from rbflib.lab.pages.orthogonal_least_squares.greedy_trap import (
    PLACES,
    SUBSET_SIZES,
    subset_shares,
)
from tests.pages.conftest import opened


def share_left(Z, y):
    """Share of the energy of y that a least-squares fit on all columns of Z leaves."""
    return np.sum((y - Z @ np.linalg.lstsq(Z, y)[0]) ** 2) / (y @ y)


@pytest.mark.parametrize(("M", "gamma"), [(4, 10**0.5), (12, 10.0), (5, 7.0)])
def test_center_race_measures_least_squares_fits_on_new_samples(M, gamma):
    explorer = opened("center_race", n_centers=M, gamma=gamma)
    scene, row = explorer.scene, sorted({*TERMS, M}).index(M)
    X_new, y_new = make_trap(1000, random_state=1)
    ols = OLSRegressor(M, tol=0.0, gamma=gamma).fit(scene.X, scene.y).network_.centers
    for name in METHODS:
        left = []
        for mu in [ols] if name == "OLS" else drawn(name, M):
            fit = LinearRegression().fit(rbf_kernel(scene.X, mu, gamma), scene.y)
            error = y_new - fit.predict(rbf_kernel(X_new, mu, gamma))
            left.append(np.mean(error**2) / y_new.var())
        assert scene.curves[name].get_ydata()[row] == pytest.approx(np.median(left), rel=1e-5)
        band = scene.bands[name].get_xy()
        low_high = sorted(band[band[:, 0] == M][-2:, 1])
        assert low_high == pytest.approx([min(left), max(left)], rel=1e-5)
        assert scene.curves[name].get_xdata()[-1] == M  # the race has come so far, and no farther
    assert sorted(scene.fits["OLS"][1].get_xdata()) == sorted(ols[:, 0])


@pytest.mark.parametrize(("gamma", "noise"), [(100.0, 0.2), (1000.0, 0.0), (10.0, 0.5)])
def test_bars_before_a_choice_are_the_errors_that_trials_would_save(gamma, noise):
    X, y = make_wave(N_WAVE, noise, random_state=SEED + 3)
    Z = rbf_kernel(X, X, gamma)
    record = choices(gamma, noise, draw=3)
    for k in range(7):
        chosen = list(record.path.selected[:k])
        left = share_left(Z[:, chosen], y) if k else 1.0
        assert record.left[k] == pytest.approx(left, abs=1e-9)
        saved = [left - share_left(Z[:, [*chosen, i]], y) for i in range(N_WAVE)]
        assert record.next_err[k] == pytest.approx(saved, abs=1e-7)  # 0 of those chosen
        assert not record.next_err[k][chosen].any()
        assert record.next_err[k].argmax() == record.path.selected[k]


def test_columns_of_which_rounding_is_left_have_no_bar():
    record = choices(5.0, 0.2, draw=0)
    assert len(record.path.selected) < N_WAVE
    assert not record.next_err[-1].any()


@pytest.mark.parametrize("noise", [0.0, 0.2])
def test_share_left_on_new_samples_is_all_of_it_without_a_center(noise):
    for draw in range(3):
        assert choices(100.0, noise, draw).left_new[0] == pytest.approx(1)


def test_share_left_on_new_samples_is_that_of_their_energy():
    record, x = choices(100.0, 0.0, draw=1), np.linspace(0, 1, 200)[:, None]
    y, h = wave(x), record.networks[7](x)
    twice = np.append(y, -y), np.append(h, -h)  # with the mean 0, R² is a share of energy
    assert record.left_new[7] == pytest.approx(1 - r2_score(*twice))


def test_choice_explorer_draws_the_fit_and_stops_below_rho():
    explorer = opened("choose_centers", most=30, rho=0.1, gamma=100, noise=0.2, draw=3)
    X, y = make_wave(N_WAVE, 0.2, random_state=SEED + 3)
    Z = rbf_kernel(X, X, explorer.state["gamma"])
    selected, err = naive_forward_selection(Z, y, tol=explorer.state["rho"])
    scene = explorer.scene
    assert scene.centers.get_xdata().tolist() == X[selected, 0].tolist()
    x, h = scene.drawing.curve.get_data()
    weights = np.linalg.lstsq(Z[:, selected], y)[0]
    assert h == pytest.approx(rbf_kernel(x[:, None], X[selected], 100) @ weights, abs=1e-8)
    widths = [piece.get_width() for piece in scene.bar.pieces[: len(err)]]
    assert widths == pytest.approx(err)
    assert len(scene.winner.get_xdata()) == 0
    away = np.abs(X[selected[0], 0] - X[y.argmax(), 0])
    assert explorer.numbers["first center to highest sample"] == pytest.approx(away)


def test_parts_of_two_columns_are_those_of_a_qr_factorization(rng):
    for _ in range(20):
        first, second, target = rng.normal(size=(3, 3))
        parts = gram_schmidt_parts(first, second, target)
        Q, R = np.linalg.qr(np.column_stack([first, second]))
        q1, q2 = parts.q
        assert np.column_stack([q1, q2]) == pytest.approx(Q * np.diag(R))
        assert parts.alpha == pytest.approx(R[0, 1] / R[0, 0])
        assert parts.g @ parts.q == pytest.approx(Q @ (Q.T @ target))
        assert parts.err == pytest.approx((Q.T @ target) ** 2 / (target @ target))


def test_parallel_column_has_no_part():
    parts = gram_schmidt_parts(np.array([1.1, 0.3, 0]), np.array([3.3, 0.9, 0]), np.ones(3))
    assert parts.q[1].tolist() == [0, 0, 0]
    assert parts.g[1] == parts.err[1] == 0


@pytest.mark.parametrize("first", ["φ₁", "φ₂"])
def test_shadow_is_that_of_least_squares(first):
    columns = {"x1": 1.5, "y1": -0.4, "x2": 0.3, "y2": 1.1}
    explorer = opened("gram_schmidt", **columns, xt=-0.6, yt=0.9, height=-0.3, first=first)
    Phi = np.array([[1.5, 0.3], [-0.4, 1.1], [0, 0]])
    target = np.array([-0.6, 0.9, -0.3])
    w = np.linalg.lstsq(Phi, target)[0]
    numbers = explorer.numbers
    taken = Phi[:, [0 if first == "φ₁" else 1]]
    assert numbers["err₁"] == pytest.approx(1 - share_left(taken, target))
    for view, arrows in explorer.scene.views:
        assert arrows["shadow"].get_xydata()[0] == pytest.approx(Phi @ w @ view)
    ends = [(piece.get_x(), piece.get_width()) for piece in explorer.scene.bar.pieces]
    expected = [(0, numbers["err₁"]), (numbers["err₁"], numbers["err₂"])]
    assert ends == pytest.approx(np.array(expected))


def trap_problem(distance, gamma, noise, draw=0):
    x = np.linspace(-3.5, 3.5, 141)[:, None]
    y = sum(np.exp(-gamma * (x[:, 0] - s * distance / 2) ** 2) for s in (-1, 1))
    y += noise * np.random.default_rng(draw).standard_normal(141)
    return rbf_kernel(x, PLACES[:, None], gamma), y


def test_shares_of_all_subsets_are_those_of_least_squares():
    Z, y = trap_problem(2.0, 1.0, 0.02)
    for size in SUBSET_SIZES:
        terms = list(combinations(range(len(PLACES)), size))
        shares = subset_shares(Z, y, size)
        assert len(shares) == len(terms)
        for i in range(0, len(terms), 37):
            assert shares[i] == pytest.approx(share_left(Z[:, terms[i]], y), abs=1e-9)


@pytest.mark.parametrize(("distance", "trapped"), [(4.0, False), (3.0, False), (2.0, True)])
def test_trap_explorer_shows_the_naive_pair_beside_the_best_one(distance, trapped):
    explorer = opened("greedy_trap", distance=distance, gamma=1, noise=0.02, n_terms=2, draw=3)
    Z, y = trap_problem(distance, 1.0, 0.02, draw=3)
    naive, err = naive_forward_selection(Z, y, max_terms=2)
    pairs = list(combinations(range(len(PLACES)), 2))
    shares = [share_left(Z[:, pair], y) for pair in pairs]
    best = list(pairs[np.argmin(shares)])
    scene = explorer.scene
    assert scene.marks["greedy"].get_xdata().tolist() == PLACES[naive].tolist()
    assert scene.marks["best"].get_xdata().tolist() == PLACES[best].tolist()
    assert (1 - err.sum() > 2 * min(shares)) == trapped
    assert np.abs(PLACES[best]).tolist() == [distance / 2] * 2
    fit = Z[:, best] @ np.linalg.lstsq(Z[:, best], y)[0]
    assert scene.fits["best"].get_ydata() == pytest.approx(fit, abs=1e-8)
    assert (scene.curves["best"].get_ydata() <= scene.curves["greedy"].get_ydata() + 1e-12).all()
