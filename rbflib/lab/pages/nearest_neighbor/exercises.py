"""Exercises of page 03: shares of a vote, a sample left out, three neighbors, and data to make."""

import numpy as np

from rbflib.datasets import make_wave
from rbflib.lab.grader.at_work import AtWork
from rbflib.lab.grader.construction import Construction, Finding
from rbflib.lab.grader.curve import Curve
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


VOTE_SHARES = Exercise(
    name="3.1",
    reference=vote_shares,
    inputs=vote_shares_inputs,
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


def _table(X, gamma):
    return np.exp(-gamma * _r2(X))


def _left_out(r2, y, gamma):
    w = _others(np.exp(-gamma * r2))
    return w @ y / w.sum(axis=1)


def _squares(h, y):
    return np.mean((h - y) ** 2)


def _no_new_axis(X, y, gamma):
    w = np.exp(-gamma * ((X - X) ** 2).sum(axis=1))
    np.fill_diagonal(w, 0)
    return _squares(w @ y / w.sum(axis=1), y)


def _wrong_features(X, y, gamma):
    w = np.exp(-gamma * ((X[:, None, :] - X) ** 2).sum(axis=1))
    np.fill_diagonal(w, 0)
    return _squares(w @ y / w.sum(axis=1), y)


LEFT_OUT_ERROR = Exercise(name="3.2", reference=left_out_error, inputs=left_out_error_inputs)


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
    name="3.3", reference=three_neighbors_error, inputs=three_neighbors_error_inputs
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


def chessboard():
    X = np.stack(np.meshgrid([0.0, 1.0, 2.0, 3.0], [0.0, 1.1]), axis=-1).reshape(-1, 2)
    return X, np.where(np.round(X).sum(axis=1) % 2, 1, -1)


def three_at_a_place():
    x = np.repeat([0.0, 4.0, 8.0], 3)
    X = np.stack([x, np.tile([0.0, 1.0, 2.2], 3)], axis=1)
    return X, np.repeat([1, -1, 1], 3)


MORE_NEIGHBORS_HURT = Construction(
    name="3.4", makes={"X": ("N", 2), "y": ("N",)}, judge=more_neighbors_hurt, answer=pairs_in_a_row
)


def errors_of_k(ks):
    X, y = make_wave(100, noise=0.3, random_state=0)
    nearest = np.abs(X - X.T).argsort(axis=1)  # the first is the sample itself
    answers = y[nearest]
    e_in = [np.mean((answers[:, :k].mean(axis=1) - y) ** 2) for k in ks]
    e_loo = [np.mean((answers[:, 1 : k + 1].mean(axis=1) - y) ** 2) for k in ks]
    return np.array([e_in, e_loo])


def _errors_with(ks, first=1, last=1, error=lambda h, y: np.mean((h - y) ** 2), own=0):
    """E_in and leave-one-out, of neighbors `first` to k + last, counted from the sample itself."""
    X, y = make_wave(100, noise=0.3, random_state=0)
    answers = y[np.abs(X - X.T).argsort(axis=1)]
    e_in = [error(answers[:, own : k + own].mean(axis=1), y) for k in ks]
    chosen = [answers[:, first : max(k + last, first + 1)] for k in ks]
    return np.array([e_in, [error(h.mean(axis=1), y) for h in chosen]])


ERRORS_OF_K = Curve(
    name="3.7",
    at=np.arange(1, 41),
    makes=("e_in", "e_loo"),
    answer=errors_of_k,
    allowed=0.01,
    axes={"xlabel": "k", "ylabel": "mean squared error"},
)


EXERCISES = (VOTE_SHARES, LEFT_OUT_ERROR, THREE_NEIGHBORS_ERROR, MORE_NEIGHBORS_HURT, ERRORS_OF_K)
