"""Exercises of page 04: k-means++, an error from distances, and a start that gets stuck."""

from itertools import product

import numpy as np

from rbflib.kmeans import lloyd
from rbflib.lab.grader.at_work import AtWork
from rbflib.lab.grader.construction import Construction, Finding
from rbflib.lab.grader.exercise import Exercise
from rbflib.lab.grader.pictures import sized_samples
from rbflib.lab.kit import style
from rbflib.lab.pages.kmeans.at_work import DrawnCenters


def next_probabilities(X, squared, drawn):
    from_the_new = ((X - X[drawn]) ** 2).sum(axis=1)
    nearest = np.minimum(squared, from_the_new)
    return nearest / nearest.sum()


def next_probabilities_inputs():
    rng = np.random.default_rng(401)
    inputs = [(np.array([[0.0, 0.0], [1.0, 0.0], [3.0, 0.0], [3.0, 4.0]]), [0], 3)]
    for N, D, n_centers in [(5, 2, 1), (6, 3, 2), (5, 5, 1), (80, 4, 6)]:
        inputs.append((rng.normal(size=(N, D)), list(range(n_centers)), n_centers + 1))
    return [(X, _squared(X, X[centers]).min(axis=1), drawn) for X, centers, drawn in inputs]


def _squared(X, centers):
    return ((X[:, None, :] - centers) ** 2).sum(axis=2)


def _from_new(X, drawn):
    return ((X - X[drawn]) ** 2).sum(axis=1)


def _shares(weights):
    return weights / weights.sum()


NEXT_PROBABILITIES = Exercise(
    name="4.1",
    reference=next_probabilities,
    inputs=next_probabilities_inputs,
    mistakes={
        "the new center is not taken into account. It may be nearer than the earlier ones.": (
            lambda X, squared, drawn: _shares(squared)
        ),
        "only the new center is taken into account. An earlier one may be nearer.": (
            lambda X, squared, drawn: _shares(_from_new(X, drawn))
        ),
        "the larger of the two squared distances is taken. The nearest center counts.": (
            lambda X, squared, drawn: _shares(np.maximum(squared, _from_new(X, drawn)))
        ),
        "the squared distances from old and new centers are added. Only the nearest one counts.": (
            lambda X, squared, drawn: _shares(squared + _from_new(X, drawn))
        ),
        "a square root too many: probabilities are proportional to the squared distances.": (
            lambda X, squared, drawn: _shares(np.sqrt(np.minimum(squared, _from_new(X, drawn))))
        ),
        "the distance from the new center is not squared.": (
            lambda X, squared, drawn: _shares(np.minimum(squared, np.sqrt(_from_new(X, drawn))))
        ),
        "these are squared distances. Probabilities sum to 1: divide by their sum.": (
            lambda X, squared, drawn: np.minimum(squared, _from_new(X, drawn))
        ),
        "this is the number of the farthest sample. k-means++ draws at random: its probabilities "
        "are asked for.": (
            lambda X, squared, drawn: np.minimum(squared, _from_new(X, drawn)).argmax()
        ),
    },
    hints=(
        "First the squared distance of every sample from X[drawn]: a vector of N numbers.",
        "np.minimum(a, b) takes the smaller of two numbers, sample by sample.",
        "Divide by the sum, so that the probabilities sum to 1.",
    ),
    at_work=AtWork(
        DrawnCenters,
        "Large dots are likely to be the next center. How often, over the draws, do the first four "
        "centers lie in four clouds?",
    ),
    picture=sized_samples,
)


def error_from_distances(squared, labels):
    total = 0.0
    for m in np.unique(labels):
        inside = labels == m
        total += squared[inside][:, inside].sum() / (2 * inside.sum())
    return total / len(labels)


def error_from_distances_inputs():
    """In the second one no sample has the label 1."""
    rng = np.random.default_rng(403)
    line = np.array([[0.0], [2.0], [6.0], [9.0]])
    clouds = [
        (rng.normal(size=(N, D)), rng.permutation(np.arange(N) % k))
        for N, D, k in [(5, 2, 2), (7, 3, 3), (60, 4, 7)]
    ]
    tables = [(line, np.array([0, 0, 1, 1])), (line, np.array([0, 2, 2, 2])), *clouds]
    return [(_squared(X, X), labels) for X, labels in tables]


def _by_set(squared, labels, of_set):
    """The sum over all sets of a function of their part of the table."""
    return sum(of_set(squared[labels == m][:, labels == m]) for m in np.unique(labels))


ERROR_FROM_DISTANCES = Exercise(
    name="4.2",
    reference=error_from_distances,
    inputs=error_from_distances_inputs,
    mistakes={
        "every pair stands twice in the table: divide by 2n, not by n.": (
            lambda squared, labels: 2 * error_from_distances(squared, labels)
        ),
        "a sum instead of the mean. It is N times E_in, the inertia.": (
            lambda squared, labels: len(labels) * error_from_distances(squared, labels)
        ),
        "the sums are not divided by the sizes of the sets.": (
            lambda squared, labels: _by_set(squared, labels, lambda S: S.sum() / 2) / len(labels)
        ),
        "n is the size of the set, not the number of all samples.": (
            lambda squared, labels: (
                _by_set(squared, labels, lambda S: S.sum() / 2) / len(labels) ** 2
            )
        ),
        "the errors of the sets are averaged with equal weights. Every sample counts the same.": (
            lambda squared, labels: (
                _by_set(squared, labels, lambda S: S.mean() / 2) / len(np.unique(labels))
            )
        ),
        "the errors of the sets are added. E_in is the mean over all samples.": (
            lambda squared, labels: _by_set(squared, labels, lambda S: S.mean() / 2)
        ),
        "the sets are ignored: only pairs inside one set count.": (
            lambda squared, labels: squared.mean() / 2
        ),
        "the table is squared once more. Its entries are squared distances already.": (
            lambda squared, labels: error_from_distances(squared**2, labels)
        ),
        "the roots are taken. The sum is over squared distances.": (
            lambda squared, labels: error_from_distances(np.sqrt(squared), labels)
        ),
    },
    hints=(
        "Go through the sets: for m in np.unique(labels), with inside = labels == m.",
        "squared[inside][:, inside] is the part of the table that belongs to one set.",
        "Add up the sums of these parts, each divided by twice the size of its set. "
        "Divide by N at the end.",
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
        "What went wrong in Another start? Two clouds were in one set, one cloud was split in two.",
        "Make three tight clouds, one of them far from the other two.",
        "Start with two centers in the cloud that is far away.",
    ),
)

EXERCISES = (NEXT_PROBABILITIES, ERROR_FROM_DISTANCES, STUCK)
