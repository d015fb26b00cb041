"""The output layer: weights β and bias b for a given design matrix Z, by linear models.

    least squares    minimizes ‖Zβ + b − y‖²                      β = Z⁺y, the shortest solution
    ridge            minimizes ‖Zβ + b − y‖² + λ‖β‖²              β = (ZᵀZ + λI)⁻¹Zᵀy
    logistic         minimizes −Σ_n log p(y_n | x_n) + λ‖β‖²      by Newton's method

The bias is the weight of a unit that is always 1, and is not penalized.

Source: lecture items f5, r4 to r7; Bishop, *Neural Networks for Pattern Recognition* (1995),
chapter 3; Hastie, Tibshirani, Friedman, *The Elements of Statistical Learning* (2009), sections
3.4 and 4.4.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg
from scipy.special import logsumexp, softmax

from rbflib.numerics.checks import (
    check_alpha,
    check_class_targets,
    check_memory,
    check_points,
    check_solution,
    check_system,
)
from rbflib.numerics.leave_one_out import choose_alpha, loo_errors
from rbflib.numerics.linear import EPS, rank, ridge_weights, solve_streamed
from rbflib.numerics.means import column_sizes, precision, weighted_centered
from rbflib.numerics.warn import warn_unsettled

# Beside a smaller λ, the gradient that a logistic fit must bring to 0 is nothing but rounding.
SMALLEST_ALPHA = 1e-12

# Newton's method: far more steps, and halvings of one, than a fit needs.
MAX_STEPS, MAX_HALVINGS = 200, 40


def solve_weights(Z: ArrayLike, y: ArrayLike, alpha: float = 0.0) -> np.ndarray:
    """Least-squares or ridge weights, (M,) or (M, K): the β that minimizes ‖Zβ − y‖² + λ‖β‖².

    Parameters and errors are those of `solve_output_layer`, which this is without a bias. For λ > 0
    the gradient 2Zᵀ(Zβ − y) + 2λβ vanishes at β = (ZᵀZ + λI)⁻¹Zᵀy. At λ = 0 this is Z⁺y, the
    least-squares solution of least norm. Lecture items f5, r4, r5.
    """
    return solve_output_layer(Z, y, alpha, fit_intercept=False)[0]


def solve_output_layer(
    Z: ArrayLike, y: ArrayLike, alpha: float = 0.0, fit_intercept: bool = True
) -> tuple[np.ndarray, float | np.ndarray]:
    """Weights β and bias b that minimize ‖Zβ + b − y‖² + λ‖β‖².

    For given β the best bias is b = ȳ − z̄ᵀβ (bars: means over the samples). What is left is the
    problem without a bias, for Z − z̄ and y − ȳ. Raises ValueError if alpha is negative, Z or y is
    not finite, their lengths differ, or the weights overflow. Lecture items r4, r5, f5.

    Parameters
    ----------
    Z, y : array-like of shape (N, M) and (N,) or (N, K)
        Design matrix, and targets: each of the K outputs is fitted on its own.
    alpha, fit_intercept : float λ ≥ 0, default=0.0, and bool, default=True; False for b = 0

    Returns
    -------
    weights, bias : ndarray of shape (M,) or (M, K), and float or ndarray of shape (K,)
        The weights are float32 if Z and y are, and the weights' digits fit in.
    """
    Z, y = check_system(Z, y)
    alpha, dtype = check_alpha(alpha), np.result_type(Z, y)
    Z, y = Z.astype(np.float64, copy=False), y.astype(np.float64, copy=False)
    rounding = EPS * column_sizes(Z).max(initial=0)
    weights, bias, _ = _solve(Z, y, alpha, fit_intercept, np.ones(len(Z)), rounding)
    check_solution(weights)
    size = np.abs(Z).max(axis=0) @ np.abs(weights) + np.abs(bias)
    return weights.astype(precision(dtype, size, y)), bias


def _solve(Z, y, alpha, fit_intercept, weight, rounding):
    """The same where sample n counts as often as its weight says; and the rank of Z − z̄."""
    root, T = np.sqrt(weight)[:, None], y.reshape(len(y), -1)
    rounding *= np.sqrt(weight.mean())
    if not fit_intercept:
        beta, r = ridge_weights(root * Z, root * T, alpha, rounding)
        return beta.reshape(-1, *y.shape[1:]), 0.0, r
    (Z, z_mean), (T, t_mean) = weighted_centered(Z, weight), weighted_centered(T, weight)
    beta, r = ridge_weights(root * Z, root * T, alpha, rounding)
    bias = t_mean - z_mean @ beta
    return beta.reshape(-1, *y.shape[1:]), bias.reshape(y.shape[1:])[()], r


def solve_layer(problem, alpha, unit=1.0):
    """`_solve` for a `Problem` with weights in units of `unit`; and λ itself, also for "loo"."""
    alpha = choose_alpha(alpha, lambda alphas: loo_errors(problem, alphas), unit)
    layer, X, y, M, *options = problem
    # For singular values, the most that any way may need: 7 matrices.
    check_memory(56 * min(len(X), M) * M, "Use fewer centers, or hidden nodes.")
    if len(X) <= M:
        beta, b, r = _solve(layer(X), y, alpha / unit, *options)
    else:
        beta, b, r = solve_streamed(problem, alpha / unit)
    check_solution(beta)
    return beta, b, r, alpha


def solve_logistic_layer(
    Z: ArrayLike, targets: ArrayLike, alpha: float = 0.0, fit_intercept: bool = True
) -> tuple[np.ndarray, float | np.ndarray]:
    """Weights β and bias b that minimize −Σ_n log p(y_n | x_n) + λ‖β‖² (lecture item r7).

    For two classes p(+1 | x) = 1 / (1 + e^{−h(x)}), and for K classes
    p(k | x) = e^{h_k(x)} / Σ_j e^{h_j(x)}. Raises ValueError if alpha is negative, Z is not finite,
    or targets do not name one of two or more classes. Warns with ConvergenceWarning if λ < 1e-12
    and the fit has not settled: at λ = 0 separated classes have no best weights.

    Parameters
    ----------
    Z, targets : array-like of shape (N, M) and (N,) or (N, K)
        Design matrix, and ±1 for two classes; for K > 2, +1 in the column of the class, else −1.
    alpha, fit_intercept : float λ ≥ 0, default=0.0, and bool, default=True; False for b = 0
        scikit-learn's `LogisticRegression` has C = 1/(2λ).

    Returns
    -------
    weights, bias : ndarray of shape (M,) or (M, K), and float or ndarray of shape (K,)
    """
    Z, T = check_system(Z, targets, "targets")
    T, alpha, rounding = check_class_targets(T), check_alpha(alpha), EPS * column_sizes(Z).max()
    beta, b, _, settled = logistic_layer(Z, T, alpha, fit_intercept, np.ones(len(Z)), rounding)
    if not settled:
        warn_unsettled(beta, alpha, SMALLEST_ALPHA, stacklevel=3)
    return beta, b


def logistic_layer(Z, T, alpha, fit_intercept, weight, rounding):
    """The same for checked input, where sample n counts as often as its weight says."""
    # Besides, the rank of Z − z̄ (M where λ decides), and whether the fit has settled. Where
    # columns are dependent within `rounding`, the weights are the shortest that give the same
    # outputs.
    V, r, K = np.eye(Z.shape[1]), Z.shape[1], T[:1].size
    if np.sqrt(alpha) <= rounding:
        centered = weighted_centered(Z, weight)[0] if fit_intercept else Z
        _, sigma, Vt = linalg.svd(np.sqrt(weight)[:, None] * centered, full_matrices=False)
        r = rank(sigma, Z.shape, rounding * np.sqrt(weight.mean()))
        V = Vt[:r].T if r < len(V) else V
    own = T > 0 if T.ndim == 2 else np.column_stack([T <= 0, T > 0])
    A = np.column_stack([Z @ V, np.ones((len(Z), int(bool(fit_intercept))))])
    penalty = np.full((A.shape[1], K), alpha)
    penalty[r:] = 0
    problem = A, own, weight, penalty
    # Where the classes are separated, a small λ shows in the last digits of the gradient only.
    gtol = min(1e-8, 1e-3 * max(alpha, SMALLEST_ALPHA)) if alpha > 0 else 1e-8
    theta = _minimized(problem, gtol)
    settled = alpha >= SMALLEST_ALPHA
    if not settled:
        # Where samples are separated from the others, each step adds about 1 to their log-odds.
        step = _newton_step(theta, _loss_and_gradient(theta, *problem)[1], problem)
        settled = not np.abs(A @ step.reshape(penalty.shape)).max() > 0.1
    W = theta.reshape(-1, K)
    beta, b = V @ W[:r], W[r:].sum(axis=0)
    return *((beta, b) if T.ndim == 2 else (beta[:, 0], b[0])), r, settled


def _minimized(problem, gtol):
    """θ (PK,) by Newton's method, θ ← θ − H⁻¹g; a step is halved until the loss does not rise."""
    theta = np.zeros(problem[-1].size)
    loss, gradient = _loss_and_gradient(theta, *problem)
    for _ in range(MAX_STEPS):
        if linalg.norm(gradient) <= gtol:
            break
        step = _newton_step(theta, gradient, problem)
        for halving in range(MAX_HALVINGS):
            trial = theta - step / 2**halving
            new_loss, new_gradient = _loss_and_gradient(trial, *problem)
            if new_loss <= loss:
                break
        else:
            break  # only rounding is left to gain
        theta, loss, gradient = trial, new_loss, new_gradient
    return theta


def _newton_step(theta, gradient, problem):
    """H⁻¹g, without the directions in which H is rounding."""
    values, V = linalg.eigh(_hessian(theta, *problem))
    kept = values > 1e-15 * values[-1]
    return V[:, kept] @ ((V[:, kept].T @ gradient) / values[kept])


def _outputs(theta, A):
    """One output h per class, from columns A (N, P); of two classes the first one has h = 0."""
    h = A @ theta.reshape(A.shape[1], -1)
    return h if h.shape[1] > 1 else np.column_stack([np.zeros(len(h)), h])


@np.errstate(under="ignore")
def _loss_and_gradient(theta, A, own, weight, penalty):
    """−Σ log p(own class) + λ‖β‖², and its gradient Aᵀ(p_k − t_k) + 2λβ_k, with t one-hot."""
    h = _outputs(theta, A)
    others = np.where(own, -np.inf, h - h[own][:, None])
    loss = weight @ np.logaddexp(0, logsumexp(others, axis=1))
    # p − t without the difference 1 − p, which has no digits where p is near 1.
    r = np.where(own, 0, softmax(h, axis=1))
    r = np.where(own, -r.sum(axis=1, keepdims=True), r)[:, -penalty.shape[1] :]
    gradient = A.T @ (weight[:, None] * r) + 2 * penalty * theta.reshape(penalty.shape)
    return loss + (penalty.ravel() * theta**2).sum(), gradient.ravel()


@np.errstate(under="ignore")
def _hessian(theta, A, own, weight, penalty):
    """Aᵀ diag(p_k [j = k] − p_j p_k) A + 2λI, for outputs j and k."""
    P, K = penalty.shape
    p = softmax(_outputs(theta, A), axis=1)
    H = np.empty((P, K, P, K))
    for j in range(-K, 0):
        for k in range(-K, 0):
            q = p[:, j] * (np.delete(p, k, axis=1).sum(axis=1) if j == k else -p[:, k])
            H[:, j, :, k] = A.T @ ((weight * q)[:, None] * A)
    H = H.reshape(P * K, P * K)
    H.flat[:: P * K + 1] += 2 * penalty.ravel()
    return H


def effective_degrees_of_freedom(Z: ArrayLike, alpha: float = 0.0) -> float:
    """Effective number of free parameters of a ridge fit with λ = alpha: Σ_i σ_i² / (σ_i² + λ).

    σ_i are the singular values of Z (N, M). The sum is the trace of the matrix that turns y into
    the fit; at λ = 0, the default, the rank of Z. Hastie et al. (2009), (3.50). Raises ValueError
    if alpha is negative or not finite, or Z holds NaN or infinity. Lecture item f10.
    """
    alpha, Z = check_alpha(alpha), check_points(Z, "Z")
    sigma = linalg.svdvals(Z.astype(np.float64, copy=False))
    sigma = sigma[: rank(sigma, Z.shape, EPS * sigma.max(initial=0))]
    with np.errstate(over="ignore"):  # a huge λ leaves nothing
        return float((sigma / (sigma + alpha / sigma)).sum())
