"""Exercises of page 02: the design matrix, ridge with a free bias, targets that cost weights."""

import numpy as np

from rbflib.lab.grader.construction import Construction, Finding
from rbflib.lab.grader.exercise import Exercise
from rbflib.lab.kit import style
from rbflib.lab.kit.sheet import LINE
from rbflib.lab.pages.full_network.fit_and_weights import HIGHEST, weight_axes


def similarities(X, centers, gamma):
    squared_distance = ((X[:, None, :] - centers) ** 2).sum(axis=2)
    return np.exp(-gamma * squared_distance)


def similarities_inputs():
    """As many samples as centers never come: X - centers would be possible, and mean little."""
    rng = np.random.default_rng(201)
    return [
        (np.array([[0.0, 0.0], [1.0, 2.0]]), np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 2.0]]), 0.5),
        (np.array([[0.0], [1.0], [3.0]]), np.array([[1.0], [2.0]]), 1.0),
        *[
            (rng.normal(size=(N, D)), rng.normal(size=(M, D)), gamma)
            for N, M, D, gamma in [(4, 5, 3, 0.3), (5, 2, 4, 0.1), (40, 15, 3, 2.0)]
        ],
    ]


def _squares(X, centers):
    return (X[:, None, :] - centers) ** 2


def _distances(X, centers):
    return np.sqrt(_squares(X, centers).sum(axis=2))


SIMILARITIES = Exercise(
    name="2.1",
    reference=similarities,
    inputs=similarities_inputs,
    mistakes={
        "X - centers without a new axis pairs row with row. X[:, None, :] - centers takes every "
        "center from every sample.": (
            lambda X, centers, gamma: np.exp(-gamma * ((X - centers) ** 2).sum(axis=-1))
        ),
        "centers - X without a new axis pairs row with row. X[:, None, :] - centers takes every "
        "center from every sample.": (
            lambda X, centers, gamma: np.exp(-gamma * ((centers - X) ** 2).sum(axis=-1))
        ),
        "X - centers.T has all pairs only where there is one feature, as on this page's line. With "
        "more it takes X[:, None, :] - centers.": (
            lambda X, centers, gamma: np.exp(-gamma * (X - centers.T) ** 2)
        ),
        "the square is forgotten. The exponent holds the squared distance.": (
            lambda X, centers, gamma: np.exp(-gamma * _distances(X, centers))
        ),
        "the squares are not summed. One number per sample and center: .sum(axis=2).": (
            lambda X, centers, gamma: np.exp(-gamma * _squares(X, centers))
        ),
        "wrong axis. The squares are summed over the features, the last axis.": (
            lambda X, centers, gamma: np.exp(-gamma * _squares(X, centers).sum(axis=1))
        ),
        "the sum runs over the samples, the first axis. It runs over the features, the last.": (
            lambda X, centers, gamma: np.exp(-gamma * _squares(X, centers).sum(axis=0))
        ),
        "the sum has no axis, so it runs over all samples and centers too: .sum(axis=2).": (
            lambda X, centers, gamma: np.exp(-gamma * _squares(X, centers).sum())
        ),
        "summed first, then squared. Each difference is squared on its own.": (
            lambda X, centers, gamma: np.exp(-gamma * (X[:, None, :] - centers).sum(axis=2) ** 2)
        ),
        "Z is turned over. One row per sample, one column per center.": (
            lambda X, centers, gamma: similarities(X, centers, gamma).T
        ),
        "γ is forgotten.": lambda X, centers, gamma: similarities(X, centers, 1.0),
        "γ is squared as well. It multiplies the squared distance.": (
            lambda X, centers, gamma: similarities(X, centers, gamma**2)
        ),
        "γ divides. It is an inverse squared width, so it multiplies.": (
            lambda X, centers, gamma: similarities(X, centers, 1 / gamma)
        ),
        "this takes γ for a standard deviation. The exponent is −γ times the squared distance.": (
            lambda X, centers, gamma: similarities(X, centers, 1 / (2 * gamma**2))
        ),
        "the minus sign is forgotten. A similarity never grows with the distance.": (
            lambda X, centers, gamma: similarities(X, centers, -gamma)
        ),
        "these are the squared distances. Their similarities are asked for.": (
            lambda X, centers, gamma: _distances(X, centers) ** 2
        ),
        "these are inner products. A Gaussian looks at the distance.": (
            lambda X, centers, gamma: np.exp(-gamma * X @ centers.T)
        ),
    },
    hints=(
        "X[:, None, :] - centers has shape (N, M, D): every sample minus every center.",
        "Square it, and sum over the features: .sum(axis=2).",
    ),
)


def ridge_with_bias(Z, y, lam):
    A = np.column_stack([np.ones(len(Z)), Z])
    price = lam * np.eye(A.shape[1])
    price[0, 0] = 0
    return np.linalg.solve(A.T @ A + price, A.T @ y)


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


def _ridge(A, y, price):
    return np.linalg.solve(A.T @ A + price, A.T @ y)


def _free(lam, n_columns, free):
    """λ on the diagonal, but for one column."""
    price = lam * np.eye(n_columns)
    price[free, free] = 0
    return price


def _only_targets_centered(Z, y, lam):
    return np.append(y.mean(), _ridge(Z, y - y.mean(), lam * np.eye(Z.shape[1])))


def _bias_afterwards(Z, y, lam):
    beta = _ridge(Z, y, lam * np.eye(Z.shape[1]))
    return np.append(np.mean(y - Z @ beta), beta)


def _mean_of_targets_as_bias(Z, y, lam):
    beta = ridge_with_bias(Z, y, lam)
    return np.append(y.mean(), beta[1:])


RIDGE_WITH_BIAS = Exercise(
    name="2.2",
    reference=ridge_with_bias,
    inputs=ridge_with_bias_inputs,
    mistakes={
        "the bias is priced too. Its entry of λI must be 0.": (
            lambda Z, y, lam: _ridge(_with_ones(Z), y, lam * np.eye(Z.shape[1] + 1))
        ),
        "the bias comes last. It is asked for first.": (
            lambda Z, y, lam: np.roll(ridge_with_bias(Z, y, lam), -1)
        ),
        "the bias is missing from what is returned.": (
            lambda Z, y, lam: ridge_with_bias(Z, y, lam)[1:]
        ),
        "these weights have no bias beside them. Z needs a column of ones.": (
            lambda Z, y, lam: _ridge(Z, y, lam * np.eye(Z.shape[1]))
        ),
        "these weights have no bias beside them, and the first of them is free. Z needs a column "
        "of ones.": lambda Z, y, lam: _ridge(Z, y, _free(lam, Z.shape[1], 0)),
        "the wrong weight is free. The column of ones is the first, and so is its price.": (
            lambda Z, y, lam: _ridge(_with_ones(Z), y, _free(lam, Z.shape[1] + 1, -1))
        ),
        "the bias is the mean of y, and Z is as it was. The bumps have a mean too.": (
            _only_targets_centered
        ),
        "the weights are right, but the bias is the mean of y. The bumps have a mean too: "
        "b is the mean of y − Zβ.": _mean_of_targets_as_bias,
        "the bias is what the finished weights leave over. It is solved for together with them.": (
            _bias_afterwards
        ),
        "no penalty. These are the weights of least squares, λ = 0.": (
            lambda Z, y, lam: _ridge(_with_ones(Z), y, 0.0)
        ),
        "λ on every entry. It belongs on the diagonal.": (
            lambda Z, y, lam: _ridge(_with_ones(Z), y, lam)
        ),
        "λ on the wrong side. It belongs to the matrix, and not to Aᵀy.": (
            lambda Z, y, lam: np.linalg.solve(
                _with_ones(Z).T @ _with_ones(Z), _with_ones(Z).T @ y + lam
            )
        ),
        "λ with the wrong sign. A price is added.": (lambda Z, y, lam: ridge_with_bias(Z, y, -lam)),
        "λ is divided by N. With both sums multiplied by N, it is λ alone.": (
            lambda Z, y, lam: ridge_with_bias(Z, y, lam / len(Z))
        ),
        "λ is squared. Rows added to A hold √λ, so that their squares are λ.": (
            lambda Z, y, lam: ridge_with_bias(Z, y, lam**2)
        ),
        "the price has one row per sample. AᵀA has one per column of A: np.eye(A.shape[1]).": (
            lambda Z, y, lam: _ridge(_with_ones(Z), y, lam * np.eye(len(Z)))
        ),
        "the price has one row per column of Z. With the column of ones there is one more.": (
            lambda Z, y, lam: _ridge(_with_ones(Z), y, lam * np.eye(Z.shape[1]))
        ),
        "np.ones(len(Z)) is no column. np.column_stack makes one of it.": (
            lambda Z, y, lam: np.hstack([np.ones(len(Z)), Z])
        ),
        "the ones are a row. Every sample has the bias, so they are a column: np.column_stack.": (
            lambda Z, y, lam: _ridge(np.vstack([np.ones(Z.shape[1]), Z]), y, 0.0)
        ),
    },
    hints=(
        "A bias is the weight of a bump that is 1 everywhere: a column of ones before Z.",
        "Take the ridge formula for this wider matrix. Which entry of λI prices the bias?",
        "np.column_stack([np.ones(len(Z)), Z]), and a price matrix whose entry [0, 0] is 0.",
    ),
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
        axes = style.add_axes(figure, (left, 2.3, 3.9, 1.6), f"{name}: the curve h", **look)
        h = np.exp(-WIDTH * (LINE - SPOTS.T) ** 2) @ weights[name]
        axes.plot(LINE[:, 0], np.clip(h, -99, 99), color=style.METHOD_STYLE["network"]["color"])
        axes.plot(SPOTS[:, 0], np.clip(y, -99, 99), "o", color=style.INK, ms=5)
        axes.tick_params(labelbottom=False)
        axes = weight_axes(figure, (left, 0.6, 3.9, 1.2), "its weights", (-0.02, 1.02))
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
    near_misses={
        "largest weight of calm 1.66, of wild 140. At least 500 are asked for in wild.": lambda: (
            np.ones(10),
            np.eye(10)[4],
        ),
        "of wild 14.5. At least 500 are asked for in wild.": lambda: (
            np.ones(10),
            np.array([1, 1, -1, -1, 1, 1, -1, -1, 1, 1]),
        ),
        "largest weight of calm 775, of wild 1.66. At most 2 are asked for in calm.": lambda: (
            alternating_targets()[::-1]
        ),
        "largest weight of calm 3.57,": lambda: (
            np.sin(2 * np.pi * SPOTS[:, 0]),
            alternating_targets()[1],
        ),
        "`wild` reaches 1e+03. Its targets must lie between −1 and 1.": lambda: (
            np.ones(10),
            1000 * np.ones(10),
        ),
        "`calm` reaches only 0. One of its targets must reach 0.9.": lambda: (
            np.zeros(10),
            alternating_targets()[1],
        ),
    },
    hints=(
        "In the explorer at the top of the page, which way do neighboring sticks point?",
        "Large weights come where neighbors are hard to tell apart, and must be. Which targets "
        "differ most from neighbor to neighbor, and which least?",
    ),
)

EXERCISES = (SIMILARITIES, RIDGE_WITH_BIAS, SAME_SIZE_OTHER_WEIGHTS)
