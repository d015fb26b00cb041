"""Exercises of page 03: the nearest, weights 1/r², kernel regression, one neighbor's error."""

import numpy as np

from rbflib.lab.kit.exercise import Exercise


def nearest_mean(X, y, x, k):
    squared_distance = ((X - x) ** 2).sum(axis=1)
    nearest = np.argsort(squared_distance)[:k]
    return y[nearest].mean()


def nearest_mean_inputs():
    rng = np.random.default_rng(301)
    X = np.array([[3.0, 0.0], [0.0, 1.0], [1.0, 1.5], [-4.0, 3.0]])
    random = [
        (rng.normal(size=(N, D)), rng.normal(size=N), rng.normal(size=D), k)
        for N, D, k in [(6, 3, 1), (8, 4, 3), (9, 3, 2), (80, 5, 9)]
    ]
    return [(X, np.array([1.0, 2.0, 6.0, 9.0]), np.array([0.0, 0.0]), 2), *random]


def _nearest_by(distance, y, k):
    return y[np.argsort(distance)[:k]].mean()


def _squared(X, x):
    return ((X - x) ** 2).sum(axis=1)


NEAREST_MEAN = Exercise(
    name="3.1",
    reference=nearest_mean,
    inputs=nearest_mean_inputs,
    mistakes={
        "wrong axis. The squares are summed over the features, axis=1 of X - x.": (
            lambda X, y, x, k: _nearest_by(((X - x) ** 2).sum(axis=0), y, k)
        ),
        "the square is forgotten. Differences of opposite sign cancel.": (
            lambda X, y, x, k: _nearest_by((X - x).sum(axis=1), y, k)
        ),
        "the mean is over the wrong set: over all samples.": lambda X, y, x, k: y.mean(),
        "the mean is over the wrong set: over the first k samples. Order them by distance.": (
            lambda X, y, x, k: y[:k].mean()
        ),
        "the mean is over the wrong set: over the k farthest samples.": (
            lambda X, y, x, k: _nearest_by(-_squared(X, x), y, k)
        ),
        "the nearest one is left out. x is a new point, not one of the samples.": (
            lambda X, y, x, k: y[np.argsort(_squared(X, x))[1 : k + 1]].mean()
        ),
        "a sum instead of the mean.": lambda X, y, x, k: k * nearest_mean(X, y, x, k),
        "these are the targets of the k nearest. Their mean is asked for.": (
            lambda X, y, x, k: y[np.argsort(_squared(X, x))[:k]]
        ),
        "this is the mean of the smallest squared distances. The targets' mean is asked for.": (
            lambda X, y, x, k: np.sort(_squared(X, x))[:k].mean()
        ),
    },
    hints=(
        "X - x takes the point from every row. Square, and sum over the features.",
        "np.argsort gives the numbers of the samples, the nearest first. Keep the first k.",
        "y[numbers] are the targets of these samples.",
    ),
)


def weighted_mean(r, y):
    if np.any(r == 0):
        return y[r == 0].mean()
    return np.sum(y / r**2) / np.sum(1 / r**2)


def weighted_mean_inputs():
    rng = np.random.default_rng(302)
    random = [(np.sort(rng.uniform(0.2, 3, k)), rng.normal(size=k)) for k in (5, 40)]
    return [
        (np.array([1.0, 2.0]), np.array([0.0, 10.0])),
        (np.array([0.5, 1.0, 2.0]), np.array([3.0, -1.0, 7.0])),
        (np.array([0.0, 1.0, 3.0]), np.array([4.0, 9.0, -2.0])),
        (np.array([0.0, 0.0, 1.0]), np.array([2.0, 4.0, 9.0])),
        *random,
    ]


def _weighted(r, y, power):
    if np.any(r == 0):
        return y[r == 0].mean()
    return np.sum(y / r**power) / np.sum(1 / r**power)


WEIGHTED_MEAN = Exercise(
    name="3.2",
    reference=weighted_mean,
    inputs=weighted_mean_inputs,
    mistakes={
        "the square is forgotten: these are the weights 1/r.": lambda r, y: _weighted(r, y, 1),
        "the weights are turned over. With r² the farther samples would count more.": (
            lambda r, y: _weighted(r, y, -2)
        ),
        "no weights: this is the plain mean.": lambda r, y: y.mean(),
        "the weighted sum is not divided by the sum of the weights.": (
            lambda r, y: y[r == 0].mean() if np.any(r == 0) else np.sum(y / r**2)
        ),
        "the weighted sum is divided by k. Divide it by the sum of the weights.": (
            lambda r, y: y[r == 0].mean() if np.any(r == 0) else np.mean(y / r**2)
        ),
        "a distance 0 gives 0/0. Where there is one, its samples answer alone.": (
            lambda r, y: np.sum(y / r**2) / np.sum(1 / r**2)
        ),
        "of two samples at distance 0 only the first answers. Take their mean.": (
            lambda r, y: y[0] if r[0] == 0 else _weighted(r, y, 2)
        ),
        "samples at distance 0 are left out. They alone must answer.": (
            lambda r, y: _weighted(r[r > 0], y[r > 0], 2)
        ),
        "a sum over the samples at distance 0. Take their mean.": (
            lambda r, y: y[r == 0].sum() if np.any(r == 0) else _weighted(r, y, 2)
        ),
    },
    hints=(
        "Without a distance 0: the weights are w = 1 / r**2. What is their weighted mean of y?",
        "A weighted mean is the sum of w * y, divided by the sum of w.",
        "First ask np.any(r == 0). If so, y[r == 0] are the targets that answer.",
    ),
)


def kernel_regression(X, y, queries, gamma):
    squared_distance = ((queries[:, None, :] - X) ** 2).sum(axis=2)
    weights = np.exp(-gamma * squared_distance)
    return weights @ y / weights.sum(axis=1)


def kernel_regression_inputs():
    rng = np.random.default_rng(303)
    X, y = np.array([[0.0], [1.0], [3.0]]), np.array([2.0, 4.0, 12.0])
    random = [
        (rng.normal(size=(N, D)), rng.normal(size=N), rng.normal(size=(Q, D)), gamma)
        for N, D, Q, gamma in [(5, 2, 3, 0.7), (4, 4, 4, 0.3), (3, 2, 5, 2.0), (60, 3, 20, 4.0)]
    ]
    return [(X, y, np.array([[0.0], [2.0]]), 0.5), *random]


def _phi(X, queries, gamma):
    return np.exp(-gamma * ((queries[:, None, :] - X) ** 2).sum(axis=2))


def _mean_with(weights, y):
    return weights @ y / weights.sum(axis=1)


def _wrong_features(X, y, queries, gamma):
    return _mean_with(np.exp(-gamma * ((queries[:, None, :] - X) ** 2).sum(axis=1)), y)


def _unsquared(X, y, queries, gamma):
    distance = np.sqrt(((queries[:, None, :] - X) ** 2).sum(axis=2))
    return _mean_with(np.exp(-gamma * distance), y)


KERNEL_REGRESSION = Exercise(
    name="3.3",
    reference=kernel_regression,
    inputs=kernel_regression_inputs,
    mistakes={
        "the sum is not divided by the sum of the weights. An average needs it.": (
            lambda X, y, queries, gamma: _phi(X, queries, gamma) @ y
        ),
        "the sum is divided by N. Divide it by the sum of the weights.": (
            lambda X, y, queries, gamma: _phi(X, queries, gamma) @ y / len(X)
        ),
        "wrong axis. The weights of one query sum to 1: they are summed over the samples.": (
            lambda X, y, queries, gamma: (
                (_phi(X, queries, gamma) / _phi(X, queries, gamma).sum(axis=0)) @ y
            )
        ),
        "the sum of the weights runs over all queries. Every query has its own.": (
            lambda X, y, queries, gamma: _phi(X, queries, gamma) @ y / _phi(X, queries, gamma).sum()
        ),
        "wrong axis. The squares are summed over the features, the last axis.": _wrong_features,
        "the square is forgotten. The exponent holds the squared distance.": _unsquared,
        "γ is forgotten.": lambda X, y, queries, gamma: kernel_regression(X, y, queries, 1.0),
        "the minus sign is forgotten. A weight never grows with the distance.": (
            lambda X, y, queries, gamma: kernel_regression(X, y, queries, -gamma)
        ),
        "the mean is over the wrong set: the nearest sample alone answers.": (
            lambda X, y, queries, gamma: y[_phi(X, queries, gamma).argmax(axis=1)]
        ),
    },
    hints=(
        "First the table of weights: one row per query, one column per sample.",
        "queries[:, None, :] - X has shape (Q, N, D). Square it and sum over axis 2.",
        "`weights @ y` sums over the samples. Divide by the sum of every row of the weights.",
    ),
)


def neighbor_error(P):
    return 1 - np.sum(P**2, axis=1)


def neighbor_error_inputs():
    rng = np.random.default_rng(304)
    random = [(rng.dirichlet(np.ones(K), size=Q),) for Q, K in [(4, 3), (3, 3), (2, 5), (50, 4)]]
    return [(np.array([[0.9, 0.1], [0.5, 0.5], [0.3, 0.7]]),), *random]


NEIGHBOR_ERROR = Exercise(
    name="3.4",
    reference=neighbor_error,
    inputs=neighbor_error_inputs,
    mistakes={
        "this is the Bayes classifier's error. The nearest neighbor guesses at random there.": (
            lambda P: 1 - P.max(axis=1)
        ),
        "this is twice the Bayes classifier's error, the bound. The error itself is smaller.": (
            lambda P: 2 * (1 - P.max(axis=1))
        ),
        "only the largest posterior is squared. The other classes can agree as well.": (
            lambda P: 1 - P.max(axis=1) ** 2
        ),
        "this is the probability that both classes agree. An error is that they differ.": (
            lambda P: np.sum(P**2, axis=1)
        ),
        "the square is forgotten. The posteriors themselves sum to 1.": (
            lambda P: 1 - np.sum(P, axis=1)
        ),
        "wrong axis. The sum is over the classes, axis=1.": lambda P: 1 - np.sum(P**2, axis=0),
        "no axis. Every point has an error of its own: sum over axis=1.": (
            lambda P: 1 - np.sum(P**2)
        ),
        "this is the mean over all points. Every point has an error of its own.": (
            lambda P: np.mean(1 - np.sum(P**2, axis=1))
        ),
    },
    hints=(
        "The test sample and its neighbor are two independent draws from the same posteriors.",
        "Both are of class c with probability P(c|x)². Sum over the classes.",
        "They differ with the probability that is left: 1 minus this sum.",
    ),
)

EXERCISES = (NEAREST_MEAN, WEIGHTED_MEAN, KERNEL_REGRESSION, NEIGHBOR_ERROR)
