from fractions import Fraction
from itertools import product

import numpy as np
from scipy.stats import sem
from sklearn.metrics import brier_score_loss
from sklearn.neighbors import KNeighborsClassifier

from rbflib import RBFNetworkClassifier, make_moons
from rbflib.lab.kit.template import written
from tests.independent import numbers_in


def one_loop():
    """40 guesses at targets that nothing can predict: only the smallest of them is off."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, (200, 100, 1))
    wrong = np.mean(rng.integers(0, 2, (200, 100, 40)) != y, axis=1)  # (draws, settings)
    # Neither right nor too large, and without any folds.
    too_small = wrong.min(axis=1).mean() < 0.45 < wrong.mean()
    text = "it is the smallest of 40 estimates, so it is too small on average"
    return [text] if too_small else []


def fits(question):
    """Fit by fit."""
    settings, inner, outer = (range(int(n)) for n in numbers_in(question.ask)[:3])
    searched = [*product(outer, settings, inner)]
    every = [*searched, *((o, "best") for o in outer)]
    right, without_the_last = len(every), len(searched)
    no_inner_folds = len({(o, s) for o, s, _ in searched})
    one_outer_fold = sum(fit[0] == 0 for fit in every)
    return locals()


def paired(question):
    """Ten folds as described: is the mean of the differences far from 0?"""
    low, high = numbers_in(question.ask)[:2]
    rng = np.random.default_rng(0)
    second = rng.uniform(low, high - 0.02, 10)
    difference = second + rng.uniform(0.01, 0.02, 10) - second
    if "five of the ten" in question.ask:
        difference *= np.repeat([1, -1], 5)
    steady = difference.mean() > 2 * sem(difference)
    small = "the second is better, by a small but steady margin"
    wide = written(Fraction(round(100 * (high - low)), 100))
    return {
        "right": small if steady else "this comparison does not tell which is better",
        "range": f"the second is better by about {wide}",
    }


def brier():
    network = RBFNetworkClassifier(20, gamma=2.0, alpha=0.1, output="logistic", random_state=0)
    models = {"the network with a penalty": network}
    models |= {"five neighbors": KNeighborsClassifier(5), "one neighbor": KNeighborsClassifier(1)}

    def score(name, seed):
        X_new, y_new = make_moons(2000, noise=0.3, random_state=seed + 100)
        fitted = models[name].fit(*make_moons(100, noise=0.3, random_state=seed))
        return brier_score_loss(y_new, fitted.predict_proba(X_new)[:, 1])

    return sorted(models, key=lambda name: sum(score(name, seed) for seed in range(5)))


def smallest_good_one_by_one(errors, sizes):
    means = [float(np.mean(row)) for row in errors]
    limit = min(means) + sem(errors[int(np.argmin(means))])
    return min((sizes[k], k) for k in range(len(sizes)) if means[k] <= limit)[1]


def unsure(p, y):
    p, y = np.asarray(p), np.asarray(y)
    if set(y) != {0, 1} or np.any(np.abs(p - 0.5) > 0.5) or len(p) < 4:
        return False
    return np.array_equal(p > 0.5, y == 1) and brier_score_loss(y.astype(int), p) > 0.2


QUIZ = {f.__name__: f for f in (one_loop, brier)}
SEEDED = {"fits": fits, "paired": paired}
EXERCISES = {"10.1": smallest_good_one_by_one}
CONSTRUCTIONS = {"10.2": unsure}
