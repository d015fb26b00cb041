"""Exercises of page 00: a bump, distances to all centers, and the hypothesis at one point."""

import numpy as np

from rbflib.lab.kit.exercise import Exercise


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


def squared_distances(x, centers):
    return ((x - centers) ** 2).sum(axis=1)


def squared_distances_inputs():
    rng = np.random.default_rng(2)
    small = np.array([0.0, 0.0]), np.array([[3.0, 4.0], [1.0, 0.0], [0.0, 2.0]])
    sizes = [(3, 3), (2, 5), (10, 4)]
    return [small, *[(rng.normal(size=D), rng.normal(size=(M, D))) for M, D in sizes]]


SQUARED_DISTANCES = Exercise(
    name="0.2",
    reference=squared_distances,
    inputs=squared_distances_inputs,
    mistakes={
        "wrong axis. Sum over the features of each center, axis 1.": (
            lambda x, centers: ((x - centers) ** 2).sum(axis=0)
        ),
        "all squares are in one sum. Each center has a sum of its own: axis=1.": (
            lambda x, centers: ((x - centers) ** 2).sum()
        ),
        "the root is taken. The squared distance is asked for.": (
            lambda x, centers: np.linalg.norm(x - centers, axis=1)
        ),
        "the sum is squared. Square first, then sum.": (
            lambda x, centers: (x - centers).sum(axis=1) ** 2
        ),
        "the squares are not summed yet. Each center gets one number.": (
            lambda x, centers: (x - centers) ** 2
        ),
    },
    hints=(
        "NumPy subtracts every row at once: x - centers has shape (M, D), one row per center.",
        "Square every entry: (x - centers) ** 2.",
        "Add up each row: .sum(axis=1).",
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


def _similarities(x, centers, gamma):
    return np.exp(-gamma * squared_distances(x, centers))


H_AT = Exercise(
    name="0.3",
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
                np.exp(-gamma * weights * squared_distances(x, centers)).sum() + bias
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
    },
    hints=(
        "Begin with the squared distances of 0.2, one per center.",
        "np.exp(-gamma * ...) turns all of them into similarities at once.",
        "Two arrays of length M: `similarities @ weights` multiplies them and adds up.",
    ),
)

EXERCISES = (BUMP, SQUARED_DISTANCES, H_AT)
