"""The full network, with one center per sample: h(x) = Σ_n β_n φ(γ‖x − x_n‖²).

Three ways to choose the weights β, with Z[n, m] = φ(γ‖x_n − x_m‖²):

    uniform votes          β = y                      UniformRBFClassifier
    exact interpolation    Zβ = y                     FullRBFRegressor, FullRBFClassifier, λ = 0
    ridge                  (ZᵀZ + λI)β = Zᵀy          the same, λ > 0

None of the learners takes `sample_weight`: repeating a sample adds a center, so weighting it would
be another model. Source: lecture items f1 to f8, n1.
"""

from __future__ import annotations

from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from rbflib.basis import BASES, BasisName, check_basis, design_matrix
from rbflib.learners import (
    Gamma,
    NetworkLearner,
    NetworkRegressor,
    Penalty,
    SignClassifier,
    fitted_network,
    keep,
    one_gamma,
    validate_features,
)
from rbflib.network import RBFNetwork
from rbflib.numerics.checks import check_memory, check_solution
from rbflib.numerics.distances import map_rows
from rbflib.numerics.leave_one_out import choose_alpha, full_loo_errors
from rbflib.numerics.linear import solve_symmetric
from rbflib.numerics.similarities import level_ties, relative_similarity
from rbflib.numerics.warn import Layer, Solved, warn_of_fit, warn_of_votes, warn_why_singular

FEWER = "Use RBFNetworkRegressor or RBFNetworkClassifier, with fewer centers; or fewer samples."


class _FullLearner(NetworkLearner):
    """What regressor and classifier share: the parameters, and weights that fit the targets."""

    alpha_: float

    def __init__(
        self, gamma: Gamma = 1.0, alpha: Penalty = 0.0, basis: BasisName = "gaussian"
    ) -> None:
        self.gamma = gamma
        self.alpha = alpha
        self.basis: BasisName = basis

    def _fit(self, X, y):
        samples, t, found = self.validate_training(X, y)
        gamma = one_gamma(self.gamma, samples)
        check_memory((40 if str(self.alpha) == "loo" else 16) * len(samples) ** 2, FEWER)
        x = samples.astype(np.float64, copy=False)
        Z = design_matrix(x, x, gamma, self.basis)
        alpha = choose_alpha(self.alpha, lambda alphas: full_loo_errors(Z, t, alphas))
        beta, rank = solve_symmetric(Z, t, alpha)
        check_solution(beta)
        network = fitted_network(samples, t, samples, beta, gamma=gamma, basis=self.basis)
        if rank < len(x):
            warn_why_singular(samples, t, alpha)
        else:
            hidden = Layer(x, gamma, check_basis(self.basis), interpolates=alpha == 0)
            targets = t if alpha else None  # exact fits swing between their samples
            warn_of_fit(x, hidden, Solved(network, None, targets, rank, alpha=alpha), stacklevel=4)
        return keep(self, X, **found, network_=network, alpha_=alpha)


class FullRBFRegressor(NetworkRegressor, _FullLearner):
    """Interpolation (λ = 0) or ridge regression (λ > 0) with a center on every sample.

    No bias: h(x) is 0 far from every sample. Standardize X, and subtract the mean of y if it is far
    from 0. At λ = 0 the weights have about 16 − log₁₀ cond(Z) right digits; a warning comes only
    when none is left, as h passes close by every sample until then. The penalty is λ‖β‖², not that
    of kernel ridge regression, λβᵀZβ, which gives β = (Z + λI)⁻¹y.

    Raises ValueError or MemoryError in fit, if a value is NaN or out of range, β overflows, or 16
    N² bytes are not free. Warns with UserWarning if γ leaves half of the samples out of reach of
    each other, or makes all look alike; with scipy.linalg.LinAlgWarning if λ = 0 and Z is singular
    to rounding: equal samples, or γ too small for their spacing. Samples are then chosen one by
    one, always the one that those chosen explain least; the weights of the others are 0. The chosen
    are interpolated if this meets the others to half of the digits, and have the weights of least
    squares otherwise. Lecture items f3 to f6.

    Parameters
    ----------
    gamma : float or "scale", default=1.0
        Inverse squared width, in 1 / (unit of X)²; "scale" is 1/(D·var X).
    alpha : float or "loo", default=0.0
        Ridge penalty λ. At 0 every training sample gets its own target back. "loo" is that of
        1e-10, 10**-9.5, …, 1e4 with the least leave-one-out error, in closed form.
    basis : name in `BASES`, default="gaussian"

    Attributes
    ----------
    network_ : RBFNetwork, with centers (N, D), weights (N,) or (N, K), and no bias
    alpha_ : float, λ of the fit
    n_features_in_ : int
    """

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Learn the weights from X (N, D) and y (N,) or (N, K)."""
        return self._fit(X, y)


class FullRBFClassifier(SignClassifier, _FullLearner):
    """Least squares on targets of ±1 with a center on every sample; the sign decides.

    Parameters, warnings and errors are those of `FullRBFRegressor`, and a fit raises ValueError if
    y has one class only. Standardize X: one width serves all features. Lecture items f3, f5, f7.

    Attributes
    ----------
    network_, alpha_, n_features_in_ : as in `FullRBFRegressor`; weights (N, K) for K > 2 classes
    classes_ : ndarray of shape (K,), sorted
    """

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Learn the weights from X (N, D) and classes y (N,)."""
        return self._fit(X, y)


class UniformRBFClassifier(SignClassifier):
    """Every sample votes for its own class, with a weight that falls with its distance.

    As γ → ∞ the Gaussian's prediction tends to that of the nearest sample. This holds even where
    all similarities are below 1e-100 (1e-30 in float32): there `decision_function` takes them
    relative to the nearest sample's, times this number, which changes no winner. Sums that differ
    by less than 1e-12 of all votes are equal; the first class wins. Lecture items f2, n1.

    Parameters
    ----------
    gamma : float, an inverse squared width, or "scale" for 1/(D·var X), default=1.0
    basis : name in `BASES`, default="gaussian"

    Attributes
    ----------
    network_ : RBFNetwork, with centers X (N, D), weights ±1, (N,) or (N, K), and no bias
    classes_ : ndarray of shape (K,), sorted
    n_features_in_ : int
    """

    def __init__(self, gamma: Gamma = 1.0, basis: BasisName = "gaussian") -> None:
        self.gamma = gamma
        self.basis: BasisName = basis

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Store the samples X (N, D) and their classes y (N,) as votes."""
        samples, votes, found = self.validate_training(X, y)
        gamma = one_gamma(self.gamma, samples)
        warn_of_votes(samples, Layer(samples, gamma, check_basis(self.basis)), stacklevel=3)
        network = RBFNetwork(samples, votes.astype(samples.dtype), gamma=gamma, basis=self.basis)
        return keep(self, X, **found, network_=network)

    def decision_function(self, X: ArrayLike) -> np.ndarray:
        """Sum of the votes, (N, D) -> (N,) or (N, K), with equal sums exactly equal."""
        X, network = validate_features(self, X), self.network_
        mu, beta, phi = network.centers, network.weights.astype(np.float64), BASES[network.basis]
        dtype = np.result_type(X, mu)
        far = 1e-100 if dtype == np.float64 else 1e-30  # below: relative to the nearest, times far

        def votes(x):
            w = relative_similarity(x, mu, network.gamma, phi, far)
            return level_ties(w @ beta, 1e-12 * w.sum(axis=1))

        return map_rows(votes, X, max(mu.shape), beta.shape[1:], dtype)
