"""Questions of page 04: k-means, its starts, its steps, its criterion."""

from fractions import Fraction as F

import numpy as np

from rbflib.lab.kit import style
from rbflib.lab.kit.template import drawn
from teaching.exam.drawing import CENTER, POINTS, letters, new_figure, panels, squared


@drawn(a=range(4), b=range(1, 8), c=range(2, 12), d=range(6, 25))
def walk(a=0, b=2, c=3, d=10):
    a1, b1 = a, F(b + c + d, 3)
    a2, b2 = F(a + b, 2), F(c + d, 2)
    a3, b3 = F(a + b + c, 3), d
    nearer = b - a1 < b1 - b and c - a1 > b1 - c and c - a2 < b2 - c and d - a3 > d - b3
    squares = (b - b1) ** 2, (c - b1) ** 2, (d - b1) ** 2
    e1 = F(sum(squares), 4)
    nearest = F((b - a1) ** 2 + sum(squares[1:]), 4)
    answers = e1, nearest, 4 * e1
    return locals() if a < b < c < d and nearer and b1.denominator == 1 else None


def plus_plus():
    X = np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 4.0], [3.0, 4.0]])
    first = ((X - X[0]) ** 2).sum(axis=1)
    p = first / first.sum()
    then = np.minimum(first, ((X - X[3]) ** 2).sum(axis=1))
    return {
        "p_a": p[1],
        "p_b": p[2],
        "p_c": p[3],
        "then_a": (then / then.sum())[1],
        "both": p[3] / 4,
    }


NAMED = np.array([[1.0, 1], [1, 4], [2, 3], [3, 5], [6, 1], [7, 3], [8, 1], [8, 5]])
NAMES = "ABCDEFGH"
OLD_SETS = np.array([0, 0, 0, 1, 0, 1, 1, 1])
SHOWN_CENTERS = np.array([NAMED[m == OLD_SETS].mean(axis=0) for m in (0, 1)])


def next_assignment():
    distance = ((NAMED[:, None] - SHOWN_CENTERS) ** 2).sum(axis=2)
    changed = distance.argmin(axis=1) != OLD_SETS
    to = {name: distance[NAMES.index(name)] for name in "DE"}
    return {
        "n_changed": changed.sum(),
        "d_first": to["D"][0],
        "d_second": to["D"][1],
        "e_first": to["E"][0],
        "e_second": to["E"][1],
    }


def draw_next_assignment(_numbers):
    figure = new_figure(6.2, 4.5)
    looks = {"xlim": (0, 9), "ylim": (0, 6), "aspect": "equal"}
    [axes] = panels(figure, [""], (5.2, 3.47), left=0.55, bottom=0.5, **looks)
    squared(axes)
    for m, look in enumerate(POINTS[:2]):
        axes.plot(*NAMED[m == OLD_SETS].T, **look, label=f"set {m + 1}")
        axes.plot(*SHOWN_CENTERS[m], **CENTER, label="centers" if m else None)
        letters(axes, SHOWN_CENTERS[[m]], f"{m + 1}", (8, -12))
    letters(axes, NAMED, NAMES)
    style.add_key(axes)
    return figure


def plain_distances():
    x = np.array([0.0, 0.0, 9.0])
    return {"mean": x.mean(), "at_mean": np.abs(x - x.mean()).sum(), "at_0": np.abs(x).sum()}
