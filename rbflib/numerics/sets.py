"""Sets of samples: their means, those that are empty, and rows that are equal."""

import numpy as np
from scipy.sparse import csc_array

from rbflib.numerics.distances import row_blocks


class SetMeans:
    """The mean of every set, asked again and again: μ_m = Σ_{n ∈ S_m} w_n x_n / Σ_{n ∈ S_m} w_n.

    With a matrix S (M, N) that holds w_n in row labels[n] of column n, and zeros, one sparse
    product S [X − shift, 1] is all of the sums above and below the line.
    """

    def __init__(self, deviations, shift, weight, n_centers):
        self.deviations, self.shift = deviations, shift
        N = len(weight)
        one_per_column = np.arange(N + 1, dtype=np.int32)
        self.S = csc_array((weight, np.zeros(N, np.int32), one_per_column), shape=(n_centers, N))

    def __call__(self, labels, centers):
        """The new centers; a center without a set stays where it was."""
        self.S.indices = labels
        sums = self.S @ self.deviations
        weights = sums[:, -1:]
        means = sums[:, :-1] / np.where(weights > 0, weights, 1) + self.shift
        return np.where(weights > 0, means, centers).astype(centers.dtype, copy=False)


def fill_empty_sets(X, weight, labels, r2, n_centers):
    """Labels in which every empty set has got the sample farthest from its center.

    With the sample go its copies. A set is never emptied to fill another.
    """
    empty = np.flatnonzero(np.bincount(labels, weight, n_centers) == 0)
    if len(empty) == 0:
        return labels
    labels, present, gain = labels.copy(), weight > 0, np.where(weight > 0, r2, 0)
    for m in empty:
        copies = _farthest_that_leaves_others(X, labels, gain, present)
        if copies is None:
            break
        labels[copies] = m
    return labels


def _farthest_that_leaves_others(X, labels, gain, present):
    """Mask of the farthest sample and its copies; None if no sample can gain. Changes gain."""
    while gain.any():
        n = gain.argmax()
        members = present & (labels == labels[n])
        copies = members & (X[n] == X).all(axis=1)
        gain[copies] = 0
        if copies.sum() < members.sum():
            return copies
    return None


def distinct_rows(X, weight):
    """Distinct rows of X in sorted order, and the total weight of each, where it is not 0."""
    order = np.lexsort(X.T)
    X, weight = X[order], weight[order]
    first = np.flatnonzero(np.append(True, (X[1:] != X[:-1]).any(axis=1)))
    weight = np.add.reduceat(weight, first)
    return X[first[weight > 0]], weight[weight > 0]


def groups_of_equal_rows(X):
    """First row of each group of equal rows, rising, and the group of every row: (U,) and (N,)."""
    _, first, group = np.unique(_keys(X), return_index=True, return_inverse=True)
    # Different rows with one key are as good as impossible, but not quite.
    if any((X[first[group[n]]] != X[n]).any() for n in row_blocks(*X.shape)):
        _, first, group = np.unique(X, axis=0, return_index=True, return_inverse=True)
    order = first.argsort()
    return first[order], order.argsort()[group]


def _keys(X):
    """A number per row, the same for equal rows: its bits times random odd numbers, modulo 2⁶⁴."""
    bits = np.add(X, 0.0, dtype=np.float64).view(np.uint64)  # −0.0 has other bits than 0.0
    bits ^= bits >> 44  # whole numbers have their bits at the upper end, where products end
    factors = 2 * np.random.default_rng(0).integers(2**63, size=X.shape[1], dtype=np.uint64) + 1
    return bits @ factors
