"""Exercises of page 01: the loudest bump, a kernel's matrix, and a similarity unmasked."""

import numpy as np

from rbflib.lab.grader.construction import Construction, Finding
from rbflib.lab.grader.exercise import Exercise
from rbflib.lab.kit import style


def loudest_bump(X, support, weights, gamma):
    squared_distance = ((X[:, None, :] - support) ** 2).sum(axis=2)
    return np.abs(weights * np.exp(-gamma * squared_distance)).argmax(axis=1)


def loudest_inputs():
    rng = np.random.default_rng(102)
    small = np.array([[0.0, 0.0], [1.0, 0.0], [3.0, 4.0]]), np.array([[1.0, 0.0], [0.0, 2.0]])
    random = [
        (rng.normal(size=(N, D)), rng.normal(size=(M, D)), rng.normal(size=M), gamma)
        for N, M, D, gamma in [(4, 3, 2, 0.8), (6, 6, 3, 0.5), (40, 12, 5, 0.3)]
    ]
    return [(*small, np.array([0.2, -3.0]), 0.5), *random]


def _shares(X, support, weights, gamma):
    return weights * np.exp(-gamma * ((X[:, None, :] - support) ** 2).sum(axis=2))


LOUDEST = Exercise(
    name="1.1",
    reference=loudest_bump,
    inputs=loudest_inputs,
    mistakes={
        "the sign is kept. A bump that votes against is loud, too: np.abs.": (
            lambda X, support, weights, gamma: _shares(X, support, weights, gamma).argmax(axis=1)
        ),
        "the weights are forgotten. This is the nearest support vector.": (
            lambda X, support, weights, gamma: _shares(X, support, 1, gamma).argmax(axis=1)
        ),
        "the distance is forgotten. The largest weight need not be the loudest here.": (
            lambda X, support, weights, gamma: np.full(len(X), np.abs(weights).argmax())
        ),
        "wrong axis. argmax(axis=1) finds a bump for every point; axis=0 a point for every bump.": (
            lambda X, support, weights, gamma: np.abs(_shares(X, support, weights, gamma)).argmax(
                axis=0
            )
        ),
        "X - support subtracts row from row. X[:, None, :] - support is every pair.": (
            lambda X, support, weights, gamma: np.abs(
                weights * np.exp(-gamma * ((X - support) ** 2).sum(axis=1))
            ).argmax()
        ),
        "this is how loud it is. Its number is asked for: argmax.": (
            lambda X, support, weights, gamma: np.abs(_shares(X, support, weights, gamma)).max(
                axis=1
            )
        ),
        "the bumps are counted from 1. The number of the first one is 0.": (
            lambda X, support, weights, gamma: loudest_bump(X, support, weights, gamma) + 1
        ),
        "the square is forgotten. The exponent holds the squared distance.": (
            lambda X, support, weights, gamma: np.abs(
                weights * np.exp(-gamma * np.linalg.norm(X[:, None, :] - support, axis=2))
            ).argmax(axis=1)
        ),
    },
    hints=(
        "First a table of squared distances: one row per point, one column per support vector.",
        "X[:, None, :] - support has shape (N, M, D). Square it and sum over axis 2.",
        "Multiply the similarities by the weights, take np.abs, and argmax along each row.",
    ),
)


def may_be_kernel(K):
    eigenvalues = np.linalg.eigvalsh(K)
    return bool(np.allclose(K, K.T) and eigenvalues[0] >= -1e-9 * eigenvalues[-1])


def may_be_kernel_inputs():
    rng = np.random.default_rng(103)
    x = rng.normal(size=(8, 3))
    return [
        (np.array([[1.0, 0.5], [0.5, 1.0]]),),
        (np.array([[1.0, 2.0], [2.0, 1.0]]),),
        (np.array([[1.0, -0.5], [-0.5, 1.0]]),),
        (np.array([[1.0, 1.0], [1.0, 1.0]]),),
        (np.array([[-2.0, 1.0], [1.0, -2.0]]),),
        (np.array([[1.0, 0.5], [0.0, 1.0]]),),
        (np.array([[0.0, 1.0], [1.0, 0.0]]),),
        (x @ x.T,),
        (1e9 * (x @ x.T),),
        (np.tanh(x @ x.T + 1),),
    ]


MAY_BE_KERNEL = Exercise(
    name="1.2",
    reference=may_be_kernel,
    inputs=may_be_kernel_inputs,
    mistakes={
        "only the symmetry is looked at. The eigenvalues decide.": (
            lambda K: bool(np.allclose(K, K.T))
        ),
        "the entries must not be negative, it says. The eigenvalues must not; entries may.": (
            lambda K: bool(np.allclose(K, K.T) and (K >= 0).all())
        ),
        "a zero eigenvalue is refused. Rounding makes it a little negative; allow for that.": (
            lambda K: bool(np.allclose(K, K.T) and np.linalg.eigvalsh(K)[0] > 1e-9)
        ),
        "rounding is not allowed for. It makes an eigenvalue 0 a little negative.": (
            lambda K: bool(np.allclose(K, K.T) and np.linalg.eigvalsh(K)[0] >= 0)
        ),
        "rounding grows with K: compare with a small share of the largest eigenvalue.": (
            lambda K: bool(np.allclose(K, K.T) and np.linalg.eigvalsh(K)[0] > -1e-9)
        ),
        "the determinant is looked at. Two negative eigenvalues make it positive.": (
            lambda K: bool(np.allclose(K, K.T) and np.linalg.det(K) > -1e-9)
        ),
        "the symmetry is not looked at. np.linalg.eigvalsh reads one half of K only.": (
            lambda K: bool(np.linalg.eigvalsh(K)[0] > -1e-9)
        ),
    },
    hints=(
        "An inner product does not change when its two vectors are exchanged: what is K then?",
        "np.linalg.eigvalsh(K) gives the eigenvalues of a symmetric matrix, the smallest first.",
        "Rounding turns 0 into -1e-16 times the largest eigenvalue, or so: compare with "
        "-1e-9 times that one.",
    ),
)

MOST_POINTS, BELOW = 8, -0.1


def judge_unmasked(x):
    if len(x) > MOST_POINTS:
        return Finding(False, f"{len(x)} points. At most {MOST_POINTS} are asked for.")
    r = np.abs(x[:, None] - x)
    eigenvalues = np.linalg.eigvalsh(np.where(r <= 1, 1 - r**2, 0.0))
    words = f"{len(x)} points, and the smallest eigenvalue is {eigenvalues[0]:.3f}."
    return Finding(bool(eigenvalues[0] < BELOW), words, _drawn_points(x, eigenvalues))


def _drawn_points(x, eigenvalues):
    figure = style.new_figure(7.2, 3.4)
    grid = np.linspace(x.min() - 1.2, x.max() + 1.2, 600)
    bumps = np.clip(1 - (grid[:, None] - x) ** 2, 0, None)
    left = style.add_axes(figure, (0.6, 0.7, 3.2, 2.2), "the points and their bumps", xlabel="x")
    left.plot(grid, bumps, color=style.BUMP, lw=1.2)
    left.plot(x, np.zeros_like(x), "D", color=style.CENTER, ms=7, clip_on=False)
    right = style.add_axes(figure, (4.5, 0.7, 2.5, 2.2), "eigenvalues, the smallest first")
    right.stem(np.arange(1, len(x) + 1), eigenvalues, linefmt=style.INK, basefmt=" ")
    right.axhline(0, color=style.MUTED, lw=0.8)
    return figure


def unmasked():
    return (0.6 * np.arange(8),)


UNMASKED = Construction(
    name="1.3",
    makes={"x": ("N",)},
    judge=judge_unmasked,
    answer=unmasked,
    near_misses={
        "3 points, and the smallest eigenvalue is 0.095": lambda: ([0.0, 0.6, 1.2],),
        "5 points, and the smallest eigenvalue is 1.000": lambda: (1.5 * np.arange(5),),
        "smallest eigenvalue is -0.000": lambda: ([0.0, 0.0, 0.0, 0.0],),
        "12 points": lambda: (0.6 * np.arange(12),),
    },
    hints=(
        "Each point should be similar to its two neighbors, and to no other.",
        "At even steps d between 0.5 and 1 only neighbors count: the entries beside the diagonal "
        "are 1 - d**2.",
        "The smallest eigenvalue of such a chain falls with its length. Try eight points.",
    ),
)

EXERCISES = (LOUDEST, MAY_BE_KERNEL, UNMASKED)
