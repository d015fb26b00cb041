"""The extreme learning machine: a hidden layer drawn at random, and only the output layer solved.

    h(x) = Σ_m β_m G(a_m, b_m, x),    H[n, m] = G(a_m, b_m, x_n),    Hβ = T,    β = H⁺T

a and b are never adjusted, and β is linear least squares: at a vanishing gradient of ‖Hβ − T‖²,
HᵀHβ = HᵀT, and the pseudo-inverse H⁺ gives the solution of least norm.

Source: lecture items e1 to e7; Huang, Zhu, Siew, *Extreme Learning Machine: Theory and
Applications* (2006). The nodes: Rahimi and Recht, *Random Features for Large-Scale Kernel
Machines* (2007), for fourier; Georgiou and Koutsougeras, *Complex Domain Backpropagation* (1992);
Zhang and Benveniste, *Wavelet Networks* (1992).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Literal, Self, TypeAlias

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import check_random_state

from rbflib.basis import BASES
from rbflib.learners import (
    NetworkLearner,
    NetworkRegressor,
    Penalty,
    RandomState,
    SignClassifier,
    check_weights,
    keep,
    validate_features,
)
from rbflib.least_squares import solve_layer
from rbflib.network import RBFNetwork
from rbflib.numerics.checks import check_choice, check_count, check_finite_rows, check_widths
from rbflib.numerics.distances import map_rows
from rbflib.numerics.functions import cosine, logistic
from rbflib.numerics.linear import Problem
from rbflib.numerics.means import mean_and_scale, precision
from rbflib.numerics.similarities import similarity
from rbflib.numerics.warn import Solved, warn_of_nodes
from rbflib.numerics.widths import layer_rounding


def wavelet(z):
    """The second derivative of a Gaussian, but for its sign."""
    z2 = z**2
    return (1 - z2) * np.exp(-z2 / 2)


def node(function):
    """G(a, b, x) = function(z), z = aᵀx + b, for all nodes and rows of X at once."""
    return lambda X, a, b: function(X @ a.T + b)


ActivationName: TypeAlias = Literal[
    "sigmoid", "tanh", "rbf", "polynomial", "complex", "fourier", "wavelet"
]
ACTIVATIONS = {
    "sigmoid": node(logistic),  # 1 / (1 + e^{−z})
    "tanh": node(np.tanh),
    "rbf": lambda X, a, b: similarity(X, a, b, BASES["gaussian"]),  # exp(−b‖x − a‖²), b > 0
    "polynomial": node(lambda z: z * z * z),  # these span the polynomials of degree 3, and no more
    "complex": node(lambda z: z.real / (1 + np.abs(z))),  # with complex a and b
    "fourier": node(cosine),  # cos z
    "wavelet": node(wavelet),  # (1 − z²) e^{−z²/2}
}

PROBES = 512  # so many samples tell how large the terms of a sum Hβ are


def draw_hidden_layer(activation, n_hidden, n_features, rng):
    """Random a (M, D) and b (M,) for inputs of mean 0 and variance 1.

    Each node is placed at a point c ~ N(0, I). Its directions a ~ N(0, s²I/D) give aᵀx the size
    s = max(1, 3/√D): with few features many nodes share a direction, and must differ in steepness.

        sigmoid, tanh, polynomial, wavelet    b = −aᵀc, so that aᵀx + b = aᵀ(x − c)
        complex                               the same, real and imaginary part of a each drawn
        fourier                               b ~ U(0, 2π), a phase
        rbf                                   a = c, b ~ U(½, 3/2) s²/(2D); E‖c − c'‖² = 2D
    """
    M, D = n_hidden, n_features
    c = rng.standard_normal((M, D))
    s = max(1.0, 3 / np.sqrt(D))
    if activation == "rbf":
        return c, rng.uniform(0.5, 1.5, M) * s**2 / (2 * D)
    a = s / np.sqrt(D) * rng.standard_normal((M, D))
    if activation == "complex":
        a = a + 1j * s / np.sqrt(D) * rng.standard_normal((M, D))
    if activation == "fourier":
        return a, rng.uniform(0, 2 * np.pi, M)
    return a, -(a * c).sum(axis=1)


class _ExtremeLearner(NetworkLearner):
    """What both learners share: the random hidden layer, and the weights on it."""

    alpha_: float
    a_: np.ndarray
    b_: np.ndarray
    weights_: np.ndarray
    mean_: np.ndarray
    scale_: np.ndarray

    def __init__(
        self,
        n_hidden: int = 100,
        activation: ActivationName = "sigmoid",
        alpha: Penalty = 0.0,
        random_state: RandomState = None,
    ) -> None:
        self.n_hidden = n_hidden
        self.activation: ActivationName = activation
        self.alpha = alpha
        self.random_state = random_state

    def _fit(self, X, y, sample_weight):
        samples, T, found = self.validate_training(X, y)
        M = check_count("n_hidden", self.n_hidden)
        G = check_choice("activation", self.activation, ACTIVATIONS)
        weight, unit = check_weights(sample_weight, samples)
        a, b = draw_hidden_layer(G, M, samples.shape[1], check_random_state(self.random_state))
        mean, scale = mean_and_scale(samples, weight)
        layer = HiddenLayer(G, a, b, mean, scale)
        problem = Problem(layer, samples, T, M, False, weight, layer_rounding(layer, samples))
        beta, _, rank, alpha = solve_layer(problem, self.alpha, unit)
        H = np.abs(layer(samples[:PROBES]))
        solved = Solved(lambda q: layer(q) @ beta, (H.max(axis=0) * beta.T).T, T, rank, alpha=alpha)
        varying = np.count_nonzero(np.ptp(samples, axis=0))
        most = comb(varying + 3, 3) if G == "polynomial" else M  # products of up to 3 features
        warn_of_nodes(samples, solved, M, min(M, most), stacklevel=4)
        size = H @ np.abs(beta)
        beta = beta.astype(precision(samples.dtype, size.max(axis=0), T))
        found |= {"a_": a, "b_": b, "weights_": beta, "mean_": mean, "scale_": scale}
        if G == "rbf":
            # b‖(x − mean)/scale − a‖² = Σ_d (b/scale_d²)(x_d − mean_d − scale_d a_d)²
            centers, gamma = mean + scale * a, check_widths(b, scale)
            found["network_"] = RBFNetwork(centers, beta.astype(np.float64), gamma=gamma)
        keep(self, X, **found, alpha_=alpha, _layer=layer)
        if G != "rbf":
            self.__dict__.pop("network_", None)  # of an earlier fit with other nodes
        return self

    def hidden_layer(self, X: ArrayLike) -> np.ndarray:
        """H[n, m] = G(a_m, b_m, x_n), x standardized: (N, D) -> (N, M)."""
        X = validate_features(self, X, "_layer")
        return check_finite_rows(self._layer(X).astype(X.dtype, copy=False))

    @np.errstate(over="ignore", invalid="ignore")
    def _output(self, X) -> np.ndarray:
        """h(x) = Hβ: (N, D) -> (N,) or (N, K)."""
        X, beta = validate_features(self, X, "_layer"), self.weights_
        dtype = np.result_type(X, beta)
        h = map_rows(lambda x: self._layer(x) @ beta, X, len(beta), beta.shape[1:], dtype)
        return check_finite_rows(h)


@dataclass(frozen=True)
class HiddenLayer:
    """The nodes G(a_m, b_m, x) on standardized inputs, (N, D) -> (N, M) in float64."""

    activation: str
    a: np.ndarray
    b: np.ndarray
    mean: np.ndarray
    scale: np.ndarray

    @np.errstate(all="ignore")  # `check_finite_rows` has the last word
    def __call__(self, X):
        return ACTIVATIONS[self.activation]((X - self.mean) / self.scale, self.a, self.b)


class ELMRegressor(NetworkRegressor, _ExtremeLearner):
    """Extreme learning machine for regression: least-squares or ridge weights.

    X is standardized inside, as a and b are drawn for mean 0 and variance 1. Weighting a sample is
    the same as repeating it: the draw depends on M, D and `random_state` only. With as many nodes
    as distinct samples H is square, and the training error is 0 as far as the condition of H allows
    (not in general for "polynomial"). There is no output bias.

    Raises ValueError or MemoryError in fit, if a value is NaN or out of range, or more memory is
    needed than is free, and ValueError in predict, if X is so far from the training samples that
    the nodes overflow. Warns with LinAlgWarning if nodes are dependent within rounding, or weights
    a million times the targets' range, or ten thousand times where every sample is met. Lecture
    items e1 to e7.

    Parameters
    ----------
    n_hidden : int, M, the number of hidden nodes, default=100
    activation : {"sigmoid", "tanh", "rbf", "polynomial", "complex", "fourier", "wavelet"}
        The node G, "sigmoid" by default.
    alpha : float or "loo", default=0.0
        Ridge penalty λ: the weights minimize ‖Hβ − T‖² + λ‖β‖². At 0 they are H⁺T. "loo" is that of
        the least leave-one-out error, as for `RBFNetworkRegressor`; the nodes stay.
    random_state : int, RandomState or None, default=None

    Attributes
    ----------
    a_, b_, weights_ : ndarray of shape (M, D), (M,), and (M,) or (M, K)
        Weights and biases of the nodes (centers and γ for "rbf"), and output weights β.
    mean_, scale_ : ndarray of shape (D,)
        Mean and standard deviation of the training inputs; 1 for a constant feature.
    network_ : RBFNetwork
        For "rbf" only: the same function of the inputs as they came, with gamma (M, D).
    alpha_ : float, λ of the fit
    n_features_in_ : int

    Examples
    --------
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], [0.0, 1.0, 0.0, -1.0]
    >>> abs(ELMRegressor(n_hidden=4, random_state=0).fit(X, y).predict(X) - y).max() < 1e-9
    np.True_
    """

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Draw the nodes, solve for β: X (N, D), y (N,) or (N, K), and weights (N,) or None."""
        return self._fit(X, y, sample_weight)

    def predict(self, X: ArrayLike) -> np.ndarray:
        """h(x): (N, D) -> (N,) or (N, K)."""
        return self._output(X)


class ELMClassifier(SignClassifier, _ExtremeLearner):
    """Extreme learning machine for classification: least squares on targets of ±1.

    Parameters, warnings and errors are those of `ELMRegressor`, and a fit raises ValueError if y
    has one class only. Lecture items e1, e4.

    Attributes
    ----------
    a_, b_, weights_, mean_, scale_, network_, alpha_, n_features_in_ : as in `ELMRegressor`
    classes_ : ndarray of shape (K,), sorted
    """

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Draw the nodes, solve for β: X (N, D), classes y (N,), and weights (N,) or None."""
        return self._fit(X, y, sample_weight)

    def decision_function(self, X: ArrayLike) -> np.ndarray:
        """h(x): (N, D) -> (N,), positive for classes_[1]; (N, K) for K > 2 classes."""
        return self._output(X)
