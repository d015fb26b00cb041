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


BUMP = Exercise(name="0.1", reference=bump, inputs=bump_inputs)


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


SLOPE = Exercise(name="0.2", reference=slope, inputs=slope_inputs)

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
    name="0.3", makes={"centers": (3,), "weights": (3,)}, judge=judge_canceling, answer=canceling
)

EXERCISES = (BUMP, SLOPE, CANCELING)
