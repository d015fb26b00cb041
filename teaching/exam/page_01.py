"""Questions of page 01: Gaussian SVM, similarities, shapes of a bump."""

import numpy as np

from rbflib import RBFNetwork
from rbflib.lab.kit import style
from teaching.exam.drawing import INK, MUTED, classes, new_figure, panels, squared


def score():
    vectors, labels, alpha = np.array([[0, 0], [2, 0], [2, 1]]), [1, -1, -1], [3, 2, 1]
    network = RBFNetwork(vectors, np.multiply(alpha, labels), bias=-0.5, gamma=np.log(2))
    score, far = network(np.array([[1.0, 0.0], [100.0, 0.0]]))
    return {"score": score, "far": far}


def unlike_texts():
    three = np.full((3, 3), -0.6) + 1.6 * np.eye(3)
    product = np.ones(3) @ three @ np.ones(3)
    return {"product": product, "lowest": np.linalg.eigvalsh(three)[0], "limit": -1 / 2}


def dominant_diagonal():
    K = np.array([[1, 0.9, 0], [0.9, 1, 0.9], [0, 0.9, 1]])
    v = np.array([1, -1, 1])
    return {"product": v @ K @ v}


# The machine of these samples for C = 2 has w = (1, 0) and b = 0.
MARGIN_SAMPLES = np.array(
    [
        [1, 1],
        [2, -1],
        [3, 2],
        [1.5, 2.5],
        [0.5, -2],
        [-1, -1],
        [-2, 1],
        [-2.5, -2],
        [-1.5, 2],
        [1, -1],
    ]
)
MARGIN_CLASSES = np.array([1, 1, 1, 1, 1, -1, -1, -1, -1, -1])


def margin():
    score = MARGIN_SAMPLES[:, 0]  # the dashed lines are at x₁ = ±1
    short = np.maximum(0, 1 - MARGIN_CLASSES * score)
    return {
        "width": 1.0,
        "n_support": np.sum(MARGIN_CLASSES * score <= 1),
        "short": short.sum(),
        "cost": 0.5 + 2 * short.sum(),
    }


def draw_margin(_numbers):
    figure = new_figure(4.6, 4.3)
    [axes] = panels(figure, [""], (3.7, 3.1), xlim=(-3.3, 3.3), ylim=(-2.8, 2.8))
    axes.set(xlabel="x₁", ylabel="x₂", aspect="equal")
    squared(axes)
    for at, dashes in [(-1, "--"), (0, "-"), (1, "--")]:
        axes.axvline(at, color=INK, ls=dashes, lw=1.8)
    classes(axes, MARGIN_SAMPLES, MARGIN_CLASSES)
    style.add_key(axes)
    return figure


UNITS = {  # exponent of each unit over the plane
    "A": lambda x, y: (x**2 + 4 * y**2) / 2,
    "B": lambda x, y: (x**2 + y**2) / 1.2,
    "C": None,
    "D": lambda x, y: (1.25 * x**2 - 1.5 * x * y + 1.25 * y**2) / 1.2,
}


def units():
    features = 2
    mean, full = features, features * (features + 1) // 2
    return {"a": mean + features, "b": mean + 1, "c": features + 1, "d": mean + full}


def draw_units(_numbers):
    figure = new_figure(8.6, 2.7)
    t = np.linspace(-2.2, 2.2, 120)
    x, y = np.meshgrid(t, t)
    looks = {"xlim": (-2.2, 2.2), "ylim": (-2.2, 2.2), "aspect": "equal"}
    shown = panels(figure, UNITS, (1.75, 1.75), left=0.45, gap=0.3, **looks)
    for axes, s in zip(shown, UNITS.values(), strict=True):
        z = np.tanh(x + 0.5 * y + 0.2) if s is None else np.exp(-s(x, y))
        levels = [-0.5, 0.0, 0.5] if s is None else [0.25, 0.5, 0.75]
        lines = axes.contour(x, y, z, levels, colors=INK, linestyles="-", linewidths=1.2)
        axes.clabel(lines, levels[::2])
        axes.plot(0, 0, "+", color=MUTED, ms=9)
        axes.set_xlabel("x₁")
    return figure
