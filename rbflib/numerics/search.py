"""The k samples nearest to each query: by brute force or by a tree, with the same answer.

Of samples at equal distance the one with the lower index is nearer, so the k nearest are always a
definite set. Distances are direct differences wherever they decide. Equal samples are searched as
one: however many there are, they are all at one distance.
"""

import numpy as np
from scipy.spatial import cKDTree

from rbflib.numerics.distances import equal_rows, row_blocks, squared_norms
from rbflib.numerics.nearest import rough, rough_distances

# A tree finds neighbors faster than brute force when samples are many and features are few, and
# when few of the samples are asked for.
MIN_TREE_SAMPLES, MAX_TREE_FEATURES, MAX_TREE_SHARE = 100, 12, 1 / 16


class NeighborSearch:
    """search(X, k): squared distances and indices, (Q, k) each, of the nearest samples (N, D)."""

    def __init__(self, samples):
        first, group = equal_rows(samples)
        order = first.argsort()
        self.copies = Copies(order.argsort()[group]) if len(first) < len(samples) else None
        self.distinct = samples[first[order]] if self.copies else samples
        self.tree = None
        if len(first) >= MIN_TREE_SAMPLES and samples.shape[1] <= MAX_TREE_FEATURES:
            self.tree = cKDTree(self.distinct)

    def __call__(self, X, k):
        X, samples = (part.astype(np.float64, copy=False) for part in (X, self.distinct))
        # The k nearest lie in the k nearest groups, of which each has a sample that comes first.
        U = min(k, len(samples))
        if self.tree is None or MAX_TREE_SHARE * len(samples) < U:
            found = nearest_by_brute_force(X, samples, U)
        else:
            found = nearest_by_tree(X, samples, U, self.tree, U + 1)
        return self.copies.nearest(*found, k) if self.copies else found


class Copies:
    """The samples of each group of equal ones."""

    def __init__(self, group):
        self.members = group.argsort(kind="stable")
        self.count = np.bincount(group)
        self.start = self.count.cumsum() - self.count

    def nearest(self, r2, group, k):
        """The k nearest samples of each query's nearest groups, (Q, U) each -> (Q, k) each."""
        parts = [self._nearest(r2[q], group[q], k) for q in row_blocks(len(r2), 2 * k)]
        return tuple(np.concatenate(part) for part in zip(*parts, strict=True))

    def _nearest(self, r2, group, k):
        count = np.minimum(self.count[group], k)
        last = (count.cumsum(axis=1) >= k).argmax(axis=1)
        taken = r2 <= r2[np.arange(len(r2)), last][:, None]  # those as far as the k-th, too
        count = np.where(taken, count, 0)
        query = np.arange(len(r2)).repeat(count.sum(axis=1))
        group, r2, count = group[taken], r2[taken], count[taken]
        place = np.arange(count.sum()) - (count.cumsum() - count).repeat(count)
        index, r2 = self.members[self.start[group].repeat(count) + place], r2.repeat(count)
        order = np.lexsort((index, r2, query))
        first_k = order[np.searchsorted(query, np.unique(query))[:, None] + np.arange(k)]
        return r2[first_k], index[first_k]


@np.errstate(over="ignore", under="ignore", invalid="ignore")
def nearest_by_brute_force(X, samples, k):
    """Squared distances and indices, (Q, k) each, of the k samples nearest to each query."""
    # The least of the rough distances in each of some groups: the k-th of those is not below the
    # k-th of all. Only what is within its limit is measured.
    r2, index = np.empty((len(X), k)), np.empty((len(X), k), dtype=np.intp)
    N = len(samples)
    size = max(1, N // max(8 * k, 64))
    for rows, table, limit in rough_distances(rough(X, samples[0]), samples):
        least = table[: N // size * size].reshape(N // size, size, -1).min(axis=1)
        kth = np.partition(least, k - 1, axis=0)[k - 1]
        sample, query = np.divmod(np.flatnonzero(~(table > limit(kth))), table.shape[1])
        r2[rows], index[rows] = _first_k(X[rows], samples, query, sample, k)
    return r2, index


def nearest_by_tree(X, samples, k, tree, n_candidates):
    """The same answer from a k-d tree over the samples."""
    # Where the last of the tree's candidates is as far as the k-th, more may be waiting at that
    # distance: those queries ask again, for four times as many, or for all.
    if n_candidates > MAX_TREE_SHARE * len(samples):
        return nearest_by_brute_force(X, samples, k)
    r2, index = np.empty((len(X), k)), np.empty((len(X), k), dtype=np.intp)
    for rows in row_blocks(len(X), n_candidates):
        distance, sample = tree.query(X[rows], range(1, n_candidates + 1))
        query = np.arange(len(sample)).repeat(n_candidates)
        r2[rows], index[rows] = _first_k(X[rows], samples, query, sample.ravel(), k)
        tied = rows.start + np.flatnonzero(distance[:, -1] <= distance[:, k - 1] * (1 + 1e-9))
        if len(tied):
            r2[tied], index[tied] = nearest_by_tree(X[tied], samples, k, tree, 4 * n_candidates)
    return r2, index


def _first_k(X, samples, query, sample, k):
    """Of pairs of a query and a candidate each query's k nearest, (Q, k): lower index first."""
    order = np.lexsort((sample, query))
    query, sample = query[order], sample[order]
    r2 = np.empty(len(query))
    for pairs in row_blocks(len(r2), X.shape[1]):
        r2[pairs] = squared_norms(X[query[pairs]] - samples[sample[pairs]])
    order = np.lexsort((r2, query))
    start = np.searchsorted(query, np.arange(len(X)))
    first_k = order[start[:, None] + np.arange(k)]
    return r2[first_k], sample[first_k]


def inverse_square_weights(r2):
    """1/d² of neighbors sorted by distance, in units of the nearest one's: (Q, k) -> (Q, k)."""
    # A nearest neighbor at distance 0 leaves weight only to those at distance 0.
    nearest = r2[:, :1]
    return np.divide(nearest, r2, out=(r2 == 0).astype(np.float64), where=nearest > 0)
