"""Page 03: nearest neighbors, kernel regression, the Bayes error, many features."""

import numpy as np
from sklearn.datasets import load_digits, load_iris

from rbflib import (
    KMeans,
    NadarayaWatsonRegressor,
    NearestNeighborClassifier,
    RBFNetwork,
    design_matrix,
    make_moons,
    make_wave,
)
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import Pixels
from rbflib.lab.kit.catalog import picture
from rbflib.lab.kit.layout import LINE, row_of_axes, row_of_planes, show_scores


@picture("n1")
def voronoi():
    """One neighbor: every sample owns the cell of the points that are nearest to it, and gives them
    its class.
    """
    titles = ["A Voronoi cell for every sample", "Its class in its cell"]
    figure, (cells, classes) = row_of_planes(titles)
    X, y = make_moons(30, noise=0.25, random_state=3)
    nearest = NearestNeighborClassifier().fit(X, y)
    show_scores(classes, lambda points: 1.0 * nearest.predict(points), X, y, "neighbor")
    style.add_key(classes)
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
    style.add_key(panels[0])
    return figure


@picture("n3")
def lazy_and_eager():
    """Distances computed so far, on 900 images of digits: the lazy learner pays at every
    prediction, the eager one first, for k-means and its columns.
    """
    figure, [axes] = row_of_axes(["N = 900 samples, M = 100 centers"])
    axes.set(xlabel="predictions made", ylabel="distances computed, millions")
    X = load_digits().data[:900] / 16
    N, M = len(X), 100
    rounds = KMeans(M, random_state=0).fit(X).n_iter_
    predictions = np.arange(0, 5001, 100)
    lazy = N * predictions
    eager = rounds * N * M + N * M + M * predictions
    words = f"eager: {rounds} rounds of k-means, Z, then M per prediction"
    axes.plot(predictions, lazy / 1e6, **style.line_of("neighbor"), label="lazy: N per prediction")
    axes.plot(predictions, eager / 1e6, **style.line_of("k-means"), label=words)
    style.add_key(axes)
    return figure


@picture("n11")
def fixed_heights():
    """Heights frozen at one query serve no other; heights that were learned meet every sample."""
    titles = ["Heights frozen at x = 0.3", "Heights learned: Zw = y"]
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
    ring = {"mfc": "none", "mec": style.INK, "mew": 1.8, "ms": 11, "ls": "", "clip_on": False}
    panels[0].plot([0.3], kernel.predict([[0.3]]), "o", label="x = 0.3", **ring)
    style.add_key(panels[0])
    return figure
