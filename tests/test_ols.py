"""Orthogonal least squares against the naive selection, NumPy's QR and 50-digit arithmetic."""

import mpmath
import numpy as np
import pytest
from scipy import linalg

from rbflib import OLSRegressor, design_matrix, naive_forward_selection, orthogonal_least_squares
from tests.seeds import thorough


def random_problem(seed, n_samples=30, n_candidates=40, outputs=()):
    rng = np.random.default_rng(seed)
    Z = rng.standard_normal((n_samples, n_candidates))
    return Z, rng.standard_normal((n_samples, *outputs))


def wavy_samples(seed, n_samples=60):
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, (n_samples, 2))
    return X, np.sin(3 * X[:, 0]) * X[:, 1] + 0.05 * rng.standard_normal(n_samples)


@pytest.mark.parametrize("outputs", [(3,), *thorough((), (1,))])
def test_same_picks_in_the_same_order_as_naive_selection(seed, outputs):
    Z, y = random_problem(seed, outputs=outputs)
    path = orthogonal_least_squares(Z, y, max_terms=12)
    selected, err = naive_forward_selection(Z, y, max_terms=12)
    np.testing.assert_array_equal(path.selected, selected)
    np.testing.assert_allclose(path.err, err, rtol=1e-9, atol=1e-14)
    expected = np.linalg.lstsq(Z[:, path.selected], y)[0]
    np.testing.assert_allclose(path.weights, expected, rtol=1e-8, atol=1e-10)
    assert path.weights.shape == path.g.shape == (12, *outputs)


@pytest.mark.parametrize(("gamma", "n_terms"), [(0.05, 5), (0.3, 6), (2.0, 8)])
def test_ill_conditioned_candidates_against_50_digits(gamma, n_terms):
    rng = np.random.default_rng(3)
    X = np.sort(rng.uniform(-1, 1, (24, 1)), axis=0)
    Z, y = design_matrix(X, X, gamma), np.sin(4 * X[:, 0]) + 0.3 * rng.standard_normal(24)
    path = orthogonal_least_squares(Z, y, max_terms=n_terms)
    selected, err = select_with_50_digits(Z, y, n_terms)
    np.testing.assert_array_equal(path.selected, selected)
    # A candidate's part outside the span is known to ε‖φ‖: relative to itself, to ε‖φ‖/‖q‖.
    length = np.linalg.norm(path.Q, axis=0) / np.linalg.norm(Z[:, selected], axis=0)
    assert (np.abs(path.err / err - 1) < 1000 * np.finfo(float).eps / length).all()
    assert n_terms == 8 or length.min() < 1e-5  # the case is hard, as meant


@pytest.mark.thorough
def test_last_picks_against_50_digits():
    """Where hardly anything of the candidates, and of the residual, is left."""
    rng = np.random.default_rng(14)
    X = rng.random((30, 1))
    Z, y = design_matrix(X, X, 19.019), np.sin(6 * X[:, 0])
    path = orthogonal_least_squares(Z, y, max_terms=17)
    assert path.residual < 1e-12
    np.testing.assert_array_equal(path.selected, select_with_50_digits(Z, y, 17)[0])


def select_with_50_digits(Z, y, n_terms):
    with mpmath.workdps(50):
        candidates = [mpmath.matrix(column) for column in Z.T]
        sizes = [dot(column, column) for column in candidates]
        e = mpmath.matrix(y)
        total = dot(e, e)
        selected, err = [], []
        for _ in range(n_terms):
            gain = [
                # A column that depends on those selected is skipped.
                dot(q, e) ** 2 / dot(q, q) if dot(q, q) > np.finfo(float).eps * size else -1
                for q, size in zip(candidates, sizes, strict=True)
            ]
            k = max(range(len(gain)), key=lambda m: gain[m])
            selected.append(k)
            err.append(float(gain[k] / total))
            q = candidates[k]
            e = e - q * (dot(q, e) / dot(q, q))
            candidates = [v - q * (dot(q, v) / dot(q, q)) for v in candidates]
    return selected, np.array(err)


def dot(u, v):
    return mpmath.fsum(a * b for a, b in zip(u, v, strict=True))


def test_picks_stay_best_where_the_residual_is_tiny():
    # The target is nearly in the span of 4 columns; the 5th pick explains a share of 1e-18.
    Z, _ = random_problem(0, 50, 20)
    basis = np.linalg.qr(np.column_stack([Z[:, :4], Z[:, 9]]))[0]
    y = Z[:, :4].sum(axis=1)
    y += 1e-9 * np.linalg.norm(y) * basis[:, 4]
    path = orthogonal_least_squares(Z, y, max_terms=5)
    assert set(path.selected) == {0, 1, 2, 3, 9}
    assert path.err[-1] == pytest.approx(1e-18, rel=1e-3)


@pytest.mark.parametrize("outputs", [(), (3,)])
@pytest.mark.parametrize("gamma", [0.01, 1.0, 100.0])
def test_err_and_residual_sum_to_one(gamma, outputs):
    X, _ = wavy_samples(0, 80)
    Z, y = design_matrix(X, X, gamma), random_problem(1, 80, 1, outputs)[1]
    path = orthogonal_least_squares(Z, y)
    assert path.err.sum() + path.residual == pytest.approx(1, abs=1e-10)
    e = y - Z[:, path.selected] @ path.weights
    assert (e**2).sum() / (y**2).sum() == pytest.approx(path.residual, abs=1e-5)
    assert (path.err >= 0).all()


def test_stops_when_nothing_is_left_to_explain():
    Z, _ = random_problem(4, 40, 15)
    path = orthogonal_least_squares(Z, 2 * Z[:, 3] - Z[:, 7])
    assert set(path.selected) == {3, 7}
    np.testing.assert_allclose(sorted(path.weights), [-1, 2], rtol=1e-12)


def test_targets_of_zero_select_nothing():
    Z, y = random_problem(0)
    path = orthogonal_least_squares(Z, 0 * y)
    assert len(path.selected) == len(path.err) == len(path.weights) == 0
    assert path.residual == 0
    assert len(naive_forward_selection(Z, 0 * y)[0]) == 0


def test_dependent_columns_are_skipped_and_more_columns_than_samples_end_at_the_rank():
    Z, y = random_problem(5, 30, 8)
    dependent = np.column_stack([Z, Z, 3 * Z[:, :2], Z @ np.ones(8), np.zeros(30)])
    path = orthogonal_least_squares(dependent, y)
    assert len(path.selected) == np.linalg.matrix_rank(dependent) == 8
    for value in (path.err, path.weights, path.A, path.g, path.Q):
        assert np.isfinite(value).all()
    left = ((Z @ np.linalg.lstsq(Z, y)[0] - y) ** 2).sum()
    assert path.residual == pytest.approx(left / (y @ y), rel=1e-10)
    path = orthogonal_least_squares(*random_problem(6, 10, 50))
    assert (len(path.selected), path.residual < 1e-25) == (10, True)


def test_no_column_is_kept_of_which_less_than_half_of_the_digits_is_its_own(rng):
    """So weights have half of their digits, or the other columns explain as much without it."""
    for gamma in 10 ** rng.uniform(-1.5, 1.5, 20):
        X = rng.random((30, 1))
        Z = design_matrix(X, X, gamma)
        selected = orthogonal_least_squares(Z, rng.standard_normal(30)).selected
        own_share = np.abs(np.diag(np.linalg.qr(Z[:, selected], mode="r")))
        own_share /= np.linalg.norm(Z[:, selected], axis=0)
        assert own_share.min() > (1 - 1e-6) * np.sqrt(np.finfo(float).eps)


@pytest.mark.parametrize("size", [1e-200, 1e200])
def test_units_of_columns_and_targets_change_nothing(size):
    Z, y = random_problem(0)
    unit = np.where(np.arange(Z.shape[1]) % 2, size, 1.0)
    expected = orthogonal_least_squares(Z, y, max_terms=10)
    for path in (
        orthogonal_least_squares(unit * Z, y, max_terms=10),
        orthogonal_least_squares(size * Z, y, max_terms=10),
        orthogonal_least_squares(Z, size * y, max_terms=10),
    ):
        np.testing.assert_array_equal(path.selected, expected.selected)
        np.testing.assert_allclose(path.err, expected.err, rtol=1e-9)
    for selected, err in (
        naive_forward_selection(unit * Z, y, max_terms=10),
        naive_forward_selection(Z, size * y, max_terms=10),
    ):
        np.testing.assert_array_equal(selected, expected.selected)
        np.testing.assert_allclose(err, expected.err, rtol=1e-9)


@pytest.mark.parametrize("seed", [0, *thorough(*range(1, 20))])
def test_of_equal_columns_the_first_is_taken(seed):
    rng = np.random.default_rng(seed)
    M = int(rng.integers(2, 14))
    Z, y = rng.standard_normal((20, M)), rng.standard_normal(20)
    for select in (orthogonal_least_squares, naive_forward_selection):
        path = select(np.column_stack([Z, Z]), y)
        selected = path.selected if select is orthogonal_least_squares else path[0]
        assert (selected < M).all()


def test_naive_selection_takes_the_first_of_nearly_equal_columns_too(rng):
    Z, y = rng.standard_normal((20, 6)), rng.standard_normal(20)
    for copies in (Z * rng.uniform(1, 2, 6), Z * (1 + 1e-9), Z + 1e-12 * rng.random(Z.shape)):
        both = np.column_stack([Z, copies])
        selected = orthogonal_least_squares(both, y, max_terms=6).selected
        np.testing.assert_array_equal(naive_forward_selection(both, y, max_terms=6)[0], selected)
        assert (selected < 6).all()


@pytest.mark.filterwarnings("ignore:The path ended")
def test_bias_counts_as_a_selected_column_for_the_rule_of_dependence(rng):
    X = rng.random((30, 1))
    model = OLSRegressor(tol=0, gamma=0.05).fit(X, np.sin(6 * X[:, 0]))
    columns = np.column_stack([np.ones(30), model.network_.transform(X)])
    own_share = np.abs(np.diag(np.linalg.qr(columns, mode="r"))) / np.linalg.norm(columns, axis=0)
    assert own_share.min() > (1 - 1e-6) * np.sqrt(np.finfo(float).eps)


def test_weights_beyond_the_floats_are_an_error():
    Z, y = random_problem(0)
    with pytest.raises(ValueError, match="weights overflow"):
        orthogonal_least_squares(1e-310 * Z, y, max_terms=3)


@pytest.mark.parametrize("n_outputs", [1, 3])
@pytest.mark.parametrize("fit_intercept", [True, False])
def test_network_is_the_least_squares_fit_on_its_centers(seed, fit_intercept, n_outputs):
    X, y = wavy_samples(seed)
    y = 5 + (y if n_outputs == 1 else np.column_stack([y, X[:, 0] ** 2, np.ones(len(y))]))
    model = OLSRegressor(max_centers=8, gamma=4.0, tol=0, fit_intercept=fit_intercept).fit(X, y)
    Z = design_matrix(X, X[model.selected_], 4.0)
    columns = np.column_stack([Z, np.ones(len(X))]) if fit_intercept else Z
    expected = columns @ linalg.lstsq(columns, y)[0]
    np.testing.assert_allclose(model.predict(X), expected, atol=1e-8)
    np.testing.assert_array_equal(model.network_.centers, X[model.selected_])
    energy = ((y - y.mean(axis=0)) ** 2).sum() if fit_intercept else (y**2).sum()
    left = ((model.predict(X) - y) ** 2).sum() / energy
    assert 1 - model.err_.sum() == pytest.approx(left, abs=1e-10)


def test_samples_of_tiny_weight_are_candidates_as_long_as_their_columns_are():
    """Two groups, each of which sees only itself: the other's weights do not matter."""
    X, y = np.array([[0.0], [1.0], [2.0], [100.0], [101.0]]), [1, -1, 1, 1e9, -1e9]
    ols = OLSRegressor(tol=0, fit_intercept=False).fit(X, y, [1, 1, 1, 1e-18, 1e-18])
    assert sorted(ols.selected_) == [0, 1, 2, 3, 4]
    np.testing.assert_allclose(ols.predict(X), y, rtol=1e-9)


def test_a_residual_of_just_the_tolerance_does_not_end_the_selection():
    np.testing.assert_array_equal(
        orthogonal_least_squares(np.eye(2), [1, 1], tol=0.5).selected, [0, 1]
    )
    np.testing.assert_array_equal(naive_forward_selection(np.eye(2), [1, 1], tol=0.5)[0], [0, 1])


def test_constant_targets_need_no_center():
    X, y = wavy_samples(0)
    model = OLSRegressor().fit(X, np.full(len(y), 7.3))
    assert len(model.selected_) == 0
    np.testing.assert_allclose(model.predict(X), 7.3, rtol=1e-15)


@pytest.mark.filterwarnings("ignore:Of \\d")  # noise is met
def test_targets_far_from_zero_keep_their_centers():
    X, y = wavy_samples(0)
    y = np.round(y * 2**10) / 2**10  # exact beside 1e9
    near, far = OLSRegressor().fit(X, y), OLSRegressor().fit(X, y + 1e9)
    np.testing.assert_array_equal(near.selected_, far.selected_)
    np.testing.assert_allclose(far.predict(X) - 1e9, near.predict(X), atol=1e-5)


@pytest.mark.filterwarnings("ignore:The path ended")
@pytest.mark.filterwarnings("ignore:At gamma=")  # says so
def test_nearly_constant_candidates_give_a_finite_fit():
    X, y = wavy_samples(0)
    for gamma in (1e-20, 1e-12, 1e-6):  # every similarity is 1, or close to it
        prediction = OLSRegressor(gamma=gamma, tol=0).fit(X, y).predict(X)
        assert np.isfinite(prediction).all()
        assert ((prediction - y) ** 2).mean() <= y.var() * (1 + 1e-6)


@pytest.mark.filterwarnings("ignore:Of \\d")  # noise is met
@pytest.mark.filterwarnings("ignore:At gamma=")  # some of so few samples are far apart
def test_of_equally_good_columns_at_the_end_the_first_is_taken(seed):
    """Where all but one dimension is explained, every column left explains the rest."""
    by_hand = [[0.07], [-0.02], [0.18], [0.37]], [0.28, -0.28, 0.19, 0.31], 3.0
    rng = np.random.default_rng(seed)
    problems = [by_hand]
    for _ in range(200):
        N = int(rng.integers(3, 9))
        X = rng.choice(80, N, replace=False)[:, None] / 20
        problems.append((X, np.round(rng.normal(size=N), 2), rng.choice([1, 3, 10])))
    for X, y, gamma in problems:
        X, y, weight = np.array(X), np.array(y), rng.integers(1, 4, len(y))
        rows = np.arange(len(y)).repeat(weight)
        model = OLSRegressor(tol=0, gamma=gamma)
        selected = model.fit(X, y, sample_weight=weight).selected_
        np.testing.assert_array_equal(selected, rows[model.fit(X[rows], y[rows]).selected_])
