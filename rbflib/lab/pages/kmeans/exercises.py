"""Exercises of page 04: between two centers, the lowest error, and a start that gets stuck."""

from itertools import product

import numpy as np

from rbflib.kmeans import lloyd
from rbflib.lab.grader.construction import Construction, Finding
from rbflib.lab.grader.exercise import Exercise
from rbflib.lab.kit import style


def lead(X, centers):
    distance = np.sqrt(((X[:, None, :] - centers) ** 2).sum(axis=2))
    nearest_first = np.sort(distance, axis=1)
    return nearest_first[:, 1] - nearest_first[:, 0]


def lead_inputs():
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


def _squared(X, centers):
    return (_differences(X, centers) ** 2).sum(axis=2)


def _gap(table, axis=1):
    nearest_first = np.sort(table, axis=axis)
    return np.take(nearest_first, 1, axis=axis) - np.take(nearest_first, 0, axis=axis)


LEAD = Exercise(
    name="4.1",
    reference=lead,
    inputs=lead_inputs,
    mistakes={
        "the root is forgotten. A difference of distances is asked for, not of their squares.": (
            lambda X, centers: _gap(_squared(X, centers))
        ),
        "the root of a difference is no difference of roots. Take the roots first.": (
            lambda X, centers: np.sqrt(_gap(_squared(X, centers)))
        ),
        "wrong axis. np.sort(..., axis=1) sorts the centers of every sample.": (
            lambda X, centers: _gap(np.sqrt(_squared(X, centers)), axis=0)
        ),
        "the first two centers are not the nearest two. Sort each row first.": (
            lambda X, centers: (
                np.sqrt(_squared(X, centers))[:, 1] - np.sqrt(_squared(X, centers))[:, 0]
            )
        ),
        "the first two centers are not the nearest two, and a size is no sorting. Sort each row.": (
            lambda X, centers: np.abs(
                np.sqrt(_squared(X, centers))[:, 1] - np.sqrt(_squared(X, centers))[:, 0]
            )
        ),
        "the sign is turned. The second nearest center is the farther one.": (
            lambda X, centers: -lead(X, centers)
        ),
        "this is the distance of the second nearest center. That of the nearest is taken off.": (
            lambda X, centers: np.sort(np.sqrt(_squared(X, centers)), axis=1)[:, 1]
        ),
        "this is the lead over the farthest center. The second nearest is asked for.": (
            lambda X, centers: np.ptp(np.sqrt(_squared(X, centers)), axis=1)
        ),
        "X - centers subtracts row from row. X[:, None, :] - centers is every pair.": (
            lambda X, centers: _gap(np.sqrt(((X - centers) ** 2).sum(axis=1)), axis=0)
        ),
    },
    hints=(
        "Begin with the table of distances: one row per sample, one column per center.",
        "X[:, None, :] - centers has shape (N, k, D). Square it, sum over axis 2, take the root.",
        "np.sort(table, axis=1) puts the smallest of each row first. You need two columns of it.",
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


LOWEST_ERROR = Exercise(
    name="4.2",
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
        "the features are not summed: every one finds a nearest center of its own.": (
            lambda X, centers: np.mean((_differences(X, centers) ** 2).min(axis=1))
        ),
        "the mean is over the features too. Sum over them, then take the mean over the samples.": (
            lambda X, centers: np.mean(_squared(X, centers).min(axis=1)) / X.shape[1]
        ),
        "X - centers subtracts row from row. X[:, None, :] - centers is every pair.": (
            lambda X, centers: np.mean(((X - centers) ** 2).sum(axis=1))
        ),
        "these are the single squared distances. Their mean is asked for.": (
            lambda X, centers: _squared(X, centers).min(axis=1)
        ),
    },
    hints=(
        "Begin with the table of squared distances: one row per sample, one column per center.",
        "min(axis=1) gives the smallest number in every row. Take the mean of these.",
    ),
)


TIMES, FEWEST, MOST = 10.0, 4, 9


def judge_stuck(X, centers):
    if not FEWEST <= len(X) <= MOST:
        return Finding(False, f"{len(X)} samples. {FEWEST} to {MOST} are asked for.")
    if len(np.unique(X, axis=0)) < 4:
        return Finding(
            False, f"{len(np.unique(X, axis=0))} different places: three centers fit all."
        )
    end = list(lloyd(X, centers))[-1]
    best, lowest = _best_split(X)
    reached = np.mean(((X - end.centers[end.labels]) ** 2).sum(axis=1))
    words = (
        f"k-means ends at E_in = {reached:.4g}, and the lowest is {lowest:.4g}: "
        f"{reached / lowest:.3g} times as much."
    )
    return Finding(bool(reached >= TIMES * lowest), words, _drawn(X, end.labels, best))


def _best_split(X):
    """(labels, error) of the best of all splits into three sets."""
    labels = np.array(list(product(range(3), repeat=len(X))))
    member = labels[:, None, :] == np.arange(3)[:, None]  # (splits, sets, samples)
    size = member.sum(axis=2)
    # The squares of a set about its mean are those about 0, less its size times the mean's square.
    centered = X - X.mean(axis=0)
    sums = member @ centered
    saved = ((sums**2).sum(axis=2) / np.maximum(size, 1)).sum(axis=1)
    best = labels[saved.argmax()]
    means = [X[best == m].mean(axis=0) for m in best]
    return best, np.mean(((X - means) ** 2).sum(axis=1))


def _drawn(X, *splits):
    figure = style.new_figure(7.2, 3.7)
    for left, title, labels in zip(
        (0.5, 3.9), ("where k-means ends", "the best split"), splits, strict=True
    ):
        axes = style.add_axes(figure, (left, 0.5, 3.0, 2.7), title, aspect="equal")
        for m, look in enumerate(style.SET_STYLE[:3]):
            axes.plot(*X[labels == m].T, ls="", ms=9, **look)
            if np.any(labels == m):
                axes.plot(*X[labels == m].mean(axis=0), "D", mfc="none", mec=style.INK, ms=12)
        axes.margins(0.2)
    return figure


def stuck():
    cloud = np.array([[0.0, 0.0], [0.2, 0.0], [0.0, 0.2]])
    X = np.vstack([cloud, cloud + np.array([10.0, 0.0]), cloud + np.array([10.0, 4.0])])
    centers = np.array([X[0], X[1], [10.0, 2.0]])
    return X, centers


def _one_in_each():
    X, _ = stuck()
    return X, X[[0, 3, 6]]


STUCK = Construction(
    name="4.3",
    makes={"X": ("N", 2), "centers": (3, 2)},
    judge=judge_stuck,
    answer=stuck,
    near_misses={
        "1 times as much": _one_in_each,
        "12 samples": lambda: (np.tile(stuck()[0][:6], (2, 1)), stuck()[1]),
        "3 different places": lambda: (stuck()[0][[0, 0, 3, 6]], stuck()[1]),
        "9 times as much": lambda: (
            [[0.0, 0.0], [0.0, 1.0], [3.0, 0.0], [3.0, 3.0]],
            [[0.0, 0.0], [0.0, 1.0], [3.0, 1.5]],
        ),
    },
    hints=(
        "Which mistake did A bad start make? Two clouds in one set, one cloud torn in two.",
        "Make three tight clouds, one of them far from the other two.",
        "Start with two centers in the cloud that is far away.",
    ),
)

EXERCISES = (LEAD, LOWEST_ERROR, STUCK)
