"""Least squares, ridge and positive definite systems: whole, or streamed in blocks of rows.

    β minimizes ‖Zβ − y‖² + λ‖β‖²

Every function here is one of three ways to it, or two; where λ = 0 leaves a choice:

    normal equations    (ZᵀZ + λI)β = Zᵀy by Cholesky        fast; squares the condition number
    singular values     Z = UΣVᵀ, β = V Σ(Σ² + λ)⁻¹ Uᵀ y     slow; does not; β is the shortest
    pivoted Cholesky    Z = LLᵀ, for a symmetric Z           fast; does not; most of β are 0

Of a Z that comes in blocks of rows, singular values are those of the R in Z = QR. All arrays are
float64.
"""

import itertools
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from scipy import linalg
from scipy.sparse.linalg import LinearOperator, cg

from rbflib.numerics.means import power_of_two

EPS = float(np.finfo(np.float64).eps)

# A layer is made in blocks of this many rows, or M where that is more: enough for the matrix
# product to run at full speed, few enough to stay in the cache.
PRODUCT_ROWS = 512

_solve_triangular = partial(linalg.solve_triangular, lower=True, check_finite=False)

# The largest penalty to which other numbers can still be added.
MAX_PENALTY = float(np.finfo(np.float64).max / 4)


@np.errstate(over="ignore", under="ignore")  # a huge λ leaves nothing, tiny columns huge β
def ridge_weights(Z, y, alpha, rounding):
    """β for Z (N, M) and y (N,) or (N, K), and the rank of Z by `rank`; M where λ decides."""
    z_unit, y_unit = _unit(Z), _unit(y)
    Z, y, rounding = Z / z_unit, y / y_unit, rounding / z_unit
    alpha = min(np.float64(alpha) / z_unit / z_unit, MAX_PENALTY)
    if np.sqrt(alpha) > rounding:
        beta, rcond = solve_positive_definite(*_normal_equations([(Z, y)], alpha))
        if rcond > np.sqrt(EPS):  # squaring cost at most half of the digits
            return beta * (y_unit / z_unit), Z.shape[1]
    beta, r = _solve_by_svd(Z, y, alpha, len(Z), rounding)
    return beta * (y_unit / z_unit), r


def _unit(A):
    """A power of two of the size of A's largest entry, 1 if that is 0."""
    return float(power_of_two(max(A.max(), -A.min()) or 1.0))


@np.errstate(over="ignore")
def _solve_by_svd(Z, y, alpha, n_rows, rounding):
    """V Σ(Σ² + λ)⁻¹ Uᵀ y and the rank, for Z or for the R of a Z with n_rows rows."""
    U, sigma, Vt = linalg.svd(Z, full_matrices=False)
    least = rounding_of(sigma, (n_rows, Z.shape[1]), rounding)
    U, sigma, Vt = U[:, sigma > least], sigma[sigma > least], Vt[sigma > least]
    shrink = 1 / (sigma + alpha / sigma)
    beta = Vt.T @ (shrink * (U.T @ y).T).T
    return beta, Z.shape[1] if np.sqrt(alpha) > least else len(sigma)


def rounding_of(sigma, shape, rounding):
    """Singular values up to this, of a Z (N, M), are nothing but rounding."""
    # Independent errors of size δ in all numbers of Z move σ by up to about δ(√N + √M); the
    # decomposition itself by some ε times the largest one (Weyl; Davidson and Szarek, "Local
    # operator theory, random matrices and Banach spaces", 2001, theorem 2.13).
    return max(min(shape) * EPS * sigma.max(initial=0), rounding * np.sqrt(shape).sum())


def rank(sigma, shape, rounding):
    """How many singular values are more than that."""
    return int((sigma > rounding_of(sigma, shape, rounding)).sum())


def solve_positive_definite(A, b) -> tuple[np.ndarray, float]:
    """A⁻¹b by Cholesky, and an estimate of 1/cond(A); NaN and 0 if A is not positive definite."""
    # A is overwritten from its diagonal on to the right.
    L, rcond = _cholesky(A)
    if L is None:
        return np.full_like(b, np.nan), 0.0
    return _solve_factored(L, b), rcond


def _cholesky(A):
    """L of A = LLᵀ, in the place of A, and 1/cond(A); None and 0 if there is none."""
    lange, potrf, pocon = linalg.get_lapack_funcs(("lange", "potrf", "pocon"), (A,))
    norm = lange("i", A.T)
    # The transpose has the memory order that LAPACK works on in place.
    L, info = potrf(A.T, lower=True, overwrite_a=True, clean=False)
    return (L, pocon(L, norm, uplo="L")[0]) if info == 0 else (None, 0.0)


def _solve_factored(L, b):
    return linalg.lapack.dpotrs(L, b, lower=True)[0]


@np.errstate(under="ignore")
def solve_symmetric(Z, y, alpha=0.0) -> tuple[Any, int]:
    """Weights of a full network, (N,) or (N, K), and how many of its N centers they use."""
    # Z (N, N) holds the similarities of the samples to each other, and is overwritten. A √λ that
    # rounding hides beside them counts as 0; there the second is the rank of Z, as far as it tells.
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
    """(Z² + c²I)⁻¹Zy without squaring Z, from one Cholesky factorization of A = Z + cI."""
    # With B = cA⁻¹ that is (I − 2B + 2B²)⁻¹ (I − B) A⁻¹y. All eigenvalues of B lie in (0, 1], so
    # those of the first bracket in [½, 1]: conjugate gradients need some twenty steps. None if Z
    # has eigenvalues so far below 0 that this fails.
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


class Problem(NamedTuple):
    """Weighted least squares for Z = layer(X), which is made in blocks of rows."""

    layer: Callable[[np.ndarray], np.ndarray]  # from rows of X (·, D) to rows of Z (·, M)
    X: np.ndarray
    y: np.ndarray  # (N,) or (N, K)
    n_columns: int  # M
    fit_intercept: bool
    weight: np.ndarray  # (N,)
    rounding: float  # of one number of Z

    def weighted_blocks(self):
        """A function that yields blocks of [√w, √w(Z − shift)] and √w y, and the shift (M,)."""
        layer, X, y, M, fit_intercept, weight, _ = self
        step, root = max(PRODUCT_ROWS, M), np.sqrt(weight)
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


@np.errstate(under="ignore")
def solve_streamed(problem, alpha):
    """β, b and the rank for a tall matrix Z, N > M, which is never held.

    The normal equations as long as their condition number leaves a quarter of the digits, with
    one step of refinement, δ = (ZᵀZ + λI)⁻¹(Zᵀ(y − Zβ) − λβ), where it takes more than half. Else
    the QR factorization of [Z y], updated block by block: ‖Zβ − y‖ and ‖Rβ − Qᵀy‖ have the same
    minimizer, and R has the condition number of Z, not its square (Björck, *Numerical Methods for
    Least Squares Problems*, 1996, sections 2.2, 2.9, 6.6). The bias is the weight of a first column
    of ones; the others count from their means in the first block, nearly at right angles with it.
    """
    blocks, shift = problem.weighted_blocks()
    beta, r = _solve_tall(blocks, problem, alpha)
    return (beta[1:], beta[0] - shift @ beta[1:], r) if problem.fit_intercept else (beta, 0.0, r)


def _solve_tall(blocks, problem, alpha):
    """Weights, with that of the column of ones first, which is not penalized, and the rank."""
    M, first, rounding = problem.n_columns, int(problem.fit_intercept), problem.rounding
    penalty = np.full(M + first, min(alpha, MAX_PENALTY))
    penalty[:first] = 0
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
        # Below its first row, R is that of the centered Z.
        rest, n_rows = (R[first:, first:], Qty[first:]), len(problem.X)
        beta, r = _solve_by_svd(*rest, penalty[-1], n_rows, rounding)
        bias = [(Qty[0] - R[0, 1:] @ beta) / R[0, 0]] if first else Qty[:0]
        return np.concatenate([bias, beta]), r
    if rcond < EPS**0.5:
        gradient = sum(Z.T @ (y - Z @ beta) for Z, y in blocks()) - (penalty * beta.T).T
        beta += solve_positive_definite(A, gradient)[0]
    return beta, M


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
    parts: list[Any] = []
    for Z, y in blocks:
        parts.append(np.column_stack([Z, y]))
        M = Z.shape[1]
        if sum(map(len, parts)) > 5 * M:  # so many new rows that R is a small part of them
            parts = [np.linalg.qr(np.concatenate(parts), mode="r")]
    R: Any = np.linalg.qr(np.concatenate(parts), mode="r")
    return R[:M, :M], R[:M, M:].reshape(-1, *y.shape[1:])
