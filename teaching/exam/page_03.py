"""Questions of page 03: nearest neighbors, kernel regression, the Bayes error."""

from fractions import Fraction as F
from itertools import product

import numpy as np

from rbflib import NearestNeighborRegressor
from rbflib.lab.kit import style
from rbflib.lab.kit.template import drawn, written
from teaching.exam.drawing import CENTER, INK, MUTED, POINTS, classes, drawing, listed, squared

EVEN = range(2, 21, 2)


@drawn(x=range(-3, 4), a=EVEN, b=EVEN, c=EVEN)
def three_readings(x=0, a=2, b=4, c=10):
    heights = F(a, 2), F(b, 2), F(c, 2)
    kernel, mean = (heights[0] + b + heights[2]) / 2, F(a + b + c, 3)
    answers = kernel, mean, b, 2 * kernel
    return locals() if a != c else None


@drawn(percent=range(10, 95, 5), end=range(2, 7), start=range(1, 6), last=range(3, 10))
def overlap(percent=80, end=4, start=3, last=5):
    """Class A is spread over [0, end], class B over [start, last]."""
    if not start < end < last or end == last - start:
        return None
    length, rest = end - start, 100 - percent
    p, q = F(percent, 100), F(rest, 100)
    a, b = p / end, q / (last - start)
    likely, other = max(a, b) / (a + b), min(a, b) / (a + b)
    there = 2 * likely * other
    bayes, mass, one = length * min(a, b), length * (a + b), length * (a + b) * there
    border, by_density = (end, start) if a > b else (start, end)
    turned = (a > b) == (last - start < end)  # by the shares of the classes
    by_hand = (
        all(x.denominator <= 30 for x in (a, b, there, bayes, mass)) and one.denominator <= 100
    )
    return locals() if turned and a != b and by_hand else None


def levels(k, y):
    """The heights of the pieces of the mean of k neighbors."""
    return [F(sum(y[i : i + k]), k) for i in range(len(y) - k + 1)]


@drawn(
    gaps=[*product((1, 2, 3), repeat=4)],
    first=range(9), second=range(9), fourth=range(9), last=range(9),
)  # fmt: skip
def stairs(gaps=(1, 2, 3, 2), first=2, second=6, fourth=0, last=6):
    """At the left end, three neighbors have the same mean as two."""
    x = tuple(1 + sum(gaps[:i]) for i in range(5))
    if x[4] > 9 or (x[1] + x[3]) % 2 == 0 or (first + second) % 2 or abs(fourth - second) < 2:
        return None
    y = first, second, F(first + second, 2), fourth, last
    jumps = tuple(F(x[i] + x[i + 2], 2) for i in range(3))
    pieces, jump_at = levels(2, y), jumps[1]
    far, others = pieces[3], [levels(k, y)[-1] for k in (1, 3, 4, 5)]
    low, high = int(jump_at), int(jump_at) + 1
    beside = (x[2], x[3]) if jump_at > x[2] else (x[1], x[2])
    fall, falls = abs(fourth - second) / F(2), "falls" if fourth < second else "rises"
    own = [piece for piece in pieces if all(piece not in levels(k, y) for k in (1, 3, 4, 5))]
    samples = listed(zip(x, y, strict=True))
    apart = jumps[0] < low and high < jumps[2]
    return locals() if apart and own and far not in others and len({*pieces}) == 4 else None


@drawing((6.4, 3.3), [""], (5.4, 2.4), xlim=(0, 10), ylim=(-0.5, 8.5), xlabel="x", ylabel="y")
def draw_stairs(axes, numbers):
    squared(axes)
    at, x, y = np.linspace(0, 10, 4001), np.array(numbers["x"]), np.array(numbers["y"], dtype=float)
    h = NearestNeighborRegressor(2).fit(x[:, None], y).predict(at[:, None])
    h[1:][np.abs(np.diff(h)) > 0.1] = np.nan  # no line at a jump
    axes.plot(at, h, color=INK, lw=2.2)
    axes.plot(x, y, **POINTS[0])


AROUND = (
    ((0.8, 0), (-1.0, 1.1), (0.4, -1.6), (1.9, 0.7), (-2.1, -0.5), (0, 2.7), (-1.7, -2.3)),
    ((0.9, 0), (-0.75, 0.75), (0.3, -1.1), (1.9, 0.7), (-2.1, -0.5), (0, 2.7), (-1.7, -2.3)),
)


@drawn(
    sign=(1, -1), others=[*product((1, -1), repeat=4)],
    places=AROUND, turns=range(4), mirrored=(False, True),
)  # fmt: skip
def votes(sign=-1, others=(-1, -1, 1, -1), places=AROUND[0], turns=0, mirrored=False):
    """The nearest sample, the two after it, which are of the other class, and four more."""
    y = sign, -sign, -sign, *others
    X = [(-a, b) if mirrored else (a, b) for a, b in places]
    for _ in range(turns):
        X = [(-b, a) for a, b in X]
    d = [float(np.hypot(*x)) for x in X[:3]]
    w = [1 / x**2 for x in d]
    total = w[1] + w[2]
    chosen = sign if w[0] > total else -sign
    sums = tuple(sum(y[:k]) for k in (3, 5, 7))
    k3, k5, k7 = (1 if x > 0 else -1 for x in sums)
    circles, crosses = (listed(x for x, c in zip(X, y, strict=True) if c == s) for s in (1, -1))
    return locals()


@drawing(
    (4.6, 4.7), [""], (3.5, 3.5), bottom=0.55, xlim=(-3.2, 3.2), ylim=(-3.2, 3.2), aspect="equal"
)
def draw_votes(axes, numbers):
    squared(axes)
    angle = np.linspace(0, 2 * np.pi, 200)
    for radius in (1, 2, 3):
        axes.plot(radius * np.cos(angle), radius * np.sin(angle), color=MUTED, lw=1, ls="--")
    classes(axes, np.array(numbers["X"]), np.array(numbers["y"]))
    axes.plot(0, 0, **CENTER | {"mfc": "white"}, label="query")
    style.add_key(axes)


# Posteriors whose squares have small denominators; all fractions or all decimals.
LIKELY = [F(n, 10) for n in (6, 7, 8, 9)] + [F(n, 9) for n in (5, 6, 7, 8)]
LIKELY += [F(n, 7) for n in (4, 5, 6)] + [F(5, 6)]


@drawn(p=LIKELY)
def both_unlikely(p=F(9, 10)):
    q = 1 - p
    base, base_q = (written(x, "", True) for x in (p, q))
    if 10 % p.denominator:
        base, base_q = f"({base})", f"({base_q})"
    both_likely, missed, claimed, error, one_way = p**2, q**2, 1 - p**2, 2 * p * q, p * q
    return locals()
