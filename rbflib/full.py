"""The full network: one center per sample.

    h(x) = Σ_n β_n φ(γ‖x − x_n‖²)

Three ways to choose the weights β, with Z[n, m] = φ(γ‖x_n − x_m‖²):

    uniform votes          β = y                      UniformRBFClassifier
    exact interpolation    Zβ = y                     FullRBFRegressor, FullRBFClassifier, λ = 0
    ridge                  (ZᵀZ + λI)β = Zᵀy          the same, λ > 0

Source: lecture items f1 to f8, n1.

None of these learners takes `sample_weight`. Each sample brings a center, so repeating a sample
adds a center, and weighting it would be another model.
"""

from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from rbflib.basis import BASES, check_basis, design_matrix
from rbflib.learners import (
    NetworkRegressor,
    SignClassifier,
    Training,
    fitted_network,
    keep,
    one_gamma,
    validate_features,
)
from rbflib.network import RBFNetwork
from rbflib.numerics.checks import check_alpha, check_memory, check_solution
from rbflib.numerics.distances import map_rows
from rbflib.numerics.linear import solve_symmetric
from rbflib.numerics.similarities import level_ties, relative_similarity
from rbflib.numerics.warn import warn_of_width, warn_why_singular

FEWER = "Use RBFNetworkRegressor or RBFNetworkClassifier, with fewer centers; or fewer samples."


class _FullLearner(BaseEstimator):
    """What regressor and classifier share: the parameters, and weights that fit the targets."""

    validate_training: Training  # from the other base class

    def __init__(
        self, gamma: float | str = 1.0, alpha: float = 0.0, basis: str = "gaussian"
    ) -> None:
        self.gamma = gamma
        self.alpha = alpha
        self.basis = basis

    def _fit(self, X, y):
        samples, t, found = self.validate_training(X, y)
        gamma, alpha = one_gamma(self.gamma, samples), check_alpha(self.alpha)
        check_memory(16 * len(samples) ** 2, FEWER)
        x = samples.astype(np.float64, copy=False)
        Z = design_matrix(x, x, gamma, self.basis)
        beta, rank = solve_symmetric(Z, t, alpha)
        check_solution(beta)
        if rank < len(x):
            warn_why_singular(samples, t, alpha)
        warn_of_width(x, x, gamma, check_basis(self.basis), 4, singular=rank < len(x))
        network = fitted_network(samples, t, samples, beta, gamma=gamma, basis=self.basis)
        return keep(self, X, **found, network_=network)


class FullRBFRegressor(NetworkRegressor, _FullLearner):
    """Interpolation (λ = 0) or ridge regression (λ > 0) with a center on every sample.

    Parameters
    ----------
    gamma : float or "scale", default=1.0
        Inverse squared width, in 1 / (unit of X)²; "scale" is 1/(D·var X).
    alpha : float, default=0.0
        Ridge penalty λ. At 0 the fit passes through every sample.
    basis : {"gaussian", "inverse_quadratic", "inverse_multiquadric", "truncated"}, \
default="gaussian"
        The function φ.

    Attributes
    ----------
    network_ : RBFNetwork
        The fitted network: centers (N, D), weights (N,) or (N, K), no bias.
    n_features_in_ : int
        Number of features D.

    Warns
    -----
    UserWarning
        If γ makes nearly all similarities 0 or 1.
    scipy.linalg.LinAlgWarning
        If λ = 0 and the system has no unique, stable solution: equal samples, or a gamma too
        small for their spacing. Samples are then chosen as centers one after the other, always
        the one that those chosen explain least. Their weights are those of least squares, or of
        an interpolation of the chosen samples where this meets the others to half of the digits.
        The weights of all other samples are 0.

    Raises
    ------
    ValueError
        In fit, if X or y holds NaN, infinity or numbers out of range, a parameter is out of its
        range, or the weights overflow.
    MemoryError
        If a fit needs more memory than is free.

    Notes
    -----
    The model has no bias: far from every sample h(x) is 0. Standardize X, and subtract the mean of
    y if it is far from 0. Memory: up to 2 matrices (N, N), 16 N² bytes.

    At λ = 0 the weights have about 16 − log₁₀ cond(Z) right digits. A warning comes when none is
    left, not before: the network passes close by every sample until then.

    The penalty is λ‖β‖², not that of kernel ridge regression, which is λβᵀZβ and gives
    β = (Z + λI)⁻¹y. Lecture items f3 to f6.
    """

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Learn the weights from X (N, D) and y (N,) or (N, K)."""
        return self._fit(X, y)


class FullRBFClassifier(SignClassifier, _FullLearner):
    """Least squares on targets of ±1 with a center on every sample; the sign decides.

    Parameters
    ----------
    gamma : float or "scale", default=1.0
        Inverse squared width, in 1 / (unit of X)²; "scale" is 1/(D·var X).
    alpha : float, default=0.0
        Ridge penalty λ. At 0 every training sample gets its own class back.
    basis : {"gaussian", "inverse_quadratic", "inverse_multiquadric", "truncated"}, \
default="gaussian"
        The function φ.

    Attributes
    ----------
    network_ : RBFNetwork
        One output for two classes, one per class for more (one against the rest); no bias.
    classes_ : ndarray of shape (K,)
        The classes, sorted.
    n_features_in_ : int
        Number of features D.

    Warns
    -----
    UserWarning
        If γ makes nearly all similarities 0 or 1.
    scipy.linalg.LinAlgWarning
        If λ = 0 and the system has no unique, stable solution: equal samples, or a gamma too
        small for their spacing. Some weights are 0 then, and the others those of least squares.

    Raises
    ------
    ValueError
        In fit, if X holds NaN, infinity or numbers out of range, y holds one class only, a
        parameter is out of its range, or the weights overflow.
    MemoryError
        If a fit needs more memory than is free: 16 N² bytes.

    Notes
    -----
    Standardize X: one width serves all features. Lecture items f3, f5, f7.
    """

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Learn the weights from X (N, D) and classes y (N,)."""
        return self._fit(X, y)


class UniformRBFClassifier(SignClassifier, BaseEstimator):
    """Every sample votes for its own class, with a weight that falls with its distance.

    Parameters
    ----------
    gamma : float or "scale", default=1.0
        Inverse squared width, in 1 / (unit of X)²; "scale" is 1/(D·var X).
    basis : {"gaussian", "inverse_quadratic", "inverse_multiquadric", "truncated"}, \
default="gaussian"
        The function φ.

    Attributes
    ----------
    network_ : RBFNetwork
        Centers X (N, D); weights ±1, (N,) for two classes and (N, K) for more; no bias.
    classes_ : ndarray of shape (K,)
        The classes, sorted.
    n_features_in_ : int
        Number of features D.

    Raises
    ------
    ValueError
        If X holds NaN, infinity or numbers beyond 1e140, y holds one class only, gamma is not
        positive, or basis is unknown.

    Notes
    -----
    Nothing is solved: β_n = y_n. As γ → ∞ the Gaussian's prediction tends to that of the nearest
    sample. That limit is kept where every vote is too small for a float: a common factor of all
    votes does not change the winner, so there they count from the nearest sample. Equal votes go
    to the class that comes first in `classes_`; votes are equal that differ by less than a
    millionth of a millionth of all. Lecture items f2, n1.
    """

    def __init__(self, gamma: float | str = 1.0, basis: str = "gaussian") -> None:
        self.gamma = gamma
        self.basis = basis

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Store the samples X (N, D) and their classes y (N,) as votes."""
        samples, votes, found = self.validate_training(X, y)
        gamma = one_gamma(self.gamma, samples)
        network = RBFNetwork(samples, votes.astype(samples.dtype), gamma=gamma, basis=self.basis)
        return keep(self, X, **found, network_=network)

    def decision_function(self, X: ArrayLike) -> np.ndarray:
        """Sum of the votes, (N, D) -> (N,) or (N, K): h(x), with ties exactly equal.

        Where all similarities are below 1e-100, or 1e-30 in float32, the sum is that of
        similarities relative to the nearest sample's, times this number: h(x) would be 0 there.
        """
        check_is_fitted(self)
        X, network = validate_features(self, X), self.network_
        mu, beta, phi = network.centers, network.weights.astype(np.float64), BASES[network.basis]
        dtype = np.result_type(X, mu)
        far = 1e-100 if dtype == np.float64 else 1e-30

        def votes(x):
            w = relative_similarity(x, mu, network.gamma, phi, far)
            return level_ties(w @ beta, 1e-12 * w.sum(axis=1))

        return map_rows(votes, X, max(mu.shape), beta.shape[1:], dtype)
