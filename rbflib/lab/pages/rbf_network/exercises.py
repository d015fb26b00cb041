"""Exercises of page 05: responsibilities, a gradient, and centers in the wrong place."""

import numpy as np

from rbflib.centers import kmeans_centers
from rbflib.lab.grader.at_work import AtWork
from rbflib.lab.grader.construction import Construction, Finding
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


RESPONSIBILITIES = Exercise(
    name="5.1",
    reference=responsibilities,
    inputs=responsibilities_inputs,
    mistakes={
        "the shares are forgotten: a component with few samples is less probable.": (
            lambda r2, sigma, share, D: _over_rows(_joint(r2, sigma, 1.0, D))
        ),
        "σ is left out before the exponential: a wide component has a lower density.": (
            lambda r2, sigma, share, D: _over_rows(_joint(r2, sigma, share, 0))
        ),
        "the factor before the exponential is σ^(−D), and not 1/σ: there are D features.": (
            lambda r2, sigma, share, D: _over_rows(_joint(r2, sigma, share, 1))
        ),
        "(σ²)^(−D/2) is σ^(−D), and not σ^(−2D).": (
            lambda r2, sigma, share, D: _over_rows(_joint(r2, sigma, share, 2 * D))
        ),
        "the 2 in the exponent is forgotten: r²/2σ².": (
            lambda r2, sigma, share, D: _over_rows(_joint(2 * r2, sigma, share, D))
        ),
        "the table holds squared distances already.": (
            lambda r2, sigma, share, D: _over_rows(_joint(r2**2, sigma, share, D))
        ),
        "σ is not squared in the exponent.": (
            lambda r2, sigma, share, D: _over_rows(share * np.exp(-r2 / (2 * sigma)) / sigma**D)
        ),
        "wrong axis. The responsibilities for one sample sum to 1: divide every row by its sum.": (
            lambda r2, sigma, share, D: (
                _joint(r2, sigma, share, D) / _joint(r2, sigma, share, D).sum(axis=0)
            )
        ),
        "every row must sum to 1: divide it by its sum.": (
            lambda r2, sigma, share, D: (2 * np.pi) ** (-D / 2) * _joint(r2, sigma, share, D)
        ),
        "the factor (2π)^(−D/2) may be left out, but then every row is divided by its sum.": _joint,
        "these are hard sets, as of k-means. The probabilities themselves are asked for.": (
            lambda r2, sigma, share, D: np.eye(len(share))[
                _joint(r2, sigma, share, D).argmax(axis=1)
            ]
        ),
    },
    hints=(
        "First the density of every sample under every component: r2 is (N, M), and sigma and "
        "share, (M,), fit its columns.",
        "Bayes' rule: multiply by the shares, and divide every row by its sum.",
        "joint / joint.sum(axis=1, keepdims=True) divides every row by its sum.",
    ),
)


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
    mistakes={
        "the penalty is forgotten: its derivative is 2λβ.": (
            lambda Z, y, beta, alpha: logistic_gradient(Z, y, beta, 0.0)
        ),
        "the derivative of λβ² is 2λβ: the 2 is missing.": (
            lambda Z, y, beta, alpha: logistic_gradient(Z, y, beta, alpha / 2)
        ),
        "the sign is wrong: this is the direction of steepest descent.": (
            lambda Z, y, beta, alpha: -logistic_gradient(Z, y, beta, alpha)
        ),
        "the sign of the first part is wrong. The inner derivative is −y z.": (
            lambda Z, y, beta, alpha: Z.T @ (y * _theta(-y * (Z @ beta))) + 2 * alpha * beta
        ),
        "θ(y s) is the probability of the right class. The derivative has that of the wrong one.": (
            lambda Z, y, beta, alpha: -Z.T @ (y * _theta(y * (Z @ beta))) + 2 * alpha * beta
        ),
        "y is forgotten in the exponent.": (
            lambda Z, y, beta, alpha: -Z.T @ (y * _theta(-(Z @ beta))) + 2 * alpha * beta
        ),
        "y is forgotten before the probability: the inner derivative is −y z.": (
            lambda Z, y, beta, alpha: -Z.T @ _theta(-y * (Z @ beta)) + 2 * alpha * beta
        ),
        "a mean over the samples. The error is a sum.": (
            lambda Z, y, beta, alpha: (
                -Z.T @ (y * _theta(-y * (Z @ beta))) / len(y) + 2 * alpha * beta
            )
        ),
        "this is the gradient of the squared error.": (
            lambda Z, y, beta, alpha: 2 * Z.T @ (Z @ beta - y) + 2 * alpha * beta
        ),
        "this is E itself. Its gradient is asked for.": (
            lambda Z, y, beta, alpha: (
                np.sum(np.log1p(np.exp(-y * (Z @ beta)))) + alpha * beta @ beta
            )
        ),
    },
    hints=(
        "The derivative of ln(1 + e^u) is e^u / (1 + e^u), and here u = −y z·β.",
        "Each sample contributes −y z / (1 + exp(y z·β)). Z.T @ v adds up the rows of Z, "
        "weighted by v.",
        "The penalty contributes 2 * alpha * beta.",
    ),
    at_work=AtWork(
        GradientSteps,
        "How long may a step be before the error rises instead of falling?",
    ),
    picture=sticks,
)


MOST, GAMMA, LITTLE, MUCH, STARTS = 60, 10.0, 0.2, 0.9, 5


def judge_looks_away(x, y):
    X = x[:, None]
    if len(x) > MOST:
        return Finding(False, f"{len(x)} samples. At most {MOST} are asked for.")
    if len(np.unique(x)) < 4 or np.ptp(y) == 0:
        return Finding(
            False, "fewer than 4 different places, or targets that are all equal to 0.0."
        )
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
    name="5.3",
    makes={"x": ("N",), "y": ("N",)},
    judge=judge_looks_away,
    answer=looks_away,
    near_misses={
        "k-means explains at most 1.000": lambda: (
            [-1.0, -0.9, 0.0, 0.1, 3.0],
            [0.0, 0.0, 0.0, 0.0, 1.0],
        ),
        "OLS 0.": lambda: (np.linspace(0, 10, 40), np.sin(9 * np.linspace(0, 10, 40))),
        "targets that are all equal": lambda: (np.linspace(0, 1, 10), np.ones(10)),
        "80 samples": lambda: (np.linspace(0, 1, 80), np.zeros(80)),
    },
    hints=(
        "k-means goes where the samples are. Put most of them where `y` is flat.",
        "The flat part must be long enough to keep three centers busy.",
        "A few samples beside it have another target. One bump of OLS is enough for them.",
    ),
)

EXERCISES = (RESPONSIBILITIES, LOGISTIC_GRADIENT, LOOKS_AWAY)
