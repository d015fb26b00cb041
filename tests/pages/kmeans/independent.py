import re
from itertools import product

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.cluster import KMeans as SklearnKMeans
from sklearn.metrics import pairwise_distances, pairwise_distances_argmin

from rbflib import make_xor
from rbflib.lab.kit.template import written
from tests.independent import numbers_in


def half_plane(question):
    """The choice that separates random points as their distances from the centers do."""
    first, second = np.reshape(numbers_in(question.ask)[:4], (2, 2))
    X = np.random.default_rng(0).uniform(-20, 20, (2000, 2))
    near = cdist(X, [first, second]).argmin(axis=1) == 0

    def holds(choice):
        *_, limit = numbers_in(choice.replace("x₁", "").replace("x₂", ""))
        if "distance" in choice:
            return cdist(X, [first])[:, 0] < limit
        x = X[:, "₁₂".index(choice[choice.index("x") + 1])]
        return x > limit if ">" in choice else x < limit

    [right] = [choice for choice in question.choices if (holds(choice) == near).all()]
    [other_side] = [choice for choice in question.choices if (holds(choice) == ~near).all()]
    other_coordinate = f"those with x₁ < {written(first[0])}"
    reach = written(np.linalg.norm(second - first) / 2)
    disk = f"those within distance {reach} of the first center"
    return locals()


def splits(question):
    """The partitions by the squared distances from the means of their sets."""

    def cost(text):
        sets = (numbers_in(part) for part in re.findall(r"\{(.*?)\}", text))
        return sum(np.var(s) * len(s) for s in sets)

    return sorted(question.items, key=cost)


def bug(question):
    """Neither half step can raise the error: tests/claims shows it."""
    before, after = numbers_in(question.ask)
    assert before < after
    return {"right": "the program has a mistake"}


def next_draw(question):
    zero, a, b = numbers_in(question.ask)[:3]
    right = probabilities(np.array([[zero], [a], [b]]), np.full(3, np.inf), 0)[2]
    not_squared, evenly, evenly_of_two, farthest = b / (a + b), 1 / 3, 1 / 2, 1
    return locals()


def more_starts(question):
    """More starts find lower errors: they help where the groups have one."""
    groups, found = numbers_in(question.ask)[-2:]
    starts = "more starts, and the end with the lowest error"
    return {"right": starts if groups < found else "to change the scale or the model"}


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


def best_of_other_starts(ks):
    X, _ = make_xor(200, random_state=0)
    models = [SklearnKMeans(k, init="random", n_init=20, random_state=1).fit(X) for k in ks]
    return [model.inertia_ / 200 for model in models]


SEEDED = {
    "half_plane": half_plane, "splits": splits, "bug": bug, "next_draw": next_draw,
    "more_starts": more_starts,
}  # fmt: skip
EXERCISES = {"4.1": probabilities, "4.2": weighted_round}
CONSTRUCTIONS = {"4.3": gets_stuck}
CURVES = {"4.7": best_of_other_starts}
