import re
from itertools import combinations

import numpy as np
from scipy.optimize import brentq, minimize
from scipy.stats import norm

from rbflib import RBFNetwork
from rbflib.lab.kit.template import WORDS, written
from tests.independent import numbers_in


def half_width(question):
    """Where a bump is half as high, by a search for the root."""

    def width(gamma):
        return brentq(lambda r: np.exp(-gamma * r**2) - 0.5, 0, 99, xtol=1e-12)

    words = re.search(r"(\w+) (?:times )?as large", question.ask)
    factor = number_of(words[1]) if words else 1 / numbers_in(question.ask)[0]
    way = {"right": width(factor), "not_rooted": width(1) / factor, "inverted": width(1 / factor)}
    sizes = {text: size_of(text) for text in question.choices}
    return {
        name: next(t for t, size in sizes.items() if np.isclose(size, r / width(1)))
        for name, r in way.items()
    }


def number_of(word):
    return {"twice": 2}.get(word.lower()) or float(
        WORDS.index(word.lower()) if word.lower() in WORDS else word
    )


def size_of(text):
    """What “a third as wide” or “three times as wide” means."""
    parts = "half third quarter fifth tenth ninth sixteenth twenty-fifth hundredth"
    sizes = dict(zip(parts.split(), (2, 3, 4, 5, 10, 9, 16, 25, 100), strict=True))
    words = text.removesuffix(" as wide").removeprefix("a ").removesuffix(" times")
    return 1 if "before" in text else 1 / sizes[words] if words in sizes else number_of(words)


def middle(question):
    left, right, v, w, b, x = numbers_in(question.ask)
    networks = (RBFNetwork([[left], [right]], [v, w], b, gamma) for gamma in (0.3, 2))
    height, again = (round(network([[x]])[0], 9) for network in networks)
    assert height == again
    return {"right": height, "no_bias": height - b, "bias_per_bump": height + b}


def far_away(question):
    """The formula of the question, and its parts, at x = 100; words stand for what they name."""
    formula = re.search(r"h\(x\)=(.*)\$", question.ask)
    if not formula:
        texts = "the bias b", "the sum of all weights", "the weight of the nearest center"
        return dict(zip(("right", "total", "nearest"), texts, strict=True))
    v, w, b = re.fullmatch(r"(.+?)e\^.*?([-+]\d+)e\^\{-\(x-3\)\^2\}([-+]\d+)", formula[1]).groups()
    v, w, b = map(float, (v, w, b))
    far = {"right": RBFNetwork([[1.0], [3.0]], [v, w], bias=b, gamma=1)([[100.0]])[0]}
    return {n: f"about {written(x)}" for n, x in (far | {"total": v + w, "nearest": w}).items()}


def bump_by_density(x, mu, beta, gamma):
    """A normal density, scaled to height β at its mean."""
    sigma = 1 / np.sqrt(2 * gamma)
    return beta * norm.pdf(x, mu, sigma) / norm.pdf(mu, mu, sigma)


def slope_by_a_complex_step(x, mu, beta, gamma, b):
    step = 1e-30
    moved = x + 1j * step
    return (np.sum(beta * np.exp(-gamma * (moved - mu) ** 2)) + b).imag / step


SEEDED = {f.__name__: f for f in (half_width, middle, far_away)}
EXERCISES = {"0.1": bump_by_density, "0.2": slope_by_a_complex_step}


def cancels(centers, weights):
    """The largest size of the curve by a search from starts around each center."""
    starts = np.ravel(centers[:, None] + np.linspace(-3, 3, 21))

    def size(x):
        return -abs(norm.pdf(x, centers, np.sqrt(0.5)) @ weights * np.sqrt(np.pi))

    highest = max(-minimize(lambda x: size(x[0]), [x], method="Nelder-Mead").fun for x in starts)
    apart = min(abs(a - b) for a, b in combinations(centers, 2))
    return apart > 0.1 - 1e-9 and min(abs(weights)) > 10 - 1e-9 and highest <= 1


CONSTRUCTIONS = {"0.3": cancels}
