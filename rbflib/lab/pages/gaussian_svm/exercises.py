"""Exercises of page 01: what a machine costs, a kernel's matrix, and a similarity that is none."""

import numpy as np

from rbflib.lab.grader.at_work import AtWork
from rbflib.lab.grader.construction import Construction, Finding
from rbflib.lab.grader.exercise import Exercise
from rbflib.lab.kit import style
from rbflib.lab.pages.gaussian_svm.at_work import CheapestMachine


def cost(K, beta, b, y, C):
    scores = K @ beta + b
    missed = np.maximum(0, 1 - y * scores)
    return 0.5 * beta @ K @ beta + C * missed.sum()


def cost_inputs():
    """Machines that were not trained: some weights are 0, some are against their sample's class."""
    rng = np.random.default_rng(102)
    small = np.array([[1.0, 0.5], [0.5, 1.0]]), np.array([1.0, -2.0]), 0.5, np.array([1.0, -1.0])
    random = []
    for N, C in [(3, 2.0), (5, 0.5), (20, 10.0)]:
        Phi, y = rng.normal(size=(N, N)), rng.choice([-1.0, 1.0], N)
        beta = 0.7 * y * rng.random(N) * np.resize([0, -1, 1, 1], N)
        random.append((Phi @ Phi.T / N, beta, rng.normal(), y, C))
    return [(*small, 3.0), *random]


def _scores(K, beta, b):
    return K @ beta + b


def _length(K, beta):
    return 0.5 * beta @ K @ beta


def _missed(K, beta, b, y):
    return np.maximum(0, 1 - y * _scores(K, beta, b))


COST = Exercise(
    name="1.1",
    reference=cost,
    inputs=cost_inputs,
    mistakes={
        "½‖β‖² uses the length of β. The squared length of w is a double sum over K.": (
            lambda K, beta, b, y, C: 0.5 * beta @ beta + C * _missed(K, beta, b, y).sum()
        ),
        "the factor ½ is missing.": (
            lambda K, beta, b, y, C: 2 * _length(K, beta) + C * _missed(K, beta, b, y).sum()
        ),
        "½‖w‖ instead of ½‖w‖².": (
            lambda K, beta, b, y, C: (
                0.5 * np.sqrt(beta @ K @ beta) + C * _missed(K, beta, b, y).sum()
            )
        ),
        "the bias is missing from the scores.": (
            lambda K, beta, b, y, C: _length(K, beta) + C * _missed(K, beta, 0, y).sum()
        ),
        "C is missing.": lambda K, beta, b, y, C: _length(K, beta) + _missed(K, beta, b, y).sum(),
        "C multiplies the mean. It multiplies the sum over the samples.": (
            lambda K, beta, b, y, C: _length(K, beta) + C * _missed(K, beta, b, y).mean()
        ),
        "samples beyond their line earn something. They cost 0: np.maximum(0, ...).": (
            lambda K, beta, b, y, C: _length(K, beta) + C * np.sum(1 - y * _scores(K, beta, b))
        ),
        "only samples on the wrong side of the boundary cost something. Those inside the margin "
        "do, too: 1 - y * score.": (
            lambda K, beta, b, y, C: (
                _length(K, beta) + C * np.maximum(0, -y * _scores(K, beta, b)).sum()
            )
        ),
        "this counts the wrong samples. The cost grows with how far a score falls short.": (
            lambda K, beta, b, y, C: _length(K, beta) + C * np.sum(y * _scores(K, beta, b) < 0)
        ),
        "the labels are missing. The score of a sample of class -1 must be below -1.": (
            lambda K, beta, b, y, C: _length(K, beta) + C * _missed(K, beta, b, 1).sum()
        ),
        "beta holds α·y already: y does not multiply it again.": (
            lambda K, beta, b, y, C: cost(K, y * beta, b, y, C)
        ),
    },
    hints=(
        "w·Φ(xₙ) is a sum of inner products: row n of K times beta.",
        "‖w‖² = w·w is a double sum: beta @ K @ beta.",
        "np.maximum(0, 1 - y * scores) is how far each sample falls short.",
    ),
    at_work=AtWork(
        CheapestMachine,
        "It judges ten machines, trained with other values of C. Which one is the cheapest when C "
        "grows, and how does its boundary change?",
    ),
)


def may_be_kernel(K):
    eigenvalues = np.linalg.eigvalsh(K)
    return bool(np.allclose(K, K.T) and eigenvalues[0] >= -1e-9 * eigenvalues[-1])


def may_be_kernel_inputs():
    """Some have a negative eigenvalue that leading minors, or small ones, do not show.

    One is symmetric up to rounding.
    """
    rng = np.random.default_rng(103)
    x = rng.normal(size=(8, 3))
    apart = 1.6 * np.eye(3) - 0.6  # each two vectors may be so, but not three
    return [
        (np.array([[1.0, 0.5], [0.5, 1.0]]),),
        (np.array([[1.0, 2.0], [2.0, 1.0]]),),
        (np.array([[1.0, -0.5], [-0.5, 1.0]]),),
        (np.array([[1.0, 1.0], [1.0, 1.0]]),),
        (np.array([[-2.0, 1.0], [1.0, -2.0]]),),
        (np.array([[1.0, 0.5], [0.0, 1.0]]),),
        (np.array([[1.0, 0.3], [0.1 + 0.2, 1.0]]),),
        (np.array([[0.0, 1.0], [1.0, 0.0]]),),
        (np.array([[0.0, 0.0], [0.0, -1.0]]),),
        (np.array([[1.0, 1.001], [1.001, 1.0]]),),
        (np.array([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, -1.0]]),),
        (apart,),
        (np.kron(np.eye(2), apart),),
        (x @ x.T,),
        (1e9 * (x @ x.T),),
        (np.tanh(x @ x.T + 1),),
    ]


MAY_BE_KERNEL = Exercise(
    name="1.2",
    reference=may_be_kernel,
    inputs=may_be_kernel_inputs,
    mistakes={
        "this tests the symmetry only. The eigenvalues decide.": (
            lambda K: bool(np.allclose(K, K.T))
        ),
        "rounding may make K and its transpose differ a little: np.allclose(K, K.T).": (
            lambda K: bool(
                np.all(K == K.T)
                and np.linalg.eigvalsh(K)[0] >= -1e-9 * np.abs(np.linalg.eigvalsh(K)).max()
            )
        ),
        "this forbids negative entries. Entries may be negative, eigenvalues may not.": (
            lambda K: bool(np.allclose(K, K.T) and (K >= 0).all())
        ),
        "this refuses an eigenvalue of 0. Rounding makes it a little negative; allow for that.": (
            lambda K: bool(np.allclose(K, K.T) and np.linalg.eigvalsh(K)[0] > 1e-9)
        ),
        "this does not allow for rounding, which makes an eigenvalue of 0 a little negative.": (
            lambda K: bool(np.allclose(K, K.T) and np.linalg.eigvalsh(K)[0] >= 0)
        ),
        "rounding grows with K: compare with a small share of the largest eigenvalue.": (
            lambda K: bool(np.allclose(K, K.T) and np.linalg.eigvalsh(K)[0] > -1e-9)
        ),
        "this tests the determinant. Two negative eigenvalues make it positive.": (
            lambda K: bool(np.allclose(K, K.T) and np.linalg.det(K) > -1e-9)
        ),
        "leading minors decide where all are positive. Where one is 0 they do not; the eigenvalues "
        "always do.": (
            lambda K: bool(
                np.allclose(K, K.T)
                and all(np.linalg.det(K[:k, :k]) >= -1e-9 for k in range(1, len(K) + 1))
            )
        ),
        "this does not test the symmetry. np.linalg.eigvalsh reads one half of K only.": (
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

MOST_POINTS, WANTED, TOLERANCE = 8, -0.25, 0.0005


def judge_not_a_kernel(x):
    if len(x) > MOST_POINTS:
        return Finding(False, f"{len(x)} points. At most {MOST_POINTS} are asked for.")
    r = np.abs(x[:, None] - x)
    eigenvalues = np.linalg.eigvalsh(np.where(r <= 1, 1 - r**2, 0.0))
    words = f"{len(x)} points, and the smallest eigenvalue is {eigenvalues[0]:.4f}."
    hit = abs(eigenvalues[0] - WANTED) <= TOLERANCE
    return Finding(bool(hit), words, _drawn_points(x, eigenvalues))


def _drawn_points(x, eigenvalues):
    figure = style.new_figure(7.2, 3.4)
    grid = np.linspace(x.min() - 1.2, x.max() + 1.2, 600)
    bumps = np.clip(1 - (grid[:, None] - x) ** 2, 0, None)
    left = style.add_axes(figure, (0.6, 0.7, 3.2, 2.2), "The points and their bumps", xlabel="x")
    left.plot(grid, bumps, color=style.BUMP, lw=1.2)
    left.plot(x, np.zeros_like(x), "D", color=style.CENTER, ms=7, clip_on=False)
    right = style.add_axes(figure, (4.5, 0.7, 2.5, 2.2), "Eigenvalues, the smallest first")
    right.stem(np.arange(1, len(x) + 1), eigenvalues, linefmt=style.INK, basefmt=" ")
    right.axhline(0, color=style.MUTED, lw=0.8)
    return figure


def eight_in_a_chain():
    beside = (1 - WANTED) / (2 * np.cos(np.pi / 9))
    return (np.sqrt(1 - beside) * np.arange(8),)


NOT_A_KERNEL = Construction(
    name="1.3",
    makes={"x": ("N",)},
    judge=judge_not_a_kernel,
    answer=eight_in_a_chain,
    near_misses={
        "3 points, and the smallest eigenvalue is 0.0949": lambda: ([0.0, 0.6, 1.2],),
        "5 points, and the smallest eigenvalue is 1.0000": lambda: (1.5 * np.arange(5),),
        "8 points, and the smallest eigenvalue is -0.2028": lambda: (0.6 * np.arange(8),),
        "smallest eigenvalue is -0.0000": lambda: ([0.0, 0.0, 0.0, 0.0],),
        "12 points": lambda: (0.6 * np.arange(12),),
    },
    hints=(
        "At even steps d between 0.5 and 1 a point is similar to its two neighbors only: K has "
        "1 on its diagonal, and a = 1 - d**2 beside it.",
        "With N points, the eigenvalues of such a matrix are 1 + 2 a cos(k π/(N + 1)), for k from "
        "1 to N.",
        "Take N = 8 and k = 8, solve for a, and then for d.",
    ),
)

EXERCISES = (COST, MAY_BE_KERNEL, NOT_A_KERNEL)
