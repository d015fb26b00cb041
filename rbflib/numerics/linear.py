"""Least squares, ridge and positive definite systems: whole, or streamed in blocks of rows.

    β minimizes ‖Zβ − y‖² + λ‖β‖²

There are three ways to it, and every function here is one of them, or two:

    normal equations    (ZᵀZ + λI)β = Zᵀy by Cholesky        fast; squares the condition number
    singular values     Z = UΣVᵀ, β = V Σ(Σ² + λ)⁻¹ Uᵀ y     slow; does not, and where λ = 0 leaves
                                                             a choice, β is the shortest
    pivoted Cholesky    Z = LLᵀ, for a symmetric Z           fast; does not, and where λ = 0 leaves
                                                             a choice, most of β are 0

Of a Z that comes in blocks of rows, singular values are those of the R in Z = QR. All arrays are
float64.
"""

import itertools
from typing import Any

import numpy as np
from scipy import linalg
from scipy.sparse.linalg import LinearOperator, cg

from rbflib.numerics.means import power_of_two

EPS = float(np.finfo(np.float64).eps)

# A layer is made and used in blocks of this many rows, or M where that is more: large enough for
# the matrix product to run at full speed, small enough to stay in the cache.
PRODUCT_ROWS = 512

# The largest penalty to which other numbers can still be added.
MAX_PENALTY = float(np.finfo(np.float64).max / 4)


# Dense


@np.errstate(over="ignore", under="ignore")  # a huge λ leaves nothing, tiny columns huge β
def ridge_weights(Z, y, alpha, rounding):
    """β for Z (N, M) and y (N,) or (N, K), in units of their largest numbers, and the rank of Z.

    Singular values that are `rounding` count as 0: see `rank`. The rank is M where λ decides.
    """
    z_unit, y_unit = unit_of(Z), unit_of(y)
    Z, y, rounding = Z / z_unit, y / y_unit, rounding / z_unit
    alpha = min(np.float64(alpha) / z_unit / z_unit, MAX_PENALTY)
    if np.sqrt(alpha) > rounding:
        beta, rcond = solve_positive_definite(*_normal_equations([(Z, y)], alpha))
        if rcond > np.sqrt(EPS):  # squaring cost at most half of the digits
            return beta * (y_unit / z_unit), Z.shape[1]
    beta, r = _solve_by_svd(Z, y, alpha, len(Z), rounding)
    return beta * (y_unit / z_unit), r


def unit_of(A):
    """A power of two of the size of A's largest entry, 1 if that is 0."""
    return float(power_of_two(max(A.max(), -A.min()) or 1.0))


@np.errstate(over="ignore")
def _solve_by_svd(Z, y, alpha, n_rows, rounding):
    """V Σ(Σ² + λ)⁻¹ Uᵀ y, for Z or for the R of a Z with n_rows rows; and how many σ it uses, or
    M where λ is more than rounding.
    """
    U, sigma, Vt = linalg.svd(Z, full_matrices=False)
    least = rounding_of(sigma, (n_rows, Z.shape[1]), rounding)
    U, sigma, Vt = U[:, sigma > least], sigma[sigma > least], Vt[sigma > least]
    shrink = 1 / (sigma + alpha / sigma)
    beta = Vt.T @ (shrink * (U.T @ y).T).T
    return beta, Z.shape[1] if np.sqrt(alpha) > least else len(sigma)


def rounding_of(sigma, shape, rounding):
    """Singular values up to this, of a Z (N, M), are nothing but rounding.

    Independent errors of size δ in all numbers of Z move σ by up to about δ(√N + √M); the
    decomposition itself by some ε times the largest one (Weyl; Davidson and Szarek, "Local
    operator theory, random matrices and Banach spaces", 2001, theorem 2.13).
    """
    return max(min(shape) * EPS * sigma.max(initial=0), rounding * np.sqrt(shape).sum())


def rank(sigma, shape, rounding):
    """How many singular values are more than that."""
    return int((sigma > rounding_of(sigma, shape, rounding)).sum())


def solve_positive_definite(A, b) -> tuple[np.ndarray, float]:
    """A⁻¹b by Cholesky, and an estimate of 1/cond(A); NaN and 0 if A is not positive definite.

    A is overwritten from its diagonal on to the right.
    """
    L, rcond = _cholesky(A)
    if L is None:
        return np.full_like(b, np.nan), 0.0
    return _solve_factored(L, b), rcond


def _cholesky(A):
    """L of A = LLᵀ in place, as `solve_positive_definite` says, and 1/cond(A); None and 0."""
    lange, potrf, pocon = linalg.get_lapack_funcs(("lange", "potrf", "pocon"), (A,))
    norm = lange("i", A.T)
    # The transpose has the memory order that LAPACK works on in place.
    L, info = potrf(A.T, lower=True, overwrite_a=True, clean=False)
    return (L, pocon(L, norm, uplo="L")[0]) if info == 0 else (None, 0.0)


def _solve_factored(L, b):
    return linalg.lapack.dpotrs(L, b, lower=True)[0]


# Symmetric


@np.errstate(under="ignore")
def solve_symmetric(Z, y, alpha=0.0) -> tuple[Any, int]:
    """Weights of a full network, (N,) or (N, K), and how many of its N centers they use.

    Z (N, N) holds the similarities of the samples to each other, and is overwritten. A √λ that
    rounding hides beside them counts as 0; there the second is the rank of Z, as far as it tells.
    """
    N, diagonal = len(Z), Z.diagonal().copy()
    if np.sqrt(alpha) > N * EPS * max(Z.max(), -Z.min()):
        beta = _solve_shifted(Z, y, np.sqrt(alpha))
        positive, r = beta is not None, N
    else:
        beta, r, rest = _solve_on_chosen(Z, y)
        positive, alpha = rest >= -N * EPS * diagonal.max(), 0.0
    if positive:
        return beta, r
    # A basis that is no Mercer kernel: Z is symmetric, but not LLᵀ.
    np.fill_diagonal(Z, diagonal)
    values, V = linalg.eigh(Z, lower=True)  # Cholesky worked in the other half
    kept = np.abs(values) > N * EPS * np.abs(values).max()
    shrink = 1 / (values[kept] + alpha / values[kept])
    return V[:, kept] @ (shrink * (V[:, kept].T @ y).T).T, N if alpha else int(kept.sum())


def _solve_shifted(Z, y, c):
    """(Z² + c²I)⁻¹Zy without squaring Z, from one Cholesky factorization of A = Z + cI.

    With B = cA⁻¹ that is (I − 2B + 2B²)⁻¹ (I − B) A⁻¹y. All eigenvalues of B lie in (0, 1], so
    those of the first bracket in [½, 1]: conjugate gradients need some twenty steps. None if Z has
    eigenvalues so far below 0 that this fails.
    """
    if c > linalg.lapack.dlange("i", Z.T):  # next to such a c, squaring costs nothing
        return solve_positive_definite(*_normal_equations([(Z, y)], min(c * c, MAX_PENALTY)))[0]
    Z.flat[:: len(Z) + 1] += c
    L, _ = _cholesky(Z)
    if L is None:
        return None

    def B(v):
        return c * _solve_factored(L, v)

    def bracket(v):
        Bv = B(v)
        return v - 2 * (Bv - B(Bv))

    operator = LinearOperator(Z.shape, matvec=bracket, dtype=np.float64)
    v = _solve_factored(L, y)
    found = [cg(operator, b, rtol=EPS, maxiter=60) for b in np.atleast_2d((v - B(v)).T)]
    if any(info for _, info in found):
        return None
    return np.stack([beta for beta, _ in found], axis=-1).reshape(y.shape)


def _solve_on_chosen(Z, y):
    """Least squares on the columns of Z that pivoted Cholesky chooses: β, how many, and `rest`.

    Each step takes the sample that those chosen so far explain least, until only rounding is
    left. With the chosen rows on top, and C = BL⁻¹,

        Z ≈ [L; B][Lᵀ Bᵀ],    Zβ = [v; Cv] where LLᵀβ = v

    So the best values at the chosen samples, v, minimize ‖v − y_chosen‖² + ‖Cv − y_others‖²: they
    solve (I + CᵀC)v = y_chosen + Cᵀy_others, and β interpolates them. Where v = y_chosen meets
    y_others to half of the digits, C is not made.
    `rest` is the least number left on the diagonal: below 0 by more than rounding, Z is not
    positive semidefinite, and β is of no use.

    Higham, "Analysis of the Cholesky decomposition of a semi-definite matrix" (1990).
    """
    diagonal = Z.diagonal().copy()
    limit = 16 * EPS * diagonal.max()
    # The transpose has the memory order that LAPACK works on in place.
    LB, pivots, r, _ = linalg.lapack.dpstrf(Z.T, lower=True, tol=limit, overwrite_a=True)
    chosen, others = pivots[:r] - 1, pivots[r:] - 1
    L, B = np.asfortranarray(LB[:r, :r]), LB[r:, :r]
    half = _solve_triangular(L, y[chosen])  # L⁻¹v
    missed = np.abs(y[others] - B @ half).max(axis=0, initial=0.0)
    far = missed > np.sqrt(EPS) * np.abs(y).max(axis=0)  # of each output
    if far.any():
        C = _solve_triangular(L, B.T, trans="T").T
        A, b = np.eye(r) + C.T @ C, y[chosen] + C.T @ y[others]
        v = linalg.solve(A, b, assume_a="pos", overwrite_a=True)
        half = np.where(far, _solve_triangular(L, v), half)
    beta = np.zeros_like(y)
    beta[chosen] = _solve_triangular(L, half, trans="T")
    rest = diagonal[others] - np.einsum("nr,nr->n", B, B)
    return beta, r, rest.min(initial=0.0)


def _solve_triangular(L, b, trans="N"):
    return linalg.solve_triangular(L, b, lower=True, trans=trans, check_finite=False)


# Streamed


@np.errstate(under="ignore")
def solve_streamed(layer, X, y, n_columns, alpha, fit_intercept, weight, rounding):
    """β, b and the rank for the tall matrix Z = layer(X), N > M, made block by block, never held.

    layer : callable from rows of X (·, D) to rows of Z (·, M)
    y : ndarray of shape (N,) or (N, K)
    weight : ndarray of shape (N,)
    rounding : float, that of one number of Z

    The normal equations as long as their condition number leaves a quarter of the digits, with
    one step of refinement, δ = (ZᵀZ + λI)⁻¹(Zᵀ(y − Zβ) − λβ), where it takes more than half. Else
    the QR factorization of [Z y], updated block by block: ‖Zβ − y‖ and ‖Rβ − Qᵀy‖ have the same
    minimizer, and R has the condition number of Z, not its square (Björck, *Numerical Methods for
    Least Squares Problems*, 1996, sections 2.2, 2.9, 6.6). The bias is the weight of a first column
    of ones; the others count from their means in the first block, nearly at right angles with it.
    """
    blocks, shift = weighted_blocks(layer, X, y, n_columns, fit_intercept, weight)
    beta, r = _solve_tall(blocks, len(X), n_columns, alpha, fit_intercept, rounding)
    return (beta[1:], beta[0] - shift @ beta[1:], r) if fit_intercept else (beta, 0.0, r)


def weighted_blocks(layer, X, y, n_columns, fit_intercept, weight):
    """A function that yields blocks of [√w, √w(Z − shift)] and √w y, and the shift (M,)."""
    step, root = max(PRODUCT_ROWS, n_columns), np.sqrt(weight)
    shift = layer(X[:step]).mean(axis=0) if fit_intercept else 0.0

    def blocks():
        for start in range(0, len(X), step):
            rows = slice(start, start + step)
            Z = layer(X[rows])
            if fit_intercept:
                Z -= shift
                Z = np.column_stack([np.ones(len(Z)), Z])
            Z *= root[rows, None]
            yield Z, (root[rows] * y[rows].T).T

    return blocks, shift


def _solve_tall(blocks, n_rows, n_columns, alpha, fit_intercept, rounding):
    """Weights for N > M, and the rank; with a bias, that of the first column is not penalized."""
    penalty = np.full(n_columns + fit_intercept, min(alpha, MAX_PENALTY))
    penalty[: int(fit_intercept)] = 0
    rest = blocks()
    A, Zty = _normal_equations(itertools.islice(rest, 4), penalty)
    # What is hopeless after the first rows is not computed for all of them.
    beta, rcond = solve_positive_definite(A.copy(), Zty)
    if rcond > 1e-3 * EPS**0.75:
        A, Zty = (some + more for some, more in zip((A, Zty), _products(rest), strict=True))
        beta, rcond = solve_positive_definite(A.copy(), Zty)
    # Or σ² may be as small as that of rounding, beside a norm of at most N (M + 1).
    if rcond < max(EPS**0.75, 100 * rounding**2):
        R, Qty = triangle(blocks())
        return _solve_triangle(R, Qty, n_rows, penalty[-1], fit_intercept, rounding)
    if rcond < EPS**0.5:
        gradient = sum(Z.T @ (y - Z @ beta) for Z, y in blocks()) - (penalty * beta.T).T
        beta += solve_positive_definite(A, gradient)[0]
    return beta, n_columns


def _normal_equations(blocks, penalty):
    """ZᵀZ + λI and Zᵀy, from blocks of rows; penalty is λ, or one for each column."""
    A, Zty = _products(blocks)
    A.flat[:: len(A) + 1] += penalty
    return A, Zty


def _products(blocks) -> tuple[Any, Any]:
    """ZᵀZ and Zᵀy, from blocks of rows; two zeros where there are none."""
    ZtZ, Zty = 0.0, 0.0
    for Z, y in blocks:
        ZtZ += Z.T @ Z
        Zty += Z.T @ y
    return ZtZ, Zty


def triangle(blocks):
    """R (M, M) and Qᵀy (M,) or (M, K) of Z = QR, some rows after the others."""
    parts = []
    for Z, y in blocks:
        parts.append(np.column_stack([Z, y]))
        M = Z.shape[1]
        if sum(map(len, parts)) > 5 * M:  # so many new rows that R is a small part of them
            parts = [_joint_triangle(parts)]
    R = _joint_triangle(parts)
    return R[:M, :M], R[:M, M:].reshape(-1, *y.shape[1:])


def _joint_triangle(parts) -> np.ndarray:
    """R of QR, which is all parts below each other."""
    return np.linalg.qr(np.concatenate(parts), mode="r")  # pyright: ignore[reportReturnType]


def _solve_triangle(R, y, n_rows, alpha, fit_intercept, rounding):
    """Weights from R and Qᵀy, and the rank. Below its first row, R is that of the centered Z."""
    if not fit_intercept:
        return _solve_by_svd(R, y, alpha, n_rows, rounding)
    beta, r = _solve_by_svd(R[1:, 1:], y[1:], alpha, n_rows, rounding)
    return np.concatenate([[(y[0] - R[0, 1:] @ beta) / R[0, 0]], beta]), r
