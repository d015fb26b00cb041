"""The full network: one center a sample.

    h(x) = Σ_n β_n φ(γ‖x − x_n‖²)

Three ways to choose the weights β, with Z[n, m] = φ(γ‖x_n − x_m‖²):

    uniform votes          β = y
    exact interpolation    β = Z⁻¹y
    ridge                  β = (ZᵀZ + λI)⁻¹Zᵀy

Source: lecture items f1 to f8, n1.

None of these learners takes `sample_weight`. Each sample brings a center, so repeating a sample
adds a center, and weighting it would be another model.
"""

import warnings
from dataclasses import replace

import numpy as np
from scipy import linalg
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from rbflib.basis import BASES, check_basis
from rbflib.learners import NetworkRegressor, SignClassifier, validate_features
from rbflib.network import RBFNetwork
from rbflib.numerics.checks import check_alpha, check_magnitude, check_one_gamma
from rbflib.numerics.distances import row_blocks
from rbflib.numerics.linear import solve_positive_definite, solve_weights
from rbflib.numerics.similarities import relative_similarity, similarity


class _FullLearner(BaseEstimator):
    """What regressor and classifier share: the parameters, and weights that fit the targets."""

    def __init__(self, gamma=1.0, alpha=0.0, basis="gaussian"):
        self.gamma = gamma
        self.alpha = alpha
        self.basis = basis

    def fit(self, X, y):
        """Learn the weights from X (N, D) and y: (N,) or (N, K) numbers, or (N,) classes."""
        X, targets = self.validate_training(X, y)
        alpha = check_alpha(self.alpha)
        network = _full_network(X, targets, self)
        if alpha == 0:
            weights = _interpolation_weights(network, targets)
        else:
            weights = solve_weights(network.transform(X), targets, alpha)
        self.network_ = replace(network, weights=weights)
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
        small for their spacing. The weights are then those of least squares.

    Notes
    -----
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
        One output for two classes, one a class for more (one against the rest).
    classes_ : ndarray of shape (K,)
    n_features_in_ : int
        D.

    Warns
    -----
    scipy.linalg.LinAlgWarning
        As for `FullRBFRegressor`.

    Notes
    -----
    Lecture items f3, f5, f7.
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
    (`relative_similarity`). A tie goes to the class that comes first in `classes_`.
    Lecture items f2, n1.
    """

    def __init__(self, gamma=1.0, basis="gaussian"):
        self.gamma = gamma
        self.basis = basis

    def fit(self, X, y):
        """Store the samples X (N, D) and their classes y (N,) as votes."""
        X, targets = self.validate_training(X, y)
        check_magnitude(X)
        self.network_ = _full_network(X, targets, self)
        return self

    def predict(self, X):
        """Class with the most votes: (N, D) -> (N,)."""
        check_is_fitted(self)
        X, network = check_magnitude(validate_features(self, X)), self.network_
        scores = np.empty((len(X), *network.weights.shape[1:]))
        for rows in row_blocks(len(X), max(network.centers.shape)):
            votes = relative_similarity(
                X[rows], network.centers, network.gamma, BASES[network.basis]
            )
            scores[rows] = votes @ network.weights
        return self.choose_class(scores)


def _full_network(X, weights, learner):
    check_basis(learner.basis)
    gamma = check_one_gamma(learner.gamma)  # or Z would not be symmetric
    return RBFNetwork(X, weights, gamma=gamma, basis=learner.basis)


def _interpolation_weights(network, y):
    """β = Z⁻¹y by Cholesky; by least squares, with a warning, where Z is as good as singular."""
    X = network.centers
    Z = _upper_half(network)
    symv = linalg.get_blas_funcs("symv", (Z,))
    # No similarity is negative: the norm is the largest sum of a row.
    norm = symv(1, Z.T, np.ones(len(Z)), lower=True).max()
    weights, rcond = solve_positive_definite(Z, y, norm)
    # Rounding hides a zero eigenvalue the better, the more rows there are.
    if rcond > 10 * len(X) * np.finfo(X.dtype).eps:
        return weights
    Z = network.transform(X)
    sigma = linalg.svdvals(Z)
    if sigma[-1] <= len(X) * np.finfo(X.dtype).eps * sigma[0]:
        warnings.warn(_why_singular(X, y), linalg.LinAlgWarning, stacklevel=3)
    return solve_weights(Z, y)


def _upper_half(network):
    """Z (N, N) from its diagonal on; it is symmetric, and below nothing is written or read."""
    X, phi = network.centers, BASES[network.basis]
    Z = np.empty((len(X), len(X)), X.dtype)
    for rows in row_blocks(len(X), max(X.shape)):
        after = slice(rows.start, None)
        Z[rows, after] = similarity(X[rows], X[after], network.gamma, phi)
    return Z


def _why_singular(X, y):
    _, first, inverse = np.unique(X, axis=0, return_index=True, return_inverse=True)
    original = first[inverse]
    repeated = np.flatnonzero(original != np.arange(len(X)))
    remedy = "The weights are those of least squares."
    if len(repeated) == 0:
        return (
            "The similarity matrix is numerically singular: gamma is too small for the spacing "
            f"of the samples. {remedy} Use a larger gamma, or alpha > 0."
        )
    differ = (y[repeated] != y[original[repeated]]).reshape(len(repeated), -1).any(axis=1)
    j = repeated[differ.argmax()]  # a contradiction where there is one, else the first pair
    targets = (
        "but their targets differ, so no exact fit exists"
        if differ.any()
        else "and have equal targets"
    )
    return (
        f"Rows {original[j]} and {j} of X are equal {targets}. {remedy} "
        "Merge equal rows, or use alpha > 0."
    )
