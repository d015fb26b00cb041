"""Least squares, ridge and positive definite systems: whole, or streamed in blocks of rows."""

import numpy as np
from scipy import linalg
from sklearn.utils import check_array, check_consistent_length

from rbflib.numerics.checks import check_alpha, check_points


def solve_weights(Z, y, alpha=0.0):
    """Least-squares or ridge weights: the β that minimizes ‖Zβ − y‖² + λ‖β‖².

    For λ > 0 the gradient 2Zᵀ(Zβ − y) + 2λβ vanishes at β = (ZᵀZ + λI)⁻¹Zᵀy. That system is
    solved by Cholesky where it is well conditioned. Otherwise, and for λ = 0, β comes from
    Z = UΣVᵀ as V Σ(Σ² + λ)⁻¹ Uᵀ y, which does not square the condition number; at λ = 0 this
    is the least-squares solution of least norm.

    Parameters
    ----------
    Z : array-like of shape (N, M)
    y : array-like of shape (N,) or (N, K)
    alpha : float, default=0.0
        Ridge penalty λ ≥ 0.

    Returns
    -------
    weights : ndarray of shape (M,) or (M, K)

    Notes
    -----
    Lecture items f5, r4, r5.
    """
    alpha = check_alpha(alpha)
    Z = check_points(Z, "Z")
    y = check_array(y, dtype=[np.float64, np.float32], ensure_2d=False, input_name="y")
    check_consistent_length(Z, y)
    if alpha > 0:
        A = Z.T @ Z
        A.flat[:: len(A) + 1] += alpha
        weights, rcond = solve_positive_definite(A, Z.T @ y)
        # Squaring cost at most half of the digits.
        if rcond > np.sqrt(np.finfo(Z.dtype).eps):
            return weights
    U, sigma, Vt = linalg.svd(Z, full_matrices=False)
    kept = sigma > sigma[:1] * max(Z.shape) * np.finfo(Z.dtype).eps
    U, sigma, Vt = U[:, kept], sigma[kept], Vt[kept]
    shrink = sigma / (sigma**2 + alpha)
    return Vt.T @ (shrink * (U.T @ y).T).T


def solve_output_layer(Z, y, alpha=0.0, fit_intercept=True):
    """Weights β and bias b that minimize ‖Zβ + b − y‖² + λ‖β‖².

    The bias is the weight of a unit that is always 1, and is not penalized. For given β the
    best one is b = ȳ − z̄ᵀβ (bars: means over the samples); what is left is the same problem
    without a bias, for Z − z̄ and y − ȳ.

    Parameters
    ----------
    Z : ndarray of shape (N, M)
        Design matrix.
    y : ndarray of shape (N,) or (N, K)
        Each of the K outputs is fitted on its own: none changes another.
    alpha : float, default=0.0
        Ridge penalty λ ≥ 0.
    fit_intercept : bool, default=True
        If False, b = 0.

    Returns
    -------
    weights : ndarray of shape (M,) or (M, K)
    bias : float or ndarray of shape (K,)

    Raises
    ------
    ValueError
        If alpha is negative or not finite.

    Notes
    -----
    Lecture items r4, r5, f5.
    """
    if not fit_intercept:
        return solve_weights(Z, y, alpha), 0.0
    z_mean, y_mean = Z.mean(axis=0), y.mean(axis=0)
    # The column of ones is at right angles to all that is centered, and gets weight 0. It stays
    # as the measure of what is rounding noise: at widths far too large, Z − z̄ is nothing else.
    centered = np.column_stack([Z - z_mean, np.ones(len(Z), Z.dtype)])
    weights = solve_weights(centered, y - y_mean, alpha)[:-1]
    return weights, y_mean - z_mean @ weights


def solve_in_blocks(blocks, n_samples, n_hidden, alpha=0.0):
    """Least-squares or ridge weights β from a hidden layer that comes in blocks of rows.

    Parameters
    ----------
    blocks : callable
        Each call gives a fresh iterator of (H, T) pairs: rows of H (·, M) and T (·,) or (·, K).
    n_samples, n_hidden : int
        N and M.
    alpha : float, default=0.0
        λ.

    Returns
    -------
    weights : ndarray of shape (M,) or (M, K)

    Notes
    -----
    Three routes. N ≤ M: the pseudo-inverse of all of H. N > M: the normal equations
    (HᵀH + λI)β = HᵀT by Cholesky, as long as their condition number κ leaves enough digits, with
    one step of refinement, δ = (HᵀH + λI)⁻¹(Hᵀ(T − Hβ) − λβ), once they lose half. Else the QR
    factorization of [H T], updated block by block: ‖Hβ − T‖ and ‖Rβ − QᵀT‖ have the same
    minimizer, and R, only (M, M), has the condition number of H, not its square. Björck,
    *Numerical Methods for Least Squares Problems* (1996), sections 2.2, 2.9 and 6.6.
    """
    if n_samples <= n_hidden:
        H, T = (np.concatenate(parts) for parts in zip(*blocks(), strict=True))
        return solve_weights(H, T, alpha)
    A, HtT = 0.0, 0.0
    for H, T in blocks():
        A += H.T @ H
        HtT += H.T @ T
    A.flat[:: n_hidden + 1] += alpha
    beta, rcond = solve_positive_definite(A.copy(), HtT)
    eps = np.finfo(A.dtype).eps
    if rcond < eps**0.75:
        R, QtT = _triangular(blocks())
        return solve_weights(R, QtT, alpha)
    if rcond < eps**0.5:
        gradient = sum(H.T @ (T - H @ beta) for H, T in blocks()) - alpha * beta
        beta += solve_positive_definite(A, gradient)[0]
    return beta


def _triangular(blocks):
    """R (M, M) and QᵀT (M,) or (M, K) of H = QR, one block of rows after the other."""
    triangle = None
    for H, T in blocks:
        rows = np.column_stack([H, T])
        stacked = rows if triangle is None else np.concatenate([triangle, rows])
        triangle = np.linalg.qr(stacked, mode="r")
    M = H.shape[1]
    return triangle[:M, :M], triangle[:M, M:].reshape(-1, *T.shape[1:])


def solve_positive_definite(A, b, norm=None):
    """A⁻¹b by Cholesky, and an estimate of 1/cond(A); rcond is 0 where A is not positive definite.

    A is overwritten. norm is the largest sum of sizes in a column of A; where it is given, only
    the upper half of A is read.
    """
    if norm is None:
        norm = linalg.norm(A, 1)
    potrf, pocon, potrs = linalg.get_lapack_funcs(("potrf", "pocon", "potrs"), (A, b))
    # The transpose has the memory order that LAPACK works on in place; its lower half is read.
    L, info = potrf(A.T, lower=True, overwrite_a=True, clean=False)
    if info != 0:
        return None, 0.0
    rcond, _ = pocon(L, norm, uplo="L")
    x, _ = potrs(L, b, lower=True)
    return x, rcond


def effective_degrees_of_freedom(Z, alpha=0.0):
    """Effective number of free parameters of a ridge fit: Σ_i σ_i² / (σ_i² + λ).

    σ_i are the singular values of Z (N, M). The sum is the trace of the matrix that turns y
    into the fit. At λ = 0 it is the rank of Z.

    Notes
    -----
    Hastie, Tibshirani, Friedman, *The Elements of Statistical Learning*, (3.50).
    Lecture item f10.
    """
    alpha, Z = check_alpha(alpha), check_points(Z, "Z")
    if alpha == 0:
        return float(np.linalg.matrix_rank(Z))
    energy = linalg.svdvals(Z) ** 2
    return float((energy / (energy + alpha)).sum())
