"""Extreme learning machines against SciPy's least squares and pseudo-inverse."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.special import expit
from sklearn.base import clone
from sklearn.linear_model import Ridge
from sklearn.preprocessing import StandardScaler

from rbflib import ELMRegressor, RBFNetwork
from rbflib.elm import ACTIVATIONS
from tests.seeds import thorough

NAMES = list(ACTIVATIONS)


def problem(seed, n_samples=80, n_features=5, outputs=()):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n_samples, n_features)) * 3 + 1
    y = np.sin(X @ rng.standard_normal((n_features, *outputs)))
    return X, y + 0.1 * rng.standard_normal(y.shape)


@pytest.mark.parametrize("activation", NAMES)
def test_each_node_is_its_formula_on_standardized_inputs(activation):
    X, y = problem(0)
    elm = ELMRegressor(7, activation, random_state=3).fit(X, y)
    x = StandardScaler().fit_transform(X)
    H = np.empty((len(X), 7))
    for m, (a, b) in enumerate(zip(elm.a_, elm.b_, strict=True)):
        z = np.array([np.sum(a * row) + b for row in x])
        H[:, m] = {
            "sigmoid": lambda z: expit(z),
            "tanh": lambda z: (np.exp(z) - np.exp(-z)) / (np.exp(z) + np.exp(-z)),
            "rbf": lambda z, a=a, b=b: np.exp(-b * np.linalg.norm(x - a, axis=1) ** 2),
            "polynomial": lambda z: z**3,
            "complex": lambda z: z.real / (1 + np.hypot(z.real, z.imag)),
            "fourier": lambda z: np.cos(z),
            "wavelet": lambda z: (1 - z**2) * np.exp(-(z**2) / 2),
        }[activation](z)
    assert_allclose(elm.hidden_layer(X), H, rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("activation", NAMES)
def test_nodes_differ_on_inputs_of_any_scale(activation):
    # On every scale the nodes answer in the same way, and none is stuck at a constant.
    X, y = problem(1, 200)
    plain = ELMRegressor(30, activation, random_state=0).fit(X, y).hidden_layer(X)
    assert plain.std(axis=0).min() > 0.01
    for factor, offset in [(1e-8, 0.0), (1e8, 1e8), (np.array([1e-8, 1, 1e8, 1, 3]), 0.0)]:
        scaled = ELMRegressor(30, activation, random_state=0).fit(X * factor + offset, y)
        assert_allclose(scaled.hidden_layer(X * factor + offset), plain, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("alpha", [1e-2, *thorough(1e-6, 10.0)])
@pytest.mark.parametrize("activation", NAMES)
def test_ridge_weights_are_those_of_scikit_learn(activation, alpha):
    X, y = problem(2)
    elm = ELMRegressor(40, activation, alpha=alpha, random_state=0).fit(X, y)
    ridge = Ridge(alpha, fit_intercept=False, solver="svd").fit(elm.hidden_layer(X), y)
    assert_allclose(elm.predict(X), ridge.predict(elm.hidden_layer(X)), atol=1e-7)


@pytest.mark.parametrize("outputs", [(), (2,)])
def test_radial_nodes_leave_an_equal_network(seed, outputs):
    X, y = problem(seed, outputs=outputs)
    X = X * [1e-3, 1, 1e3, 1, 1]
    elm = ELMRegressor(25, "rbf", random_state=seed).fit(X, y)
    assert isinstance(elm.network_, RBFNetwork)
    assert elm.network_.gamma.shape == (25, 5)
    assert_allclose(elm.network_(X), elm.predict(X), atol=1e-9)


def test_no_network_is_left_of_an_earlier_fit():
    elm = ELMRegressor(5, "rbf", random_state=0).fit([[0.0], [1.0]], [0, 1])
    assert hasattr(elm, "network_")
    elm.set_params(activation="tanh").fit([[0.0], [1.0]], [0, 1])
    assert not hasattr(elm, "network_")


@pytest.mark.parametrize("activation", NAMES)
def test_constant_features_and_constant_targets_are_fine(activation):
    X, y = problem(0)
    X[:, 1], X[:, 3] = 0.1, 1e8 + 0.1
    elm = ELMRegressor(30, activation, random_state=0).fit(X, y)
    assert_array_equal(elm.scale_[[1, 3]], 1)
    assert np.isfinite(elm.predict(X)).all()
    constant = ELMRegressor(60, activation, random_state=0).fit(X, np.full(len(y), 4.0))
    assert np.abs(constant.predict(X) - 4).max() < 0.5


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("unit", [1e-100, 1e-30, 1e30, 1e100])
def test_the_unit_of_sample_weights_does_not_matter(unit, dtype, rng):
    X, y = rng.standard_normal((50, 2)).astype(dtype), rng.standard_normal(50).astype(dtype)
    weight = rng.uniform(1, 2, 50)
    for alpha in (0.0, 1.0):
        elm = ELMRegressor(10, alpha=alpha, random_state=0)
        expected = elm.fit(X, y, weight).predict(X)
        in_unit = clone(elm).set_params(alpha=alpha * unit).fit(X, y, unit * weight)
        assert_allclose(in_unit.predict(X), expected, atol=1e-3)
    # Beside weights as small, any penalty is as good as infinite.
    if unit == 1e-100:
        assert_allclose(elm.fit(X, y, unit * weight).predict(X), 0, atol=1e-30)


@pytest.mark.filterwarnings("ignore:The design matrix has")
@pytest.mark.parametrize("activation", NAMES)
def test_float32_stays_float32(activation):
    X, y = problem(0, 300)
    X32, elm = X.astype(np.float32), ELMRegressor(20, activation, random_state=0)
    single, double = clone(elm).fit(X32, y.astype(np.float32)), elm.fit(X, y)
    assert single.predict(X32).dtype == single.weights_.dtype == np.float32
    assert_allclose(single.predict(X32), double.predict(X), atol=2e-2)
    # A model of float64 answers with its full precision for inputs of float32 too.
    assert_allclose(double.predict(X32), double.predict(X), atol=1e-4)
    # With so few features the nodes are nearly dependent: large weights need float64.
    dependent = clone(elm).fit(X32[:, :1], y.astype(np.float32))
    assert (dependent.weights_.dtype == np.float64) == (np.abs(dependent.weights_).max() > 1e3)
