"""Page 04: answers of the quiz and values of the exercises, computed independently."""

from itertools import product

import numpy as np
from sklearn.cluster import KMeans as SklearnKMeans
from sklearn.metrics import pairwise_distances

from rbflib import KMeans, lloyd
from rbflib.lab.quizzes import QUIZZES


def half_plane():
    X = np.random.default_rng(6).normal(scale=3, size=(500, 2))
    first = list(lloyd(X, [[3, 1], [3, 5]]))[1].labels == 0
    sets = {
        "those with x₂ < 3": X[:, 1] < 3,
        "those with x₂ > 3": X[:, 1] > 3,
        "those with x₁ < 3": X[:, 0] < 3,
        "those within distance 2 of the first center": ((X - [3, 1]) ** 2).sum(axis=1) < 4,
    }
    return [text for text, members in sets.items() if np.array_equal(first, members)]


def mean():
    return KMeans(1).fit([[1.0], [2.0], [6.0]]).cluster_centers_[0, 0]


def phases():
    X = np.random.default_rng(7).normal(size=(50, 2))
    steps = [step.phase for step in lloyd(X, X[:3])]
    texts = list(next(q for q in QUIZZES["04"] if q.key == "phases").items)
    first_words = {"start": "place", "assign": "assign:", "update": "update:"}
    order = [next(t for t in texts if t.startswith(first_words[phase])) for phase in steps[:3]]
    assert steps[-1] == "assign"
    return [*order, next(t for t in texts if t.startswith("assign again"))]


def never_rises():
    X = np.random.default_rng(8).normal(size=(100, 2))
    steps = np.diff([step.cost for step in lloyd(X, X[:5])][1:])
    assert (steps < 0).any()
    assert (steps == 0).any()
    return ["it falls or stays"] if (steps <= 0).all() else []


def choose_k():
    X = np.random.default_rng(9).normal(size=(30, 2))
    costs = [KMeans(k, n_init=5, random_state=0).fit(X).inertia_ for k in (1, 2, 4, 8, 16, 30)]
    falls = np.all(np.diff(costs) < 0) and costs[-1] == 0
    return ["it falls with every further center, down to 0"] if falls else []


def lead(X, centers):
    nearest_first = np.sort(pairwise_distances(X, centers), axis=1)
    return nearest_first[:, 1] - nearest_first[:, 0]


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


QUIZ = {f.__name__: f for f in (half_plane, mean, phases, never_rises, choose_k)}
EXERCISES = {
    "4.1": lead,
    "4.2": lambda X, centers: np.mean(pairwise_distances(X, centers).min(axis=1) ** 2),
}
CONSTRUCTIONS = {"4.3": gets_stuck}
