"""One center per sample: interpolation, ridge and uniform votes."""

import mpmath
import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.interpolate import RBFInterpolator
from scipy.linalg import LinAlgWarning
from scipy.spatial.distance import cdist
from sklearn.neighbors import KNeighborsClassifier

from rbflib import FullRBFClassifier, FullRBFRegressor, UniformRBFClassifier, design_matrix
from tests.seeds import thorough

BASES_IN_SCIPY = ["gaussian", "inverse_quadratic", "inverse_multiquadric"]


def exact_weights(X, y, gamma, alpha=None):
    """Z⁻¹y, or (ZᵀZ + λI)⁻¹Zᵀy, for the Gaussian, with 50 digits."""
    with mpmath.workdps(50):
        X = [[mpmath.mpf(x) for x in row] for row in X.tolist()]
        r2 = [[sum((a[d] - b[d]) ** 2 for d in range(len(a))) for b in X] for a in X]
        Z = mpmath.matrix(r2).apply(lambda r2: mpmath.exp(-gamma * r2))
        y = mpmath.matrix(y.tolist())
        if alpha is not None:
            Z, y = Z.T * Z + mpmath.mpf(alpha) * mpmath.eye(len(X)), Z.T * y
        return np.array(mpmath.lu_solve(Z, y).T.tolist()[0], dtype=float)


@pytest.mark.parametrize("basis", BASES_IN_SCIPY)
def test_interpolation_equals_scipy(basis, rng):
    X, y, X_new = rng.random((30, 2)), rng.standard_normal((30, 2)), rng.random((50, 2))
    scipy = RBFInterpolator(X, y, kernel=basis, epsilon=10.0, degree=-1)
    model = FullRBFRegressor(gamma=100.0, basis=basis).fit(X, y)
    assert_allclose(model.predict(X_new), scipy(X_new), rtol=1e-8, atol=1e-8)


@pytest.mark.filterwarnings("ignore:At gamma=")
@pytest.mark.parametrize("gamma", [1.0, 4.0, 30.0])
def test_interpolation_weights_equal_50_digits_as_far_as_the_condition_allows(gamma, rng):
    X = (np.arange(9) + rng.uniform(0.2, 0.8, 9))[:, None] / 2
    y = rng.standard_normal(9)
    condition = np.linalg.cond(design_matrix(X, X, gamma))
    exact = exact_weights(X, y, gamma)
    weights = FullRBFRegressor(gamma=gamma).fit(X, y).network_.weights
    error = np.linalg.norm(weights - exact) / np.linalg.norm(exact)
    assert error < 10 * condition * np.finfo(float).eps


def test_interpolation_around_1e8_equals_50_digits(rng):
    X, y = 1e8 + rng.uniform(0, 4, (10, 8)), rng.standard_normal(10)
    weights = FullRBFRegressor(gamma=0.1).fit(X, y).network_.weights
    assert_allclose(weights, exact_weights(X, y, 0.1), rtol=1e-9)


@pytest.mark.filterwarnings("ignore:At gamma=")  # nine random features are far apart
@pytest.mark.parametrize("D", [1, 2, 9])
def test_two_equal_rows_with_different_targets_are_named_and_meet_in_the_middle(D, rng):
    X, y = 10 * rng.random((12, D)), rng.standard_normal(12)
    X[7] = X[3]
    with pytest.warns(LinAlgWarning, match=r"Rows 3 and 7 .* targets differ, so no exact fit"):
        model = FullRBFRegressor(gamma=1.0).fit(X, y)
    others = np.delete(np.arange(12), [3, 7])
    assert_allclose(model.predict(X[others]), y[others], atol=1e-6)
    assert_allclose(model.predict(X[[3, 7]]), (y[3] + y[7]) / 2, atol=1e-6)


@pytest.mark.filterwarnings("ignore:At gamma=")  # as a few samples are far apart, by chance
@pytest.mark.parametrize("N", [2, 12, 100])
def test_equal_rows_are_never_overlooked(N, rng):
    # Rounding may leave a singular matrix looking positive definite.
    for _ in range(1000 // N):
        X, y = 10 * rng.random((N, 2)), rng.standard_normal(N)
        X[-1] = X[0]
        with pytest.warns(LinAlgWarning, match=f"Rows 0 and {N - 1} of X are equal"):
            FullRBFRegressor(gamma=5.0).fit(X, y)


@pytest.mark.filterwarnings("ignore:At gamma=")  # a few samples are far apart, by chance
def test_rows_that_contradict_each_other_are_named_before_rows_that_agree(rng):
    X, y = 10 * rng.random((12, 2)), rng.standard_normal(12)
    X[4], y[4] = X[1], y[1]
    X[7] = X[3]
    with pytest.warns(LinAlgWarning, match=r"Rows 3 and 7 .* targets differ"):
        FullRBFRegressor(gamma=5.0).fit(X, y)


def test_warning_points_at_the_caller_of_fit():
    with pytest.warns(LinAlgWarning, match="Rows 0 and 1") as record:
        FullRBFRegressor().fit([[0.0], [0.0]], [1.0, 2.0])
    assert record[0].filename == __file__


def test_classifier_is_the_regression_on_signs(rng):
    X, y, X_new = rng.random((30, 2)), np.arange(30) % 3, rng.random((50, 2))
    model = FullRBFClassifier(gamma=20.0, alpha=0.1).fit(X, y)
    signs = 2.0 * (y[:, None] == [0, 1, 2]) - 1
    scores = FullRBFRegressor(gamma=20.0, alpha=0.1).fit(X, signs).predict(X_new)
    assert_allclose(model.decision_function(X_new), scores, rtol=1e-9, atol=1e-10)
    assert_array_equal(model.predict(X_new), scores.argmax(axis=1))
    two = FullRBFClassifier(gamma=20.0, alpha=0.1).fit(X, y == 1)
    assert_allclose(two.decision_function(X_new), scores[:, 1], rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("basis", [*BASES_IN_SCIPY, "truncated"])
def test_uniform_votes_are_counted_as_in_plain_loops(basis, rng):
    X, y, X_new = rng.random((15, 2)), np.arange(15) % 3, rng.random((20, 2))
    Z = design_matrix(X_new, X, 8.0, basis)
    expected = [
        [sum(z if c == k else -z for z, c in zip(row, y, strict=True)) for k in range(3)]
        for row in Z
    ]
    model = UniformRBFClassifier(gamma=8.0, basis=basis).fit(X, y)
    assert_allclose(model.decision_function(X_new), expected, rtol=1e-10, atol=1e-12)
    assert_array_equal(model.predict(X_new), np.argmax(expected, axis=1))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("D", [2, *thorough(1, 10)])
@pytest.mark.parametrize("K", [2, 4])
@pytest.mark.parametrize("gamma", [1e300, *thorough(1e6, 1e9)])
def test_huge_gamma_gives_the_nearest_neighbor_even_where_every_vote_underflows(
    gamma, K, D, dtype, rng
):
    # On a grid, perturbed and queried off it, no two distances are equal to 1e-5.
    X = rng.permutation(100)[:, None] + rng.uniform(-0.3, 0.3, (100, D))
    X_new = rng.uniform(-50, 150, (200, 1)) + rng.uniform(-0.3, 0.3, (200, D))
    nearest = np.sort(cdist(X_new, X, "sqeuclidean"), axis=1)
    clear = nearest[:, 1] - nearest[:, 0] > 1e-4
    X, X_new, y = X.astype(dtype), X_new[clear].astype(dtype), rng.permutation(np.arange(100) % K)
    expected = KNeighborsClassifier(n_neighbors=1).fit(X, y).predict(X_new)
    model = UniformRBFClassifier(gamma=gamma).fit(X, y)
    assert len(X_new) > 150
    assert np.mean(np.abs(model.network_(X_new)).reshape(len(X_new), -1).max(1) == 0) > 0.9
    scores = model.decision_function(X_new)
    winner = scores.argmax(axis=1) if K > 2 else scores > 0
    assert_array_equal(model.classes_[winner.astype(int)], expected)
    assert_array_equal(model.predict(X_new), expected)


def test_votes_too_small_for_float32_are_still_counted_exactly(rng):
    # From γr² = 87 to 104 a vote is a float32 with few digits left.
    X = rng.standard_normal((60, 3)).astype(np.float32)
    X_new = (10 * X / np.linalg.norm(X, axis=1, keepdims=True)).astype(np.float32)
    y = rng.permutation(np.arange(60) % 3)
    for gamma in np.linspace(0.9, 1.6, 8):
        double = UniformRBFClassifier(gamma=gamma).fit(X.astype(float), y).predict(X_new)
        assert_array_equal(UniformRBFClassifier(gamma=gamma).fit(X, y).predict(X_new), double)


def test_tied_votes_go_to_the_class_that_comes_first():
    for gamma in (1.0, 1e6):
        model = UniformRBFClassifier(gamma=gamma).fit([[-1.0], [1.0]], ["a", "b"])
        assert_array_equal(model.predict([[0.0], [0.5], [-0.5]]), ["a", "b", "a"])


def test_uniform_votes_of_many_points_need_little_memory(peak_memory):
    rng = np.random.default_rng(0)
    model = UniformRBFClassifier(gamma=1e6).fit(rng.standard_normal((500, 6)), np.arange(500) % 2)
    X = rng.standard_normal((50_000, 6))  # every vote underflows; the whole matrix is 200 MB
    assert peak_memory(lambda: model.predict(X)) < 20e6


ODD_SAMPLES = {
    "as they come": lambda X: X,
    "all equal": lambda X: 0 * X,
    "one": lambda X: X[:1],
    "a column of zeros": lambda X: X * [1, 0],
    "float32": lambda X: X.astype(np.float32),
}


@pytest.mark.filterwarnings("ignore:The design matrix has")
@pytest.mark.filterwarnings("ignore:(Rows|The similarity|alpha=|At gamma=)")
@pytest.mark.parametrize("gamma", [1e-17, 0.3, 1e12, *thorough(1e-8, 1e-3, 3.0, 30.0)])
@pytest.mark.parametrize("alpha", [0.0, 1e-12, *thorough(1e-30, 1e-4, 1.0)])
@pytest.mark.parametrize("kind", ODD_SAMPLES)
def test_fit_is_never_worse_than_that_of_one_constant(kind, alpha, gamma, rng):
    X = ODD_SAMPLES[kind](rng.random((20, 2)))
    y = 1 + rng.standard_normal(len(X)).astype(X.dtype)
    h = FullRBFRegressor(gamma, alpha).fit(X, y).predict(X)
    # All weights equal is a constant at the least γ, and weights of 0 are one at any.
    total = (y**2).sum() if gamma > 1e-8 else ((y - y.mean()) ** 2).sum() + alpha * (y**2).mean()
    assert ((h - y) ** 2).sum() <= 1.001 * total + 1e-9


@pytest.mark.parametrize("K", [2, 3, 4])
def test_votes_that_are_equal_by_hand_are_a_tie_for_one_row_and_for_many(K, rng):
    """Every class has samples at the same distances from the query, in other directions."""
    for basis in ("gaussian", "inverse_quadratic"):
        r = rng.uniform(0.1, 1, 5)
        way = np.linspace(0, 2 * np.pi, K, endpoint=False)
        X = np.concatenate([np.column_stack([r * np.cos(a), r * np.sin(a)]) for a in way])
        order = rng.permutation(len(X))
        y = np.repeat(np.arange(K), 5)
        model = UniformRBFClassifier(gamma=3.0, basis=basis).fit(X[order], y[order])
        for rows in (1, 20, 5000):
            queries = np.zeros((rows, 2))
            assert_array_equal(model.predict(queries), 0)
            scores = model.decision_function(queries)
            assert_array_equal(scores, np.broadcast_to(scores[:1] if K > 2 else 0, scores.shape))


def test_a_penalty_that_rounding_hides_is_named():
    with pytest.warns(LinAlgWarning, match=r"alpha=1e-40 is lost in rounding.*use alpha > \de-3"):
        FullRBFRegressor(alpha=1e-40).fit([[0.0], [0.0]], [1.0, 2.0])
