"""The output layer: weights β and bias b for a given design matrix Z, by linear models.

    least squares    minimizes ‖Zβ + b − y‖²                      β = Z⁺y, of all solutions the
                                                                  shortest
    ridge            minimizes ‖Zβ + b − y‖² + λ‖β‖²              β = (ZᵀZ + λI)⁻¹Zᵀy
    logistic         minimizes −Σ_n log p(y_n | x_n) + λ‖β‖²      by Newton's method

The bias is the weight of a unit that is always 1, and is not penalized.

Source: lecture items f5, r4 to r7; Bishop, *Neural Networks for Pattern Recognition* (1995),
chapter 3; Hastie, Tibshirani, Friedman, *The Elements of Statistical Learning* (2009), sections
3.4 and 4.4.
"""

import warnings

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg
from scipy.optimize import minimize
from scipy.special import logsumexp, softmax
from sklearn.exceptions import ConvergenceWarning

from rbflib.numerics.checks import (
    check_alpha,
    check_class_targets,
    check_memory,
    check_points,
    check_solution,
    check_system,
)
from rbflib.numerics.linear import rank, ridge_weights, solve_streamed, unit_of
from rbflib.numerics.means import precision

# Beside a smaller λ, the gradient that a logistic fit must bring to 0 is nothing but rounding.
SMALLEST_ALPHA = 1e-12


def solve_weights(Z: ArrayLike, y: ArrayLike, alpha: float = 0.0) -> np.ndarray:
    """Least-squares or ridge weights: the β that minimizes ‖Zβ − y‖² + λ‖β‖².

    For λ > 0 the gradient 2Zᵀ(Zβ − y) + 2λβ vanishes at β = (ZᵀZ + λI)⁻¹Zᵀy. At λ = 0 this is
    Z⁺y, the least-squares solution of least norm.

    Parameters
    ----------
    Z : array-like of shape (N, M)
        Design matrix.
    y : array-like of shape (N,) or (N, K)
        Each of the K outputs is fitted on its own: none changes another.
    alpha : float, default=0.0
        Ridge penalty λ ≥ 0.

    Returns
    -------
    weights : ndarray of shape (M,) or (M, K)
        float32 if Z and y are, and the weights' digits fit in.

    Raises
    ------
    ValueError
        If alpha is negative or not finite, Z or y holds NaN or infinity, their numbers of rows
        differ, or the weights are too large for floats.

    Notes
    -----
    Lecture items f5, r4, r5.
    """
    return solve_output_layer(Z, y, alpha, fit_intercept=False)[0]


def solve_output_layer(
    Z: ArrayLike, y: ArrayLike, alpha: float = 0.0, fit_intercept: bool = True
) -> tuple[np.ndarray, float | np.ndarray]:
    """Weights β and bias b that minimize ‖Zβ + b − y‖² + λ‖β‖².

    For given β the best bias is b = ȳ − z̄ᵀβ (bars: means over the samples). What is left is the
    problem without a bias, for Z − z̄ and y − ȳ.

    Parameters
    ----------
    Z : array-like of shape (N, M)
        Design matrix.
    y : array-like of shape (N,) or (N, K)
        Each of the K outputs is fitted on its own: none changes another.
    alpha : float, default=0.0
        Ridge penalty λ ≥ 0.
    fit_intercept : bool, default=True
        If False, b = 0.

    Returns
    -------
    weights : ndarray of shape (M,) or (M, K)
        float32 if Z and y are, and the weights' digits fit in.
    bias : float or ndarray of shape (K,)

    Raises
    ------
    ValueError
        If alpha is negative or not finite, Z or y holds NaN or infinity, their numbers of rows
        differ, or the weights are too large for floats.

    Notes
    -----
    Lecture items r4, r5, f5.
    """
    Z, y = check_system(Z, y)
    alpha, dtype = check_alpha(alpha), np.result_type(Z, y)
    Z, y = Z.astype(np.float64, copy=False), y.astype(np.float64, copy=False)
    weights, bias = _solve(Z, y, alpha, fit_intercept, np.ones(len(Z)))
    check_solution(weights)
    size = np.abs(Z).max(axis=0) @ np.abs(weights) + np.abs(bias)
    return weights.astype(precision(dtype, size, y)), bias


def _solve(Z, y, alpha, fit_intercept, weight):
    """The same where sample n counts as often as its weight says."""
    root = np.sqrt(weight)[:, None]
    T = y.reshape(len(y), -1)
    if not fit_intercept:
        beta = ridge_weights(root * Z, root * T, alpha)
        return beta.reshape(-1, *y.shape[1:]), 0.0
    z_mean, t_mean = weight @ Z / weight.sum(), weight @ T / weight.sum()
    # At widths far too large Z − z̄ is rounding, and nothing else: small beside Z.
    size = np.sqrt(weight.sum()) * unit_of(Z)
    beta = ridge_weights(root * (Z - z_mean), root * (T - t_mean), alpha, size)
    bias = t_mean - z_mean @ beta
    return beta.reshape(-1, *y.shape[1:]), bias.reshape(y.shape[1:])[()]


def solve_layer(layer, X, y, n_columns, alpha=0.0, fit_intercept=False, weight=None):
    """`solve_output_layer` for Z = layer(X), made block by block where it is tall.

    layer : callable from rows of X (·, D) to rows of Z (·, M), in float64
    y : ndarray of shape (N,) or (N, K), in float64
    weight : ndarray of shape (N,), default=None
        How often each sample counts; None means once.
    """
    # For singular values, the most that any way may need: 7 matrices.
    n_bytes = 56 * min(len(X), n_columns) * n_columns
    check_memory(n_bytes, "Use fewer centers, or hidden nodes.")
    weight = np.ones(len(X)) if weight is None else weight
    if len(X) <= n_columns:
        beta, b = _solve(layer(X), y, alpha, fit_intercept, weight)
    else:
        beta, b = solve_streamed(layer, X, y, n_columns, alpha, fit_intercept, weight)
    check_solution(beta)
    return beta, b


def solve_logistic_layer(
    Z: ArrayLike, targets: ArrayLike, alpha: float = 0.0, fit_intercept: bool = True
) -> tuple[np.ndarray, float | np.ndarray]:
    """Weights β and bias b that minimize −Σ_n log p(y_n | x_n) + λ‖β‖².

        two classes    p(+1 | x) = 1 / (1 + e^{−h(x)})
        K classes      p(k | x) = e^{h_k(x)} / Σ_j e^{h_j(x)}

    Parameters
    ----------
    Z : array-like of shape (N, M)
        Design matrix.
    targets : array-like of shape (N,) or (N, K)
        ±1 for two classes; for K > 2, +1 in the column of the sample's class and −1 elsewhere.
    alpha : float, default=0.0
        Penalty λ ≥ 0. scikit-learn's `LogisticRegression` has C = 1/(2λ).
    fit_intercept : bool, default=True
        If False, b = 0.

    Returns
    -------
    weights : ndarray of shape (M,) or (M, K)
    bias : float or ndarray of shape (K,)

    Raises
    ------
    ValueError
        If alpha is negative or not finite, Z or targets hold NaN or infinity, their numbers of
        rows differ, or targets does not name one of two or more classes for each sample.

    Warns
    -----
    ConvergenceWarning
        If λ < 1e-12 and the fit has not settled, as where the classes are separated: at λ = 0 no
        weights are the best then.

    Notes
    -----
    Lecture item r7.
    """
    Z, T = check_system(Z, targets, "targets")
    return logistic_layer(Z, check_class_targets(T), check_alpha(alpha), fit_intercept)


def logistic_layer(Z, T, alpha, fit_intercept, weight=None):
    """The same for checked input, where sample n counts as often as its weight says."""
    weight = np.ones(len(Z)) if weight is None else weight
    codes = T.argmax(axis=1) if T.ndim == 2 else (T > 0).astype(int)
    bias = np.ones((len(Z), int(bool(fit_intercept))))
    model = _Logistic(np.column_stack([Z, bias]), codes, weight, alpha, T[:1].size)
    model.penalty[Z.shape[1] :] = 0
    # Where the classes are separated, a small λ shows in the last digits of the gradient only.
    gtol = min(1e-8, 1e-3 * max(alpha, SMALLEST_ALPHA)) if alpha > 0 else 1e-8
    found = minimize(
        model.loss_and_gradient,
        np.zeros(model.penalty.size),
        jac=True,
        hess=model.hessian,
        method="trust-exact",
        options={"gtol": gtol, "maxiter": 1000},
    )
    if alpha < SMALLEST_ALPHA and model.still_grows(found.x):
        warnings.warn(
            f"At alpha = {alpha:g} the logistic fit has not settled: where the similarities "
            "separate the classes, or a few samples of them, ever larger weights fit better. It "
            f"was stopped at weights of {np.abs(found.x).max():.3g}. Use alpha > "
            f"{SMALLEST_ALPHA if alpha else 0:g}.",
            ConvergenceWarning,
            stacklevel=3,
        )
    W = found.x.reshape(-1, T[:1].size)
    beta, b = W[: Z.shape[1]], W[Z.shape[1] :].sum(axis=0)
    return (beta, b) if T.ndim == 2 else (beta[:, 0], b[0])


class _Logistic:
    """Penalized loss of W (P, K), its gradient and Hessian, on columns A (N, P) and classes (N,).

    With probabilities p and one-hot targets t, sums over samples:

        loss         −Σ log p(own class) + λ‖β‖²
        gradient     Aᵀ(p_k − t_k) + 2λβ_k
        Hessian      Aᵀ diag(p_k [j = k] − p_j p_k) A + 2λI

    Two classes have one output, h = log p(1)/p(0): the other one is 0.
    """

    def __init__(self, A, codes, weight, alpha, n_outputs):
        self.A, self.codes, self.weight, self.K = A, codes, weight, n_outputs
        self.own = codes[:, None] == np.arange(max(2, n_outputs))
        self.penalty = np.full((A.shape[1], n_outputs), alpha)

    def _outputs(self, theta):
        h = self.A @ theta.reshape(-1, self.K)
        return h if self.K > 1 else np.column_stack([np.zeros(len(h)), h])

    def loss_and_gradient(self, theta):
        h = self._outputs(theta)
        others = np.where(self.own, -np.inf, h - h[self.own][:, None])
        loss = self.weight @ np.logaddexp(0, logsumexp(others, axis=1))
        # p − t without the difference 1 − p, which has no digits where p is near 1.
        r = np.where(self.own, 0, softmax(h, axis=1))
        r = np.where(self.own, -r.sum(axis=1, keepdims=True), r)[:, -self.K :]
        gradient = self.A.T @ (self.weight[:, None] * r) + 2 * self.penalty * theta.reshape(
            -1, self.K
        )
        return loss + (self.penalty.ravel() * theta**2).sum(), gradient.ravel()

    def hessian(self, theta):
        p = softmax(self._outputs(theta), axis=1)
        P, K = self.A.shape[1], self.K
        H = np.empty((P, K, P, K))
        for j in range(K):
            for k in range(K):
                j_, k_ = j - K, k - K  # of two classes the last
                q = (
                    p[:, j_] * np.delete(p, k_, axis=1).sum(axis=1)
                    if j == k
                    else -p[:, j_] * p[:, k_]
                )
                H[:, j, :, k] = self.A.T @ ((self.weight * q)[:, None] * self.A)
        H = H.reshape(P * K, P * K)
        H.flat[:: P * K + 1] += 2 * self.penalty.ravel()
        return H

    def still_grows(self, theta):
        """Whether the classes are separated, or one more step of Newton would change the log-odds.

        Where only some samples are separated from the others, each step adds about 1 to theirs.
        """
        if (self._outputs(theta).argmax(axis=1) == self.codes).all():
            return True
        step = linalg.lstsq(self.hessian(theta), self.loss_and_gradient(theta)[1])[0]
        return np.abs(self.A @ step.reshape(-1, self.K)).max() > 0.1


def effective_degrees_of_freedom(Z: ArrayLike, alpha: float = 0.0) -> float:
    """Effective number of free parameters of a ridge fit: Σ_i σ_i² / (σ_i² + λ).

    σ_i are the singular values of Z (N, M). The sum is the trace of the matrix that turns y
    into the fit. At λ = 0 it is the rank of Z.

    Raises
    ------
    ValueError
        If alpha is negative or not finite, or Z holds NaN or infinity.

    Notes
    -----
    Hastie, Tibshirani, Friedman, *The Elements of Statistical Learning*, (3.50).
    Lecture item f10.
    """
    alpha, Z = check_alpha(alpha), check_points(Z, "Z")
    sigma = linalg.svdvals(Z.astype(np.float64, copy=False))
    sigma = sigma[: rank(sigma, Z.shape)]
    with np.errstate(over="ignore"):  # a huge λ leaves nothing
        return float((sigma / (sigma + alpha / sigma)).sum())
