from itertools import product

import numpy as np
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import LeaveOneOut, cross_val_predict
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

from rbflib import NadarayaWatsonRegressor, NearestNeighborRegressor, make_wave


def inverse_square():
    model = NearestNeighborRegressor(2, weights="distance").fit([[1.0], [-2.0]], [0.0, 10.0])
    return model.predict([[0.0]])[0]


def exchange():
    """Four homes on a line, and a fifth that comes in."""
    size, price = np.array([[0.0], [3.0], [4.0], [5.0], [8.0]]), [340.0, 1.0, 2.0, 3.0, 300.0]
    before, after = NearestNeighborRegressor(4).fit(size, price).predict([[3.99], [4.01]])
    return after - before


def far_away():
    X, y = np.array([[0.0], [0.3], [0.6], [1.0]]), np.array([5.0, 2.0, 3.0, 4.0])
    h = NadarayaWatsonRegressor(gamma=2.0).fit(X, y).predict([[3.0], [30.0], [300.0]])
    limits = {"0": 0.0, "the target of the last sample": 4.0, "the mean of all targets": y.mean()}
    found = [text for text, limit in limits.items() if np.allclose(h[1:], limit)]
    beyond = ["a value beyond all targets, along the slope"] if h.max() > y.max() else []
    return found + beyond


def flipped():
    """Of a million pairs of a test sample and its neighbor."""
    own, neighbor = np.random.default_rng(33).uniform(size=(2, 1_000_000)) < 0.05
    return round(np.mean(own != neighbor), 3)


def shares_by_sklearn(d, labels, n_classes):
    """scikit-learn weighs by 1/d: here d is d². A far sample makes each class known."""
    line = np.concatenate([d**2, np.full(n_classes, 1e9)])[:, None]
    classes = np.concatenate([labels, np.arange(n_classes)])
    model = KNeighborsClassifier(len(d), weights="distance").fit(line, classes)
    return model.predict_proba([[0.0]])[0]


def error_by_loop(X, y, gamma):
    """One sample after the other predicted from the rest."""
    similarities = rbf_kernel(X, X, gamma)
    others = ~np.eye(len(y), dtype=bool)
    h = [np.average(y[rest], weights=z[rest]) for z, rest in zip(similarities, others, strict=True)]
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
    models = KNeighborsClassifier(1), KNeighborsClassifier(3)
    one, three = (cross_val_predict(model, X, y, cv=LeaveOneOut()) for model in models)
    return bool(np.all(one == y) and np.all(three != y))


def errors_of_k(ks):
    """scikit-learn's fits, and its leave-one-out."""
    X, y = make_wave(100, noise=0.3, random_state=0)
    models = [KNeighborsRegressor(k) for k in ks]
    fits = [model.fit(X, y).predict(X) for model in models]
    left_out = [cross_val_predict(model, X, y, cv=LeaveOneOut()) for model in models]
    return [[np.mean((h - y) ** 2) for h in of_one] for of_one in (fits, left_out)]


QUIZ = {f.__name__: f for f in (inverse_square, exchange, far_away, flipped)}
EXERCISES = {"3.1": shares_by_sklearn, "3.2": error_by_loop, "3.3": four_draws}
CONSTRUCTIONS = {"3.4": hurt_by_more_neighbors}
CURVES = {"3.7": errors_of_k}
