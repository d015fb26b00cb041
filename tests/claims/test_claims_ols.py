from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import linalg

from rbflib import (
    OLSRegressor,
    RBFNetworkRegressor,
    design_matrix,
    make_trap,
    make_wave,
    naive_forward_selection,
    orthogonal_least_squares,
)
from tests.claims.page_cells import defined_on


def candidates(seed, n_samples=40):
    """A design matrix with a center on each sample, and a target with its mean removed."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, (n_samples, 2))
    t = np.sin(3 * X[:, 0]) + X[:, 1] ** 2 + 0.1 * rng.standard_normal(n_samples)
    return design_matrix(X, X, 4.0), t - t.mean()


def squared_error(Z, t, columns):
    w = linalg.lstsq(Z[:, columns], t)[0]
    return ((Z[:, columns] @ w - t) ** 2).sum()


def test_o1_naive_selection_adds_the_center_that_leaves_the_least_error(seed):
    Z, t = candidates(seed)
    selected, err = naive_forward_selection(Z, t, max_terms=5)
    error = t @ t
    for k, chosen in enumerate(selected):
        trials = [
            squared_error(Z, t, [*selected[:k], m]) if m not in selected[:k] else np.inf
            for m in range(len(t))
        ]
        assert np.argmin(trials) == chosen
        assert err[k] == pytest.approx((error - trials[chosen]) / (t @ t), abs=1e-12)
        error = trials[chosen]


def test_o2_gram_schmidt_factors_the_selected_columns(seed):
    Z, t = candidates(seed)
    path = orthogonal_least_squares(Z, t, max_terms=8)
    Phi = Z[:, path.selected]
    Q, R = np.linalg.qr(Phi)
    assert_allclose(path.A, R / np.diag(R)[:, None], atol=1e-12)
    assert_allclose(path.Q, Q * np.diag(R), atol=1e-12)
    assert_allclose(path.A @ path.weights, path.g, atol=1e-10)
    for k in range(8):  # (1), one column at a time
        alpha = [path.Q[:, i] @ Phi[:, k] / (path.Q[:, i] @ path.Q[:, i]) for i in range(k)]
        assert_allclose(path.A[:k, k], alpha, rtol=1e-6, atol=1e-9)


def test_o3_each_g_is_a_quotient_without_any_inverse(seed):
    Z, t = candidates(seed)
    path = orthogonal_least_squares(Z, t, max_terms=8)
    Q = path.Q
    assert_allclose(path.g, [q @ t / (q @ q) for q in Q.T], rtol=1e-8)
    assert_allclose(path.g, linalg.inv(Q.T @ Q) @ Q.T @ t, rtol=1e-6)  # what it stands for
    assert_allclose(path.weights, linalg.lstsq(Z[:, path.selected], t)[0], rtol=1e-6)


def test_o4_energy_splits_and_the_ratios_sum_to_one(seed):
    Z, t = candidates(seed)
    for n_terms in (1, 3, 8, 15):
        path = orthogonal_least_squares(Z, t, max_terms=n_terms)
        parts = path.g**2 * np.einsum("nm,nm->m", path.Q, path.Q)
        e = t - Z[:, path.selected] @ path.weights
        assert parts.sum() + e @ e == pytest.approx(t @ t, rel=1e-10)
        assert_allclose(path.err, parts / (t @ t), rtol=1e-10)
        assert path.err.sum() + (e @ e) / (t @ t) == pytest.approx(1, abs=1e-10)


def test_o5_picks_the_naive_centers_in_the_same_order(seed):
    Z, t = candidates(seed)
    path = orthogonal_least_squares(Z, t, max_terms=8)
    selected, err = naive_forward_selection(Z, t, max_terms=8)
    assert_array_equal(path.selected, selected)
    assert_allclose(path.err, err, atol=1e-10)


@pytest.mark.parametrize("rho", [0.3, 0.05, 0.01])
def test_o6_stops_when_the_unexplained_share_is_below_rho(seed, rho):
    Z, t = candidates(seed)
    path = orthogonal_least_squares(Z, t, tol=rho)
    assert 1 - path.err.sum() < rho
    assert 1 - path.err[:-1].sum() >= rho


def test_o7_fewer_centers_than_k_means_where_the_target_is_flat(seed):
    X, y = make_trap(300, noise=0.02, random_state=seed)  # nine of ten samples lie where y is flat
    ols = OLSRegressor(tol=0.05, gamma=12.0).fit(X, y)
    n_centers = len(ols.selected_)
    assert ols.score(X, y) > 0.95
    # Even half as many centers again, placed by density, do not get there from any of 5 starts.
    for start in range(5):
        kmeans = RBFNetworkRegressor(3 * n_centers // 2, gamma=12.0, random_state=start).fit(X, y)
        assert kmeans.score(X, y) < 0.95
    # Because of where they go:
    in_flat = (kmeans.network_.centers < 0).mean()
    assert in_flat > 0.55 > (ols.network_.centers < 0).mean()


def test_o7_the_trap_is_common_and_never_the_other_way_round():
    missed = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        Z, t = rng.standard_normal((8, 7)), rng.standard_normal(8)
        pair = orthogonal_least_squares(Z, t, max_terms=2).selected
        best = min(squared_error(Z, t, p) for p in combinations(range(7), 2))
        chosen = squared_error(Z, t, list(pair))
        assert chosen > best * (1 - 1e-12)
        missed += chosen > best * (1 + 1e-9)
    assert 1 <= missed < 40


def test_o8_an_exchange_finds_the_two_bumps_that_greed_and_the_lasso_miss():
    _, exchange, lasso = defined_on("06", "share_left", "exchange", "lasso")
    x, places = np.linspace(-3.5, 3.5, 141)[:, None], np.arange(-2, 2.01, 0.25)[:, None]
    Z = design_matrix(x, places)
    for draw in range(50):
        noise = 0.02 * np.random.default_rng(draw).standard_normal(141)
        t = design_matrix(x, [[-1], [1]]).sum(axis=1) + noise
        best = min(combinations(range(17), 2), key=lambda pair: squared_error(Z, t, pair))
        greedy = orthogonal_least_squares(Z, t, max_terms=2).selected
        assert set(exchange(Z, t, greedy)) == set(best) == {4, 12}
        assert np.abs(places[lasso(Z, t, 2)]).max() <= 0.5  # both in the middle
        assert squared_error(Z, t, lasso(Z, t, 2)) > squared_error(Z, t, greedy)


def test_o8_exchanges_never_raise_the_error_and_end_where_no_single_one_lowers_it():
    _, exchange = defined_on("06", "share_left", "exchange")
    missed = np.zeros(2, int)
    for seed in range(100):
        rng = np.random.default_rng(seed)
        Z, t = rng.standard_normal((10, 9)), rng.standard_normal(10)
        greedy = orthogonal_least_squares(Z, t, max_terms=3).selected
        chosen = exchange(Z, t, greedy)
        errors = {trial: squared_error(Z, t, trial) for trial in combinations(range(9), 3)}
        found = errors[tuple(sorted(chosen))]
        assert found <= errors[tuple(sorted(greedy))] * (1 + 1e-9)
        neighbors = [trial for trial in errors if len(set(trial) & set(chosen)) == 2]
        assert found <= min(errors[trial] for trial in neighbors) * (1 + 1e-9)
        best = min(errors.values()) * (1 + 1e-9)
        missed += [errors[tuple(sorted(greedy))] > best, found > best]
    assert 0 < missed[1] < 0.7 * missed[0]


def test_the_first_center_is_the_highest_sample_in_fewer_than_half_of_the_draws():
    highest = 0
    for draw in range(50):
        X, y = make_wave(30, noise=0.2, random_state=47 + draw)
        first = naive_forward_selection(design_matrix(X, X, 100.0), y, max_terms=1)[0][0]
        highest += first == y.argmax()
    assert 5 < highest < 20


# Exercise 6.5: γ, a mark of the slider -> what greedy selection leaves at distances 1, 1.5, …, 4.
REPORT = {
    10**-0.3: [0.006, 0.025, 0.072, 0.149, 0.086, 0.014, 0.001],
    1.0: [0.021, 0.089, 0.144, 0.029, 0.001, 0.001, 0.001],
    10**0.3: [0.072, 0.052, 0.001, 0.001, 0.001, 0.001, 0.001],
}


@pytest.mark.parametrize("gamma", REPORT)
def test_greedy_selection_loses_where_two_bumps_are_nearer_than_three_widths(gamma):
    x, places = np.linspace(-3.5, 3.5, 141)[:, None], np.arange(-2, 2.01, 0.25)[:, None]
    Z = design_matrix(x, places, gamma)
    noise = 0.02 * np.random.default_rng(0).standard_normal(141)
    for distance, expected in zip(np.arange(1, 4.1, 0.5), REPORT[gamma], strict=True):
        t = design_matrix(x, [[-distance / 2], [distance / 2]], gamma).sum(axis=1) + noise
        greedy = squared_error(Z, t, naive_forward_selection(Z, t, max_terms=2)[0]) / (t @ t)
        best = min(squared_error(Z, t, pair) for pair in combinations(range(17), 2)) / (t @ t)
        assert greedy == pytest.approx(expected, abs=5.1e-4)
        assert best < 0.0015
        assert (greedy > 2 * best) == (np.sqrt(gamma) * distance < 2.7)
