"""Three exercises to try checks on, which no page has."""

import numpy as np

from rbflib.lab.grader.exercise import Exercise


def assign(X, centers):
    squared_distance = ((X[:, None, :] - centers) ** 2).sum(axis=2)
    return squared_distance.argmin(axis=1)


def assign_inputs():
    rng = np.random.default_rng(401)
    return [
        (np.array([[0.0, 0.0], [3.0, 1.0], [2.5, 0.0]]), np.array([[0.0, 1.0], [3.0, 0.0]])),
        (np.array([[0.0, 2.0], [2.0, 2.0]]), np.array([[1.5, 3.5], [0.0, 4.2], [4.0, 0.0]])),
        *[
            (rng.normal(size=(N, D)), rng.normal(size=(k, D)))
            for N, k, D in [(4, 4, 2), (5, 3, 3), (3, 5, 5), (60, 7, 2)]
        ],
    ]


def _differences(X, centers):
    return X[:, None, :] - centers


ASSIGN = Exercise(
    name="99.1",
    reference=assign,
    inputs=assign_inputs,
    mistakes={
        "wrong axis. argmin(axis=0) finds the nearest sample of every center.": (
            lambda X, centers: (_differences(X, centers) ** 2).sum(axis=2).argmin(axis=0)
        ),
        "wrong axis. The squares are summed over the features, the last axis.": (
            lambda X, centers: (_differences(X, centers) ** 2).sum(axis=1).argmin(axis=1)
        ),
        "the square is forgotten. Differences of opposite sign cancel.": (
            lambda X, centers: _differences(X, centers).sum(axis=2).argmin(axis=1)
        ),
        "the square is forgotten: absolute differences are another distance, the city-block one.": (
            lambda X, centers: np.abs(_differences(X, centers)).sum(axis=2).argmin(axis=1)
        ),
        "the sets are counted from 1. The number of the first center is 0.": (
            lambda X, centers: assign(X, centers) + 1
        ),
        "the farthest center. argmin is asked for, not argmax.": (
            lambda X, centers: (_differences(X, centers) ** 2).sum(axis=2).argmax(axis=1)
        ),
        "these are the squared distances of the nearest centers. Their numbers are asked for.": (
            lambda X, centers: (_differences(X, centers) ** 2).sum(axis=2).min(axis=1)
        ),
    },
    hints=(
        "Begin with the table of squared distances: one row per sample, one column per center.",
        "X[:, None, :] - centers has shape (N, k, D). Square it and sum over axis 2.",
        "argmin(axis=1) gives the column of the smallest number in every row.",
    ),
)


def update(X, labels, k):
    return np.stack([X[labels == m].mean(axis=0) for m in range(k)])


def update_inputs():
    rng = np.random.default_rng(402)
    random = []
    for N, k, D in [(6, 3, 3), (9, 4, 2), (50, 6, 3)]:
        labels = rng.permutation(np.arange(N) % k)
        random.append((rng.normal(size=(N, D)), labels, k))
    small = np.array([[0.0, 0.0], [2.0, 0.0], [4.0, 6.0]]), np.array([0, 0, 1]), 2
    return [small, *random]


def _each_set(X, labels, k, center):
    return np.stack([center(X[labels == m]) for m in range(k)])


UPDATE = Exercise(
    name="99.2",
    reference=update,
    inputs=update_inputs,
    mistakes={
        "the mean is over the wrong set: over all samples. Take those of the set, labels == m.": (
            lambda X, labels, k: np.stack([X.mean(axis=0)] * k)
        ),
        "the sum of a set is divided by N. Divide by the number of samples in the set.": (
            lambda X, labels, k: _each_set(X, labels, k, lambda x: x.sum(axis=0) / len(X))
        ),
        "a sum instead of a mean.": (
            lambda X, labels, k: _each_set(X, labels, k, lambda x: x.sum(axis=0))
        ),
        "the mean is over the wrong set: over the samples that are not in it.": (
            lambda X, labels, k: np.stack([X[labels != m].mean(axis=0) for m in range(k)])
        ),
        "wrong axis. mean(axis=0) is over the samples, mean(axis=1) over the features.": (
            lambda X, labels, k: np.array([X[labels == m].mean(axis=1) for m in range(k)])
        ),
        "no axis. The mean of a set has one number per feature: mean(axis=0).": (
            lambda X, labels, k: np.array([X[labels == m].mean() for m in range(k)])
        ),
        "only the first set comes back. Does `return` stand inside the loop?": (
            lambda X, labels, k: X[labels == 0].mean(axis=0)
        ),
        "a median instead of a mean. It is best for distances that are not squared.": (
            lambda X, labels, k: _each_set(X, labels, k, lambda x: np.median(x, axis=0))
        ),
    },
    hints=(
        "X[labels == m] holds the samples of set m.",
        "The mean over the samples is .mean(axis=0). np.stack puts k of them into one array.",
    ),
)


def lowest_error(X, centers):
    squared_distance = ((X[:, None, :] - centers) ** 2).sum(axis=2)
    return np.mean(squared_distance.min(axis=1))


def lowest_error_inputs():
    rng = np.random.default_rng(403)
    random = [
        (rng.normal(size=(N, D)), rng.normal(size=(k, D)))
        for N, k, D in [(5, 2, 2), (4, 4, 3), (80, 5, 3)]
    ]
    X = np.array([[0.0, 0.0], [2.0, 0.0], [4.0, 4.0]])
    return [(X, np.array([[1.0, 1.0], [4.0, 1.0]])), *random]


def _squared(X, centers):
    return (_differences(X, centers) ** 2).sum(axis=2)


LOWEST_ERROR = Exercise(
    name="99.3",
    reference=lowest_error,
    inputs=lowest_error_inputs,
    mistakes={
        "the square is forgotten. E_in is the mean of the squared distances.": (
            lambda X, centers: np.mean(np.sqrt(_squared(X, centers)).min(axis=1))
        ),
        "a sum instead of the mean. It is N times E_in, the inertia.": (
            lambda X, centers: _squared(X, centers).min(axis=1).sum()
        ),
        "the mean is over the wrong set: over all centers. Only the nearest one counts.": (
            lambda X, centers: np.mean(_squared(X, centers))
        ),
        "wrong axis. min(axis=0) finds the nearest sample of every center.": (
            lambda X, centers: np.mean(_squared(X, centers).min(axis=0))
        ),
        "the mean is over the features too. Sum over them, then take the mean over the samples.": (
            lambda X, centers: np.mean(_squared(X, centers).min(axis=1)) / X.shape[1]
        ),
        "these are the single squared distances. Their mean is asked for.": (
            lambda X, centers: _squared(X, centers).min(axis=1)
        ),
    },
    hints=(
        "Begin like 4.1, with the table of squared distances.",
        "min(axis=1) gives the smallest number in every row. Take the mean of these.",
    ),
)

TRIED = {exercise.name: exercise for exercise in (ASSIGN, UPDATE, LOWEST_ERROR)}
