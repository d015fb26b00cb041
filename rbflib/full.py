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

from rbflib.basis import BASES, design_matrix
from rbflib.learners import (
    NetworkRegressor,
    SignClassifier,
    TrainingCheck,
    all_or_nothing,
    validate_features,
)
from rbflib.network import RBFNetwork
from rbflib.numerics.checks import (
    check_alpha,
    check_magnitude,
    check_memory,
    check_one_gamma,
    check_solution,
    warn_why_singular,
)
from rbflib.numerics.distances import map_rows
from rbflib.numerics.linear import solve_symmetric
from rbflib.numerics.similarities import relative_similarity

FEWER = "Use RBFNetworkRegressor or RBFNetworkClassifier, with fewer centers; or fewer samples."


class _FullLearner(BaseEstimator):
    """What regressor and classifier share: the parameters, and weights that fit the targets."""

    validate_training: TrainingCheck  # from the other base class

    def __init__(self, gamma: float = 1.0, alpha: float = 0.0, basis: str = "gaussian") -> None:
        self.gamma = gamma
        self.alpha = alpha
        self.basis = basis

    @all_or_nothing
    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Learn the weights from X (N, D) and y: (N,) or (N, K) numbers, or (N,) classes."""
        X, y = self.validate_training(X, y)
        gamma, alpha = check_one_gamma(self.gamma), check_alpha(self.alpha)
        check_memory((3 if alpha > 0 else 2) * len(X) ** 2 * X.itemsize, FEWER)
        Z = design_matrix(X, X, gamma, self.basis)
        beta, rank = solve_symmetric(Z, y, alpha)
        check_solution(beta)
        if rank < len(X):
            warn_why_singular(X, y)
        self.network_ = RBFNetwork(X, beta, gamma=gamma, basis=self.basis)
        return self


class FullRBFRegressor(NetworkRegressor, _FullLearner):
    """Interpolation (λ = 0) or ridge regression (λ > 0) with a center on every sample.

    Parameters
    ----------
    gamma : float, default=1.0
        Inverse squared width, in 1 / (unit of X)².
    alpha : float, default=0.0
        Ridge penalty λ. At 0 the fit passes through every sample.
    basis : str, default="gaussian"
        A name in `BASES`.

    Attributes
    ----------
    network_ : RBFNetwork
        The fitted network: centers (N, D), weights (N,) or (N, K).
    n_features_in_ : int
        D.

    Warns
    -----
    scipy.linalg.LinAlgWarning
        If λ = 0 and the system has no unique, stable solution: equal samples, or a gamma too
        small for their spacing. Samples are then chosen as centers one after the other, always
        the one that those chosen explain least. Their weights are those of least squares, or of
        an interpolation of the chosen samples where this meets the others to half of the digits.
        The weights of all other samples are 0.

    Raises
    ------
    ValueError
        In fit, if X or y holds NaN or infinity, a parameter is out of its range, or the weights
        overflow.
    MemoryError
        If a fit needs more memory than is free.

    Notes
    -----
    Memory: up to 3 matrices (N, N) for λ > 0, and 2 for λ = 0: 24 N² and 16 N² bytes, or half of
    that in float32.

    At λ = 0 the weights have about 16 − log₁₀ cond(Z) right digits. A warning comes when none is
    left, not before: the network passes close by every sample until then.

    The penalty is λ‖β‖², not that of kernel ridge regression, which is λβᵀZβ and gives
    β = (Z + λI)⁻¹y. Lecture items f3 to f6.
    """


class FullRBFClassifier(SignClassifier, _FullLearner):
    """Least squares on targets of ±1 with a center on every sample; the sign decides.

    Parameters
    ----------
    gamma, basis
        As for `FullRBFRegressor`.
    alpha : float, default=0.0
        Ridge penalty λ. At 0 every training sample gets its own class back.

    Attributes
    ----------
    network_ : RBFNetwork
        One output for two classes, one per class for more (one against the rest).
    classes_ : ndarray of shape (K,)
    n_features_in_ : int
        D.

    Warns
    -----
    scipy.linalg.LinAlgWarning
        As for `FullRBFRegressor`.

    Notes
    -----
    Memory and errors as for `FullRBFRegressor`. Lecture items f3, f5, f7.
    """


class UniformRBFClassifier(SignClassifier, BaseEstimator):
    """Every sample votes for its own class, with a weight that falls with its distance.

    Parameters
    ----------
    gamma : float, default=1.0
        Inverse squared width, in 1 / (unit of X)².
    basis : str, default="gaussian"
        A name in `BASES`.

    Attributes
    ----------
    network_ : RBFNetwork
        Centers X (N, D); weights ±1, (N,) for two classes and (N, K) for more.
    classes_ : ndarray of shape (K,)
    n_features_in_ : int
        D.

    Raises
    ------
    ValueError
        If X holds NaN, infinity or numbers beyond 1e140, y holds one class only, gamma is not
        positive, or basis is unknown.

    Notes
    -----
    Nothing is solved: β_n = y_n. As γ → ∞ the Gaussian's prediction tends to that of the nearest
    sample. `predict` keeps that limit where every vote is too small for a float: a common factor
    of all votes does not change the winner, so there they count from the nearest sample
    (`rbflib.numerics.similarities`). A tie goes to the class that comes first in `classes_`.
    Lecture items f2, n1.
    """

    def __init__(self, gamma: float = 1.0, basis: str = "gaussian") -> None:
        self.gamma = gamma
        self.basis = basis

    @all_or_nothing
    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Store the samples X (N, D) and their classes y (N,) as votes."""
        X, y = self.validate_training(X, y)
        gamma = check_one_gamma(self.gamma)
        self.network_ = RBFNetwork(check_magnitude(X), y, gamma=gamma, basis=self.basis)
        return self

    def predict(self, X: ArrayLike) -> np.ndarray:
        """Class with the most votes: (N, D) -> (N,)."""
        check_is_fitted(self)
        X, network = check_magnitude(validate_features(self, X)), self.network_
        mu, beta, phi = network.centers, network.weights, BASES[network.basis]

        def votes(x):
            return relative_similarity(x, mu, network.gamma, phi) @ beta

        return self.choose_class(map_rows(votes, X, max(mu.shape), beta.shape[1:]))
