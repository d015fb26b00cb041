from itertools import product

import numpy as np
from scipy.linalg import helmert
from scipy.spatial.distance import pdist, squareform
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA

from rbflib import ClassicalMDS
from rbflib.lab.kit.template import WORDS
from tests.independent import words_in


def five_points(question):
    points, *pairs = words_in(question.ask)
    rooms = " a line", " the plane", " space"
    [d] = [d for d, room in enumerate(rooms, 1) if room in question.ask]

    def kept(n):
        Z = ClassicalMDS(d, metric="precomputed").fit_transform(np.ones((n, n)) - np.eye(n))
        return np.sum(pdist(Z) ** 2) / (n * (n - 1) / 2)

    assert not pairs or pairs[0] == points * (points - 1) / 2
    right, one_point_less = kept(points), kept(points - 1)
    all_eigenvalues, everything, percent = d / points, 1, 100 * right
    return locals()


def zero(question):
    """As many dimensions as eigenvalues above 0: of points that have them."""
    samples, features, positive, rest = words_in(question.ask)[:4]
    assert positive <= features
    assert positive + rest == samples
    X = np.random.default_rng(0).normal(size=(samples, positive))
    rank = int(np.sum(np.linalg.eigvalsh(double_centered(squareform(pdist(X)))) > 1e-9))
    return {"right": f"{WORDS[rank]} dimensions keep every distance"}


def double_centered(dist):
    J = np.eye(len(dist)) - 1 / len(dist)
    return -J @ dist**2 @ J / 2


def to_mean_of_points(dist):
    """Points that have these distances, the first at the origin, and their distances to the mean.

    Inner products about the first point, as Young and Householder have them.
    """
    to_first = dist[0] ** 2
    inner = (to_first[:, None] + to_first - dist**2) / 2
    eigenvalues, V = np.linalg.eigh(inner)
    Z = V * np.sqrt(np.maximum(eigenvalues, 0))
    return np.linalg.norm(Z - Z.mean(axis=0), axis=1)


def needed_by_pca(eigenvalues, share):
    """Of points that have these eigenvalues: the rows of helmert sum to 0 and are orthonormal."""
    points = helmert(len(eigenvalues)).T * np.sqrt(eigenvalues[1:])
    kept = np.cumsum(PCA().fit(points).explained_variance_ratio_)
    return 1 + np.argmax(kept > share - 1e-9)


def by_differences(Z, dist):
    """Subtract the first point's equation ‖z − z_i‖² = d_i² from the others: linear in z."""
    squared = (Z**2).sum(axis=1) - dist**2
    return np.linalg.lstsq(2 * (Z[1:] - Z[0]), squared[1:] - squared[0])[0]


def fits_no_map(times):
    """Detours by brute force; the centered table by an explicit centering matrix."""
    if np.min(times) <= 0 or np.max(times) > 1000 * np.min(times):
        return False
    table = squareform(times)
    for i, j, k in product(range(4), repeat=3):
        if len({i, j, k}) == 3 and table[i, k] + table[k, j] < 1.02 * table[i, j]:
            return False
    centering = np.eye(4) - 0.25
    eigenvalues = np.linalg.eigvals(centering @ table**2 @ centering / -2).real
    return bool(eigenvalues.min() < -0.01 * eigenvalues.max())


def share_kept(dimensions):
    kept = np.cumsum(PCA().fit(load_digits().data[:200]).explained_variance_ratio_)
    return kept[dimensions - 1]


SEEDED = {"five_points": five_points, "zero": zero}
EXERCISES = {"8.1": to_mean_of_points, "8.2": needed_by_pca, "8.3": by_differences}
CONSTRUCTIONS = {"8.4": fits_no_map}
CURVES = {"8.7": share_kept}
