"""Whatever takes a basis takes one that the package has never heard of: Matérn's, of order 3/2."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from rbflib import (
    BASES,
    FullRBFClassifier,
    FullRBFRegressor,
    NadarayaWatsonRegressor,
    OLSRegressor,
    RBFNetworkClassifier,
    RBFNetworkRegressor,
    UniformRBFClassifier,
)
from rbflib.basis import Basis
from tests import test_backprop, test_basis

# Some tasks are too hard, or too far, for a good fit; the formulas hold all the same.
pytestmark = [
    pytest.mark.filterwarnings("ignore:At gamma="),
    pytest.mark.filterwarnings("ignore::scipy.linalg.LinAlgWarning"),
]


def phi(s):
    r = np.minimum(np.sqrt(3 * s), 1e3)  # ∞ · 0 has no value
    return (1 + r) * np.exp(-r)


def far(q):
    """(1 + r_n) / (1 + r) e^{−(r_n − r)}, r_n − r from the exact difference of the squares."""
    unit = np.sqrt(3 * q.gamma)
    r_n, r = unit * np.sqrt(q.r2), unit * np.sqrt(q.nearest)
    return (1 + r_n) / (1 + r) * np.exp(-(unit**2) * q.excess() / (r_n + r))


@pytest.fixture(autouse=True)
def basis(monkeypatch):
    matern = Basis("matern32", phi, lambda s, _: -1.5 * np.exp(-np.sqrt(3 * s)), far)
    monkeypatch.setitem(BASES, "matern32", matern)
    return {"basis": "matern32"}


@pytest.fixture
def task(rng):
    X = rng.standard_normal((30, 2))
    return X, X[:, 0] ** 2 - np.sin(3 * X[:, 1]), rng.standard_normal((9, 2))


def naive(X, centers, gamma=1.0):
    """The design matrix, number by number."""
    s = test_basis.brute_force_s(X, centers, gamma)
    return np.vectorize(test_basis.FORMULAS["matern32"])(np.sqrt(s))


@pytest.mark.parametrize("shape", ["scalar", "per_center", "per_feature", "full"])
def test_design_matrix(shape, rng):
    test_basis.test_design_matrix_equals_brute_force("matern32", shape, 2, rng)


def test_a_center_on_every_sample(basis, task):
    X, y, Q = task
    Z, z, votes = naive(X, X, 2.0), naive(Q, X, 2.0), np.sign(y)
    interpolated = FullRBFRegressor(2.0, **basis).fit(X, y).predict(Q)
    assert_allclose(interpolated, z @ np.linalg.solve(Z, y), rtol=1e-7)
    ridge = FullRBFClassifier(2.0, 0.1, **basis).fit(X, votes).decision_function(Q)
    assert_allclose(ridge, z @ np.linalg.solve(Z @ Z + 0.1 * np.eye(30), Z @ votes), rtol=1e-7)
    uniform = UniformRBFClassifier(2.0, **basis).fit(X, votes)
    assert_allclose(uniform.decision_function(Q), z @ votes, rtol=1e-10)


@pytest.mark.filterwarnings("ignore:The design matrix has")
def test_few_centers(basis, task):
    X, y, Q = task
    columns = np.column_stack([naive(X, Q, 2.0), np.ones(30)])
    expected = columns @ np.linalg.lstsq(columns, y)[0]
    network = RBFNetworkRegressor(centers=Q, gamma=2.0, **basis).fit(X, y)
    assert_allclose(network.predict(X), expected, rtol=1e-7)
    expected = columns @ np.linalg.lstsq(columns, np.sign(y))[0]
    network = RBFNetworkClassifier(centers=Q, gamma=2.0, **basis).fit(X, y > 0)
    assert_allclose(network.decision_function(X), expected, rtol=1e-7)
    logistic = RBFNetworkClassifier(centers=Q, gamma=2.0, alpha=1.0, output="logistic", **basis)
    h, beta = logistic.fit(X, y > 0).decision_function(X), logistic.network_.weights
    gradient = naive(X, Q, 2.0).T @ (1 / (1 + np.exp(-h)) - (y > 0)) + 2 * beta
    assert_allclose(gradient, 0, atol=1e-6)


def test_selected_centers(basis, task):
    X, y, _ = task
    Z, path = naive(X, X, 2.0), []
    for _ in range(4):
        fits = [Z[:, [*path, k]] for k in range(30)]
        errors = [np.sum((A @ np.linalg.lstsq(A, y)[0] - y) ** 2) for A in fits]
        path.append(int(np.argmin(errors)))
    model = OLSRegressor(4, tol=0.0, gamma=2.0, fit_intercept=False, **basis).fit(X, y)
    assert_array_equal(model.selected_, path)
    assert_allclose(model.err_.sum(), 1 - min(errors) / np.sum(y**2), rtol=1e-9)


@pytest.mark.filterwarnings("ignore:At gamma=")
def test_weighted_means_near_and_far(basis, task):
    X, y, Q = task
    z = naive(Q, X, 2.0)
    near = NadarayaWatsonRegressor(2.0, **basis).fit(X, y).predict(Q)
    assert_allclose(near, z @ y / z.sum(axis=1), rtol=1e-10)
    # r_n − r = √(3γ) · 0.003: the similarities are e^{−866}, and in the ratio 1 : 0.5951.
    model = NadarayaWatsonRegressor(1e4, **basis).fit([[0.0], [0.003]], [1.0, 3.0])
    assert model.predict([[-5.0]]) == pytest.approx(1.7462, abs=5e-5)
    votes = UniformRBFClassifier(1e4, **basis).fit([[0.0], [0.003]], [0, 1])
    ratio = np.exp(-np.sqrt(3e4) * 0.003) * (1 + np.sqrt(3e4) * 5.003) / (1 + np.sqrt(3e4) * 5)
    assert_allclose(1e100 * votes.decision_function([[-5.0]]), ratio - 1, rtol=1e-9)


@pytest.mark.parametrize("gamma", test_backprop.GAMMAS)
def test_gradient(gamma):
    test_backprop.test_gradient_is_the_numerical_derivative("matern32", gamma, 3)


def test_a_basis_that_infinity_leaves_without_a_value_is_refused(basis):
    def careless(s):
        r = np.sqrt(3 * s)
        return (1 + r) * np.exp(-r)

    with pytest.raises(ValueError, match="matern32: φ"):
        Basis("matern32", careless, BASES["matern32"].slope, far)
