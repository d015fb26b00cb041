"""Questions of page 05: two stages, widths, the projection, probabilities, the gradient."""

from fractions import Fraction as F
from itertools import permutations

import numpy as np

from rbflib import fit_mixture, kmeans_centers, make_moons, neighbor_gamma, random_centers
from rbflib.lab.kit.plane import outlines
from rbflib.lab.kit.template import WORDS, drawn, written
from teaching.exam.drawing import CENTER, INK, MUTED, drawing


@drawn(a=range(-5, 6), b=range(-4, 10), c=range(-2, 18), factor=(2, 3, 4, 10))
def neighbor_width(a=0, b=2, c=6, factor=10):
    total = 4 * (c - a)
    sigma, nearest = F(total, 6), F(b - a + min(b - a, c - b) + c - b, 3)
    gamma, answers = 1 / (2 * sigma**2) if sigma else 0, (sigma, nearest)
    return locals() if a < b < c <= a + 12 and sigma.denominator == 1 else None


@drawn(a=range(1, 21), b=range(21), c=range(21), d=range(21))
def bump_and_bias(a=7, b=4, c=2, d=3):
    mean, weight = F(a + b + c + d, 4), a - d
    bias = mean - F(weight, 2)
    centered = a - mean, b - mean, c - mean, d - mean
    fits = mean + F(weight, 2), mean, mean, bias
    residuals = tuple(y - h for y, h in zip((a, b, c, d), fits, strict=True))
    fine = mean.denominator == 1 and weight > 0 == weight % 2 and d < mean and bias != d
    return locals() if fine else None


@drawn(base=(2, 3, 4), distance=(1, 2, 3, 4, 5, 10), up=("", "-"))
def logistic(base=3, distance=1, up=""):
    down, then = ("", "+") if up else ("-", "-")
    gamma = "" if distance == 1 else written(F(1, distance**2), "/", True)
    of_root = "" if distance == 1 else f"{distance}"
    over = "" if distance == 1 else f"/{distance**2}"
    odds, p_at, p_there = F(1, base**3), F(base**3, base**3 + 1), F(base, base + 1)
    if up:
        odds, p_at, p_there = 1 / odds, 1 - p_at, 1 - p_there
    return locals() | {"p_far": 1 - p_there}


LAYERS = {
    "k-means": "{} circles of one size, evenly spread over both moons; some centers stand between "
    "samples.",
    "mixture": "{} ellipses of different sizes and tilts, along the moons.",
    "random": "{} circles of one size; every center is on a sample, two are close together, and "
    "both ends of the moons have no center.",
}
DRAWS = {5: 24, 6: 4, 7: 22, 8: 728}  # number of centers -> seed of random samples of this kind


@drawn(order=list(permutations("ABC")), n=[*DRAWS])
def hidden_layers(order=("A", "B", "C"), n=6):
    kmeans, mixture, chance = order
    looks = {a: text.format(WORDS[n]) for a, text in zip(order, LAYERS.values(), strict=True)}
    return locals() | {"seen": " ".join(f"{a}: {looks[a]}" for a in "ABC")}


@drawing(
    (9.0, 2.8), "ABC", (2.7, 2.0), 0.4, 0.4, 0.2, xlim=(-2.8, 3.0), ylim=(-2.1, 2.1), aspect="equal"
)
def draw_hidden_layers(shown, numbers):
    X, _ = make_moons(100, noise=0.15, random_state=3)
    n = numbers["n"]
    means, covariances, _ = fit_mixture(X, n, random_state=1)
    by_kmeans, by_chance = kmeans_centers(X, n, random_state=0), random_centers(X, n, DRAWS[n])
    found = (
        (by_kmeans, neighbor_gamma(X, by_kmeans)),
        (means, np.array([np.linalg.inv(S) / 2 for S in covariances])),
        (by_chance, neighbor_gamma(X, by_chance)),
    )
    layers = dict(zip(numbers["order"], found, strict=True))
    for axes, name in zip(shown, "ABC", strict=True):
        centers, gamma = layers[name]
        axes.plot(*X.T, "o", color=MUTED, ms=2.2)
        axes.plot(*outlines(centers, gamma), color=INK, lw=1.2)
        axes.plot(*centers.T, **CENTER | {"ms": 7, "mfc": "none", "mew": 1.4})


@drawn(beta="><", h="<>", x="><")
def center_gradient(beta=">", h="<", x=">"):
    wrong = "<>"[(beta + h + x).count(">") % 2 == 0]  # the sign of its opposite, -β(h - y)(x - μ)
    side = "left" if wrong == ">" else "right"
    way = "toward" if (x == ">") == (side == "right") else "away from"
    return locals() | {"size": "smaller" if h == "<" else "larger"}
