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

SINGLE, EPS = np.finfo(np.float32), float(np.finfo(np.float64).eps)


def is_small(X, n_centers):
    """Whether all distances are measured: then `rough` points are of no use."""
    return len(X) * n_centers <= SMALL_TABLE and X.shape[1] <= MAX_DIRECT_FEATURES


class Rough(NamedTuple):
    """Points in float32, for the product; infinity stands for what is too large there."""

    origin: np.ndarray  # (D,)
    columns: np.ndarray  # (D + 1, N): x − origin, and 1 below it
    x2: np.ndarray  # (N,): ‖x − origin‖²


@np.errstate(over="ignore", under="ignore")
def rough(X, origin):
    """X (N, D) as the product needs it: made once where the same X is asked about again."""
    # The origin (D,) is one of the points, so that an offset of all costs no digits.
    columns = np.ones((X.shape[1] + 1, len(X)), np.float32)
    np.subtract(X.T, origin[:, None], out=columns[:-1], casting="same_kind")
    return Rough(origin, columns, np.einsum("dn,dn->n", columns[:-1], columns[:-1]))


def nearest_center(X, centers, prepared=None):
    """Index of the center nearest to each sample: (N, D), (M, D) -> (N,)."""
    # Of centers at equal distance the one with the lower index is nearer. Distances are equal where
    # they differ by no more than the rounding of the centers: the last digit of a mean of thirds
    # must not decide what is a tie by hand. What `rough` has prepared of X saves time only.
    X, centers = X.astype(np.float64, copy=False), centers.astype(np.float64, copy=False)
    if is_small(X, len(centers)):
        return _nearest_by_differences(X, centers)
    return _nearest_of_many(X, centers, prepared or rough(X, centers[0]))


@np.errstate(over="ignore", under="ignore", invalid="ignore")
def _nearest_of_many(X, centers, prepared):
    labels = np.empty(len(X), np.int32)
    index_and_one = np.stack([np.arange(len(centers)), np.ones(len(centers))]).astype(np.float32)
    for rows, table, limit in rough_distances(prepared, centers):
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
    r = np.sqrt(least)
    limit = least + r * (np.sqrt(squared_norms((4 * EPS) * X)) + (4 * EPS * (X.shape[1] + 1)) * r)
    return (r2 <= limit).argmax(axis=0)


def rough_distances(X, centers):
    """Blocks (rows, table, limit) of ‖x_n − μ_m‖² − ‖x_n‖² from `rough` points, (M, ·)."""
    # In float32. A center as near as one of which t is in the table has no more than limit(t)
    # there, or NaN, where float32 ends. The caller ignores such overflows.
    D, far = centers.shape[1], np.float32(1e-15 * np.abs(X.origin).sum())
    mu = (centers - X.origin).astype(np.float32)
    slopes = np.column_stack([-2 * mu, squared_norms(mu)])
    for rows in row_blocks(X.columns.shape[1], len(centers)):
        x2 = X.x2[rows]

        def limit(t, x2=x2):
            r2 = np.maximum(t + x2, 0)
            rounding = 12 * (D + 4) * SINGLE.eps * (x2 + r2) + SINGLE.tiny
            return t + rounding + far * np.sqrt(r2)

        yield rows, slopes @ X.columns[:, rows], limit


def means_of_sets(X, labels, weight, centers):
    """μ_m = Σ_{n ∈ S_m} w_n x_n / Σ_{n ∈ S_m} w_n of every set; without samples, its old center."""
    # Each sum counts from a sample a of its set: (W a + Σ w_n (x_n − a)) / W. So no set costs
    # another one digits, and whole numbers have means that are rounded once, in the division. X
    # (N, D) and centers (M, D) are float64, weight (N,) is not negative.
    N, M = len(X), len(centers)
    row, present = np.zeros(M, np.intp), weight.nonzero()[0]
    row[labels[present]] = present
    a = X[row]
    deviations = a.take(labels, axis=0)
    np.subtract(X, deviations, out=deviations)
    if N * M <= SMALL_TABLE:
        S = np.zeros((M, N))
        S[labels, np.arange(N)] = weight
    else:
        S = csc_array((weight, labels, np.arange(N + 1, dtype=np.int32)), shape=(M, N))
    W = np.bincount(labels, weight, M)[:, None]
    sums = S @ deviations
    if not W.all():
        a, W = np.where(W > 0, a, centers), np.where(W > 0, W, 1)
    means = (W * a + sums) / W
    np.copyto(means, a, where=sums == 0)  # the mean of equal numbers is that number
    return means


def fill_empty_sets(X, weight, labels, r2, n_centers):
    """Labels in which every empty set has got the sample farthest from its center."""
    # With the sample go its copies. A set is never emptied to fill another.
    empty = (np.bincount(labels, weight, n_centers) == 0).nonzero()[0]
    if len(empty) == 0:
        return labels
    labels, gain = labels.copy(), np.where(weight > 0, r2, 0)
    for m in empty:
        while gain.any():
            n = gain.argmax()
            members = (weight > 0) & (labels == labels[n])
            copies = members & (X[n] == X).all(axis=1)
            gain[copies] = 0
            if copies.sum() < members.sum():
                labels[copies] = m
                break
    return labels
