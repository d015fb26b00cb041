"""Exercises of page 05: the width, the whole network, and samples from which k-means looks away."""

import numpy as np

from rbflib.centers import kmeans_centers
from rbflib.lab.grader.construction import Construction, Finding
from rbflib.lab.grader.exercise import Exercise
from rbflib.lab.kit import style
from rbflib.ols import OLSRegressor
from rbflib.two_stage import RBFNetworkRegressor


def gamma_of(centers, p):
    distance = np.sqrt(((centers[:, None, :] - centers) ** 2).sum(axis=2))
    sigma = np.sort(distance, axis=1)[:, 1 : p + 1].mean()
    return 1 / (2 * sigma**2)


def gamma_of_inputs():
    rng = np.random.default_rng(501)
    small = np.array([[0.0, 0.0], [3.0, 4.0], [3.0, 0.0], [0.0, 6.0]])
    random = [(rng.normal(size=(M, D)), p) for M, D, p in [(5, 3, 2), (7, 2, 4), (30, 4, 8)]]
    return [(small, 2), *random]


def _sorted_distances(centers):
    """Each center's distances to all of them, itself first: (M, D) -> (M, M)."""
    return np.sort(np.sqrt(((centers[:, None, :] - centers) ** 2).sum(axis=2)), axis=1)


def _near(centers, p):
    return _sorted_distances(centers)[:, 1 : p + 1]


GAMMA_OF = Exercise(
    name="5.1",
    reference=gamma_of,
    inputs=gamma_of_inputs,
    mistakes={
        "the center itself is counted, at distance 0. Its nearest other centers are asked for.": (
            lambda centers, p: 1 / (2 * _sorted_distances(centers)[:, :p].mean() ** 2)
        ),
        "the mean is over the wrong set: over all other centers. Only p of them are neighbors.": (
            lambda centers, p: 1 / (2 * _sorted_distances(centers)[:, 1:].mean() ** 2)
        ),
        "the mean is over the wrong set: over the p farthest centers.": (
            lambda centers, p: 1 / (2 * _sorted_distances(centers)[:, -p:].mean() ** 2)
        ),
        "the 2 is forgotten: γ = 1/2σ².": lambda centers, p: 2 * gamma_of(centers, p),
        "1/2 * sigma**2 divides by 2 only: write 1 / (2 * sigma**2).": (
            lambda centers, p: 1 / 2 * _near(centers, p).mean() ** 2
        ),
        "the square is forgotten: γ = 1/2σ².": (
            lambda centers, p: 1 / (2 * _near(centers, p).mean())
        ),
        "the squared distances are averaged. σ is the mean of the distances themselves.": (
            lambda centers, p: 1 / (2 * (_near(centers, p) ** 2).mean())
        ),
        "the root is forgotten: squared distances are taken for distances.": (
            lambda centers, p: 1 / (2 * (_near(centers, p) ** 2).mean() ** 2)
        ),
        "this is σ. γ = 1/2σ² is asked for.": lambda centers, p: _near(centers, p).mean(),
        "every center has a γ of its own here. One for all is asked for.": (
            lambda centers, p: 1 / (2 * _near(centers, p).mean(axis=1) ** 2)
        ),
    },
    hints=(
        "First the table of distances from every center to every center.",
        "np.sort(distance, axis=1) orders every row. Column 0 is the center itself.",
        "Take columns 1 to p. Their mean is σ, and γ = 1 / (2 * sigma**2).",
    ),
)


def _with_ones(Z):
    return np.column_stack([Z, np.ones(len(Z))])


def _solved(Z, T):
    return np.linalg.lstsq(Z, T)[0]


def network_output(X, y, centers, gamma, X_new):
    def columns(points):
        squared_distance = ((points[:, None, :] - centers) ** 2).sum(axis=2)
        return np.column_stack([np.exp(-gamma * squared_distance), np.ones(len(points))])

    weights = np.linalg.lstsq(columns(X), y)[0]
    return columns(X_new) @ weights


def network_output_inputs():
    rng = np.random.default_rng(504)
    random = [
        (
            rng.normal(size=(N, D)),
            rng.normal(3.0, 1.0, size=N),
            1.5 * rng.normal(size=(M, D)),
            gamma,
            rng.normal(size=(Q, D)),
        )
        for N, M, D, Q, gamma in [(8, 3, 2, 5, 0.7), (9, 4, 4, 3, 0.2), (60, 6, 3, 20, 0.4)]
    ]
    x, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([1.0, 2.0, 4.0, 4.5])
    return [(x, y, np.array([[0.5], [2.5]]), 0.5, np.array([[1.5], [4.0], [9.0]])), *random]


def _similarities(points, centers, gamma):
    return np.exp(-gamma * ((points[:, None, :] - centers) ** 2).sum(axis=2))


def _without_bias(X, y, centers, gamma, X_new):
    weights = _solved(_similarities(X, centers, gamma), y)
    return _similarities(X_new, centers, gamma) @ weights


def _bias_dropped(X, y, centers, gamma, X_new):
    weights = _solved(_with_ones(_similarities(X, centers, gamma)), y)
    return _similarities(X_new, centers, gamma) @ weights[:-1]


def _unsquared(X, y, centers, gamma, X_new):
    def columns(points):
        distance = np.sqrt(((points[:, None, :] - centers) ** 2).sum(axis=2))
        return _with_ones(np.exp(-gamma * distance))

    return columns(X_new) @ _solved(columns(X), y)


def _wrong_axis(X, y, centers, gamma, X_new):
    def columns(points):
        return _with_ones(np.exp(-gamma * ((points[:, None, :] - centers) ** 2).sum(axis=1)))

    return columns(X_new) @ _solved(columns(X), y)


NETWORK_OUTPUT = Exercise(
    name="5.2",
    reference=network_output,
    inputs=network_output_inputs,
    mistakes={
        "no bias. Add a column of ones to the similarities.": _without_bias,
        "the bias is fitted, but not added at the new points.": _bias_dropped,
        "these are the outputs at the samples. Those at the new points are asked for.": (
            lambda X, y, centers, gamma, X_new: network_output(X, y, centers, gamma, X)
        ),
        "a center on every sample. The given centers are the ones to use.": (
            lambda X, y, centers, gamma, X_new: network_output(X, y, X, gamma, X_new)
        ),
        "the square is forgotten. The exponent holds the squared distance.": _unsquared,
        "wrong axis. The squares are summed over the features, the last axis.": _wrong_axis,
        "γ is forgotten.": (
            lambda X, y, centers, gamma, X_new: network_output(X, y, centers, 1.0, X_new)
        ),
        "the sign was taken. The output itself is asked for.": (
            lambda X, y, centers, gamma, X_new: np.sign(network_output(X, y, centers, gamma, X_new))
        ),
    },
    hints=(
        "The columns are needed twice, for X and for X_new: write a function for them.",
        "A column per center, np.exp(-gamma * squared distance), and a column of ones.",
        "Solve on the samples: np.linalg.lstsq(columns(X), y)[0]. Multiply columns(X_new) by it.",
    ),
)


MOST, GAMMA, LITTLE, MUCH = 60, 10.0, 0.2, 0.9


def judge_looks_away(x, y):
    X = x[:, None]
    if len(x) > MOST:
        return Finding(False, f"{len(x)} samples. At most {MOST} are asked for.")
    if len(np.unique(x)) < 4 or np.ptp(y) == 0:
        return Finding(
            False, "fewer than 4 different places, or targets that are all equal to 0.0."
        )
    by_kmeans = kmeans_centers(X, 3, random_state=0)
    fits = [
        RBFNetworkRegressor(centers=by_kmeans, gamma=GAMMA).fit(X, y),
        OLSRegressor(3, tol=0.0, gamma=GAMMA).fit(X, y),
    ]
    poor, good = (fit.score(X, y) for fit in fits)
    words = f"k-means explains {poor:.3f} of the variance, OLS {good:.3f}."
    return Finding(bool(poor < LITTLE and good > MUCH), words, _drawn(x, y, fits))


def _drawn(x, y, fits):
    figure = style.new_figure(7.2, 3.4)
    axes = style.add_axes(figure, (0.8, 0.95, 6.1, 2.1), "two networks of three bumps", xlabel="x")
    line = np.linspace(x.min() - 0.5, x.max() + 0.5, 400)
    axes.plot(x, y, "o", color=style.MUTED, ms=4, label="samples")
    for fit, name in zip(fits, ("k-means", "OLS"), strict=True):
        look = {key: style.METHOD_STYLE[name][key] for key in ("color", "ls")}
        axes.plot(line, fit.predict(line[:, None]), label=name, **look)
        foot = np.full(len(fit.network_.centers), min(y.min(), 0.0) - 0.1)
        axes.plot(fit.network_.centers[:, 0], foot, "D", color=look["color"], ms=6)
    style.add_legend(axes, below=True)
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
        "k-means explains 1.000": lambda: ([-1.0, -0.9, 0.0, 0.1, 3.0], [0.0, 0.0, 0.0, 0.0, 1.0]),
        "OLS 0.": lambda: (np.linspace(0, 10, 40), np.sin(9 * np.linspace(0, 10, 40))),
        "targets that are all equal": lambda: (np.linspace(0, 1, 10), np.ones(10)),
        "80 samples": lambda: (np.linspace(0, 1, 80), np.zeros(80)),
    },
    hints=(
        "k-means goes where the samples are. Put most of them where `y` is flat.",
        "The stretch must be so long that three centers are busy there.",
        "A few samples beside it have another target. One bump of OLS is enough for them.",
    ),
)

EXERCISES = (GAMMA_OF, NETWORK_OUTPUT, LOOKS_AWAY)
