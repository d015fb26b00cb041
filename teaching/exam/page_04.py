"""Questions of page 04: k-means, its starts, its steps, its criterion."""

from fractions import Fraction as F
from random import Random

import numpy as np
from scipy.spatial.distance import pdist

from rbflib.lab.kit import style
from rbflib.lab.kit.template import drawn
from teaching.exam.drawing import CENTER, POINTS, drawing, letters, squared


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


@drawn(w=range(1, 7), h=range(1, 7), x=range(1, 8), y=range(1, 8), second="BCD")
def plus_plus(w=3, h=4, x=3, y=4, second="D"):
    shape = "rectangle" if (x, y) == (w, h) else "quadrilateral"
    corners = {"A": (0, 0), "B": (w, 0), "C": (0, h), "D": (x, y)}

    def squared(p, q):
        return sum((a - b) ** 2 for a, b in zip(corners[p], corners[q], strict=True))

    firsts = tuple(squared("A", p) for p in "BCD")
    p_a, p_b, p_c = (F(d, sum(firsts)) for d in firsts)
    p_second = dict(zip("BCD", (p_a, p_b, p_c), strict=True))[second]
    r, s = "BCD".replace(second, "")
    near_r, near_s = (min(("A", second), key=lambda q: squared(p, q)) for p in (r, s))
    at_r, at_s = squared(r, near_r), squared(s, near_s)
    then_r, both = F(at_r, at_r + at_s), p_second / 4
    ties = any(squared(p, "A") == squared(p, second) for p in (r, s))
    simple = max(firsts) <= 6 * min(firsts) and 1 / 8 < then_r < 7 / 8 and sum(firsts) <= 80
    convex = x * h + y * w > w * h
    fine = simple and convex and not ties and (shape == "rectangle" or at_r != at_s)
    return locals() if fine else None


def named(points, sets, m):
    """The samples of a set, with their letters, as a text."""
    rows = zip(NAMES, points, sets, strict=True)
    return ", ".join(f"{name} ({x}, {y})" for name, (x, y), of in rows if of == m)


NAMES = "ABCDEFGH"
SAMPLES = ((1, 1), (1, 4), (2, 3), (3, 5), (6, 1), (7, 3), (8, 1), (8, 5)), (0, 0, 0, 1, 0, 1, 1, 1)


@drawn(seed=range(5000))
def next_assignment(seed=0):
    points, sets = SAMPLES
    if seed:  # on a grid, those on the left and on the right, but for one of either
        draw = Random(seed)
        points = sorted(draw.sample([(x, y) for x in range(1, 9) for y in range(1, 6)], 8))
        exchanged = draw.randrange(4), draw.randrange(4, 8)
        sets = [int((n > 3) != (n in exchanged)) for n in range(8)]
    X, sets = np.array(points), np.array(sets)
    centers = np.array([X[sets == m].mean(axis=0) for m in (0, 1)])
    distance = ((X[:, None] - centers) ** 2).sum(axis=2)
    leaving = [np.flatnonzero((sets == m) & (distance.argmin(axis=1) != m)) for m in (1, 0)]
    if [*map(len, leaving)] != [1, 1]:
        return None
    (d,), (e,) = leaving
    (across, up), (d_first, d_second), (e_first, e_second) = (
        centers[1] - centers[0], distance[d], distance[e],
    )  # fmt: skip
    from_line = np.abs(np.ptp(distance, axis=1)).min() / np.hypot(across, up) / 2
    room = min(distance.min() ** 0.5, pdist(X).min())
    if across < max(2.5, 2 * abs(up)) or not up or from_line < 0.4 or room < 0.7:
        return None
    x, y = centers.mean(axis=0)
    leaves_second, leaves_first = NAMES[d], NAMES[e]
    set_1, set_2 = (named(points, sets, m) for m in (0, 1))
    return locals()


@drawing((6.2, 4.5), [""], (5.2, 3.47), 0.55, 0.5, xlim=(0, 9), ylim=(0, 6), aspect="equal")
def draw_next_assignment(axes, numbers):
    X, sets, centers = (numbers[name] for name in ("X", "sets", "centers"))
    squared(axes)
    for m, look in enumerate(POINTS[:2]):
        axes.plot(*X[m == sets].T, **look, label=f"set {m + 1}")
        axes.plot(*centers[m], **CENTER, label="centers" if m else None)
        letters(axes, centers[[m]], f"{m + 1}", (8, -12))
    letters(axes, X, NAMES)
    style.add_key(axes)


@drawn(twice=range(-6, 7), third=[n for n in range(-6, 7) if n])
def plain_distances(twice=0, third=3):
    once = twice + 3 * third
    mean = twice + third
    to_mean, at_twice = (abs(third), abs(third), 2 * abs(third)), 3 * abs(third)
    return locals() | {"at_mean": sum(to_mean)}
