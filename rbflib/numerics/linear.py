"""Least squares, ridge and positive definite systems: whole, or streamed in blocks of rows.

    β minimizes ‖Zβ − y‖² + λ‖β‖²

There are three ways to it, and every function here is one of them, or two:

    normal equations    (ZᵀZ + λI)β = Zᵀy by Cholesky        fast; squares the condition number
    singular values     Z = UΣVᵀ, β = V Σ(Σ² + λ)⁻¹ Uᵀ y     slow; does not, and where λ = 0 leaves
                                                             a choice, β is the shortest
    pivoted Cholesky    Z = LLᵀ, for a symmetric Z           fast; does not, and where λ = 0 leaves
                                                             a choice, most of β are 0

Of a Z that comes in blocks of rows, singular values are those of the R in Z = QR.
"""

import itertools
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg
from sklearn.utils import check_array, check_consistent_length

from rbflib.numerics.checks import check_alpha, check_memory, check_points, check_solution
from rbflib.numerics.distances import row_blocks
from rbflib.numerics.means import power_of_two

# A layer is made and used in blocks of this many rows, or M where that is more: large enough for
# the matrix product to run at full speed, small enough to stay in the cache.
PRODUCT_ROWS = 512

# Between these sizes the numbers of a matrix can be squared and added.
_MODERATE = {np.dtype(np.float64): (1e-100, 1e100), np.dtype(np.float32): (1e-12, 1e12)}


@np.errstate(over="ignore")  # a huge λ leaves nothing, and tiny columns may have huge weights
def solve_weights(Z: ArrayLike, y: ArrayLike, alpha: float = 0.0) -> np.ndarray:
    """Least-squares or ridge weights: the β that minimizes ‖Zβ − y‖² + λ‖β‖².

    For λ > 0 the gradient 2Zᵀ(Zβ − y) + 2λβ vanishes at β = (ZᵀZ + λI)⁻¹Zᵀy. That system is
    solved by Cholesky where it is well conditioned. Otherwise, and for λ = 0, β comes from the
    singular values of Z; at λ = 0 this is the least-squares solution of least norm.

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
    Z, y = _check_system(Z, y)
    alpha = check_alpha(alpha)
    z_unit, y_unit = _unit_of(Z), _unit_of(y)
    if (z_unit, y_unit) != (1.0, 1.0):
        alpha = min(np.float64(alpha) / z_unit / z_unit, _largest_penalty(np.float64))
        beta = solve_weights(Z / z_unit, y / y_unit, alpha) * (y_unit / z_unit)
        check_solution(beta)
        return beta
    if alpha > 0:
        beta, rcond = solve_positive_definite(*_normal_equations([(Z, y)], alpha))
        if rcond > np.sqrt(np.finfo(Z.dtype).eps):  # squaring cost at most half of the digits
            return beta
    return _solve_by_svd(Z, y, alpha, len(Z))


def _unit_of(A):
    """A power of two of the size of A's largest entry; 1 where that can be squared and added."""
    size, (low, high) = float(max(A.max(), -A.min())), _MODERATE[A.dtype]
    return 1.0 if size == 0 or low < size < high else float(power_of_two(size))


def _largest_penalty(dtype):
    """The largest number of this dtype to which others can still be added."""
    return float(np.finfo(dtype).max / 4)


def _check_system(Z, y) -> tuple[np.ndarray, np.ndarray]:
    """Z (N, M) and y (N,) or (N, K) as finite floats."""
    Z = check_points(Z, "Z")
    y = check_array(y, dtype=[np.float64, np.float32], ensure_2d=False, input_name="y")
    check_consistent_length(Z, y)
    return Z, y


def solve_output_layer(
    Z: ArrayLike, y: ArrayLike, alpha: float = 0.0, fit_intercept: bool = True
) -> tuple[np.ndarray, float | np.ndarray]:
    """Weights β and bias b that minimize ‖Zβ + b − y‖² + λ‖β‖².

    The bias is the weight of a unit that is always 1, and is not penalized. For given β the
    best one is b = ȳ − z̄ᵀβ (bars: means over the samples); what is left is the same problem
    without a bias, for Z − z̄ and y − ȳ.

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
    bias : float or ndarray of shape (K,)

    Raises
    ------
    ValueError
        If alpha is negative or not finite, Z or y holds NaN or infinity, or their numbers of rows
        differ.

    Notes
    -----
    Lecture items r4, r5, f5.
    """
    Z, y = _check_system(Z, y)
    if not fit_intercept:
        return solve_weights(Z, y, alpha), 0.0
    z_mean, y_mean = Z.mean(axis=0), y.mean(axis=0)
    # A constant column is at right angles to all that is centered, and gets weight 0. It stays as
    # the measure of what is rounding noise: at widths far too large, Z − z̄ is nothing else.
    ones = np.full(len(Z), max(Z.max(), -Z.min()) or 1, Z.dtype)
    centered = np.column_stack([Z - z_mean, ones])
    weights = solve_weights(centered, y - y_mean, alpha)[:-1]
    return weights, y_mean - z_mean @ weights


def solve_symmetric(Z, y, alpha=0.0):
    """Weights of a full network, and how many of its centers they use.

    Parameters
    ----------
    Z : ndarray of shape (N, N)
        Symmetric: similarities of N samples to each other. It is overwritten.
    y : ndarray of shape (N,) or (N, K)
    alpha : float, default=0.0
        λ.

    Returns
    -------
    weights : ndarray of shape (N,) or (N, K)
    rank : int
        N, or less where λ = 0 and Z is as good as singular.

    Notes
    -----
    Memory: up to 3 matrices like Z, itself included. Ridge where the normal equations lose too
    many digits: with i² = −1, the real part of
    (Z + i√λ I)⁻¹ = (Z − i√λ I)(Z² + λI)⁻¹ is (Z² + λI)⁻¹Z, and nothing is squared. A √λ that
    rounding hides beside the numbers of Z counts as 0.
    """
    N, eps = len(Z), np.finfo(Z.dtype).eps
    if alpha > 0:
        beta, rcond = solve_positive_definite(*_normal_equations([(Z, y)], alpha))
        if rcond > np.sqrt(eps):
            return beta, N
        if np.sqrt(alpha) > N * eps * max(Z.max(), -Z.min()):
            return _solve_shifted(Z, y, np.sqrt(alpha)), N
    diagonal = Z.diagonal().copy()
    beta, rank, rest = _solve_on_chosen(Z, y)
    if rest >= -N * eps * diagonal.max():
        return beta, rank
    # A basis that is no Mercer kernel: Z is symmetric, but not LLᵀ.
    _mirror_lower_half(Z, diagonal)  # Cholesky worked in the other one
    options = {"cond": N * eps, "lapack_driver": "gelsy", "overwrite_a": True}
    beta, _, rank, _ = linalg.lstsq(Z.T, y, **options)  # the memory order of LAPACK
    return beta, rank


def _solve_shifted(Z, y, shift):
    """Real part of (Z + i·shift·I)⁻¹y for a symmetric Z, with one complex matrix and no other."""
    shifted = Z.astype(np.result_type(Z, np.complex64))
    shifted.flat[:: len(Z) + 1] += 1j * shift
    sysv, sysv_lwork = linalg.get_lapack_funcs(("sysv", "sysv_lwork"), (shifted,))
    lwork = int(sysv_lwork(len(Z))[0].real)
    _, _, beta, _ = sysv(shifted.T, y, lwork=lwork, overwrite_a=True)
    return beta.real.reshape(y.shape)


def _mirror_lower_half(Z, diagonal):
    """The symmetric matrix with this lower half and this diagonal, in place."""
    for rows in row_blocks(*Z.shape):
        lower = np.tril(Z[rows, rows], -1)
        Z[rows, rows] = lower + lower.T
        Z[rows, rows.stop :] = Z[rows.stop :, rows].T
    np.fill_diagonal(Z, diagonal)


def _solve_on_chosen(Z, y):
    """Least squares on the columns of Z that pivoted Cholesky chooses: β, how many, and `rest`.

    Each step takes the sample that those chosen so far explain least, until only rounding is
    left. With the chosen rows on top, and C = BL⁻¹,

        Z ≈ [L; B][Lᵀ Bᵀ],    Zβ = [v; Cv] where LLᵀβ = v

    So the best values at the chosen samples, v, minimize ‖v − y_chosen‖² + ‖Cv − y_others‖², and
    β interpolates them. Where v = y_chosen meets y_others to half of the digits, as it does for
    targets without noise and many chosen samples, that is enough, and C is not made. `rest` is
    the least number left on the diagonal: below 0 by more than rounding, Z is not positive
    semidefinite, and β is of no use.

    Higham, "Analysis of the Cholesky decomposition of a semi-definite matrix" (1990).
    """
    (pstrf,) = linalg.get_lapack_funcs(("pstrf",), (Z,))
    diagonal = Z.diagonal().copy()
    limit = 16 * np.finfo(Z.dtype).eps * diagonal.max()
    # The transpose has the memory order that LAPACK works on in place.
    LB, pivots, r, _ = pstrf(Z.T, lower=True, tol=limit, overwrite_a=True)
    chosen, others = pivots[:r] - 1, pivots[r:] - 1
    L, B = np.asfortranarray(LB[:r, :r]), LB[r:, :r]
    half = _solve_triangular(L, y[chosen])  # L⁻¹v
    missed = np.abs(y[others] - B @ half).max(axis=0, initial=0.0)
    far = missed > np.sqrt(np.finfo(Z.dtype).eps) * np.abs(y).max(axis=0)  # of each output
    if far.any():
        C = _solve_triangular(L, B.T, trans="T").T
        v = _least_squares_beside_identity(C, y[chosen], y[others])
        half = np.where(far, _solve_triangular(L, v), half)
    beta = np.zeros_like(y)
    beta[chosen] = _solve_triangular(L, half, trans="T")
    rest = diagonal[others] - np.einsum("nr,nr->n", B, B)
    return beta, r, rest.min(initial=0.0)


def _least_squares_beside_identity(C, y, z):
    """v that minimizes ‖v − y‖² + ‖Cv − z‖²: (I + CᵀC)v = y + Cᵀz, by the smaller of two systems.

    The other one is v = y + Cᵀ(I + CCᵀ)⁻¹(z − Cy).
    """
    wide = C.shape[0] < C.shape[1]
    A = C @ C.T if wide else C.T @ C
    A.flat[:: len(A) + 1] += 1
    if wide:
        return y + C.T @ linalg.solve(A, z - C @ y, assume_a="pos", overwrite_a=True)
    return linalg.solve(A, y + C.T @ z, assume_a="pos", overwrite_a=True)


def _solve_triangular(L, b, trans="N"):
    return linalg.solve_triangular(L, b, lower=True, trans=trans, check_finite=False)


def solve_layer(layer, X, y, n_columns, alpha=0.0, fit_intercept=False, weight=None):
    """β and b for Z = layer(X), with Z made block by block and never held.

    layer : callable from rows of X (·, D) to rows of Z (·, M)
    y : ndarray of shape (N,) or (N, K)
    weight : ndarray of shape (N,), for a fit without bias; None means 1 each
    """
    step = max(PRODUCT_ROWS, n_columns)
    root = np.ones(len(X), X.dtype) if weight is None else np.sqrt(weight).astype(X.dtype)

    def blocks():
        for start in range(0, len(X), step):
            rows = slice(start, start + step)
            Z = layer(X[rows])
            Z *= root[rows, None]
            yield Z, (root[rows] * y[rows].T).T

    return solve_in_blocks(blocks, len(X), n_columns, alpha, fit_intercept)


def solve_in_blocks(blocks, n_rows, n_columns, alpha=0.0, fit_intercept=False):
    """Least-squares or ridge weights β and bias b from a matrix Z that comes in blocks of rows.

    Parameters
    ----------
    blocks : callable
        Each call gives a fresh iterator of (Z, y) pairs: rows of Z (·, M) and y (·,) or (·, K).
    n_rows, n_columns : int
        N and M.
    alpha : float, default=0.0
        λ, a penalty on the weights and not on the bias.
    fit_intercept : bool, default=False
        If False, b = 0.

    Returns
    -------
    weights : ndarray of shape (M,) or (M, K)
    bias : float or ndarray of shape (K,)

    Notes
    -----
    Three routes. N ≤ M: all of Z at once. N > M: the normal equations as long as their condition
    number leaves a quarter of the digits, with one step of refinement,
    δ = (ZᵀZ + λI)⁻¹(Zᵀ(y − Zβ) − λβ), where it takes more than half. Else the QR factorization
    of [Z y], updated block by block: ‖Zβ − y‖ and ‖Rβ − Qᵀy‖ have the same minimizer, and R, only
    (M, M), has the condition number of Z, not its square. Björck, *Numerical Methods for Least
    Squares Problems* (1996), sections 2.2, 2.9 and 6.6.

    The bias is the weight of a first column of ones. The other columns count from their means in
    the first block, which brings them nearly to right angles with it.
    """
    # For singular values, the most that the ways below may need: 7 matrices.
    n_bytes = 56 * min(n_rows, n_columns) * n_columns
    check_memory(n_bytes, "Use fewer centers, or hidden nodes.")
    if n_rows <= n_columns:
        Z, y = (np.concatenate(parts) for parts in zip(*blocks(), strict=True))
        return solve_output_layer(Z, y, alpha, fit_intercept)
    if not fit_intercept:
        return _solve_tall(blocks, n_rows, n_columns, alpha), 0.0
    shift = next(blocks())[0].mean(axis=0)

    def with_ones():
        for Z, y in blocks():
            yield np.column_stack([np.ones(len(Z), Z.dtype), Z - shift]), y

    bias_and_weights = _solve_tall(with_ones, n_rows, n_columns, alpha, fit_intercept)
    weights = bias_and_weights[1:]
    return weights, bias_and_weights[0] - shift @ weights


def _solve_tall(blocks, n_rows, n_columns, alpha, fit_intercept=False):
    """Weights for N > M; with a bias, that of the first column is not penalized."""
    penalty = np.full(n_columns + fit_intercept, alpha)
    penalty[: int(fit_intercept)] = 0
    rest = blocks()
    A, Zty = _normal_equations(itertools.islice(rest, 4), penalty)
    eps = np.finfo(A.dtype).eps
    # What is hopeless after the first rows is not computed for all of them.
    beta, rcond = solve_positive_definite(A.copy(), Zty)
    if rcond > 1e-3 * eps**0.75:
        A, Zty = (some + more for some, more in zip((A, Zty), _products(rest), strict=True))
        beta, rcond = solve_positive_definite(A.copy(), Zty)
    if rcond < eps**0.75:
        return _solve_triangle(*_triangle(blocks()), n_rows, alpha, fit_intercept)
    if rcond < eps**0.5:
        gradient = sum(Z.T @ (y - Z @ beta) for Z, y in blocks()) - (penalty * beta.T).T
        beta += solve_positive_definite(A, gradient.astype(A.dtype))[0]
    return beta


def _normal_equations(blocks, penalty):
    """ZᵀZ + λI and Zᵀy, from blocks of rows; penalty is λ, or one for each column."""
    A, Zty = _products(blocks)
    A.flat[:: len(A) + 1] += np.minimum(penalty, _largest_penalty(A.dtype))
    return A, Zty


def _products(blocks) -> tuple[Any, Any]:
    """ZᵀZ and Zᵀy, from blocks of rows; two zeros where there are none."""
    ZtZ, Zty = 0.0, 0.0
    for Z, y in blocks:
        ZtZ += Z.T @ Z
        Zty += Z.T @ y
    return ZtZ, Zty


def _triangle(blocks):
    """R (M, M) and Qᵀy (M,) or (M, K) of Z = QR, some rows after the others."""
    parts = []
    for Z, y in blocks:
        parts.append(np.column_stack([Z, y]))
        M = Z.shape[1]
        if sum(map(len, parts)) > 5 * M:  # so many new rows that R is a small part of them
            parts = [_joint_triangle(parts)]
    triangle = _joint_triangle(parts)
    return triangle[:M, :M], triangle[:M, M:].reshape(-1, *y.shape[1:])


def _joint_triangle(parts) -> np.ndarray:
    """R of QR, which is all parts below each other."""
    return np.linalg.qr(np.concatenate(parts), mode="r")  # pyright: ignore[reportReturnType]


def _solve_triangle(R, y, n_rows, alpha, fit_intercept):
    """Weights from R and Qᵀy. Below its first row, R is that of the centered Z."""
    if not fit_intercept:
        return _solve_by_svd(R, y, alpha, n_rows)
    first, R, y = (R[0].copy(), y[0].copy()), R.copy(), y.copy()
    # The column of ones stays, at right angles: what is small beside it is rounding noise.
    R[0, 1:], y[0] = 0, 0
    beta = _solve_by_svd(R, y, alpha, n_rows)
    beta[0] = (first[1] - first[0][1:] @ beta[1:]) / first[0][0]
    return beta


def _solve_by_svd(Z, y, alpha, n_rows):
    """V Σ(Σ² + λ)⁻¹ Uᵀ y, for Z or for the R of a Z with n_rows rows."""
    U, sigma, Vt = linalg.svd(Z, full_matrices=False)
    rank = _rank(sigma, (n_rows, Z.shape[1]))
    U, sigma, Vt = U[:, :rank], sigma[:rank], Vt[:rank]
    with np.errstate(over="ignore"):  # a huge λ leaves nothing
        shrink = 1 / (sigma + min(alpha, _largest_penalty(sigma.dtype)) / sigma)
    return Vt.T @ (shrink * (U.T @ y).T).T


class RidgePath:
    """Ridge weights for any λ and any targets, from one SVD: Z = UΣVᵀ, β = V Σ(Σ² + λ)⁻¹ Uᵀy.

    The same weights as `solve_weights`, and the same limit below which σ counts as 0. Z may be
    one matrix (N, M), or a stack of them (…, N, M).

    Attributes
    ----------
    Ut, sigma, Vt : ndarrays of shape (…, R, N), (…, R), (…, R, M), where R = min(N, M)
    kept : ndarray of bool of shape (…, R)
        Which σ are more than rounding.
    """

    def __init__(self, Z):
        U, self.sigma, self.Vt = np.linalg.svd(Z, full_matrices=False)
        self.Ut = U.swapaxes(-1, -2)
        limit = max(Z.shape[-2:]) * np.finfo(self.sigma.dtype).eps
        self.kept = self.sigma > self.sigma[..., :1] * limit

    def weights(self, y, alpha):
        """β (…, M) for one λ; of one matrix Z, and for alpha (A,), one row of weights per λ."""
        shrunk = self.sigma / self._penalized(alpha) * (self.Ut @ y)
        if np.ndim(alpha):  # all λ in one product
            return shrunk @ self.Vt
        return (self.Vt.swapaxes(-1, -2) @ shrunk[..., None])[..., 0]

    def degrees_of_freedom(self, alpha):
        """Σ σ²/(σ² + λ), for one λ or for each of alpha (A,)."""
        return (self.sigma**2 / self._penalized(alpha)).sum(axis=-1)

    def _penalized(self, alpha):
        """σ² + λ; infinite where σ is rounding, so that nothing of it is kept."""
        return np.where(self.kept, self.sigma**2 + np.asarray(alpha)[..., None], np.inf)


def _rank(sigma, shape):
    """How many of the singular values, falling, are more than rounding."""
    return int((sigma > sigma[:1] * max(shape) * np.finfo(sigma.dtype).eps).sum())


def solve_positive_definite(A, b) -> tuple[np.ndarray, float]:
    """A⁻¹b by Cholesky, and an estimate of 1/cond(A); NaN and 0 if A is not positive definite.

    A is overwritten from its diagonal on to the right.
    """
    names = ("lange", "potrf", "pocon", "potrs")
    lange, potrf, pocon, potrs = linalg.get_lapack_funcs(names, (A, b))
    norm = lange("i", A.T)
    # The transpose has the memory order that LAPACK works on in place.
    L, info = potrf(A.T, lower=True, overwrite_a=True, clean=False)
    if info != 0:
        return np.full_like(b, np.nan), 0.0
    rcond, _ = pocon(L, norm, uplo="L")
    x, _ = potrs(L, b, lower=True)
    return x, rcond


def effective_degrees_of_freedom(Z: ArrayLike, alpha: float = 0.0) -> float:
    """Effective number of free parameters of a ridge fit: Σ_i σ_i² / (σ_i² + λ).

    σ_i are the singular values of Z (N, M). The sum is the trace of the matrix that turns y
    into the fit. At λ = 0 it is the rank of Z.

    Notes
    -----
    Hastie, Tibshirani, Friedman, *The Elements of Statistical Learning*, (3.50).
    Lecture item f10.
    """
    alpha, Z = check_alpha(alpha), check_points(Z, "Z")
    sigma = linalg.svdvals(Z)
    sigma = sigma[: _rank(sigma, Z.shape)]
    with np.errstate(over="ignore"):  # a huge λ leaves nothing
        return float((sigma / (sigma + alpha / sigma)).sum())
