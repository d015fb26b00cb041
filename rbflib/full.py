"""The full network, with one center per sample: h(x) = Σ_n β_n φ(γ‖x − x_n‖²).

Three ways to choose the weights β, with Z[n, m] = φ(γ‖x_n − x_m‖²):

    uniform votes          β = y                      UniformRBFClassifier
    exact interpolation    Zβ = y                     FullRBFRegressor, FullRBFClassifier, λ = 0
    ridge                  (ZᵀZ + λI)β = Zᵀy          the same, λ > 0

None of the learners takes `sample_weight`: repeating a sample adds a center, so weighting it would
be another model. Source: lecture items f1 to f8, n1.
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

_PARAMETERS_AND_ATTRIBUTES = """
    Parameters
    ----------
    gamma : float or "scale", default=1.0
        Inverse squared width, in 1 / (unit of X)²; "scale" is 1/(D·var X).
    alpha : float, default=0.0
        Ridge penalty λ. At 0 every training sample gets its own target or class back.
    basis : str, default="gaussian"
        The function φ: a name in `BASES`.

    Attributes
    ----------
    network_ : RBFNetwork
        Centers (N, D); weights (N,), or (N, K) for K targets or K > 2 classes; no bias.
    n_features_in_ : int"""

_WARNS_AND_RAISES = """
    Warns
    -----
    UserWarning
        If γ makes nearly all similarities 0 or 1.
    scipy.linalg.LinAlgWarning
        If λ = 0 and Z is singular to rounding: equal samples, or γ too small for their spacing.
        Samples are then chosen one by one, always the one that those chosen explain least; the
        weights of the others are 0. The chosen are interpolated if this meets the others to half
        of the digits, and have the weights of least squares otherwise.

    Raises
    ------
    ValueError
        In fit, if a value is NaN or out of range, a classifier's y has one class, or β overflows.
    MemoryError
        If 16 N² bytes, for two matrices (N, N), are not free."""


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
    __doc__ = f"""Interpolation (λ = 0) or ridge regression (λ > 0) with a center on every sample.
{_PARAMETERS_AND_ATTRIBUTES}
{_WARNS_AND_RAISES}

    Notes
    -----
    No bias: h(x) is 0 far from every sample. Standardize X, and subtract the mean of y if it is far
    from 0. At λ = 0 the weights have about 16 − log₁₀ cond(Z) right digits; a warning comes only
    when none is left, as h passes close by every sample until then. The penalty is λ‖β‖², not
    that of kernel ridge regression, λβᵀZβ, which gives β = (Z + λI)⁻¹y. Lecture items f3 to f6.
    """

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Learn the weights from X (N, D) and y (N,) or (N, K)."""
        return self._fit(X, y)


class FullRBFClassifier(SignClassifier, _FullLearner):
    __doc__ = f"""Least squares on targets of ±1 with a center on every sample; the sign decides.
{_PARAMETERS_AND_ATTRIBUTES}
    classes_ : ndarray of shape (K,), sorted
{_WARNS_AND_RAISES}

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
    basis : str, default="gaussian"
        The function φ: a name in `BASES`.

    Attributes
    ----------
    network_ : RBFNetwork
        Centers X (N, D); weights ±1, (N,) for two classes and (N, K) for more; no bias.
    classes_ : ndarray of shape (K,), sorted
    n_features_in_ : int

    Raises
    ------
    ValueError
        In fit, if a value is NaN, infinite or out of range, or y has one class only.

    Notes
    -----
    As γ → ∞ the Gaussian's prediction tends to that of the nearest sample. This holds even where
    all similarities are below 1e-100 (1e-30 in float32): there `decision_function` takes them
    relative to the nearest sample's, times this number, which changes no winner. Sums that differ
    by less than 1e-12 of all votes are equal; the first class wins. Lecture items f2, n1.
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
        """Sum of the votes, (N, D) -> (N,) or (N, K), with equal sums exactly equal."""
        check_is_fitted(self)
        X, network = validate_features(self, X), self.network_
        mu, beta, phi = network.centers, network.weights.astype(np.float64), BASES[network.basis]
        dtype = np.result_type(X, mu)
        far = 1e-100 if dtype == np.float64 else 1e-30  # below: relative to the nearest, times far

        def votes(x):
            w = relative_similarity(x, mu, network.gamma, phi, far)
            return level_ties(w @ beta, 1e-12 * w.sum(axis=1))

        return map_rows(votes, X, max(mu.shape), beta.shape[1:], dtype)
