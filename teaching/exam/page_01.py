"""Questions of page 01: Gaussian SVM, similarities, shapes of a bump."""

from fractions import Fraction as F
from itertools import permutations

import numpy as np

from rbflib.lab.kit import style
from rbflib.lab.kit.template import drawn
from teaching.exam.drawing import INK, MUTED, classes, drawing, listed, squared

HALF = F(1, 2)


@drawn(sign=(1, -1), alpha=range(1, 6), last=range(1, 6), bias=[F(n, 4) for n in range(-6, 7) if n])
def score(sign=1, alpha=2, last=1, bias=-HALF):
    first = alpha + last  # the sum of αy is 0
    weights = sign * first, -sign * alpha, -sign * last
    no_bias = HALF * (weights[0] + weights[1]) + F(weights[2], 4)
    at, size, below = no_bias + bias, abs(bias), "-" if bias < 0 else "+"
    chosen, far, other = (1 if x > 0 else -1 for x in (at, bias, no_bias))
    answers = at, no_bias, HALF * (first + alpha) + F(last, 4) + bias
    return locals() if at else None


@drawn(n=(3, 4, 5), r=[F(-m, 20) for m in range(6, 20)])
def unlike_texts(n=3, r=F(-3, 5)):
    pairs, limit = n * (n - 1) // 2, F(-1, n - 1)
    product, lowest = n + 2 * pairs * r, 1 + (n - 1) * r
    return locals() if product < 0 else None


@drawn(c=[F(n, 100) for n in range(76, 100)])
def dominant_diagonal(c=F(9, 10)):
    return {"c": c, "product": 3 - 4 * c}


@drawn(
    side=(1, -1), t=(-1, 0, 1), C=(1, 2, 4), by=(HALF, 3 * HALF), cross_by=(3 * HALF, 2, 5 * HALF),
    heights=[*permutations((-2, -1, 0, 1, 2), 3)], on_line=(0, 1, 2),
)  # fmt: skip
def margin(side=1, t=0, C=2, by=HALF, cross_by=2, heights=(1, -1, -2), on_line=0):
    """The machine of these samples has the dashed lines at t ± 1: two samples on them have a
    factor of share C, the two that cost something C, and the sum of αyx is (±1, 0).
    """
    short, (a, b, c) = by + cross_by, heights
    share = (1 + C * (short - 2)) / F(2 * C)
    d = c + share * (a - b)
    right = (1, a), (2, -1), (3, 2), (1 if on_line else 3 * HALF, 5 * HALF), (1 - by, c)
    left = (
        (-1, b),
        (-2, 1),
        (-5 * HALF, -2),
        (-1 if on_line > 1 else -3 * HALF, 2),
        (cross_by - 1, d),
    )
    circles, crosses = ([(t + side * x, y) for x, y in points] for points in (right, left))
    circle, cross, n_support = circles[-1], crosses[-1], 4 + on_line
    cost, belongs = HALF + C * short, "right" if side > 0 else "left"
    fits = 0 < share < 1 and 2 * d == int(2 * d) and abs(d) <= 2 and len({*right, *left}) == 10
    found = locals()
    return found | {"seen": listed(circles), "seen_crosses": listed(crosses)} if fits else None


@drawing((4.6, 4.3), [""], (3.7, 3.1), xlabel="x₁", ylabel="x₂")
def draw_margin(axes, numbers):
    t = numbers["t"]
    axes.set(xlim=(t - 3.3, t + 3.3), ylim=(-2.8, 2.8), aspect="equal")
    squared(axes)
    for at, dashes in [(t - 1, "--"), (t, "-"), (t + 1, "--")]:
        axes.axvline(at, color=INK, ls=dashes, lw=1.8)
    X = np.array(numbers["circles"] + numbers["crosses"], dtype=float)
    classes(axes, X, np.repeat([1, -1], 5))
    style.add_key(axes)


@drawn(
    order=["".join(names) for names in permutations("ABCD")], wide=("x₁", "x₂"), up=(True, False)
)
def units(order="ABCD", wide="x₁", up=True):
    """The kinds are: a width per feature, a single one, a neuron, a full covariance matrix."""
    features = 2
    matrix = features * (features + 1) // 2
    sizes = 2 * features, features + 1, features + 1, features + matrix
    narrow, ends = "x₂" if wide == "x₁" else "x₁", ("lower", "upper") if up else ("upper", "lower")
    looks = (
        f"ellipses around the origin, twice as wide along {wide} as along {narrow}",
        "circles around the origin",
        "three parallel straight lines, with the values −0.5, 0 and 0.5",
        "ellipses around the origin whose long axis runs along the diagonal from {} left to {} "
        "right".format(*ends),
    )
    seen = " ".join(f"{name}: {look}." for name, look in sorted(zip(order, looks, strict=True)))
    return locals()


@drawing(
    (8.6, 2.7),
    "ABCD",
    (1.75, 1.75),
    left=0.45,
    gap=0.3,
    xlim=(-2.2, 2.2),
    ylim=(-2.2, 2.2),
    aspect="equal",
)
def draw_units(shown, numbers):
    t = np.linspace(-2.2, 2.2, 120)
    x, y = np.meshgrid(t, t)
    flat, tilt = (1, 4) if numbers["wide"] == "x₁" else (4, 1), -1.5 if numbers["up"] else 1.5
    exponents = (
        (flat[0] * x**2 + flat[1] * y**2) / 2,
        (x**2 + y**2) / 1.2,
        None,
        (1.25 * x**2 + tilt * x * y + 1.25 * y**2) / 1.2,
    )
    for name, s in zip(numbers["order"], exponents, strict=True):
        axes = shown["ABCD".index(name)]
        z = np.tanh(x + 0.5 * y + 0.2) if s is None else np.exp(-s)
        levels = [-0.5, 0.0, 0.5] if s is None else [0.25, 0.5, 0.75]
        lines = axes.contour(x, y, z, levels, colors=INK, linestyles="-", linewidths=1.2)
        axes.clabel(lines, levels[::2])
        axes.plot(0, 0, "+", color=MUTED, ms=9)
        axes.set_xlabel("x₁")
