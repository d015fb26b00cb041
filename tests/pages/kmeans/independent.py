from itertools import product

import numpy as np
from sklearn.cluster import KMeans as SklearnKMeans
from sklearn.metrics import pairwise_distances


def next_draw():
    return probabilities(np.array([[0.0], [1.0], [3.0]]), np.full(3, np.inf), 0)[2]


def splits():
    """The four partitions by the squared distances from the means of their sets."""
    named = {
        "{0, 2} and {6, 9}": ([0, 2], [6, 9]),
        "{0, 2, 6} and {9}": ([0, 2, 6], [9]),
        "{0} and {2, 6, 9}": ([0], [2, 6, 9]),
        "{0, 6} and {2, 9}": ([0, 6], [2, 9]),
    }
    return sorted(named, key=lambda name: sum(np.var(s) * len(s) for s in named[name]))


def probabilities(X, squared, drawn):
    """Sample by sample."""
    weights = [min(s, np.dot(x - X[drawn], x - X[drawn])) for x, s in zip(X, squared, strict=True)]
    return np.array(weights) / sum(weights)


def error_of_a_map(squared, labels):
    """The samples are placed by their distances; then they have means."""
    center = np.eye(len(squared)) - 1 / len(squared)
    values, vectors = np.linalg.eigh(-center @ squared @ center / 2)
    X = vectors * np.sqrt(np.maximum(values, 0))
    means = np.stack([X[labels == m].mean(axis=0) for m in labels])
    return np.mean(((X - means) ** 2).sum(axis=1))


def gets_stuck(X, centers):
    """scikit-learn's end, and every split by the squared distances within its sets."""
    if not 4 <= len(X) <= 9 or len(set(map(tuple, X))) < 4:
        return False
    model = SklearnKMeans(3, init=np.array(centers, dtype=float), n_init=1, tol=0)
    end = model.fit(np.array(X, dtype=float)).inertia_
    squared = pairwise_distances(X) ** 2

    def cost(labels):
        inside = np.equal.outer(labels, labels) / np.bincount(labels, minlength=3)[labels]
        return (squared * inside).sum() / 2

    lowest = min(cost(np.array(labels)) for labels in product(range(3), repeat=len(X)))
    return end >= 10 * lowest


QUIZ = {"next_draw": next_draw, "splits": splits}
EXERCISES = {"4.1": probabilities, "4.2": error_of_a_map}
CONSTRUCTIONS = {"4.3": gets_stuck}
