"""Exercises of page 03: shares of a vote, a sample left out, three neighbors, and data to make."""

import numpy as np

from rbflib.lab.grader.at_work import AtWork
from rbflib.lab.grader.construction import Construction, Finding
from rbflib.lab.grader.exercise import Exercise
from rbflib.lab.grader.pictures import sticks
from rbflib.lab.kit import style
from rbflib.lab.pages.nearest_neighbor.at_work import SharesOfTheVote


def vote_shares(d, labels, n_classes):
    w = 1.0 * (d == 0) if np.any(d == 0) else 1 / d**2
    votes = np.bincount(labels, weights=w, minlength=n_classes)
    return votes / w.sum()


def vote_shares_inputs():
    """Distances that are 0 stand anywhere, and very small ones are not 0."""
    rng = np.random.default_rng(301)
    random = [
        (np.sort(rng.uniform(0.2, 3, k)), rng.integers(n_classes, size=k), n_classes)
        for k, n_classes in [(5, 2), (7, 4), (40, 3)]
    ]
    return [
        (np.array([1.0, 2.0, 2.0]), np.array([0, 1, 1]), 2),
        (np.array([0.5, 1.0, 2.0, 2.5]), np.array([2, 0, 0, 2]), 4),
        (np.array([1.0, 0.0, 3.0]), np.array([1, 0, 2]), 3),
        (np.array([0.0, 0.0, 1.0, 0.0]), np.array([2, 0, 1, 2]), 3),
        (1e-10 * np.array([1.0, 2.0, 2.0]), np.array([0, 1, 1]), 2),
        *random,
    ]


def _weights(d, power=2):
    return 1.0 * (d == 0) if np.any(d == 0) else d ** (-1.0 * power)


def _shares(w, labels, n_classes):
    return _sums(w, labels, n_classes) / w.sum()


def _sums(w, labels, n_classes):
    return np.bincount(labels, weights=w, minlength=n_classes)


def _last_of_each_class(d, labels, n_classes):
    w, votes = _weights(d), np.zeros(n_classes)
    votes[labels] += w
    return votes / w.sum()


def _first_at_zero(d, labels, n_classes):
    w = 1.0 * (np.arange(len(d)) == d.argmin()) if np.any(d == 0) else _weights(d)
    return _shares(w, labels, n_classes)


def _small_added(d, labels, n_classes):
    return _shares(1 / (d**2 + 1e-12), labels, n_classes)


def _without_zeros(d, labels, n_classes):
    return _shares(d[d > 0] ** -2.0, labels[d > 0], n_classes)


def _mean_in_each_class(d, labels, n_classes):
    w = _weights(d)
    counts = np.bincount(labels, minlength=n_classes)
    return _sums(w, labels, n_classes) / np.maximum(counts, 1)


VOTE_SHARES = Exercise(
    name="3.1",
    reference=vote_shares,
    inputs=vote_shares_inputs,
    mistakes={
        "no weights: each has one vote. The nearer ones count more.": (
            lambda d, labels, n_classes: _shares(np.ones(len(d)), labels, n_classes)
        ),
        "no weights: each has one vote, and the votes are not divided by their sum.": (
            lambda d, labels, n_classes: np.bincount(labels, minlength=n_classes)
        ),
        "the square is forgotten: these are the weights 1/d.": (
            lambda d, labels, n_classes: _shares(_weights(d, 1), labels, n_classes)
        ),
        "the weights are inverted. With d² the farther samples would count more.": (
            lambda d, labels, n_classes: _shares(d**2, labels, n_classes)
        ),
        "these are the sums of the weights. Divide them by the sum of all weights.": (
            lambda d, labels, n_classes: _sums(_weights(d), labels, n_classes)
        ),
        "the sums are divided by k. Divide them by the sum of all weights.": (
            lambda d, labels, n_classes: _sums(_weights(d), labels, n_classes) / len(d)
        ),
        "the weights of a class are averaged. Add them up: each sample has a vote.": (
            _mean_in_each_class
        ),
        "of each class only one sample votes: votes[labels] += w does not add up equal labels. "
        "np.bincount does.": _last_of_each_class,
        "classes without a vote are left out at the end. Their share is 0: minlength=n_classes.": (
            lambda d, labels, n_classes: (
                np.bincount(labels, weights=_weights(d)) / _weights(d).sum()
            )
        ),
        "classes without a vote are left out. Their share is 0.": (
            lambda d, labels, n_classes: np.array(
                [_weights(d)[labels == c].sum() / _weights(d).sum() for c in np.unique(labels)]
            )
        ),
        "a distance 0 gives 1/0. Where there is one, its samples vote alone.": (
            lambda d, labels, n_classes: _shares(1 / d**2, labels, n_classes)
        ),
        "of several samples at distance 0 only the first votes. They have one vote each.": (
            _first_at_zero
        ),
        "a very small distance is taken for 0. Ask for d == 0, and add nothing to d².": (
            _small_added
        ),
        "samples at distance 0 are left out. They alone must vote.": _without_zeros,
        "this is the class that wins. The shares of all classes are asked for.": (
            lambda d, labels, n_classes: _sums(_weights(d), labels, n_classes).argmax()
        ),
        "this is the largest share. The shares of all classes are asked for.": (
            lambda d, labels, n_classes: _shares(_weights(d), labels, n_classes).max()
        ),
    },
    hints=(
        "First the weights: w = 1 / d**2, or 1.0 * (d == 0) where np.any(d == 0).",
        "np.bincount(labels, weights=w, minlength=n_classes) adds up the weights of each class.",
        "Divide by w.sum().",
    ),
    at_work=AtWork(
        SharesOfTheVote,
        "Where in the plane are the three shares most alike, and does a larger k change that?",
    ),
    picture=sticks,
)


def left_out_error(X, y, gamma):
    squared_distance = ((X[:, None, :] - X) ** 2).sum(axis=2)
    w = np.exp(-gamma * squared_distance)
    np.fill_diagonal(w, 0)
    h = w @ y / w.sum(axis=1)
    return np.mean((h - y) ** 2)


def left_out_error_inputs():
    """In the last two, two samples lie at the same place."""
    rng = np.random.default_rng(302)
    random = [
        (rng.normal(size=(N, D)), rng.normal(size=N), gamma)
        for N, D, gamma in [(5, 2, 0.7), (4, 4, 0.3), (6, 3, 2.0), (60, 3, 4.0)]
    ]
    for X, *_ in random[-2:]:
        X[-1] = X[0]
    return [(np.array([[0.0], [1.0], [3.0]]), np.array([2.0, 4.0, 12.0]), 0.5), *random]


def _r2(X):
    return ((X[:, None, :] - X) ** 2).sum(axis=2)


def _others(w):
    return w * (1 - np.eye(len(w)))


def _left_out(r2, y, gamma):
    w = _others(np.exp(-gamma * r2))
    return w @ y / w.sum(axis=1)


def _squares(h, y):
    return np.mean((h - y) ** 2)


def _training_error(X, y, gamma):
    w = np.exp(-gamma * _r2(X))
    return _squares(w @ y / w.sum(axis=1), y)


def _left_out_above_only(X, y, gamma):
    w = np.exp(-gamma * _r2(X))
    return _squares(_others(w) @ y / w.sum(axis=1), y)


def _left_out_below_only(X, y, gamma):
    w = np.exp(-gamma * _r2(X))
    return _squares(w @ y / _others(w).sum(axis=1), y)


def _not_divided(X, y, gamma):
    return _squares(_others(np.exp(-gamma * _r2(X))) @ y, y)


def _divided_by_number(X, y, gamma):
    return _squares(_others(np.exp(-gamma * _r2(X))) @ y / (len(y) - 1), y)


def _divided_by_all(X, y, gamma):
    w = _others(np.exp(-gamma * _r2(X)))
    return _squares(w @ y / w.sum(), y)


def _divided_by_columns(X, y, gamma):
    w = _others(np.exp(-gamma * _r2(X)))
    return _squares((w / w.sum(axis=0)) @ y, y)


def _no_new_axis(X, y, gamma):
    w = np.exp(-gamma * ((X - X) ** 2).sum(axis=1))
    np.fill_diagonal(w, 0)
    return _squares(w @ y / w.sum(axis=1), y)


def _no_new_axis_and_no_table(X, y, gamma):
    w = np.exp(-gamma * ((X - X) ** 2).sum(axis=1))
    return _squares(w @ y / w.sum(), y)


def _for_one_feature(X, y, gamma):
    w = np.exp(-gamma * (X - X.T) ** 2)
    np.fill_diagonal(w, 0)
    return _squares(w @ y / w.sum(axis=1), y)


def _wrong_features(X, y, gamma):
    w = np.exp(-gamma * ((X[:, None, :] - X) ** 2).sum(axis=1))
    np.fill_diagonal(w, 0)
    return _squares(w @ y / w.sum(axis=1), y)


def _twins_left_out(X, y, gamma):
    w = np.exp(-gamma * _r2(X)) * (_r2(X) > 0)
    return _squares(w @ y / w.sum(axis=1), y)


def _nearest_other(X, y, gamma):
    r2 = _r2(X) + np.diag(np.full(len(X), np.inf))
    return _squares(y[r2.argmin(axis=1)], y)


LEFT_OUT_ERROR = Exercise(
    name="3.2",
    reference=left_out_error,
    inputs=left_out_error_inputs,
    mistakes={
        "no sample is left out: this is the training error. A sample's own weight must be 0.": (
            _training_error
        ),
        "the sample's own weight is still in the denominator.": _left_out_above_only,
        "the sample's own weight is still in the numerator.": _left_out_below_only,
        "the sum is not divided by the sum of the weights. A mean needs it.": _not_divided,
        "the sum is divided by N − 1. Divide it by the sum of the weights.": _divided_by_number,
        "the sum of the weights runs over all pairs. Every sample has its own sum.": (
            _divided_by_all
        ),
        "wrong axis. The weights for one sample sum to 1: divide every row by its own sum.": (
            _divided_by_columns
        ),
        "X - X is zero everywhere. X[:, None, :] - X, with a new axis, has all pairs.": (
            _no_new_axis
        ),
        "X - X is zero everywhere, so all weights are equal. X[:, None, :] - X has all pairs.": (
            _no_new_axis_and_no_table
        ),
        "X - X.T has all pairs for one feature only. X[:, None, :] - X has them for any number.": (
            _for_one_feature
        ),
        "wrong axis. The squares are summed over the features, the last axis.": _wrong_features,
        "the square is forgotten. The exponent holds the squared distance.": (
            lambda X, y, gamma: _squares(_left_out(np.sqrt(_r2(X)), y, gamma), y)
        ),
        "γ is forgotten.": lambda X, y, gamma: _squares(_left_out(_r2(X), y, 1.0), y),
        "γ is in the denominator. It is not a width: it multiplies the squared distance.": (
            lambda X, y, gamma: _squares(_left_out(_r2(X), y, 1 / gamma), y)
        ),
        "the minus sign is forgotten. A weight never grows with the distance.": (
            lambda X, y, gamma: _squares(_left_out(_r2(X), y, -gamma), y)
        ),
        "another sample at the same place is left out, too. Only the sample itself is.": (
            _twins_left_out
        ),
        "the nearest other sample alone answers. All others answer, with their weights.": (
            _nearest_other
        ),
        "a sum instead of the mean.": lambda X, y, gamma: len(y) * left_out_error(X, y, gamma),
        "this is the root of the mean squared error.": (
            lambda X, y, gamma: np.sqrt(left_out_error(X, y, gamma))
        ),
        "this is the mean absolute error. The errors are squared.": (
            lambda X, y, gamma: np.mean(np.abs(_left_out(_r2(X), y, gamma) - y))
        ),
        "the errors are not squared, and cancel.": (
            lambda X, y, gamma: np.mean(_left_out(_r2(X), y, gamma) - y)
        ),
        "these are the predictions. The mean of their squared errors is asked for.": (
            lambda X, y, gamma: _left_out(_r2(X), y, gamma)
        ),
    },
    hints=(
        "First the table of weights of all pairs, (N, N). X[:, None, :] - X has shape (N, N, D).",
        "On its diagonal every sample weighs itself. np.fill_diagonal(w, 0) leaves it out.",
        "h = w @ y / w.sum(axis=1) are the predictions. Take the mean of (h - y)**2.",
    ),
)


def three_neighbors_error(p):
    first_wins = p**3 + 3 * p**2 * (1 - p)
    return p * (1 - first_wins) + (1 - p) * first_wins


def three_neighbors_error_inputs():
    rng = np.random.default_rng(303)
    random = [(rng.uniform(size=Q),) for Q in (3, 5, 60)]
    return [(np.array([0.9, 0.5, 0.2]),), (np.array([1.0, 0.0]),), *random]


def _first_wins(p):
    return p**3 + 3 * p**2 * (1 - p)


def _wrong(p, q):
    """The test sample and the answer differ: they are of the first class with p and q."""
    return p * (1 - q) + (1 - p) * q


THREE_NEIGHBORS_ERROR = Exercise(
    name="3.3",
    reference=three_neighbors_error,
    inputs=three_neighbors_error_inputs,
    mistakes={
        "this is the error of one neighbor, 2p(1 − p).": lambda p: 2 * p * (1 - p),
        "this is the Bayes classifier's error. Three neighbors may still outvote it.": (
            lambda p: np.minimum(p, 1 - p)
        ),
        "this is twice the Bayes classifier's error.": lambda p: 2 * np.minimum(p, 1 - p),
        "two of three can be chosen in 3 ways: 3p²(1 − p).": (
            lambda p: _wrong(p, p**3 + p**2 * (1 - p))
        ),
        "all three of the first class are a majority, too: p³.": (
            lambda p: _wrong(p, 3 * p**2 * (1 - p))
        ),
        "the vote needs two of the three only: p³ is the chance that all are of the first class.": (
            lambda p: _wrong(p, p**3)
        ),
        "one neighbor of the first class is no majority.": lambda p: _wrong(p, 1 - (1 - p) ** 3),
        "this is the chance that the first class wins the vote. The test sample's own class is "
        "random, too.": _first_wins,
        "this is the chance that the second class wins the vote. The test sample's own class is "
        "random, too.": lambda p: 1 - _first_wins(p),
        "this is the chance that the vote misses the more probable class. The test sample need not "
        "be of that class.": lambda p: np.where(p > 0.5, 1 - _first_wins(p), _first_wins(p)),
        "this is the chance that the answer is right.": lambda p: 1 - _wrong(p, _first_wins(p)),
        "the test sample's class is left out on one side: both classes can be missed.": (
            lambda p: p * (1 - _first_wins(p))
        ),
        "the errors of the three are not independent: all three meet the same test sample.": (
            lambda p: _first_wins(2 * p * (1 - p))
        ),
        "this is the mean over all points. Every point has an error of its own.": (
            lambda p: np.mean(three_neighbors_error(p))
        ),
    },
    hints=(
        "The classes of the three neighbors are three independent draws, each the first with p.",
        "The first class wins the vote with three of three, or with two of three: 3 ways.",
        "The test sample is a fourth draw. The answer is wrong where it differs from the vote.",
    ),
)

FEWEST = 8  # samples to be placed


def nearest_others(X):
    """The three other samples that are nearest to each, the nearest first: (N, 3)."""
    squared_distance = ((X[:, None, :] - X) ** 2).sum(axis=2)
    np.fill_diagonal(squared_distance, np.inf)
    return np.argsort(squared_distance, axis=1, kind="stable")[:, :3]


def more_neighbors_hurt(X, y):
    if len(X) < FEWEST or set(y) != {-1.0, 1.0}:
        return Finding(False, f"At least {FEWEST} samples are asked for, of both classes −1 and 1.")
    nearest = nearest_others(X)
    one, three = (int(np.sum(y[nearest[:, :k]].sum(axis=1) * y < 0)) for k in (1, 3))
    words = f"Of {len(y)} samples left out, one neighbor errs on {one}, three err on {three}."
    return Finding(one == 0 and three == len(y), words, _with_lines_to_the_nearest(X, y, nearest))


def _with_lines_to_the_nearest(X, y, nearest):
    figure = style.new_figure(6.4, 4.2)
    look = {"xlabel": "x₁", "ylabel": "x₂", "aspect": "equal", "adjustable": "datalim"}
    place = (0.7, 0.6, 5.4, 3.0)
    axes = style.add_axes(figure, place, "Samples and their nearest", keyed=True, **look)
    lines = {
        "the nearest": (nearest[:, :1], {"color": style.INK, "lw": 2}),
        "the next two": (nearest[:, 1:], {"color": style.MUTED, "lw": 0.9, "ls": "--"}),
    }
    for label, (others, look) in lines.items():
        for x, places in zip(X, X[others], strict=True):
            for place in places:
                axes.plot(*np.stack([x, place]).T, zorder=1, label=label, **look)
                label = None
    for sign, look in style.CLASS_STYLE.items():
        axes.plot(*X[y == sign].T, ls="", ms=9, mec="white", zorder=2, **look)
    axes.margins(0.1)
    style.add_key(axes)
    return figure


def pairs_in_a_row():
    x = np.repeat([0.0, 4.0, 8.0, 12.0], 2)  # four pairs, far from each other
    X = np.stack([x, np.tile([0.0, 1.0], 4)], axis=1)
    y = np.repeat([1, -1, 1, -1], 2)  # the pairs next to a pair are of the other class
    return X, y


def two_heaps():
    X, _ = pairs_in_a_row()
    return X, np.repeat([1, -1], 4)


def chessboard():
    X = np.stack(np.meshgrid([0.0, 1.0, 2.0, 3.0], [0.0, 1.1]), axis=-1).reshape(-1, 2)
    return X, np.where(np.round(X).sum(axis=1) % 2, 1, -1)


def three_at_a_place():
    x = np.repeat([0.0, 4.0, 8.0], 3)
    X = np.stack([x, np.tile([0.0, 1.0, 2.2], 3)], axis=1)
    return X, np.repeat([1, -1, 1], 3)


def only_six():
    X, y = pairs_in_a_row()
    return X[:6], y[:6]


MORE_NEIGHBORS_HURT = Construction(
    name="3.4",
    makes={"X": ("N", 2), "y": ("N",)},
    judge=more_neighbors_hurt,
    answer=pairs_in_a_row,
    near_misses={
        "one neighbor errs on 0, three err on 0": two_heaps,
        "one neighbor errs on 8, three err on 8": chessboard,
        "Of 9 samples left out, one neighbor errs on 0, three err on 0": three_at_a_place,
        "At least 8 samples": only_six,
    },
    hints=(
        "Each sample needs one other of its own class nearby, and only one.",
        "The next two must be of the other class. Think of pairs.",
        "Put pairs into a row, far from each other, and give them the classes in turn.",
    ),
)

EXERCISES = (VOTE_SHARES, LEFT_OUT_ERROR, THREE_NEIGHBORS_ERROR, MORE_NEIGHBORS_HURT)
