"""Questions of page 09: agreement of models, what a training error tells, the best of many."""

from fractions import Fraction as F
from functools import cache
from itertools import permutations
from math import comb

import numpy as np
from sklearn.svm import SVC

from rbflib import FullRBFClassifier, NearestNeighborClassifier, make_moons
from rbflib.lab.kit.template import drawn, word, written
from teaching.exam.drawing import INK, classes, drawing


@drawn(n=(50, 100, 200, 300, 400), a=range(5, 61), b=range(6, 71), both=range(2, 51))
def agreement(n=200, a=20, b=24, both=12):
    first, second = a - both, b - both
    agree, most, least = F(n - first - second, n), F(n - b + a, n), F(n - a - b, n)
    both_right = F(n - a - second, n)
    answers = agree, most, least, both_right
    near = a < 4 * both < 4 * a < 4 * b < 5 * a and b < 0.3 * n
    return locals() if near and all((100 * x).denominator == 1 for x in answers) else None


@drawn(models=range(2, 8), samples=range(2, 7), errors=range(4))
def luck(models=3, samples=2, errors=0):
    """Each of the models errs on at most so many of the samples with probability `one`."""
    at_most = [F(sum(comb(samples, i) for i in range(k + 1)), 2**samples) for k in range(samples)]
    one = at_most[min(errors, samples - 1)]
    found, expected = 1 - (1 - one) ** models, sum((1 - p) ** models for p in at_most) / samples
    how_many = f"at most {word(errors)}" if errors else "none"
    exact = expected.denominator <= 100
    reported = f"${written(expected, '/', True)}$" if exact else f"about ${float(expected):.2f}$"
    return locals() if errors < samples and found.denominator <= 256 else None


AREA = (-2.7, 2.1, -1.6, 1.75)


@cache
def three_models(seed):
    X, y = make_moons(40, noise=0.3, random_state=seed)
    models = (
        FullRBFClassifier(gamma=0.8, alpha=1.0),
        NearestNeighborClassifier(1),
        SVC(gamma=40.0, C=1000.0),
    )
    return X, y, [model.fit(X, y) for model in models]


# Of samples whose circles are several islands of the SVM, and on which the full network errs.
@drawn(order=list(permutations("ABC")), seed=(12, 80, 149, 186))
def regions(order=("A", "B", "C"), seed=80):
    full, nearest, machine = order
    X, y, (network, *_) = three_models(seed)
    n_wrong = np.sum(network.predict(X) != y)
    seen = {
        full: f"one smooth curved boundary; {n_wrong} samples lie on its wrong side",
        nearest: "a boundary of straight pieces that bends around single samples; no sample is on "
        "the wrong side",
        machine: "white islands around circles on a gray ground; no sample is on the wrong side",
    }
    a, b, c = (seen[name] for name in "ABC")
    exact, white = (" and ".join(sorted(pair)) for pair in (order[1:], order[:2]))
    return locals()


@drawing(
    (8.9, 2.6), "ABC", (2.75, 1.92), 0.35, 0.35, 0.12, xlim=AREA[:2], ylim=AREA[2:], aspect="equal"
)
def draw_regions(shown, numbers):
    X, y, models = three_models(numbers["seed"])
    models = dict(zip(numbers["order"], models, strict=True))
    left, right, low, high = AREA
    t, u = np.meshgrid(np.linspace(left, right, 170), np.linspace(low, high, 140))
    for axes, name in zip(shown, "ABC", strict=True):
        decided = models[name].predict(np.column_stack([t.ravel(), u.ravel()])).reshape(t.shape)
        axes.contourf(t, u, decided, [-2, 0, 2], colors=["#C8C8C8", "#FFFFFF"])
        axes.contour(t, u, decided, [0], colors=INK, linewidths=1.2)
        classes(axes, X, y, ms=5, mew=1.1)
        if axes is not shown[0]:
            axes.tick_params(labelleft=False)


@drawn(samples=(300, 400, 500, 600, 800), test=(60, 80, 100, 120, 150), kinds=range(3, 9))
def protocol(samples=500, test=100, kinds=4):
    return locals() if 3 * test < samples else None
