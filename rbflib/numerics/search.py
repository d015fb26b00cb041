"""The k samples nearest to each query: by brute force or by a tree, with the same answer.

Of samples at equal distance the one with the lower index is nearer, so the k nearest are always a
definite set. Distances are direct differences wherever they decide.
"""

import numpy as np
from scipy.spatial import cKDTree

from rbflib.numerics.distances import pair_squared_distances, row_blocks, squared_distances

# A tree finds neighbors faster than brute force when samples are many and features are few, and
# when few of the samples are asked for.
MIN_TREE_SAMPLES = 100
MAX_TREE_FEATURES = 12
MAX_TREE_SHARE = 1 / 16


class NeighborSearch:
    """search(X, k): squared distances and indices, (Q, k) each, of the nearest samples (N, D)."""

    def __init__(self, samples):
        self.samples = samples
        self.tree = None
        if len(samples) >= MIN_TREE_SAMPLES and samples.shape[1] <= MAX_TREE_FEATURES:
            self.tree = cKDTree(samples)

    def __call__(self, X, k):
        X, samples = X.astype(np.float64, copy=False), self.samples.astype(np.float64, copy=False)
        if self.tree is None or k > MAX_TREE_SHARE * len(samples):
            return nearest_by_brute_force(X, samples, k)
        return nearest_by_tree(X, samples, k, self.tree, k + 1)


def nearest_by_brute_force(X, samples, k):
    """Squared distances and indices, (Q, k) each, of the k samples nearest to each query.

    Every distance is computed, then only those that rounding could confuse with the k-th are
    measured again, directly.
    """
    r2, index = np.empty((len(X), k)), np.empty((len(X), k), dtype=np.intp)
    # `squared_distances` may lose four of its digits to cancellation.
    rounding = 1e5 * (X.shape[1] + 3) * np.finfo(np.float64).eps
    for rows in row_blocks(len(X), len(samples)):
        approximate = squared_distances(X[rows], samples)
        kth = np.partition(approximate, k - 1, axis=1)[:, k - 1 : k]
        n_candidates = np.count_nonzero(approximate <= kth * (1 + rounding), axis=1).max()
        sample = np.argpartition(approximate, n_candidates - 1, axis=1)[:, :n_candidates]
        r2[rows], index[rows] = _first_k(X[rows], samples, sample, k)
    return r2, index


def nearest_by_tree(X, samples, k, tree, n_candidates):
    """The same answer from a k-d tree over the samples.

    Where the last of the tree's candidates is as far as the k-th, more may be waiting at that
    distance: those queries ask again, for four times as many.
    """
    r2, index = np.empty((len(X), k)), np.empty((len(X), k), dtype=np.intp)
    n_candidates = min(n_candidates, len(samples))
    for rows in row_blocks(len(X), n_candidates):
        distance, sample = tree.query(X[rows], range(1, n_candidates + 1))
        r2[rows], index[rows] = _first_k(X[rows], samples, sample, k)
        if n_candidates < len(samples):
            tied = rows.start + np.flatnonzero(distance[:, -1] <= distance[:, k - 1] * (1 + 1e-9))
            if len(tied):
                r2[tied], index[tied] = nearest_by_tree(X[tied], samples, k, tree, 4 * n_candidates)
    return r2, index


def _first_k(X, samples, sample, k):
    """Of each query's candidates (Q, C) the k nearest: lower index first."""
    sample = np.sort(sample, axis=1)
    Q, C = sample.shape
    r2 = pair_squared_distances(X.repeat(C, axis=0), samples[sample.ravel()]).reshape(Q, C)
    chosen = np.argsort(r2, axis=1, kind="stable")[:, :k]
    return np.take_along_axis(r2, chosen, axis=1), np.take_along_axis(sample, chosen, axis=1)


def inverse_square_weights(r2):
    """1/d² of neighbors sorted by distance, in units of the nearest one's: (Q, k) -> (Q, k).

    A nearest neighbor at distance 0 leaves weight only to those at distance 0.
    """
    nearest = r2[:, :1]
    return np.divide(nearest, r2, out=(r2 == 0).astype(np.float64), where=nearest > 0)
