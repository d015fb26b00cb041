"""Gradient training, against numerical differentiation, SciPy and least squares."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize._numdiff import approx_derivative
from sklearn.linear_model import LinearRegression

from rbflib import BASES, RBFNetwork, make_wave
from rbflib.backprop import error_and_gradient, train_by_backprop
from rbflib.two_stage import RBFNetworkRegressor
from tests.seeds import thorough

# Each kind of γ, and the shape of its gradient for M = 4 centers and D = 3 features.
GAMMAS = {"scalar": (), "(M,)": (4,), "(M, D)": (4, 3), "(M, D, D)": (4,)}


def problem(seed, gamma="scalar", basis="gaussian", K=None, N=15, M=4, D=3):
    """A random network, samples, targets and sample weights."""
    rng = np.random.default_rng(seed)
    factor = rng.standard_normal((M, D, D))
    gammas = {
        "scalar": 0.1,
        "(M,)": rng.uniform(0.05, 0.2, M),
        "(M, D)": rng.uniform(0.05, 0.2, (M, D)),
        "(M, D, D)": 0.02 * factor @ factor.transpose(0, 2, 1) + 0.02 * np.eye(D),
    }
    outputs = () if K is None else (K,)
    network = RBFNetwork(
        rng.standard_normal((M, D)),
        rng.standard_normal((M, *outputs)),
        rng.standard_normal(outputs),
        gammas[gamma],
        basis,
    )
    return network, rng.standard_normal((N, D)), rng.standard_normal((N, *outputs)), rng.random(N)


def error_by_definition(network, X, y, c):
    squares = [np.sum((network(x[None])[0] - t) ** 2) for x, t in zip(X, y, strict=True)]
    return np.dot(c, squares) / np.sum(c)


def changed(network, name, theta):
    """The network with one parameter replaced; for log_gamma, theta is a change of log γ."""
    if name != "log_gamma":
        return replace(network, **{name: theta})
    factor = np.exp(theta)
    full = np.ndim(network.gamma) == 3
    return replace(network, gamma=network.gamma * (factor[:, None, None] if full else factor))


@pytest.mark.parametrize("K", [3, *thorough(None)])
@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("basis", BASES)
def test_gradient_is_the_numerical_derivative(basis, gamma, K):
    network, X, y, c = problem(K or 0, gamma, basis, K)
    error, gradient = error_and_gradient(network, X, y, c)
    assert_allclose(error, error_by_definition(network, X, y, c))
    for name in ("weights", "bias", "log_gamma", "centers"):
        start = np.zeros(GAMMAS[gamma])
        start = start if name == "log_gamma" else np.asarray(getattr(network, name))
        assert gradient[name].shape == start.shape

        def error_at(theta, name=name, shape=start.shape):
            moved = changed(network, name, theta.reshape(shape))
            return error_by_definition(moved, X, y, c)

        numerical = approx_derivative(error_at, start.ravel(), method="3-point")
        assert_allclose(np.ravel(gradient[name]), np.ravel(numerical), rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("basis", BASES)
def test_gradient_is_finite_with_a_sample_on_a_center(basis):
    network, X, y, _ = problem(0, basis=basis)
    _, gradient = error_and_gradient(network, np.concatenate([network.centers, X]), [*y[:4], *y])
    assert all(np.isfinite(part).all() for part in gradient.values())


def test_widths_that_run_away_stop_in_time():
    """Starts from where, without a limit on log γ, L-BFGS leaves the range of floats."""
    for seed in (208, 235, 274, 298, 302, 353, 384):
        rng = np.random.default_rng(seed)
        N, M, D = rng.integers(3, 30), rng.integers(1, 8), rng.integers(1, 4)
        X = rng.standard_normal((N, D))
        centers = X[rng.choice(N, min(M, N), replace=False)] if seed % 2 else None
        centers = 3 * rng.standard_normal((M, D)) if centers is None else centers
        y = rng.standard_normal(N) ** 3
        gamma = 10 ** rng.uniform(-4, 4, len(centers) if seed % 3 else None)
        network = RBFNetwork(centers, rng.standard_normal(len(centers)), 0.0, gamma)
        _, history = train_by_backprop(network, X, y, max_steps=300)
        assert np.isfinite(history[-1].error)


@pytest.mark.filterwarnings("ignore:overflow", "ignore:invalid value")
def test_gradient_descent_gives_up_where_the_gradient_overflows():
    network = RBFNetwork([[0.0]], [1e153], gamma=1e6)
    _, history = train_by_backprop(network, [[0.001]], [-1e153], method="gradient")
    assert len(history) == 1


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize("method", ["lbfgs", "gradient"])
def test_an_error_that_overflows_is_refused(method):
    network, X, y, _ = problem(0)
    with pytest.raises(ValueError, match="error overflows"):
        train_by_backprop(network, X, 1e200 * y, method=method)


@pytest.mark.parametrize("gamma", GAMMAS)
def test_gradient_keeps_its_digits_far_from_the_origin(gamma):
    network, X, y, _ = problem(0, gamma)
    # Multiples of 1/64 are exact, here and around 1e8.
    X = np.round(64 * X) / 64
    near = replace(network, centers=np.round(64 * network.centers) / 64)
    _, expected = error_and_gradient(near, X, y)
    _, gradient = error_and_gradient(replace(near, centers=near.centers + 1e8), X + 1e8, y)
    for name, part in expected.items():
        assert_allclose(gradient[name], part, rtol=1e-10)


@pytest.mark.parametrize("gamma", GAMMAS)
def test_gradient_descent_takes_the_step_of_the_formula(gamma):
    network, X, y, _ = problem(1, gamma)
    eta = 1e-3
    _, gradient = error_and_gradient(network, X, y)
    _, history = train_by_backprop(network, X, y, method="gradient", learning_rate=eta, max_steps=1)
    stepped = history[1].network
    assert_allclose(stepped.weights, network.weights - eta * gradient["weights"])
    assert_allclose(stepped.bias, network.bias - eta * gradient["bias"])
    assert_allclose(stepped.centers, network.centers - eta * gradient["centers"])
    expected = changed(network, "log_gamma", -eta * gradient["log_gamma"])
    assert_allclose(stepped.gamma, expected.gamma)
    assert np.shape(stepped.gamma) == np.shape(network.gamma)


@pytest.mark.parametrize("too_large", [64, 128])
def test_a_step_that_would_raise_the_error_is_halved_until_it_lowers_it(too_large, seed):
    network, X, y, _ = problem(seed)
    error, gradient = error_and_gradient(network, X, y)

    def after(eta):
        moved = network.weights - eta * gradient["weights"]
        bias = network.bias - eta * gradient["bias"]
        return error_and_gradient(replace(network, weights=moved, bias=bias), X, y)[0]

    etas = too_large / 2.0 ** np.arange(20)
    expected = next(e for e in map(after, etas) if e < error)
    assert after(too_large) > error
    _, history = train_by_backprop(
        network, X, y, train=["weights"], method="gradient", learning_rate=too_large, max_steps=1
    )
    assert history[1].error == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("learning_rate", [0.01, 0.1, 1.0, 1e6])
def test_the_recorded_error_of_gradient_descent_falls(seed, learning_rate):
    network, X, y, _ = problem(seed)
    trained, history = train_by_backprop(
        network, X, y, method="gradient", learning_rate=learning_rate, max_steps=50
    )
    errors = [step.error for step in history]
    assert [step.step for step in history] == list(range(51))
    assert (np.diff(errors) <= 0).all()
    assert errors[-1] < 0.999 * errors[0]
    assert trained is history[-1].network
    for step in history[::10]:
        assert_allclose(step.error, error_by_definition(step.network, X, y, np.ones(len(X))))


@pytest.mark.parametrize("K", [None, 2])
def test_training_only_the_weights_reaches_least_squares(seed, K):
    network, X, y, _ = problem(seed, K=K, N=60, D=2)
    Z = np.exp(-0.1 * ((X[:, None] - network.centers) ** 2).sum(axis=2))
    best = ((LinearRegression().fit(Z, y).predict(Z) - y) ** 2).sum() / 60
    _, history = train_by_backprop(network, X, y, train=["weights"], max_steps=2000)
    assert len(history) < 2001  # it stopped by itself
    assert_allclose(history[-1].error, best, rtol=1e-4)


PARAMETERS = {"weights": ["weights", "bias"], "widths": ["gamma"], "centers": ["centers"]}


@pytest.mark.parametrize("method", ["lbfgs", "gradient"])
@pytest.mark.parametrize(
    "train", [["weights"], ["widths"], ["centers"], ["centers", "weights"], ["widths", "centers"]]
)
def test_only_the_named_parts_change(train, method):
    network, X, y, _ = problem(0, "(M,)")
    trained, history = train_by_backprop(network, X, y, train=train, method=method, max_steps=10)
    assert history[-1].error < history[0].error
    for part, names in PARAMETERS.items():
        for name in names:
            same = np.array_equal(getattr(trained, name), getattr(network, name))
            assert same == (part not in train)


@pytest.mark.parametrize("scale", [1e-8, 1e-3, 1e8])
@pytest.mark.parametrize("shift", [0.0, 1e4])
def test_lbfgs_does_not_depend_on_units(scale, shift):
    network, X, y, _ = problem(0, "(M,)")
    moved_centers, moved_gamma = scale * (network.centers + shift), network.gamma / scale**2
    moved = RBFNetwork(moved_centers, 100 * network.weights, 100 * network.bias, moved_gamma)
    _, history = train_by_backprop(network, X, y, max_steps=8)
    _, moved_history = train_by_backprop(moved, scale * (X + shift), 100 * y, max_steps=8)
    assert_allclose([s.error * 1e4 for s in history], [s.error for s in moved_history], rtol=1e-4)


def test_float32_is_trained_in_float64():
    network, X, y, _ = problem(0, N=60, D=2)
    single = replace(network, centers=network.centers.astype(np.float32))
    double = replace(single, centers=single.centers.astype(float))
    for method in ("lbfgs", "gradient"):
        setting = {"train": ["weights"], "method": method, "max_steps": 10}
        found, expected = (train_by_backprop(h, X, y, **setting)[1] for h in (single, double))
        assert_allclose([s.error for s in found], [s.error for s in expected], rtol=1e-12)


@pytest.mark.parametrize("method", ["lbfgs", "gradient"])
def test_start_at_the_optimum_is_left_at_once(method):
    network, X, _, _ = problem(0)
    _, history = train_by_backprop(network, X, network(X), method=method)
    assert len(history) == 1
    X, y = make_wave(60, 0.2, 0)
    solved = RBFNetworkRegressor(5, gamma=20.0, random_state=0).fit(X, y).network_
    _, history = train_by_backprop(solved, X, y, train=["weights"], method=method)
    assert len(history) < 5  # rounding may leave a last digit to gain


def test_gradient_descent_stops_where_a_step_gains_nothing():
    """E = (β + b)² falls to 1/4 with each step of η = 1/8, until β and b have no digit for it."""
    start = RBFNetwork([[0.0]], [1.0])
    _, history = train_by_backprop(
        start, [[0.0]], [0.0], train=["weights"], method="gradient", learning_rate=0.125,
    )  # fmt: skip
    errors = [step.error for step in history]
    assert_allclose(errors[:20], 0.25 ** np.arange(20))
    assert errors[-1] < 1e-30
    assert (np.diff(errors) < 0).all()


def test_bad_input_is_refused():
    network, X, y, _ = problem(0)
    for change, message in [
        ({"X": [[1.0]]}, "1 features"), ({"X": [[np.nan] * 3] * 15}, "NaN"),
        ({"y": np.zeros(3)}, "y has shape"), ({"y": np.zeros((15, 2))}, "y has shape"),
        ({"y": np.full(15, np.inf)}, "infinity"), ({"train": "weights"}, "train must be"),
        ({"train": ["bias"]}, "train must be"), ({"train": []}, "train must be"),
        ({"method": "adam"}, "Unknown method"), ({"max_steps": 1.5}, "max_steps"),
        ({"learning_rate": np.nan, "method": "gradient"}, "learning_rate"),
        ({"sample_weight": -np.ones(15)}, "sample_weight"),
        ({"sample_weight": np.zeros(15)}, "Sample weights"),
        ({"sample_weight": np.ones(3)}, "sample_weight"),
    ]:  # fmt: skip
        with pytest.raises(ValueError, match=message):
            train_by_backprop(**{"network": network, "X": X, "y": y} | change)


@pytest.mark.parametrize("size", [1e15, 1e20])
def test_a_far_sample_of_no_weight_changes_no_gradient(size, rng):
    X, y, weight = rng.normal(size=(30, 2)), rng.normal(size=30), np.ones(31)
    network = RBFNetwork(X[:4], rng.normal(size=4), gamma=0.5)
    weight[-1] = 0
    _, expected = error_and_gradient(network, X, y)
    _, gradient = error_and_gradient(network, np.vstack([X, [[size, size]]]), np.r_[y, 0], weight)
    for name, values in expected.items():
        np.testing.assert_allclose(gradient[name], values, rtol=1e-9)


def test_a_network_in_float32_whose_weights_grow_too_large_becomes_float64(seed):
    X = np.linspace(-1, 1, 40, dtype=np.float32)[:, None]
    y = np.sin(3 * X[:, 0])
    for gamma, dtype in ((0.05, np.float64), (10.0, np.float32)):
        centers = np.linspace(-1, 1, 6, dtype=np.float32)[:, None]
        single = RBFNetwork(centers, np.ones(6), gamma=gamma)
        trained, history = train_by_backprop(single, X, y, train=["weights"])
        error, _ = error_and_gradient(trained, X, y)
        assert error == pytest.approx(history[-1].error, rel=0.05, abs=1e-9)
        assert trained.weights.dtype == dtype or np.abs(trained.weights).max() < 100
