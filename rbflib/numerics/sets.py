"""Sets of samples: those that are empty, and rows that are equal."""

import numpy as np


def fill_empty_sets(X, weight, labels, r2, n_centers):
    """Labels in which every empty set has got the sample farthest from its center.

    With the sample go its copies. A set is never emptied to fill another.
    """
    empty = np.flatnonzero(np.bincount(labels, weight, n_centers) == 0)
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


def equal_rows(X):
    """First row of each group of equal rows, the groups in sorted order; and every row's group."""
    order = np.lexsort(X.T)
    new = np.append(True, (X[order[1:]] != X[order[:-1]]).any(axis=1))
    group = np.empty(len(X), np.intp)
    group[order] = new.cumsum() - 1
    return order[new], group


def distinct_rows(X, weight):
    """Distinct rows of X in sorted order, and the total weight of each, where it is not 0."""
    first, group = equal_rows(X)
    weight = np.bincount(group, weight)
    return X[first[weight > 0]], weight[weight > 0]
