"""Exercises of page 00: a bump, the slope of a sum of bumps, and bumps that cancel."""

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
        "the weight is missing. It multiplies the exponential.": (
            lambda x, mu, beta, gamma: np.exp(-gamma * (x - mu) ** 2)
        ),
        "the weight is in the exponent. It multiplies the exponential.": (
            lambda x, mu, beta, gamma: np.exp(-beta * gamma * (x - mu) ** 2)
        ),
        "γ is taken for the width σ. It multiplies the squared distance.": (
            lambda x, mu, beta, gamma: beta * np.exp(-((x - mu) ** 2) / (2 * gamma**2))
        ),
        "the square is missing. The exponent contains the squared distance.": (
            lambda x, mu, beta, gamma: beta * np.exp(-gamma * abs(x - mu))
        ),
        "the square is missing, so a negative difference makes the bump grow.": (
            lambda x, mu, beta, gamma: beta * np.exp(-gamma * (x - mu))
        ),
        "the square is outside the exponential. It belongs to x - mu.": (
            lambda x, mu, beta, gamma: beta * np.exp(-gamma * (x - mu)) ** 2
        ),
        "the minus sign is missing. A bump never grows with the distance.": (
            lambda x, mu, beta, gamma: beta * np.exp(gamma * (x - mu) ** 2)
        ),
        "γ is squared too. -gamma * (x - mu) ** 2 squares the difference only.": (
            lambda x, mu, beta, gamma: beta * np.exp(-((gamma * (x - mu)) ** 2))
        ),
        "the center is missing. What counts is the distance from μ, not from 0.": (
            lambda x, mu, beta, gamma: beta * np.exp(-gamma * x**2)
        ),
    },
    hints=(
        "The squared distance on a line is (x - mu) ** 2.",
        "The exponential is np.exp(-gamma * ...), with the squared distance in place of the dots.",
        "The weight multiplies the exponential.",
    ),
)


def slope(x, mu, beta, gamma, b):
    bumps = beta * np.exp(-gamma * (x - mu) ** 2)
    return np.sum(-2 * gamma * (x - mu) * bumps)


def slope_inputs():
    rng = np.random.default_rng(3)
    small = 1.0, np.array([0.0, 2.0]), np.array([1.0, 2.0]), 0.5, 3.0
    random = [
        (rng.normal(), rng.normal(size=M), rng.normal(size=M), gamma, 1 + rng.random())
        for M, gamma in [(3, 0.7), (4, 0.2), (12, 1.5)]
    ]
    return [small, *random]


def _bumps(x, mu, beta, gamma):
    return beta * np.exp(-gamma * (x - mu) ** 2)


SLOPE = Exercise(
    name="0.2",
    reference=slope,
    inputs=slope_inputs,
    mistakes={
        "this is h(x) itself. Its derivative is asked for.": (
            lambda x, mu, beta, gamma, b: _bumps(x, mu, beta, gamma).sum() + b
        ),
        "the bias is added. Its slope is 0.": (
            lambda x, mu, beta, gamma, b: slope(x, mu, beta, gamma, b) + b
        ),
        "the chain rule is missing: multiply each bump by the derivative of its exponent.": (
            lambda x, mu, beta, gamma, b: _bumps(x, mu, beta, gamma).sum()
        ),
        "the sign is wrong. The exponent is −γ(x − μ)², and its derivative −2γ(x − μ).": (
            lambda x, mu, beta, gamma, b: -slope(x, mu, beta, gamma, b)
        ),
        "the factor 2 is missing.": (
            lambda x, mu, beta, gamma, b: slope(x, mu, beta, gamma, b) / 2
        ),
        "the factor γ is missing.": (
            lambda x, mu, beta, gamma, b: slope(x, mu, beta, gamma, b) / gamma
        ),
        "the factor x − μ is missing.": (
            lambda x, mu, beta, gamma, b: -2 * gamma * _bumps(x, mu, beta, gamma).sum()
        ),
        "the weights are missing.": (
            lambda x, mu, beta, gamma, b: slope(x, mu, np.ones_like(beta), gamma, b)
        ),
        "the slopes are not summed yet. h'(x) is one number.": (
            lambda x, mu, beta, gamma, b: -2 * gamma * (x - mu) * _bumps(x, mu, beta, gamma)
        ),
        "the square is missing in the exponent.": (
            lambda x, mu, beta, gamma, b: np.sum(
                -2 * gamma * (x - mu) * beta * np.exp(-gamma * abs(x - mu))
            )
        ),
    },
    hints=(
        "The derivative of a sum is the sum of the derivatives, and that of b is 0.",
        "The slope of one bump is the bump times the derivative of its exponent: the chain rule.",
        "x - mu is an array with one entry per center; np.sum adds up the slopes.",
    ),
)

SPACING, LEAST_WEIGHT, LIMIT = 0.1, 10.0, 1.0


def judge_canceling(centers, weights):
    network = RBFNetwork(centers[:, None], weights)
    # Around each center: they may lie far from each other, and far from all of them it is 0.
    x = centers[:, None] + np.linspace(-4, 4, 4001)
    highest = np.abs(network(x.reshape(-1, 1))).max()
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
    place = (0.8, 0.95, 6.1, 2.4)
    axes = style.add_axes(figure, place, "Bumps, and their sum", xlabel="x", **limits)
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
        "and the curve goes up to 100": lambda: (
            [-50_000.0, 7.0, 60_000.0],
            [100.0, -100.0, 100.0],
        ),
    },
    hints=(
        "Bumps that are close together are nearly the same function.",
        "What must the weights add up to, so that the three nearly cancel at their middle?",
        "Two bumps of one sign on the sides, one of the other sign between them, twice as high.",
    ),
)

EXERCISES = (BUMP, SLOPE, CANCELING)
