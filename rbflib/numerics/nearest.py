"""The two halves of a k-means step: the nearest center of every sample, the mean of every set.

A matrix product in float32 gives all distances quickly, with few digits. They settle most of the
samples. The others are measured from direct differences, and only those count in a tie.
"""

from typing import NamedTuple

import numpy as np
from scipy.sparse import csc_array
from scipy.spatial.distance import cdist

from rbflib.numerics.distances import MAX_DIRECT_FEATURES, row_blocks, squared_norms

# Up to so many distances, measuring all of them costs less than a product first.
SMALL_TABLE = 2**12

SINGLE = np.finfo(np.float32)


class Rough(NamedTuple):
    """Points in float32, for the product; infinity stands for what is too large there."""

    origin: np.ndarray  # (D,)
    columns: np.ndarray  # (D + 1, N): x − origin, and 1 below it
    x2: np.ndarray  # (N,): ‖x − origin‖²


@np.errstate(over="ignore")
def rough(X, origin):
    """X (N, D) as the product needs it: made once where the same X is asked about again.

    The origin (D,) is one of the points, so that an offset of all costs no digits.
    """
    columns = np.ones((X.shape[1] + 1, len(X)), np.float32)
    np.subtract(X.T, origin[:, None], out=columns[:-1], casting="same_kind")
    return Rough(origin, columns, np.einsum("dn,dn->n", columns[:-1], columns[:-1]))


@np.errstate(over="ignore", invalid="ignore")
def nearest_center(X, centers, prepared=None):
    """Index of the center nearest to each sample: (N, D), (M, D) -> (N,).

    Of centers at equal distance the one with the lower index is nearer. Distances are equal where
    they differ by no more than the rounding of the centers: the last digit of a mean of thirds
    must not decide what is a tie by hand. What `rough` has prepared of X saves time only.
    """
    X, centers = X.astype(np.float64, copy=False), centers.astype(np.float64, copy=False)
    if len(X) * len(centers) <= SMALL_TABLE and X.shape[1] <= MAX_DIRECT_FEATURES:
        return _nearest_by_differences(X, centers)
    labels = np.empty(len(X), np.int32)
    index_and_one = np.stack([np.arange(len(centers)), np.ones(len(centers))]).astype(np.float32)
    prepared = prepared or rough(X, centers[0])
    for rows, table, limit in rough_distances(prepared, centers, 3 * len(centers)):
        label, count = index_and_one @ ~(table > limit(table.min(axis=0)))  # NaN may be anything
        labels[rows] = np.where(count == 1, label, 0)
        several = rows.start + np.flatnonzero(count != 1)
        if len(several):
            labels[several] = _nearest_by_differences(X[several], centers)
    return labels


def _nearest_by_differences(X, centers):
    r2 = cdist(centers, X, "sqeuclidean")
    least = r2.min(axis=0)
    # ‖μ‖ ≤ ‖x‖ + r, and a last digit of μ changes r² by 2r times as much.
    rounding = np.sqrt(least) * np.sqrt(squared_norms(X)) + (X.shape[1] + 1) * least
    return (r2 <= least + 4 * np.finfo(float).eps * rounding).argmax(axis=0).astype(np.int32)


def rough_distances(X, centers, width):
    """Blocks (rows, table, limit) of ‖x_n − μ_m‖² − ‖x_n‖² from `rough` points, (M, ·) in float32.

    A center as near as one of which t is in the table has no more than limit(t) there, or NaN,
    where float32 ends. The caller ignores such overflows.
    """
    D, far = centers.shape[1], np.float32(1e-15 * np.abs(X.origin).sum())
    mu = (centers - X.origin).astype(np.float32)
    slopes = np.column_stack([-2 * mu, squared_norms(mu)])
    for rows in row_blocks(X.columns.shape[1], width):
        x2 = X.x2[rows]

        def limit(t, x2=x2):
            r2 = np.maximum(t + x2, 0)
            rounding = 12 * (D + 4) * SINGLE.eps * (x2 + r2) + SINGLE.tiny
            return t + rounding + far * np.sqrt(r2)

        yield rows, slopes @ X.columns[:, rows], limit


def means_of_sets(X, labels, weight, centers):
    """μ_m = Σ_{n ∈ S_m} w_n x_n / Σ_{n ∈ S_m} w_n of every set; without samples, its old center.

    Each sum counts from the set's first sample a: (W a + Σ w_n (x_n − a)) / W. So no set costs
    another one digits, and whole numbers have means that are rounded once, in the division.

    X (N, D) and centers (M, D) are float64, weight (N,) is not negative.
    """
    N, M = len(X), len(centers)
    present = np.flatnonzero(weight)[::-1]
    first = np.zeros(M, np.intp)
    first[labels[present]] = present  # of several rows the last one written stays: the first
    a = X[first]
    deviations = a.take(labels, axis=0)
    np.subtract(X, deviations, out=deviations)
    if N * M <= SMALL_TABLE:
        S = weight * (labels == np.arange(M)[:, None])
    else:
        S = csc_array((weight, labels, np.arange(N + 1, dtype=np.int32)), shape=(M, N))
    W = np.bincount(labels, weight, M)[:, None]
    means = (W * a + S @ deviations) / np.where(W > 0, W, 1)
    return np.where(W > 0, means, centers)
