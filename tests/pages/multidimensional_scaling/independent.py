"""Page 08: answers of the quiz and values of the exercises, computed independently."""

from itertools import permutations, product

import numpy as np
from scipy.linalg import helmert
from scipy.spatial.distance import pdist, squareform
from sklearn.decomposition import PCA

from rbflib import ClassicalMDS
from rbflib.lab.quizzes import QUIZZES


def centering_step(table):
    centered = table - table.mean(axis=0) - table.mean(axis=1, keepdims=True) + table.mean()
    return -0.5 * centered


def plane_of(eigenpairs):
    eigenvalues, V = eigenpairs
    return V[:, -2:] * np.sqrt(np.maximum(eigenvalues[-2:], 0))


def steps():
    """Of all orders, the one that leads back to the distances."""
    texts = list(next(q for q in QUIZZES["08"] if q.key == "steps").items)
    first_words = {
        "square": np.square,
        "double": centering_step,
        "eigenvalues": np.linalg.eigh,
        "keep": plane_of,
    }
    given = pdist(np.random.default_rng(12).normal(size=(7, 2)))
    right = [order for order in permutations(texts) if leads_back(order, first_words, given)]
    assert len(right) == 1
    return list(right[0])


def leads_back(order, first_words, given):
    result = squareform(given)
    for text in order:
        # Only the last step takes a pair, and only its result is a map.
        if isinstance(result, tuple) != text.startswith("keep") or result[0].shape == (2,):
            return False
        result = first_words[text.split()[0]](result)
    return isinstance(result, np.ndarray) and np.allclose(pdist(result), given)


def five_points():
    Z = ClassicalMDS(2, metric="precomputed").fit_transform(np.ones((5, 5)) - np.eye(5))
    return np.sum(pdist(Z) ** 2) / 10


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
    for d in range(1, len(eigenvalues)):
        if PCA(d).fit(points).explained_variance_ratio_.sum() > share - 1e-9:
            return d
    return None


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
    # Gower's other table of inner products, those about the first town, agrees about the sign.
    about_first = table[0, 1:] ** 2 / 2
    inner = about_first[:, None] + about_first - table[1:, 1:] ** 2 / 2
    below = eigenvalues.min() < -0.01 * eigenvalues.max()
    assert not below or np.linalg.eigvalsh(inner)[0] < 0
    return bool(below)


QUIZ = {f.__name__: f for f in (steps, five_points)}
EXERCISES = {"8.1": to_mean_of_points, "8.2": needed_by_pca, "8.3": by_differences}
CONSTRUCTIONS = {"8.4": fits_no_map}
