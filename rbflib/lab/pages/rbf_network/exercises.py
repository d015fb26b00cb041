"""Exercises of page 05: responsibilities, a gradient, and centers in the wrong place."""

import numpy as np

from rbflib.centers import kmeans_centers
from rbflib.datasets import make_wave
from rbflib.lab.grader.at_work import AtWork
from rbflib.lab.grader.construction import Construction, Finding
from rbflib.lab.grader.curve import Curve
from rbflib.lab.grader.exercise import Exercise
from rbflib.lab.grader.pictures import sticks
from rbflib.lab.kit import style
from rbflib.lab.pages.rbf_network.at_work import GradientSteps
from rbflib.ols import OLSRegressor
from rbflib.two_stage import RBFNetworkRegressor


def responsibilities(r2, sigma, share, D):
    density = np.exp(-r2 / (2 * sigma**2)) / sigma**D
    joint = share * density  # the factor (2π)^(−D/2) cancels
    return joint / joint.sum(axis=1, keepdims=True)


def responsibilities_inputs():
    rng = np.random.default_rng(501)
    small = (np.array([[0.0, 4.0], [1.0, 1.0]]), np.array([1.0, 2.0]), np.array([0.25, 0.75]), 1)
    random = [
        (rng.uniform(0, 9, (N, M)), rng.uniform(0.7, 2, M), rng.dirichlet(np.ones(M)), D)
        for N, M, D in [(4, 2, 2), (3, 3, 3), (60, 5, 4)]
    ]
    return [small, *random]


def _joint(r2, sigma, share, D):
    return share * np.exp(-r2 / (2 * sigma**2)) / sigma**D


def _over_rows(joint):
    return joint / joint.sum(axis=1, keepdims=True)


RESPONSIBILITIES = Exercise(name="5.1", reference=responsibilities, inputs=responsibilities_inputs)


def logistic_gradient(Z, y, beta, alpha):
    p_wrong = 1 / (1 + np.exp(y * (Z @ beta)))
    return -Z.T @ (y * p_wrong) + 2 * alpha * beta


def logistic_gradient_inputs():
    rng = np.random.default_rng(504)
    Z = np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 2.0]])
    small = (Z, np.array([1.0, -1.0, 1.0]), np.array([0.5, -1.0]), 0.1)
    random = [
        (rng.normal(size=(N, M)), rng.choice([-1.0, 1.0], N), rng.normal(size=M), alpha)
        for N, M, alpha in [(5, 2, 0.5), (4, 4, 0.0), (3, 5, 2.0), (60, 6, 0.3)]
    ]
    return [small, *random]


def _theta(s):
    return 1 / (1 + np.exp(-s))


LOGISTIC_GRADIENT = Exercise(
    name="5.2",
    reference=logistic_gradient,
    inputs=logistic_gradient_inputs,
    at_work=AtWork(
        GradientSteps, "How long may a step be before the error rises instead of falling?"
    ),
    picture=sticks,
)


MOST, GAMMA, LITTLE, MUCH, STARTS = 60, 10.0, 0.2, 0.9, 5


def judge_looks_away(x, y):
    X = x[:, None]
    if len(x) > MOST:
        return Finding(False, f"{len(x)} samples. At most {MOST} are asked for.")
    if len(np.unique(x)) < 4 or np.ptp(y) == 0:
        return Finding(False, "fewer than 4 different places, or targets that are all equal.")
    by_kmeans = [_on_kmeans_centers(X, y, start) for start in range(STARTS)]
    best = max(by_kmeans, key=lambda fit: fit.score(X, y))  # the one that is to be of little use
    by_ols = OLSRegressor(3, tol=0.0, gamma=GAMMA).fit(X, y)
    poor, good = best.score(X, y), by_ols.score(X, y)
    words = (
        f"k-means explains at most {poor:.3f} of the variance in {STARTS} starts, OLS {good:.3f}."
    )
    return Finding(bool(poor < LITTLE and good > MUCH), words, _drawn(x, y, [best, by_ols]))


def _on_kmeans_centers(X, y, start):
    centers = kmeans_centers(X, 3, random_state=start)
    return RBFNetworkRegressor(centers=centers, gamma=GAMMA).fit(X, y)


def _drawn(x, y, fits):
    figure = style.new_figure(7.2, 3.4)
    place, title = (0.6, 0.6, 6.4, 2.25), "Two networks of three bumps"
    axes = style.add_axes(figure, place, title, keyed=True, xlabel="x")
    line = np.linspace(x.min() - 0.5, x.max() + 0.5, 400)
    axes.plot(x, y, "o", color=style.MUTED, ms=4, label="samples")
    for fit, name in zip(fits, ("k-means", "OLS"), strict=True):
        look = {key: style.METHOD_STYLE[name][key] for key in ("color", "ls")}
        axes.plot(line, fit.predict(line[:, None]), label=name, **look)
        foot = np.full(len(fit.network_.centers), min(y.min(), 0.0) - 0.1)
        axes.plot(fit.network_.centers[:, 0], foot, "D", color=look["color"], ms=6)
    style.add_key(axes)
    return figure


def looks_away():
    flat, rare = np.linspace(-10, 0, 50), np.array([0.8, 0.9, 1.0, 1.1, 1.2])
    x = np.concatenate([flat, rare])
    y = np.concatenate([np.zeros(50), np.ones(5)])
    return x, y


LOOKS_AWAY = Construction(
    name="5.3", makes={"x": ("N",), "y": ("N",)}, judge=judge_looks_away, answer=looks_away
)


def cross_validated(sizes):
    X, y = make_wave(60, noise=0.3, random_state=0)
    fold, errors = np.arange(60) % 5, []
    for M in sizes:
        model, of_folds = RBFNetworkRegressor(M, random_state=0), []
        for v in range(5):
            out = fold == v
            h = model.fit(X[~out], y[~out]).predict(X[out])
            of_folds.append(np.mean((h - y[out]) ** 2))
        errors.append(np.mean(of_folds))
    return np.array(errors)


def _cross_validated(sizes, fold=None, judged=lambda out: out, n_folds=5):
    """The same with other folds, or with the error on the samples that judged(out) marks."""
    X, y = make_wave(60, noise=0.3, random_state=0)
    fold = np.arange(60) % 5 if fold is None else fold

    def error(M, v):
        model = RBFNetworkRegressor(M, random_state=0).fit(X[fold != v], y[fold != v])
        at = judged(fold == v)
        return np.mean((model.predict(X[at]) - y[at]) ** 2)

    return np.array([np.mean([error(M, v) for v in range(n_folds)]) for M in sizes])


CROSS_VALIDATED = Curve(
    name="5.7",
    at=np.array([2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30]),
    makes=("e_cv",),
    answer=cross_validated,
    allowed=0.05,
    axes={"xlabel": "M", "ylabel": "E_cv", "yscale": "log"},
)


EXERCISES = (RESPONSIBILITIES, LOGISTIC_GRADIENT, LOOKS_AWAY, CROSS_VALIDATED)
