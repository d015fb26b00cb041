"""Exercises of page 00: a bump, the hypothesis at one point, and bumps that cancel."""

import numpy as np

from rbflib.lab.grader.construction import Construction, Finding
from rbflib.lab.grader.exercise import Exercise
from rbflib.lab.kit import style
from rbflib.lab.kit.line import LineDrawing
from rbflib.network import RBFNetwork


def bump(x, mu, beta, gamma):
    return beta * np.exp(-gamma * (x - mu) ** 2)


def bump_inputs():
    rng = np.random.default_rng(1)
    random = rng.uniform([-2, -2, -2, 0.1], [2, 2, 2, 3], size=(4, 4))
    return [(1.0, 3.0, 2.0, 0.5), (0.0, 1.0, -1.0, 2.0), *map(tuple, random)]


BUMP = Exercise(
    name="0.1",
    reference=bump,
    inputs=bump_inputs,
    mistakes={
        "the weight is forgotten. It multiplies the exponential.": (
            lambda x, mu, beta, gamma: np.exp(-gamma * (x - mu) ** 2)
        ),
        "the weight stands in the exponent. It multiplies the exponential.": (
            lambda x, mu, beta, gamma: np.exp(-beta * gamma * (x - mu) ** 2)
        ),
        "γ is taken for the width σ. It multiplies the squared distance.": (
            lambda x, mu, beta, gamma: beta * np.exp(-((x - mu) ** 2) / (2 * gamma**2))
        ),
        "the square is forgotten. The exponent holds the squared distance.": (
            lambda x, mu, beta, gamma: beta * np.exp(-gamma * abs(x - mu))
        ),
        "the square is forgotten, and with it a difference below 0 makes the bump grow.": (
            lambda x, mu, beta, gamma: beta * np.exp(-gamma * (x - mu))
        ),
        "the square stands outside of the exponential. It belongs to x - mu.": (
            lambda x, mu, beta, gamma: beta * np.exp(-gamma * (x - mu)) ** 2
        ),
        "the minus sign is forgotten. A bump never grows with the distance.": (
            lambda x, mu, beta, gamma: beta * np.exp(gamma * (x - mu) ** 2)
        ),
        "γ is squared too. -gamma * (x - mu) ** 2 squares the difference only.": (
            lambda x, mu, beta, gamma: beta * np.exp(-((gamma * (x - mu)) ** 2))
        ),
        "the center is forgotten. What counts is the distance from μ, not from 0.": (
            lambda x, mu, beta, gamma: beta * np.exp(-gamma * x**2)
        ),
    },
    hints=(
        "The squared distance on a line is (x - mu) ** 2.",
        "The exponential is np.exp(-gamma * ...), with the squared distance for the dots.",
        "The weight stands before the exponential and multiplies it.",
    ),
)


def h_at(x, centers, weights, bias, gamma):
    squared_distance = ((x - centers) ** 2).sum(axis=1)
    return np.exp(-gamma * squared_distance) @ weights + bias


def h_at_inputs():
    rng = np.random.default_rng(3)
    small = np.array([0.0]), np.array([[-1.0], [2.0]]), np.array([1.0, -2.0]), 0.5, 0.25
    random = [
        (rng.normal(size=D), rng.normal(size=(M, D)), rng.normal(size=M), rng.normal(), gamma)
        for M, D, gamma in [(3, 2, 0.7), (4, 4, 0.2), (12, 5, 0.1)]
    ]
    return [small, *random]


def _squared_distances(x, centers):
    return ((x - centers) ** 2).sum(axis=1)


def _similarities(x, centers, gamma):
    return np.exp(-gamma * _squared_distances(x, centers))


H_AT = Exercise(
    name="0.2",
    reference=h_at,
    inputs=h_at_inputs,
    mistakes={
        "no bias. It is added once, after the sum.": (
            lambda x, centers, weights, bias, gamma: _similarities(x, centers, gamma) @ weights
        ),
        "the bias is added to every bump. It is added once, after the sum.": (
            lambda x, centers, weights, bias, gamma: np.sum(
                weights * _similarities(x, centers, gamma) + bias
            )
        ),
        "no weights. Each similarity is multiplied by the weight of its center.": (
            lambda x, centers, weights, bias, gamma: _similarities(x, centers, gamma).sum() + bias
        ),
        "the weights multiply the distances. They multiply the similarities.": (
            lambda x, centers, weights, bias, gamma: (
                np.exp(-gamma * weights * _squared_distances(x, centers)).sum() + bias
            )
        ),
        "the bumps are not summed yet. h(x) is one number.": (
            lambda x, centers, weights, bias, gamma: (
                weights * _similarities(x, centers, gamma) + bias
            )
        ),
        "the square is forgotten. The exponent holds the squared distance.": (
            lambda x, centers, weights, bias, gamma: (
                np.exp(-gamma * np.linalg.norm(x - centers, axis=1)) @ weights + bias
            )
        ),
        "the minus sign is forgotten. A bump never grows with the distance.": (
            lambda x, centers, weights, bias, gamma: (
                _similarities(x, centers, -gamma) @ weights + bias
            )
        ),
        "all squares are in one sum. Each center has a distance of its own: axis=1.": (
            lambda x, centers, weights, bias, gamma: (
                np.exp(-gamma * ((x - centers) ** 2).sum()) * weights.sum() + bias
            )
        ),
        "wrong axis. Sum over the features of each center, axis 1.": (
            lambda x, centers, weights, bias, gamma: (
                np.exp(-gamma * ((x - centers) ** 2).sum(axis=0)) @ weights + bias
            )
        ),
        "x has the shape of one point. x - centers needs no new axis.": (
            lambda x, centers, weights, bias, gamma: (
                np.exp(-gamma * ((x[:, None] - centers) ** 2).sum(axis=1)) @ weights + bias
            )
        ),
    },
    hints=(
        "NumPy subtracts every row at once: x - centers has shape (M, D), one row per center.",
        "Square every entry, and add up each row with .sum(axis=1): one distance per center.",
        "np.exp(-gamma * ...) turns all of them into similarities at once.",
        "Two arrays of length M: `similarities @ weights` multiplies them and adds up.",
    ),
)

SPACING, LEAST_WEIGHT, LIMIT = 0.1, 10.0, 1.0


def judge_canceling(centers, weights):
    network = RBFNetwork(centers[:, None], weights)
    # Beyond the outer centers the curve only falls to 0: it has no top there that is not inside.
    x = np.linspace(centers.min() - 4, centers.max() + 4, 4001)[:, None]
    highest = np.abs(network(x)).max()
    apart, least = np.diff(np.sort(centers)).min(), np.abs(weights).min()
    words = (
        f"the smallest weight is {least:.3g} in size, the centers are {apart:.3g} apart, "
        f"and the curve goes up to {highest:.3g} in size."
    )
    tight = 1e-9  # 0.3 − 0.2 is a little below 0.1
    fits = apart >= SPACING - tight and least >= LEAST_WEIGHT - tight
    return Finding(bool(fits and highest <= LIMIT), words, _drawn(network))


def _drawn(network):
    figure = style.new_figure(7.2, 3.7)
    reach = np.abs(network.weights).max()
    limits = {"xlim": (-3, 3), "ylim": (-1.2 * reach - 0.1, 1.2 * reach + 0.1)}
    axes = style.add_axes(
        figure, (0.8, 0.95, 6.1, 2.4), "bumps, and their sum", xlabel="x", **limits
    )
    LineDrawing(axes).show_network(network)
    return figure


def canceling():
    centers = np.array([-0.1, 0.0, 0.1])
    weights = np.array([10.0, -20.0, 10.0])
    return centers, weights


CANCELING = Construction(
    name="0.3",
    makes={"centers": (3,), "weights": (3,)},
    judge=judge_canceling,
    answer=canceling,
    near_misses={
        "the centers are 1 apart": lambda: ([-1.0, 0.0, 1.0], [10.0, -20.0, 10.0]),
        "the smallest weight is 5 in size": lambda: ([-0.1, 0.0, 0.1], [5.0, -10.0, 5.0]),
        "the centers are 0 apart": lambda: ([0.0, 0.0, 0.1], [10.0, -20.0, 10.0]),
        "and the curve goes up to 9.8": lambda: ([-0.1, 0.0, 0.1], [10.0, -10.0, 10.0]),
    },
    hints=(
        "Bumps that stand close together are nearly the same function.",
        "What must the weights add up to, so that the three nearly cancel at their middle?",
        "Two bumps of one sign on the sides, one of the other sign between them, twice as high.",
    ),
)

EXERCISES = (BUMP, H_AT, CANCELING)
