"""Exercises of page 02: leave one out, ridge with a free bias, targets that need large weights."""

from functools import cache

import numpy as np

from rbflib.datasets import make_wave, wave
from rbflib.full import FullRBFRegressor
from rbflib.lab.grader.at_work import AtWork
from rbflib.lab.grader.construction import Construction, Finding
from rbflib.lab.grader.curve import Curve
from rbflib.lab.grader.exercise import Exercise
from rbflib.lab.grader.pictures import sticks
from rbflib.lab.kit import style
from rbflib.lab.kit.layout import LINE
from rbflib.lab.pages.full_network.at_work import RidgeCurve, without_bias
from rbflib.lab.pages.full_network.fit_and_weights import HIGHEST, weight_axes


def leave_one_out(Z, y, lam):
    hat = Z @ np.linalg.solve(Z.T @ Z + lam * np.eye(Z.shape[1]), Z.T)
    return (y - hat @ y) / (1 - np.diag(hat))


def leave_one_out_inputs():
    rng = np.random.default_rng(201)
    small = np.array([[1.0], [1.0], [2.0]]), np.array([1.0, 2.0, 3.0]), 1.0
    sizes = [(6, 3, 0.1), (5, 5, 0.5), (4, 6, 2.0), (30, 8, 0.01)]
    return [small, *((rng.random((N, M)), rng.normal(size=N), lam) for N, M, lam in sizes)]


def _ridge(A, y, penalty):
    return np.linalg.solve(A.T @ A + penalty, A.T @ y)


def _each_left_out(Z, y, lam, left_out):
    """left_out(the other samples' weights, the sample's row and target), one after the other."""
    found = []
    for n in range(len(y)):
        others = np.arange(len(y)) != n
        beta = _ridge(Z[others], y[others], lam * np.eye(Z.shape[1]))
        found.append(left_out(beta, Z[n], y[n]))
    return np.array(found)


def _column_left_out_too(Z, y, lam):
    def difference(n):
        at = n % Z.shape[1]
        A = np.delete(np.delete(Z, n, axis=0), at, axis=1)
        return y[n] - np.delete(Z[n], at) @ _ridge(A, np.delete(y, n), lam * np.eye(A.shape[1]))

    return np.array([difference(n) for n in range(len(y))])


def _only_targets_left_out(Z, y, lam):
    fits = [
        _ridge(Z, np.where(np.arange(len(y)) == n, 0, y), lam * np.eye(Z.shape[1]))
        for n in range(len(y))
    ]
    return y - np.sum(Z * fits, axis=1)


LEAVE_ONE_OUT = Exercise(
    name="2.1", reference=leave_one_out, inputs=leave_one_out_inputs, picture=sticks
)


def ridge_with_bias(Z, y, lam):
    A = np.column_stack([np.ones(len(Z)), Z])
    penalty = lam * np.eye(A.shape[1])
    penalty[0, 0] = 0
    return np.linalg.solve(A.T @ A + penalty, A.T @ y)


def ridge_with_bias_inputs():
    rng = np.random.default_rng(203)
    small = np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]), np.array([1.0, 2.0, 6.0])
    sizes = [(9, 4, 0.2), (7, 7, 0.5), (5, 8, 2.0), (40, 9, 5.0)]
    return [
        (*small, 0.5),
        *((rng.random((N, M)), 4 + rng.normal(size=N), lam) for N, M, lam in sizes),
    ]


def _with_ones(Z):
    return np.column_stack([np.ones(len(Z)), Z])


def _free(lam, n_columns, free):
    """λ on the diagonal, but for one column."""
    penalty = lam * np.eye(n_columns)
    penalty[free, free] = 0
    return penalty


RIDGE_WITH_BIAS = Exercise(
    name="2.2",
    reference=ridge_with_bias,
    inputs=ridge_with_bias_inputs,
    at_work=AtWork(
        RidgeCurve,
        "Let λ grow. What does each of the two curves approach?",
        beside=without_bias,
        titles=("yours, with a free bias", "ours, without a bias"),
    ),
    picture=sticks,
)

SPOTS, WIDTH = np.linspace(0, 1, 10)[:, None], 20.0
CALM, WILD = 2.0, 500.0  # what the largest weights may and must reach


def same_size_other_weights(calm, wild):
    Z = np.exp(-WIDTH * (SPOTS - SPOTS.T) ** 2)
    targets = {"calm": calm, "wild": wild}
    weights = {name: np.linalg.solve(Z, y) for name, y in targets.items()}
    figure = _drawn(targets, weights)
    for name, y in targets.items():
        size = np.abs(y).max()
        if size > 1 + 1e-9:
            words = f"`{name}` reaches {size:.3g}. Its targets must lie between −1 and 1."
            return Finding(False, words, figure)
        if size < 0.9:
            words = f"`{name}` reaches only {size:.2g}. One of its targets must reach 0.9."
            return Finding(False, words, figure)
    largest = {name: np.abs(beta).max() for name, beta in weights.items()}
    words = f"largest weight of calm {largest['calm']:.3g}, of wild {largest['wild']:.3g}."
    if largest["calm"] > CALM:
        return Finding(False, f"{words} At most {CALM:g} are asked for in calm.", figure)
    if largest["wild"] < WILD:
        return Finding(False, f"{words} At least {WILD:g} are asked for in wild.", figure)
    return Finding(True, words, figure)


def _drawn(targets, weights):
    """Each list's curve through its targets, and its weights as sticks."""
    figure = style.new_figure(height=4.2)
    for i, (name, y) in enumerate(targets.items()):
        left = 0.75 + 4.4 * i
        look = {"xlim": (-0.02, 1.02), "ylim": (-2.4, 2.4)}
        axes = style.add_axes(
            figure, (left, 2.3, 3.9, 1.6), f"{name.capitalize()}: the curve h", **look
        )
        h = np.exp(-WIDTH * (LINE - SPOTS.T) ** 2) @ weights[name]
        axes.plot(LINE[:, 0], np.clip(h, -99, 99), color=style.METHOD_STYLE["network"]["color"])
        axes.plot(SPOTS[:, 0], np.clip(y, -99, 99), "o", color=style.INK, ms=5)
        axes.tick_params(labelbottom=False)
        axes = weight_axes(figure, (left, 0.6, 3.9, 1.2), "Its weights", (-0.02, 1.02))
        tips = np.clip(weights[name], -HIGHEST, HIGHEST)
        axes.vlines(SPOTS[:, 0], 0, tips, color=style.BUMP, lw=2.5)
        axes.plot(SPOTS[:, 0], tips, "o", color=style.BUMP, ms=5)
    return figure


def alternating_targets():
    calm = np.ones(10)
    wild = np.array([1, -1, 1, -1, 1, -1, 1, -1, 1, -1])
    return calm, wild


SAME_SIZE_OTHER_WEIGHTS = Construction(
    name="2.3",
    makes={"calm": (10,), "wild": (10,)},
    judge=same_size_other_weights,
    answer=alternating_targets,
)


def bias_and_variance(lambdas):
    x, parts = np.linspace(0, 1, 100)[:, None], []
    draws = [make_wave(30, noise=0.3, random_state=s) for s in range(30)]
    for lam in lambdas:
        model = FullRBFRegressor(gamma=100, alpha=lam)
        fits = np.array([model.fit(X, y).predict(x) for X, y in draws])
        bias2 = np.mean((fits.mean(axis=0) - wave(x)) ** 2)
        parts.append([bias2, fits.var(axis=0).mean()])
    return np.transpose(parts)


def _parts(lambdas, bias2, variance=lambda fits: fits.var(axis=0).mean()):
    """bias2(fits (30, 100), the curve) and variance(fits) for every λ."""
    return np.transpose([[bias2(fits, _CURVE), variance(fits)] for fits in map(_fits, lambdas)])


_X = np.linspace(0, 1, 100)[:, None]
_CURVE = wave(_X)


@cache
def _fits(lam):
    draws = [make_wave(30, noise=0.3, random_state=s) for s in range(30)]
    return np.array([FullRBFRegressor(100, lam).fit(X, y).predict(_X) for X, y in draws])


def _bias2(fits, curve):
    return np.mean((fits.mean(axis=0) - curve) ** 2)


BIAS_AND_VARIANCE = Curve(
    name="2.6",
    at=10.0 ** np.arange(-4, 3),
    makes=("bias2", "variance"),
    answer=bias_and_variance,
    allowed=0.05,
    axes={"xlabel": "λ", "xscale": "log", "ylabel": "squared error", "yscale": "log"},
)


EXERCISES = (LEAVE_ONE_OUT, RIDGE_WITH_BIAS, SAME_SIZE_OTHER_WEIGHTS, BIAS_AND_VARIANCE)
