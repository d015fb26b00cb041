"""Exercises of page 04: k-means++, a round with weights, and a start that gets stuck."""

from functools import cache
from itertools import product

import numpy as np

from rbflib.datasets import make_xor
from rbflib.kmeans import KMeans, lloyd
from rbflib.lab.grader.at_work import AtWork
from rbflib.lab.grader.construction import Construction, Finding
from rbflib.lab.grader.curve import Curve
from rbflib.lab.grader.exercise import Exercise
from rbflib.lab.grader.pictures import placed_points, sized_samples
from rbflib.lab.kit import style
from rbflib.lab.pages.kmeans.at_work import DrawnCenters, WeightedRounds


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
    at_work=AtWork(
        DrawnCenters,
        "Large dots are likely to be the next center. How often, over the draws, do the first four "
        "centers lie in four clouds?",
    ),
    picture=sized_samples,
)


def one_round(X, weight, centers):
    squared = ((X[:, None, :] - centers) ** 2).sum(axis=2)
    nearest = squared.argmin(axis=1)
    moved = centers.copy()
    for m in range(len(centers)):
        inside = nearest == m
        if weight[inside].sum() > 0:
            moved[m] = weight[inside] @ X[inside] / weight[inside].sum()
    return moved


def one_round_inputs():
    """In the second one a set is empty; in the third one a set weighs nothing."""
    rng = np.random.default_rng(402)
    X = np.array([[0.0, 0.0], [1.0, 0.0], [4.0, 1.0], [4.0, 3.0]])
    centers = np.array([[0.0, 1.0], [3.0, 2.0]])
    inputs = [
        (X, np.array([1.0, 3.0, 1.0, 1.0]), centers),
        (X, np.array([1.0, 1.0, 2.0, 0.5]), np.vstack([[9.0, 9.0], centers])),
        (X, np.array([1.0, 2.0, 0.0, 0.0]), centers),
    ]
    for N, D, M in [(6, 3, 2), (7, 2, 4), (60, 5, 6)]:
        inputs.append((rng.normal(size=(N, D)), rng.uniform(0.2, 3, N), rng.normal(size=(M, D))))
    return inputs


def _round(X, weight, centers, center, sets=None):
    """A round in which a set's center is center(X, weight) of its samples."""
    sets = _squared(X, centers).argmin(axis=1) if sets is None else sets
    moved = centers.copy()
    for m in np.unique(sets):
        inside = sets == m
        if weight[inside].sum() > 0:
            moved[m] = center(X[inside], weight[inside])
    return moved


def _mean(X, weight):
    return np.average(X, axis=0, weights=weight)


def _zero_where_nothing_is(X, weight, centers):
    member = (_squared(X, centers).argmin(axis=1)[:, None] == np.arange(len(centers))) * weight[
        :, None
    ]
    return member.T @ X / np.maximum(member.sum(axis=0), 1e-300)[:, None]


ONE_ROUND = Exercise(
    name="4.2",
    reference=one_round,
    inputs=one_round_inputs,
    at_work=AtWork(
        WeightedRounds,
        "Four clouds, three centers. Play the half steps to the end: where do the centers go as "
        "the weight of the lower right cloud grows to a hundred?",
    ),
    picture=placed_points,
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
    words = f"k-means ends at the lowest E_in, {lowest:.4g}."
    if reached > 1.001 * lowest:
        more = f"{reached / lowest:.3g} times the lowest, {lowest:.4g}"
        words = f"k-means ends at E_in = {reached:.4g}, which is {more}."
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
    look = {"aspect": "equal", "adjustable": "datalim"}
    for left, title, labels in zip(
        (0.5, 3.9), ("where k-means ends", "the best split"), splits, strict=True
    ):
        axes = style.add_axes(figure, (left, 0.5, 3.0, 2.7), title, **look)
        for m, mark in enumerate(style.SET_STYLE[:3]):
            axes.plot(*X[labels == m].T, ls="", ms=9, **mark)
            if np.any(labels == m):
                axes.plot(*X[labels == m].mean(axis=0), "D", mfc="none", mec=style.INK, ms=12)
        axes.margins(0.2)
    return figure


def stuck():
    cloud = np.array([[0.0, 0.0], [0.2, 0.0], [0.0, 0.2]])
    X = np.vstack([cloud, cloud + np.array([10.0, 0.0]), cloud + np.array([10.0, 4.0])])
    centers = np.array([X[0], X[1], [10.0, 2.0]])
    return X, centers


STUCK = Construction(
    name="4.3", makes={"X": ("N", 2), "centers": (3, 2)}, judge=judge_stuck, answer=stuck
)


def best_of_twenty(ks):
    X, _ = make_xor(200, random_state=0)
    models = [[KMeans(k, random_state=s).fit(X) for s in range(20)] for k in ks]
    return np.array([min(model.inertia_ for model in starts) for starts in models]) / len(X)


def _of_starts(ks, reduce):
    """What `reduce` makes of the errors of the twenty starts, for each k."""
    return np.array([reduce(_ends(k)) for k in ks])


@cache
def _ends(k):
    X, _ = make_xor(200, random_state=0)
    return np.array([KMeans(k, random_state=s).fit(X).inertia_ / len(X) for s in range(20)])


ELBOW = Curve(
    name="4.7",
    at=np.arange(1, 9),
    makes=("e_in",),
    answer=best_of_twenty,
    allowed=0.06,
    axes={"xlabel": "k", "ylabel": "E_in", "yscale": "log"},
)


EXERCISES = (NEXT_PROBABILITIES, ONE_ROUND, STUCK, ELBOW)
