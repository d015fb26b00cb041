"""Page 03: answers of the quiz and values of the exercises, computed independently."""

from itertools import product

import numpy as np
from scipy.stats import norm
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import LeaveOneOut, cross_val_predict
from sklearn.neighbors import KNeighborsClassifier

from rbflib import (
    NadarayaWatsonRegressor,
    NearestNeighborClassifier,
    NearestNeighborRegressor,
    UniformRBFClassifier,
)


def selection():
    y = [-1, 1, 1, 1, 1, 1]
    said = {gap: said_by_votes(1 + gap * np.arange(6.0), y) for gap in (0.01, 0.1, 0.5)}
    ends = {votes[-1] for votes in said.values()}
    assert all(votes[0] == 1 for votes in said.values())
    holds = {
        "+1 for every γ, since five outvote one": all(set(v) == {1} for v in said.values()),
        "nothing in the end, since every vote tends to 0": 0 in ends,
        "−1 in the end, like the nearest sample": ends == {-1},
        "it depends on how near the nearest sample is": len(ends) > 1,
    }
    return [text for text, true in holds.items() if true]


def said_by_votes(r, y):
    """What samples at distances r from the query say, from small γ to large."""
    fits = [UniformRBFClassifier(gamma).fit(r[:, None], y) for gamma in np.logspace(-3, 3, 13)]
    return [fit.predict([[0.0]])[0] for fit in fits]


def inverse_square():
    model = NearestNeighborRegressor(2, weights="distance").fit([[1.0], [-2.0]], [0.0, 10.0])
    return model.predict([[0.0]])[0]


def exchange():
    """Four houses on a line, and a fifth that comes in."""
    size, price = np.array([[0.0], [3.0], [4.0], [5.0], [8.0]]), [340.0, 1.0, 2.0, 3.0, 300.0]
    before, after = NearestNeighborRegressor(4).fit(size, price).predict([[3.99], [4.01]])
    return after - before


def far_away():
    X, y = np.array([[0.0], [0.3], [0.6], [1.0]]), np.array([5.0, 2.0, 3.0, 4.0])
    h = NadarayaWatsonRegressor(gamma=2.0).fit(X, y).predict([[3.0], [30.0], [300.0]])
    limits = {
        "0": 0.0,
        "the target of the last sample": 4.0,
        "the mean of all targets": y.mean(),
    }
    found = [text for text, limit in limits.items() if np.allclose(h[1:], limit)]
    beyond = ["a value beyond all targets, along the slope"] if h.max() > y.max() else []
    return found + beyond


def chain():
    """By a draw of both classes at the point."""
    P, rng = np.array([0.7, 0.2, 0.1]), np.random.default_rng(31)
    drawn, neighbor = rng.choice(3, size=(2, 1_000_000), p=P)
    bayes = np.mean(drawn != 0)
    sizes = {
        "error of the Bayes classifier": bayes,
        "error of the nearest neighbor": np.mean(drawn != neighbor),
        "1 − P(c*|x)²": 1 - P[0] ** 2,
        "twice the error of the Bayes classifier": 2 * bayes,
    }
    return sorted(sizes, key=sizes.get)


def few_samples():
    """Ratios to the Bayes error: far above 2 for few samples, below it for many."""
    apart, overlapping = 4.0 * np.arange(2), 0.5 * np.arange(2)
    three = 2.0 * np.arange(3)
    few = np.mean([times_bayes(apart, 4, seed) for seed in range(300)])
    many = {name: times_bayes(means, 20_000, 0) for name, means in
            [("apart", apart), ("overlap", overlapping), ("three", three)]}  # fmt: skip
    holds = {
        "the samples are few, so the neighbor is not near": few > 3 and many["apart"] < 2,
        "the classes overlap too much": many["overlap"] > 2,
        "there are three classes, and the bound is for two": many["three"] > 2,
        "it cannot happen: at most twice is proved": few <= 2,
    }
    return [text for text, true in holds.items() if true]


def times_bayes(means, n, seed):
    """One neighbor's error over the Bayes error: a normal density a class, equal priors."""
    rng = np.random.default_rng(seed)
    c, c_new = rng.integers(len(means), size=n), rng.integers(len(means), size=2000)
    x, x_new = rng.normal(means[c])[:, None], rng.normal(means[c_new])[:, None]
    gap, inner_sides = means[1] - means[0], 2 * (len(means) - 1)
    bayes = inner_sides / len(means) * norm.sf(gap / 2)
    return np.mean(NearestNeighborClassifier().fit(x, c).predict(x_new) != c_new) / bayes


def flipped():
    """Of a million pairs of a test sample and its neighbor."""
    own, neighbor = np.random.default_rng(33).uniform(size=(2, 1_000_000)) < 0.05
    return round(np.mean(own != neighbor), 3)


def concentration():
    few, many = (squared_distances_in_the_cube(D) for D in (10, 1000))
    assert np.isclose(many[0].mean() / few[0].mean(), 100, rtol=0.05)
    growth = many[0].std() / few[0].std()
    holds = {
        "the spread falls to 0": growth < 0.9,
        "the points crowd in the middle of the cube": many[1].std() < 0.9 * few[1].std(),
        "the spread stays the same": np.isclose(growth, 1, rtol=0.1),
        "the spread grows too, but only like √D": np.isclose(growth, 10, rtol=0.1),
    }
    return [text for text, true in holds.items() if true]


def squared_distances_in_the_cube(D):
    """Of 4000 pairs, and a coordinate of one point of each."""
    a, b = np.random.default_rng(32).uniform(size=(2, 4000, D))
    return ((a - b) ** 2).sum(axis=1), a[:, 0]


def shares_by_sklearn(d, labels, n_classes):
    """scikit-learn weighs by 1/d: here d is d². A far sample makes each class known."""
    line = np.concatenate([d**2, np.full(n_classes, 1e9)])[:, None]
    classes = np.concatenate([labels, np.arange(n_classes)])
    model = KNeighborsClassifier(len(d), weights="distance").fit(line, classes)
    return model.predict_proba([[0.0]])[0]


def error_by_loop(X, y, gamma):
    """One sample after the other predicted from the rest."""
    h = [
        np.average(np.delete(y, n), weights=rbf_kernel(X[n : n + 1], np.delete(X, n, 0), gamma)[0])
        for n in range(len(y))
    ]
    return np.mean(np.square(h - y))


def four_draws(p):
    """All sixteen outcomes of the test sample's class and its three neighbors'."""
    wrong = np.zeros(len(p))
    for own, *three in product([0, 1], repeat=4):
        chance = np.prod([np.where(c, p, 1 - p) for c in (own, *three)], axis=0)
        wrong += chance * (own != (sum(three) > 1))
    return wrong


def hurt_by_more_neighbors(X, y):
    if len(y) < 8 or not np.array_equal(np.unique(y), [-1, 1]):
        return False
    one, three = (
        np.mean(cross_val_predict(KNeighborsClassifier(k), X, y, cv=LeaveOneOut()) != y)
        for k in (1, 3)
    )
    return one == 0 and three == 1


QUIZ = {
    f.__name__: f
    for f in (
        selection,
        inverse_square,
        exchange,
        far_away,
        chain,
        few_samples,
        flipped,
        concentration,
    )
}
EXERCISES = {"3.1": shares_by_sklearn, "3.2": error_by_loop, "3.3": four_draws}
CONSTRUCTIONS = {"3.4": hurt_by_more_neighbors}
