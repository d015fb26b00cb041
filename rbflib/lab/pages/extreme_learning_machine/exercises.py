"""Exercises of page 07: the whole machine, classes, and nodes that do not suffice."""

from functools import cache

import numpy as np

from rbflib.datasets import make_wave, wave
from rbflib.elm import ELMRegressor
from rbflib.lab.grader.at_work import AtWork
from rbflib.lab.grader.construction import Construction, Finding
from rbflib.lab.grader.curve import Curve
from rbflib.lab.grader.exercise import Exercise
from rbflib.lab.kit import style
from rbflib.lab.pages.extreme_learning_machine.at_work import CurveOfNodes


def _sigmoid(z):
    return 1 / (1 + np.exp(-z))


def _hidden_layer(X, a, b):
    return _sigmoid(X @ a.T + b)


def _output_weights(H, T):
    return np.linalg.pinv(H) @ T


def predictions(X, T, X_new, a, b):
    H = 1 / (1 + np.exp(-(X @ a.T + b)))
    H_new = 1 / (1 + np.exp(-(X_new @ a.T + b)))
    return H_new @ (np.linalg.pinv(H) @ T)


def predictions_inputs():
    """The second one has more nodes than samples."""
    rng = np.random.default_rng(703)
    inputs = []
    sizes = [
        (3, 1, 2, 2, 1),
        (4, 2, 7, 3, 1),
        (9, 2, 4, 5, 3),
        (12, 3, 5, 4, 2),
        (50, 4, 10, 20, 3),
    ]
    for N, D, L, Q, K in sizes:
        nodes = 2 * rng.normal(size=(L, D)), rng.normal(size=L)
        inputs.append(
            (rng.normal(size=(N, D)), rng.normal(size=(N, K)), rng.normal(size=(Q, D)), *nodes)
        )
    return inputs


def _weights(X, T, a, b):
    return _output_weights(_hidden_layer(X, a, b), T)


def _scaled_like(X, points):
    return (points - X.mean(axis=0)) / X.std(axis=0)


PREDICTIONS = Exercise(
    name="7.1",
    reference=predictions,
    inputs=predictions_inputs,
    at_work=AtWork(
        CurveOfNodes,
        "From how many nodes on does the curve pass through every sample, and is it nearest to the "
        "true curve then?",
    ),
)


def classify(H, labels, H_new, lam):
    classes = np.unique(labels)
    T = np.where(labels[:, None] == classes, 1.0, -1.0)
    beta = np.linalg.solve(H.T @ H + lam * np.eye(H.shape[1]), H.T @ T)
    return classes[(H_new @ beta).argmax(axis=1)]


def classify_inputs():
    """Three classes or more, which overlap, so that the penalty matters."""
    rng = np.random.default_rng(704)
    small = np.array([[1.0, 0.0], [0.9, 0.2], [0.0, 1.0], [-1.0, -1.0]]), np.array([3, 3, 7, 8])
    inputs = [(*small, np.array([[2.0, 0.1], [-0.1, 1.0]]), 0.5)]
    for N, L, Q, K, lam in [(9, 12, 6, 3, 4.0), (20, 6, 60, 4, 20.0), (60, 10, 400, 5, 50.0)]:
        names = rng.permutation(30)[:K] + 2
        labels = rng.permutation(np.append(np.arange(K), rng.integers(K, size=N - K)))
        middles = rng.normal(size=(K, L))
        H = middles[labels] + rng.normal(size=(N, L))
        H_new = middles[rng.integers(K, size=Q)] + rng.normal(size=(Q, L))
        inputs.append((H, names[labels], H_new, lam))
    return inputs


def _one_hot(labels):
    return np.where(labels[:, None] == np.unique(labels), 1.0, -1.0)


def _outputs(H, T, H_new, lam):
    return H_new @ np.linalg.solve(H.T @ H + lam * np.eye(H.shape[1]), H.T @ T)


CLASSIFY = Exercise(name="7.2", reference=classify, inputs=classify_inputs)


SAMPLES = np.array([-2.0, -1.0, 0.0, 1.0, 2.0])
LARGEST, APART, SINGULAR = 3.0, 0.5, 1e-10


def judge_singular(a, b):
    size = max(np.abs(a).max(), np.abs(b).max())
    pairs = np.triu_indices(5, 1)
    differ = np.maximum(np.abs(a[:, None] - a), np.abs(b[:, None] - b))[pairs].min()
    H = np.tanh(np.outer(SAMPLES, a) + b)
    sigma = np.linalg.svd(H, compute_uv=False)
    words = (
        f"slopes and biases up to {size:.3g}, the smallest slope {np.abs(a).min():.3g}, nodes "
        f"{differ:.3g} apart; the smallest singular value of H is {sigma[-1]:.1e}."
    )
    tight = 1e-9
    fits = size <= LARGEST + tight and differ >= APART - tight and np.abs(a).min() >= APART - tight
    right = bool(fits and sigma[-1] < SINGULAR * sigma[0])
    return Finding(right, words, _drawn(a, b))


def _drawn(a, b):
    figure = style.new_figure(7.2, 3.2)
    look = {"xlabel": "x", "ylim": (-1.1, 1.1)}
    axes = style.add_axes(figure, (0.8, 0.7, 6.0, 2.0), "Five nodes, and the five samples", **look)
    x = np.linspace(-2.6, 2.6, 300)
    axes.plot(x, np.tanh(np.outer(x, a) + b), color=style.BUMP, lw=1.6)
    axes.plot(SAMPLES, np.tanh(np.outer(SAMPLES, a) + b), "o", color=style.INK, ms=4)
    return figure


def opposite_nodes():
    a = np.array([1.0, -1.0, 2.0, 0.5, 1.5])
    b = np.array([0.5, -0.5, 1.0, -1.0, 0.0])
    return a, b


NO_INTERPOLATION = Construction(
    name="7.3", makes={"a": (5,), "b": (5,)}, judge=judge_singular, answer=opposite_nodes
)


def median_errors(numbers):
    X, T = make_wave(20, noise=0.2, random_state=47)
    x, medians = np.linspace(0, 1, 200)[:, None], []
    for L in numbers:
        draws = [ELMRegressor(L, "tanh", random_state=s).fit(X, T) for s in range(30)]
        errors = [np.mean((draw.predict(x) - wave(x)) ** 2) + 0.2**2 for draw in draws]
        medians.append(np.median(errors))
    return np.array(medians)


def _of_draws(numbers, reduce):
    """What `reduce` makes of the errors of the thirty draws, for each number of nodes."""
    return np.array([reduce(_errors_of_draws(L)) for L in numbers])


@cache
def _errors_of_draws(L):
    """E_out and E_in of the draws, (2, 30)."""
    X, T = make_wave(20, noise=0.2, random_state=47)
    x = np.linspace(0, 1, 200)[:, None]
    draws = [ELMRegressor(L, "tanh", random_state=s).fit(X, T) for s in range(30)]
    e_out = [np.mean((draw.predict(x) - wave(x)) ** 2) + 0.2**2 for draw in draws]
    return np.array([e_out, [np.mean((draw.predict(X) - T) ** 2) for draw in draws]])


MEDIAN_ERRORS = Curve(
    name="7.6",
    at=np.array([2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 60]),
    makes=("e_out",),
    answer=median_errors,
    allowed=0.05,
    axes={"xlabel": "L", "ylabel": "median E_out", "yscale": "log"},
)


EXERCISES = (PREDICTIONS, CLASSIFY, NO_INTERPOLATION, MEDIAN_ERRORS)
