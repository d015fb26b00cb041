"""Page 05: answers of the quiz and values of the exercises, computed independently."""

import sys
from dataclasses import replace

import numpy as np
from sklearn.cluster import KMeans as SklearnKMeans
from sklearn.linear_model import LinearRegression
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import NearestNeighbors

from rbflib import (
    KMeans,
    OLSRegressor,
    RBFNetworkRegressor,
    fit_mixture,
    kmeans_centers,
    make_moons,
    make_trap,
    make_wave,
)

STEPS = {
    "kmeans_centers": "place the centers",
    "neighbor_gamma": "set the width",
    "design_matrix": "compute the similarities",
    "solve_positive_definite": "solve for the weights",
}


def stages():
    calls = watched(RBFNetworkRegressor(5, random_state=0).fit, *make_wave(60, random_state=1))
    return [STEPS[name] for name in dict.fromkeys(name for name, _ in calls)]


def watched(run, *args):
    """The calls of the functions in STEPS while it runs: names, and numbers of samples."""
    calls = []

    def note(frame, event, _argument):
        name = frame.f_code.co_name
        if event == "call" and name in STEPS:
            calls.append((name, len(frame.f_locals.get("X", ()))))

    sys.setprofile(note)
    try:
        run(*args)
    finally:
        sys.setprofile(None)
    return calls


def folds():
    search = GridSearchCV(
        RBFNetworkRegressor(random_state=0), {"n_centers": [4]}, cv=5, refit=False
    )
    calls = watched(search.fit, *make_wave(60, random_state=1))
    sizes = [size for name, size in calls if name == "kmeans_centers"]
    runs = {
        "once, on all samples: it does not see y": [60],
        "five times, without the fold that is left out": 5 * [48],
        "five times, on the fold that is left out": 5 * [12],
        "five times, on all samples": 5 * [60],
    }
    return [text for text, expected in runs.items() if sizes == expected]


def outputs():
    X, _ = make_moons(80, random_state=2)
    T = np.random.default_rng(51).normal(size=(80, 2))
    T[:, 1] += T[:, 0]
    model = RBFNetworkRegressor(6, random_state=0)
    alone = model.fit(X, T[:, 0]).network_.weights
    first, second = model.fit(X, T).network_.weights.T
    same = np.allclose(first, alone)
    holds = {
        "they shrink, since both outputs share the bumps": np.abs(first).sum()
        < 0.99 * np.abs(alone).sum(),
        "they change, unless the two targets are uncorrelated": not same,
        "they become those of the second output": np.allclose(first, second),
        "they stay as they were": same,
    }
    return [text for text, true in holds.items() if true]


def residual():
    """The sum of all residuals of such a fit, less the three that are given."""
    x, y = np.random.default_rng(52).normal(size=(2, 4))
    fit = RBFNetworkRegressor(1, gamma=1.0, random_state=0).fit(x[:, None], y)
    rest = y - fit.predict(x[:, None])
    assert np.abs(rest).max() > 0.1
    return rest.sum() - (0.5 - 1 + 0.2)


def linear():
    X, y = make_moons(80, random_state=2)
    net, rng = RBFNetworkRegressor(6, random_state=0).fit(X, y).network_, np.random.default_rng(53)
    others = {
        "the centers": {"centers": net.centers + rng.normal(size=net.centers.shape)},
        "the widths": {"gamma": 3 * net.gamma},
        "the weights and the bias": {"weights": rng.normal(size=6), "bias": 2.0},
    }
    found = [text for text, other in others.items() if middle_is_mean(net, other, X)]
    return found or ["none of them, since the bumps are curved"]


def middle_is_mean(net, other, X):
    """Whether the network half way to another one is the mean of the two."""
    middle = {part: (getattr(net, part) + value) / 2 for part, value in other.items()}
    ends = net(X), replace(net, **other)(X)
    return np.allclose(replace(net, **middle)(X), np.mean(ends, axis=0))


def trap():
    """The ways that explain more than nine tenths of y with ten centers."""
    x, t = make_trap(400, noise=0, random_state=0)
    by_kmeans, gammas = kmeans_centers(x, 10, random_state=0), np.logspace(0, 3, 13)
    many_starts = KMeans(10, n_init=40, random_state=0).fit(x).cluster_centers_
    mixture = fit_mixture(x, 10, random_state=0)[0]

    def explained(centers, gamma):
        return RBFNetworkRegressor(centers=centers, gamma=gamma).fit(x, t).score(x, t)

    scores = {
        "centers chosen with y in view": OLSRegressor(10, tol=0, gamma=10).fit(x, t).score(x, t),
        "more starts of k-means": explained(many_starts, 10),
        "another γ": max(explained(by_kmeans, gamma) for gamma in gammas),
        "a Gaussian mixture in place of k-means": explained(mixture, 10),
    }
    assert explained(by_kmeans, 10) < 0.5
    return [text for text, score in scores.items() if score > 0.9]


def gamma_by_sklearn(centers, p):
    distance, _ = NearestNeighbors(n_neighbors=p).fit(centers).kneighbors()
    return 1 / (2 * distance.mean() ** 2)


def output_by_sklearn(X, y, centers, gamma, X_new):
    fit = LinearRegression().fit(rbf_kernel(X, centers, gamma), y)
    return fit.predict(rbf_kernel(X_new, centers, gamma))


QUIZ = {f.__name__: f for f in (stages, outputs, residual, folds, linear, trap)}


def looks_away(x, y):
    """scikit-learn's k-means and linear fits; centers chosen one by one, by trying all samples."""
    X, y = np.asarray(x)[:, None], np.asarray(y)
    if len(X) > 60 or len(np.unique(X)) < 4 or np.ptp(y) == 0:
        return False

    def explained(centers):
        Z = rbf_kernel(X, centers, 10.0)
        return LinearRegression().fit(Z, y).score(Z, y)

    found = SklearnKMeans(3, n_init=20, random_state=0).fit(X).cluster_centers_
    chosen = []
    for _ in range(3):
        trials = [explained(X[[*chosen, i]]) for i in range(len(X))]
        chosen.append(int(np.argmax(trials)))
    return explained(found) < 0.2 and max(trials) > 0.9


EXERCISES = {"5.1": gamma_by_sklearn, "5.2": output_by_sklearn}
CONSTRUCTIONS = {"5.3": looks_away}
