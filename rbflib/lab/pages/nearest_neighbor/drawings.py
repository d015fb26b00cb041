"""Page 03: nearest neighbors, kernel regression, the Bayes error, many features."""

import numpy as np
from scipy.stats import norm
from sklearn.datasets import load_digits, load_iris

from rbflib import (
    KMeans,
    NadarayaWatsonRegressor,
    NearestNeighborClassifier,
    NearestNeighborRegressor,
    RBFNetwork,
    design_matrix,
    make_moons,
    make_wave,
    wave,
)
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import Pixels
from rbflib.lab.kit.caption import format_number
from rbflib.lab.kit.catalog import picture, state
from rbflib.lab.kit.layout import LINE, legend, mark, row_of_axes, row_of_planes, show_scores, sweep
from rbflib.lab.kit.notes import any_width
from rbflib.lab.kit.plane import plane_data
from rbflib.lab.pages.nearest_neighbor.curse import curse
from rbflib.lab.pages.nearest_neighbor.neighbor_regression import neighbor_regression
from rbflib.lab.pages.nearest_neighbor.two_readings import two_readings
from rbflib.lab.pages.nearest_neighbor.votes_to_neighbor import votes_to_neighbor

state(
    "n1",
    "nearest_decides",
    votes_to_neighbor,
    "The nearest decides",
    "At a large γ the nearest sample has nearly the whole vote, and the boundary of the votes is "
    "that of one neighbor.",
)


@picture("n1")
def voronoi():
    """One neighbor: every sample owns the cell of the points that are nearest to it, and gives them
    its class.
    """
    figure, (cells, classes) = row_of_planes(
        ["a Voronoi cell for every sample", "its class in its cell"]
    )
    X, y = make_moons(30, noise=0.25, random_state=3)
    nearest = NearestNeighborClassifier().fit(X, y)
    show_scores(classes, lambda points: 1.0 * nearest.predict(points), X, y, "neighbor")
    legend(classes)
    surface = Pixels(cells, cell=1)
    grid_x, grid_y = surface.grid()
    points = np.stack(np.meshgrid(grid_x, grid_y), axis=-1).reshape(-1, 2)
    owner = nearest.kneighbors(points)[1].reshape(len(grid_y), len(grid_x))
    edge = (np.diff(owner, axis=0, prepend=owner[:1]) != 0) | (
        np.diff(owner, axis=1, prepend=owner[:, :1]) != 0
    )
    surface.set_colors(np.where(edge[..., None], style.as_rgba([style.INK]), np.uint8(255)))
    for sign, look in style.CLASS_STYLE.items():
        cells.plot(*X[y == sign].T, ls="", ms=6, mec="white", mew=0.7, **look)
    return figure


state(
    "n2",
    "weighted_mean",
    neighbor_regression,
    "Weights 1/d²",
    "The mean of the nearest samples, each with one vote, and with weights 1/d².",
)


@picture("n2")
def votes():
    """Classes by one neighbor, by the votes of fifteen, and by votes weighted with 1/d²."""
    X, y, X_test, y_test = plane_data("two moons")
    learners = {
        "k = 1": NearestNeighborClassifier(1),
        "k = 15": NearestNeighborClassifier(15),
        "k = 15, 1/d²": NearestNeighborClassifier(15, weights="distance"),
    }
    wrong = [1 - learner.fit(X, y).score(X_test, y_test) for learner in learners.values()]
    titles = [f"{name}: E_out {e:.3f}" for name, e in zip(learners, wrong, strict=True)]
    figure, planes = row_of_planes(titles)
    methods = ["neighbor", "neighbor", "weights 1/d²"]
    for axes, learner, method in zip(planes, learners.values(), methods, strict=True):
        show_scores(axes, lambda points, vote=learner: 1.0 * vote.predict(points), X, y, method)
    legend(planes[0])
    return figure


@picture("n2")
def three_classes():
    """Three species of iris by the sizes of their petals: the species that one neighbor names, and
    the one that fifteen vote for. A new flower lies where they differ.
    """
    iris = load_iris()
    X, species = iris.data[:, 2:], iris.target
    look = {"xlabel": "petal length, cm", "xlim": (0.5, 7.4), "ylim": (-0.1, 2.8)}
    figure, panels = row_of_axes(["k = 1", "k = 15"], **look)
    panels[0].set_ylabel("petal width, cm")
    for axes, k in zip(panels, [1, 15], strict=True):
        surface = Pixels(axes, cell=1)
        x, y = surface.grid()
        points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        named = NearestNeighborClassifier(k).fit(X, species).predict(points)
        tints = style.as_rgba([style.lighter(look["color"], 0.45) for look in style.SET_STYLE[:3]])
        surface.set_colors(tints[named.reshape(len(y), len(x))])
        for m, look in enumerate(style.SET_STYLE[:3]):
            place = X[species == m].T
            axes.plot(*place, ls="", ms=6, mec="white", mew=0.6, label=iris.target_names[m], **look)
        axes.plot(5.04, 1.63, "D", ms=9, mfc="none", mec=style.INK, mew=2, label="a new flower")
    legend(panels[0])
    return figure


@picture("n3")
def lazy_and_eager():
    """Distances computed so far, on 900 images of digits: the lazy learner pays at every
    prediction, the eager one first, for k-means and its columns.
    """
    figure, [axes] = row_of_axes(
        ["N = 900 samples, M = 100 centers"],
        xlabel="predictions made",
        ylabel="distances computed, millions",
    )
    X = load_digits().data[:900] / 16
    N, M = len(X), 100
    rounds = KMeans(M, random_state=0).fit(X).n_iter_
    predictions = np.arange(0, 5001, 100)
    lazy = N * predictions
    eager = rounds * N * M + N * M + M * predictions
    look = style.line_of("neighbor")
    axes.plot(predictions, lazy / 1e6, **look, label="lazy: N a prediction")
    axes.plot(
        predictions,
        eager / 1e6,
        **style.line_of("k-means"),
        label=f"eager: {rounds} rounds of k-means, Z, then M a prediction",
    )
    legend(axes)
    return figure


@picture("n4")
def twice_bayes():
    """Two densities and the error of the Bayes classifier under them; the lines of the derivation
    from the Bayes error to twice the Bayes error, at every x.
    """
    figure, (left, right) = row_of_axes(["two classes that overlap", "probability of error at x"])
    x = np.linspace(-3, 5, 321)
    joint = 0.5 * norm.pdf(x[:, None], [0.0, 2.0])
    P = joint / joint.sum(axis=1, keepdims=True)
    best = P.max(axis=1)
    for name, density, look in zip("AB", joint.T, style.CLASS_STYLE.values(), strict=True):
        left.plot(x, density, **look | {"label": f"class {name}"}, markevery=40)
    left.fill_between(
        x, joint.min(axis=1), fc="none", ec=style.MUTED, hatch="////", lw=0, label="Bayes error"
    )
    left.set(xlabel="x", ylabel="P(c) p(x | c)", ylim=(0, None))
    curves = {
        "Bayes": (1 - best, "--", style.INK),
        "1-NN": (
            1 - np.sum(P**2, axis=1),
            "-",
            style.METHOD_STYLE["neighbor"]["color"],
        ),
        "1 − P²": ((1 + best) * (1 - best), "-.", style.MUTED),
        "twice Bayes": (2 * (1 - best), ":", style.MUTED),
    }
    for label, (error, dashes, color) in curves.items():
        right.plot(x, error, ls=dashes, color=color, label=label)
    right.set(xlabel="x", ylim=(0, 1.05))
    legend(left)
    legend(right)
    return figure


state(
    "n5",
    "curse",
    curse,
    "Ten features",
    "Ten features: no sample is near, distances crowd around their mean, and dense sampling "
    "needs samples beyond reach.",
)


def _test_error(h, noise):
    return np.mean((h - wave(LINE)) ** 2) + noise**2


@picture("n6")
def one_or_more_neighbors():
    """One neighbor runs through every sample; √N smooths the noise away; 70 of 100 flatten the
    curve. On the right, both errors against k.
    """
    X, y = make_wave(100, noise=0.4, random_state=0)
    sizes = np.unique(np.geomspace(1, 100, 30).astype(int))
    models = {k: NearestNeighborRegressor(k).fit(X, y) for k in [*sizes, 10, 70]}
    shown = {1: "k = 1", 10: "k = √N = 10", 70: "k = 70"}
    fits = {title: models[k].predict(LINE) for k, title in shown.items()}
    figure, axes = sweep("mean squared error", "neighbor", fits, X, y, wave(LINE))
    e_in = [np.mean((models[k].predict(X) - y) ** 2) for k in sizes]
    axes.plot(sizes, e_in, **style.line_of("E_in"), label="E_in")
    e_out = {k: _test_error(model.predict(LINE), 0.4) for k, model in models.items()}
    axes.plot(sizes, [e_out[k] for k in sizes], **style.line_of("E_out"), label="E_out")
    mark(axes, list(shown), [e_out[k] for k in shown], "shown")
    axes.set(xscale="log", xlabel="neighbors k")
    legend(axes)
    return figure


state(
    "n7",
    "end",
    neighbor_regression,
    "At the end",
    "Beyond the last sample the same k samples answer everywhere, and the estimate stays level.",
)
state(
    "n7",
    "sparse_region",
    neighbor_regression,
    "Sparse region",
    "In the gray region samples are rare: its few and those on both sides of it answer for all.",
)


@picture("n8")
def jumps():
    """Seven neighbors jump where one comes in and another drops out; weights 1/d² soften the jumps;
    with a weight for all samples they are gone. Right, the weights at one x.
    """
    figure, (left, right) = row_of_axes(["three estimates, close up", "weights of the samples"])
    X, y = make_wave(40, noise=0.3, random_state=2)
    x = np.linspace(0.3, 0.6, 1200)[:, None]
    learners = {
        "7 nearest": (NearestNeighborRegressor(7), "neighbor"),
        "1/d²": (NearestNeighborRegressor(7, weights="distance"), "weights 1/d²"),
        "all weighted": (NadarayaWatsonRegressor(300.0), "kernel regression"),
    }
    for label, (learner, method) in learners.items():
        left.plot(x, learner.fit(X, y).predict(x), **style.line_of(method), label=label)
    near = (X[:, 0] > 0.3) & (X[:, 0] < 0.6)
    left.plot(X[near], y[near], "o", color=style.INK, ms=5, label="samples")
    left.axvline(0.45, color=style.MUTED, lw=1)
    left.set(xlabel="x", ylabel="h(x)")
    shares = _shares_of_samples(X, 0.45)
    for (label, w), (_, method) in zip(shares.items(), learners.values(), strict=True):
        right.plot(X, w, **style.points_of(method), ms=6, mec="white", mew=0.5, label=label)
    right.axvline(0.45, color=style.MUTED, lw=1)
    right.set(xlabel="sample", ylabel="share at x = 0.45", xlim=(0.15, 0.75))
    legend(left)
    legend(right)
    return figure


def _shares_of_samples(X, query):
    """What each sample (N,) contributes at a query: seven alike, by 1/d², by a Gaussian."""
    distance = np.abs(X[:, 0] - query)
    nearest = distance <= np.sort(distance)[6]
    weights = {
        "7 nearest": 1.0 * nearest,
        "1/d²": nearest / distance**2,
        "all weighted": np.exp(-300 * distance**2),
    }
    return {label: w / w.sum() for label, w in weights.items()}


state(
    "n9",
    "two_readings",
    two_readings,
    None,
    "Kernel regression read in two ways: one bump at the query weighs the samples, or a bump on "
    "every sample whose height depends on the query. Both give the same h(x).",
)


@picture("n10")
def width_r():
    """Kernel regression with a small r, with the r that ten-fold cross-validation chose, and with a
    large r.
    """
    X, y = make_wave(100, noise=0.4, random_state=0)
    radii = np.logspace(-5, 1, 31)
    with any_width():
        e_cv = [np.mean(_left_out_errors(X, y, 1 / r)) for r in radii]
        fits = [NadarayaWatsonRegressor(1 / r).fit(X, y).predict(LINE) for r in radii]
    shown = {"small": 3, "chosen": int(np.argmin(e_cv)), "large": 26}
    lines = {f"{word} r = {format_number(radii[i])}": fits[i] for word, i in shown.items()}
    figure, axes = sweep("mean squared error", "kernel regression", lines, X, y, wave(LINE))
    e_out = np.array([_test_error(h, 0.4) for h in fits])
    axes.plot(radii, e_cv, **style.line_of("E_cv"), label="E_cv")
    axes.plot(radii, e_out, **style.line_of("E_out"), label="E_out")
    mark(axes, radii[list(shown.values())], e_out[list(shown.values())], "shown")
    axes.set(xscale="log", xlabel="r = 1/γ")
    legend(axes)
    return figure


def _left_out_errors(X, y, gamma):
    """Squared errors (N,) on samples that were left out, every tenth at a time."""
    errors = np.empty(len(y))
    for fold in range(10):
        out = np.arange(len(y)) % 10 == fold
        model = NadarayaWatsonRegressor(gamma).fit(X[~out], y[~out])
        errors[out] = (model.predict(X[out]) - y[out]) ** 2
    return errors


@picture("n11")
def fixed_heights():
    """Heights frozen at one query serve no other; heights that were learned meet every sample."""
    titles = ["heights frozen at x = 0.3", "heights learned: Zw = y"]
    figure, panels = row_of_axes(titles, xlabel="x", ylabel="y", ylim=(-1.6, 4.1))
    X, y = make_wave(9, noise=0.2, random_state=0)
    X = X**2  # crowded at the left
    Z = design_matrix(X, X, gamma=200)
    kernel = NadarayaWatsonRegressor(gamma=200).fit(X, y)
    frozen = y / design_matrix([[0.3]], X, gamma=200).sum()
    for axes, weights in zip(panels, [frozen, np.linalg.solve(Z, y)], strict=True):
        network = RBFNetwork(X, weights, gamma=200)
        bumps = axes.plot(LINE, network.transform(LINE) * weights, color=style.BUMP, lw=1.1)
        bumps[0].set_label("bumps wₙ φ")
        axes.plot(LINE, network(LINE), **style.line_of("network"), label="their sum")
        look = style.line_of("kernel regression")
        axes.plot(LINE, kernel.predict(LINE), label="kernel regression", **look)
        axes.plot(X, y, "o", color=style.INK, ms=5, label="samples")
    mark(panels[0], [0.3], kernel.predict([[0.3]]), "x = 0.3")
    legend(panels[0])
    return figure


@picture("n11")
def surface():
    """The surface of a network over two features, a bump up or down on every center; below, its
    level lines and the centers.
    """
    figure = style.new_figure(height=4.4)
    axes = figure.add_axes((0.12, 0.02, 0.76, 0.98), projection="3d")
    centers = np.array([[-1.2, 0.8], [0.3, 1.1], [1.3, -0.1], [-0.4, -1.0], [-1.5, -0.7]])
    network = RBFNetwork(centers, [1.0, 0.7, -0.9, 0.8, -0.6], gamma=2.0)
    x, y = np.meshgrid(np.linspace(-2.5, 2.5, 60), np.linspace(-2.2, 2.2, 60))
    h = network(np.column_stack([x.ravel(), y.ravel()])).reshape(x.shape)
    colors = style.surface_colors(h, step=0.125) / 255
    axes.plot_surface(
        x, y, h, facecolors=colors, rcount=60, ccount=60, lw=0.2, edgecolor=style.MUTED, shade=False
    )
    axes.contour(x, y, h, 8, colors=style.MUTED, linewidths=1, offset=-2.4)
    axes.plot(*centers.T, -2.4, "D", color=style.CENTER, ms=6)
    axes.set(xlabel="x₁", ylabel="x₂", zlabel="h", zlim=(-2.4, 1.0), zticks=[-1, 0, 1])
    axes.view_init(24, -62)
    axes.set_box_aspect((1.5, 1.3, 0.95), zoom=1.15)
    return figure
