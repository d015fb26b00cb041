"""Exercises of page 01: what a machine costs, a kernel's matrix, and a similarity that is none."""

from functools import cache

import numpy as np

from rbflib.datasets import make_moons
from rbflib.lab.grader.at_work import AtWork
from rbflib.lab.grader.construction import Construction, Finding
from rbflib.lab.grader.curve import Curve
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


MAY_BE_KERNEL = Exercise(name="1.2", reference=may_be_kernel, inputs=may_be_kernel_inputs)

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
    name="1.3", makes={"x": ("N",)}, judge=judge_not_a_kernel, answer=eight_in_a_chain
)


def score_along_a_line(x1):
    from sklearn.svm import SVC  # late: with it come most parts of scikit-learn

    X, y = make_moons(100, random_state=0)
    svm = SVC(gamma=2.0, C=10.0).fit(X, y)
    line = np.column_stack([x1, x1])
    squared = ((line[:, None, :] - svm.support_vectors_) ** 2).sum(axis=2)
    return np.exp(-2.0 * squared) @ svm.dual_coef_[0] + svm.intercept_[0]


def _score_with(x1, gamma=2.0, weights=lambda svm: svm.dual_coef_[0], intercept=1, power=2, x2=1):
    svm = _machine()
    between = np.column_stack([x1, x2 * x1])[:, None, :] - svm.support_vectors_
    distance = np.linalg.norm(between, axis=2)
    return np.exp(-gamma * distance**power) @ weights(svm) + intercept * svm.intercept_[0]


@cache
def _machine():
    from sklearn.svm import SVC  # late: with it come most parts of scikit-learn

    return SVC(gamma=2.0, C=10.0).fit(*make_moons(100, random_state=0))


SCORE = Curve(
    name="1.6",
    at=np.linspace(-2, 2, 81),
    makes=("score",),
    answer=score_along_a_line,
    allowed=0.01,
    axes={"xlabel": "x₁ = x₂", "ylabel": "score"},
)


EXERCISES = (COST, MAY_BE_KERNEL, NOT_A_KERNEL, SCORE)
