from itertools import product

import numpy as np
from sklearn.cluster import KMeans as SklearnKMeans
from sklearn.metrics import pairwise_distances, pairwise_distances_argmin


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


def weighted_round(X, weight, centers):
    """scikit-learn's labels; then one sample after the other pulls its center."""
    moved, total = np.zeros_like(centers), np.zeros(len(centers))
    for x, w, m in zip(X, weight, pairwise_distances_argmin(X, centers), strict=True):
        moved[m] += w * x
        total[m] += w
    return np.where(total[:, None] > 0, moved / np.where(total, total, 1)[:, None], centers)


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
EXERCISES = {"4.1": probabilities, "4.2": weighted_round}
CONSTRUCTIONS = {"4.3": gets_stuck}
