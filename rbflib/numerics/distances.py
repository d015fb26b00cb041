"""Squared distances that keep their digits, scaled distances, and blocks of rows."""

import numpy as np
from numpy.typing import DTypeLike
from scipy.spatial.distance import cdist

# Rows are worked on in blocks of about this many distances (1 MB of float64): the block stays in
# the processor's cache, and extra memory stays small however many rows there are.
BLOCK_SIZE = 2**17
MIN_ROWS = 32

# On Linux the C library hands the memory of a block back to the system, page by page, and takes it
# anew for the next one, which costs several times the exponentials, unless it has seen a larger
# block freed. So here is one, only reserved and at once given up: 32 MB, the most that it heeds.
np.empty(4_000_000)

# With more features a matrix product costs less than direct differences.
MAX_DIRECT_FEATURES = 16


def squared_distances(X, centers):
    """‖x_n − μ_m‖² of every pair: (N, D), (M, D) -> (N, M) in float64, never negative."""
    # Few features: by direct differences, exact for equal points. Many features: from
    # ‖x‖² + ‖μ‖² − 2xᵀμ about the centers' mean, where the pairs that would lose their digits
    # to cancellation are then computed directly, from points that no shift has rounded.
    X, centers = X.astype(np.float64, copy=False), centers.astype(np.float64, copy=False)
    if X.shape[1] <= MAX_DIRECT_FEATURES:
        return cdist(X, centers, "sqeuclidean")
    # Infinity minus infinity, where a square overflows, gives NaN: computed directly below.
    with np.errstate(over="ignore", invalid="ignore"):
        shift = centers.mean(axis=0) if len(centers) else 0.0
        x, mu = X - shift, centers - shift
        size = squared_norms(x)[:, None] + squared_norms(mu)
        r2 = x @ mu.T
        r2 *= -2
        r2 += size
        size *= 1e-4
        n, m = np.nonzero(~(r2 > size))  # written so that NaN counts as lost digits too
    for pairs in row_blocks(len(n), X.shape[1]):
        r2[n[pairs], m[pairs]] = squared_norms(X[n[pairs]] - centers[m[pairs]])
    return r2


def own_squared_distances(X, centers, labels):
    """‖x_n − μ_{labels[n]}‖²: (N, D), (M, D), (N,) -> (N,)."""
    r2 = np.empty(len(X))
    for rows in row_blocks(*X.shape):
        difference = centers.take(labels[rows], axis=0).astype(np.float64, copy=False)
        np.subtract(X[rows], difference, out=difference)
        r2[rows] = squared_norms(difference)
    return r2


def squared_norms(X):
    """‖x_n‖² of every row: (N, D) -> (N,)."""
    return np.einsum("nd,nd->n", X, X)


def scaled_distances(X, centers, gamma):
    """s[n, m] = γ‖x_n − μ_m‖², for any shape of gamma: (N, D), (M, D) -> (N, M) in float64."""
    if np.ndim(gamma) > 1:
        return _elliptic_distances(X, centers, gamma)
    s = squared_distances(X, centers)
    s *= gamma
    return s


def _elliptic_distances(X, centers, gamma):
    """(x − μ_m)ᵀ Γ_m (x − μ_m), with Γ_m diagonal, (M, D), or full, (M, D, D) -> (N, M)."""
    # With Γ = LLᵀ it is ‖Lᵀ(x − μ)‖², a sum of squares, which rounding cannot make negative.
    X, centers = X.astype(np.float64, copy=False), centers.astype(np.float64, copy=False)
    L = np.sqrt(gamma) if gamma.ndim == 2 else np.linalg.cholesky(gamma)
    s = np.empty((len(X), len(centers)))
    for m, mu in enumerate(centers):
        difference = X - mu
        stretched = difference * L[m] if gamma.ndim == 2 else difference @ L[m]
        s[:, m] = squared_norms(stretched)
    return s


def equal_rows(X):
    """First row of each group of equal rows, the groups in sorted order; and every row's group."""
    order = np.lexsort(X.T)
    new = np.append(True, (X[order[1:]] != X[order[:-1]]).any(axis=1))
    group = np.empty(len(X), np.intp)
    group[order] = new.cumsum() - 1
    return order[new], group


def row_blocks(n_rows, width, min_rows=MIN_ROWS):
    """Slices that cover n_rows rows of width numbers, each of about BLOCK_SIZE numbers."""
    # At least min_rows, where 8 blocks' memory allows: each block passes over all columns.
    width = max(1, min(width, BLOCK_SIZE // min_rows), width // 8)
    step = max(1, BLOCK_SIZE // width)
    if n_rows <= step:
        return [slice(0, n_rows)] if n_rows else []
    return [slice(start, start + step) for start in range(0, n_rows, step)]


@np.errstate(under="ignore")
def map_rows(function, X, width, shape=(), dtype: DTypeLike = np.float64):
    """function(X), (N, *shape), from blocks of rows that take about width numbers each."""
    result = np.empty((len(X), *shape), dtype)
    # A matrix product reads many features for every block; else a block that fits the cache counts.
    min_rows = MIN_ROWS if X.shape[1] > MAX_DIRECT_FEATURES else MIN_ROWS // 4
    for rows in row_blocks(len(X), width, min_rows):
        result[rows] = function(X[rows])
    return result
