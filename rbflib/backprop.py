"""Training all parts of a network by the gradient of its squared error.

Let h(x) = Σ_m β_m φ(s_m) + b with s_m = γ_m‖x − μ_m‖². For N samples of weights c_n (all 1 unless
given) and K outputs, the chain rule leads from the output back to the centers:

    squared error             E            = Σ_n c_n ‖h(x_n) − y_n‖² / Σ_n c_n
    error at the outputs      A = ∂E/∂h      A[n, k] = 2 c_n (h_k(x_n) − y_nk) / Σ_n c_n
    error at the hidden units B = ∂E/∂s      B[n, m] = φ'(s_nm) Σ_k A[n, k] β_mk
    weights                   ∂E/∂β_m      = Σ_n φ(s_nm) A[n]
    bias                      ∂E/∂b        = Σ_n A[n]
    widths, ω_m = log γ_m     ∂E/∂ω_m      = Σ_n B[n, m] s_nm
    centers                   ∂E/∂μ_m      = −2γ_m Σ_n B[n, m] (x_n − μ_m)

The widths are trained as ω = log γ, so that γ stays positive. Where one γ serves all centers,
∂E/∂ω is the sum over m. Where γ_m is a vector, so is ω_m. A matrix Γ_m is scaled as a whole.

Source: lecture items r10, r11; Bishop, *Neural Networks for Pattern Recognition* (1995),
section 5.10.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import check_array

from rbflib.basis import BASES
from rbflib.learners import check_weights
from rbflib.network import RBFNetwork
from rbflib.numerics.checks import (
    ABOVE_0,
    check_choice,
    check_count,
    check_finite,
    check_memory,
    check_pair,
)
from rbflib.numerics.distances import scaled_distances
from rbflib.numerics.means import precision

# What the parts of a network are called, and the parameters that each part holds.
PartName: TypeAlias = Literal["weights", "widths", "centers"]
PARTS = {"weights": ("weights", "bias"), "widths": ("log_gamma",), "centers": ("centers",)}

# L-BFGS may change γ by a factor of e^±20: enough for any use, and far from overflow.
LOG_GAMMA_LIMIT = 20


@dataclass(frozen=True)
class TrainingStep:
    """A network on its way: the number of the step, the network and its error E."""

    step: int
    network: RBFNetwork
    error: float


def error_and_gradient(
    network: RBFNetwork, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None
) -> tuple[float, dict[str, np.ndarray]]:
    """The squared error E of a network and its gradient (lecture item r11).

    Raises ValueError or MemoryError if shapes do not fit, a number or the error is not finite,
    weights are negative or all 0, or 5 matrices (N, M) need more memory than is free.

    Parameters
    ----------
    network : RBFNetwork
    X, y, sample_weight : array-like of shape (N, D), (N,) or (N, K), and (N,), default=None
        Samples, targets for each output, and c_n: a weight of 2 equals two samples.

    Returns
    -------
    error : float, E, a mean over samples and a sum over outputs
    gradient : dict of str to ndarray
        "weights" (M,) or (M, K); "bias", () or (K,); "log_gamma" (of gamma's shape, but (M,) for
        matrices); "centers" (M, D).
    """
    return _error_and_gradient(network, *_check_data(network, X, y, sample_weight))


@np.errstate(under="ignore")
def _error_and_gradient(network, X, y, c):
    """The same for checked data, where the c_n sum to 1."""
    mu, gamma = network.centers, network.gamma
    beta = network.weights.reshape(len(mu), -1)  # (M, K)
    s = scaled_distances(X, mu, gamma)
    basis = BASES[network.basis]
    phi = basis(s)
    residual = phi @ beta + network.bias - y  # (N, K)
    error = float((c * (residual**2).sum(axis=1)).sum())
    if not np.isfinite(error):
        raise ValueError("The squared error overflows: scale y, or the weights, down.")
    A = 2 * c[:, None] * residual
    B = basis.slope(s, phi) * (A @ beta.T)
    gradient = {
        "weights": (phi.T @ A).reshape(network.weights.shape),
        "bias": A.sum(axis=0).reshape(network.weights.shape[1:]),
        "log_gamma": _log_gamma_gradient(B, s, X, mu, gamma),
        "centers": _center_gradient(B, X, mu, gamma),
    }
    return error, gradient


def _log_gamma_gradient(B, s, X, mu, gamma):
    """Σ_n B[n, m] s_nm, summed over m too if one γ serves all centers."""
    if np.ndim(gamma) == 2:  # s_nm is itself a sum, with one part per feature
        return gamma * [b @ (X - center) ** 2 for b, center in zip(B.T, mu, strict=True)]
    return (B * s).sum(axis=None if np.ndim(gamma) == 0 else 0)


def _center_gradient(B, X, mu, gamma):
    """−2γ_m Σ_n B[n, m] (x_n − μ_m): center by center, as points around 1e8 keep their digits."""
    pull = np.array([b @ (X - center) for b, center in zip(B.T, mu, strict=True)])
    if np.ndim(gamma) == 3:
        return -2 * np.einsum("mde,me->md", gamma, pull)
    return -2 * (gamma[:, None] if np.ndim(gamma) == 1 else gamma) * pull


def train_by_backprop(
    network: RBFNetwork,
    X: ArrayLike,
    y: ArrayLike,
    *,
    train: Sequence[PartName] = ("weights", "widths", "centers"),
    method: Literal["lbfgs", "gradient"] = "lbfgs",
    max_steps: int = 200,
    learning_rate: float = 0.05,
    sample_weight: ArrayLike | None = None,
) -> tuple[RBFNetwork, list[TrainingStep]]:
    """Lower the squared error of a network by its gradient: the second stage of training.

    For given μ and γ the best β is one least-squares problem. E is not convex in μ and γ: the
    result depends on the start, and may be a local minimum. Raises ValueError or MemoryError as
    `error_and_gradient`, or if a parameter is invalid. Lecture items r10, r11.

    Parameters
    ----------
    network : RBFNetwork
        Where to start, such as `network_` of a fitted `RBFNetworkRegressor`. Not changed.
    X, y, sample_weight : as in `error_and_gradient`, with targets ±1 for a classifier's network
    train : sequence of {"weights", "widths", "centers"}, default=all three
        The parts to change. The bias goes with the weights.
    method : {"lbfgs", "gradient"}, default="lbfgs"
        SciPy's L-BFGS, or plain gradient descent: each trained θ becomes θ − η ∂E/∂θ.
    max_steps : int, of which fewer are made where nothing is left to gain, default=200
    learning_rate : float, default=0.05
        η of gradient descent. It is halved, for good, instead of a step that would raise the error.

    Returns
    -------
    network : RBFNetwork, in float32 if the first is and the digits of its weights fit in
    history : list of TrainingStep
        The start and every step: its number, network and error, which never rises.
    """
    data = _check_data(network, X, y, sample_weight)
    names = _trained_names(train)
    start = replace(network, centers=network.centers.astype(np.float64))  # for small steps
    max_steps = check_count("max_steps", max_steps)
    if check_choice("method", method, ("lbfgs", "gradient")) == "lbfgs":
        history = _lbfgs(start, data, names, max_steps)
    else:
        history = _gradient_descent(start, data, names, max_steps, learning_rate)
    history = [replace(step, network=_rounded(step.network, network, data[1])) for step in history]
    return history[-1].network, history


def _gradient_descent(network, data, names, max_steps, learning_rate):
    """θ ← θ − η ∂E/∂θ for every trained θ; η is halved where a step would raise E."""
    eta = check_finite("learning_rate", learning_rate, ABOVE_0, "a positive number")
    error, gradient = _error_and_gradient(network, *data)
    history = [TrainingStep(0, network, error)]
    while len(history) <= max_steps and eta > 0:
        change = {name: -eta * gradient[name] for name in names}
        try:
            with np.errstate(over="ignore", invalid="ignore"):
                trial = _moved(network, **change)
                new_error, new_gradient = _error_and_gradient(trial, *data)
        except ValueError:  # a number left the floats
            new_error = np.inf
        if new_error > error:
            eta /= 2
        elif new_error == error:  # what is left to gain is less than a digit of it
            break
        else:
            network, error, gradient = trial, new_error, new_gradient
            history.append(TrainingStep(len(history), network, error))
    return history


@np.errstate(under="ignore")  # of slopes that are as good as 0
def _lbfgs(network, data, names, max_steps):
    """L-BFGS on changes, in units that make the path the same whatever the units of X and y."""
    from scipy.optimize import Bounds, minimize  # late: a large package for one function

    error, gradient = _error_and_gradient(network, *data)
    unit, width = error or 1.0, 1 / np.sqrt(np.abs(network.gamma).mean())
    units = {"weights": np.sqrt(unit), "bias": np.sqrt(unit), "log_gamma": 1.0, "centers": width}
    sizes = [gradient[name].size for name in names]
    history = [TrainingStep(0, network, error)]

    def moved(theta):
        parts = zip(names, np.split(theta, np.cumsum(sizes)[:-1]), strict=True)
        change = {name: units[name] * part.reshape(gradient[name].shape) for name, part in parts}
        return _moved(network, **change)

    def objective(theta):
        error, gradient = _error_and_gradient(moved(theta), *data)
        slopes = [units[name] * gradient[name].ravel() for name in names]
        return error / unit, np.concatenate(slopes) / unit

    def record(intermediate_result):
        error = float(intermediate_result.fun * unit)
        history.append(TrainingStep(len(history), moved(intermediate_result.x), error))

    limit = np.repeat([LOG_GAMMA_LIMIT if name == "log_gamma" else np.inf for name in names], sizes)
    x0, bounds = np.zeros(len(limit)), Bounds(-limit, limit)
    options = {"maxiter": max_steps, "maxfun": 20 * max_steps + 1, "ftol": 1e-12, "gtol": 1e-8}
    minimize(
        objective, x0, jac=True, method="L-BFGS-B", bounds=bounds, callback=record, options=options
    )
    return history


def _moved(network, log_gamma=0.0, **change):
    """The network with changes added to some of its parameters; that of log γ multiplies γ."""
    if np.ndim(network.gamma) == 3:
        log_gamma = np.reshape(log_gamma, (-1, 1, 1))
    changed = {name: getattr(network, name) + step for name, step in change.items()}
    return replace(network, gamma=network.gamma * np.exp(log_gamma), **changed)


def _rounded(network, first, y):
    """The network in the dtype of the first one, where the digits of its weights fit in."""
    size = np.abs(network.weights).sum(axis=0) + np.abs(network.bias)
    dtype = precision(first.centers.dtype, size, y)
    return replace(network, centers=network.centers.astype(dtype))


def _trained_names(train):
    """The parameters that belong to the named parts."""
    parts = list(train) if np.iterable(train) and not isinstance(train, str) else []
    if not parts or any(part not in list(PARTS) for part in parts):
        names = ", ".join(PARTS)
        raise ValueError(f"train must be a sequence of one or more of {names}, got {train!r}.")
    return [name for part in PARTS if part in parts for name in PARTS[part]]


def _check_data(network, X, y, sample_weight):
    """X (N, D), y (N, K) and weights (N,) that sum to 1, all float64."""
    X = check_pair(X, network.centers)[0].astype(np.float64, copy=False)
    y = check_array(y, dtype=np.float64, ensure_2d=False, input_name="y")
    shape = (len(X), *network.weights.shape[1:])
    if y.shape != shape:
        raise ValueError(
            f"y has shape {y.shape}. For {len(X)} samples and this network's outputs it must be "
            f"{shape}."
        )
    c, _ = check_weights(sample_weight, X)
    n_bytes = 40 * len(X) * network.n_centers
    check_memory(n_bytes, "Use fewer samples, or a network of fewer centers.")
    return X, y.reshape(len(X), -1), c / c.sum()
