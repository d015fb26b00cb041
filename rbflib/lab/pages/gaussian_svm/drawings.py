"""Page 01: the Gaussian SVM as a network, similarities, Cover's theorem, approximation."""

from itertools import pairwise, product
from math import comb

import numpy as np
from scipy.optimize import linprog
from sklearn.svm import SVC

from rbflib import design_matrix, solve_weights
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import Pixels
from rbflib.lab.kit.catalog import picture
from rbflib.lab.kit.layout import row_of_axes, row_of_planes
from rbflib.lab.kit.plane import on_grid


@picture("s2")
def two_networks():
    """A neuron takes an inner product and tanh, an RBF unit a distance and a Gaussian; beside each
    network, the output of one hidden unit over the plane, with lines at ±0.5. Both output layers
    are sums.
    """
    figure = style.new_figure(height=3.5)
    look = {"xlabel": "x₁", "ylabel": "x₂", "xlim": (-2, 2), "ylim": (-2.6, 2.6)}
    w = np.array([0.9, 0.7])
    units = {
        "Neural network": ("tanh", "tanh(w·x)", lambda X: np.tanh(X @ w)),
        "RBF network": ("φ", "exp(−γ‖x − μ‖²)", lambda X: design_matrix(X, w[None])[:, 0]),
    }
    for left, (title, (node, formula, output)) in zip([0.1, 4.7], units.items(), strict=True):
        diagram = style.add_axes(figure, (left, 0.75, 2.1, 2.3), title=title)
        _layers(diagram, [["x₁", "x₂"], [node] * 3, ["Σ"]])
        axes = style.add_axes(figure, (left + 2.65, 0.75, 1.75, 2.3), formula, **look)
        surface = Pixels(axes)
        x, y = surface.grid()
        h = on_grid(output, x, y)
        surface.set_values(h, style.surface_colors)
        axes.contour(x, y, h, [-0.5, 0.5], colors=style.INK, linewidths=1.2)
        if node == "tanh":
            axes.quiver(*w, color=style.CENTER, angles="xy", scale_units="xy", scale=1, width=0.02)
        else:
            axes.plot(*w, "D", color=style.CENTER, ms=8)
        axes.text(*w + 0.15, "w" if node == "tanh" else "μ", color=style.CENTER)
    return figure


def _layers(axes, columns):
    """A network as a diagram: columns of labels, each node joined to all of the next column."""
    axes.axis("off")
    axes.set(xlim=(-0.3, len(columns) - 0.7), ylim=(-1, 1))
    places = [
        [(i, y) for y in np.linspace(0.75, -0.75, len(labels)) * (len(labels) > 1)]
        for i, labels in enumerate(columns)
    ]
    for left, right in pairwise(places):
        for start, end in product(left, right):
            axes.plot(*zip(start, end, strict=True), color=style.MUTED, lw=1.1)
    box = {"boxstyle": "circle,pad=0.35", "fc": "white", "ec": style.INK}
    for labels, nodes in zip(columns, places, strict=True):
        for label, place in zip(labels, nodes, strict=True):
            axes.text(*place, label, ha="center", va="center", bbox=box, zorder=5)


@picture("s4")
def indicator():
    """The Gaussian for growing γ: in the limit it is 1 at the center and 0 anywhere else."""
    figure, [axes] = row_of_axes(["As γ grows, a bump becomes an indicator"])
    axes.set(xlabel="x − μ", ylabel="φ")
    x = np.linspace(-2, 2, 2001)
    for gamma, look in zip([1, 10, 100, 10_000], style.SERIES, strict=False):
        axes.plot(x, np.exp(-gamma * x**2), **look | {"marker": ""}, label=f"γ = {gamma:,}")
    axes.plot(0, 1, "D", color=style.INK, ms=8, zorder=5, label="[x = μ]")
    axes.plot([-2, 2], [0, 0], color=style.INK, lw=1)
    style.add_key(axes)
    return figure


def is_separable(Z, y):
    """Whether a linear program finds weights with y(w·z + b) ≥ 1 on every sample."""
    rows = -y[:, None] * np.column_stack([Z, np.ones(len(Z))])
    bounds = -np.ones(len(Z))
    return linprog(np.zeros(rows.shape[1]), rows, bounds, bounds=(None, None)).status == 0


@picture("s6")
def dichotomies():
    """The share of all ways to label N points that a plane separates, against the number of
    centers: Cover's formula, and for N = 7 a count.
    """
    figure, [axes] = row_of_axes(["More centers, more separable labelings"])
    axes.set(xlabel="centers, each a dimension", ylabel="share separable", ylim=(0, 1.05))
    for N, look in zip([7, 14, 28], style.SERIES, strict=False):
        d = np.arange(N)
        share = np.cumsum([comb(N - 1, int(i)) for i in d]) / 2 ** (N - 1)
        axes.plot(d, share, **look | {"marker": ""}, label=f"N = {N}, formula")
    rng = np.random.default_rng(0)
    points = rng.normal(size=(7, 2))
    labelings = [np.array([1, *rest]) for rest in product([-1, 1], repeat=6)]
    for d in range(1, 7):
        Z = design_matrix(points, rng.normal(size=(d, 2)))
        counted = np.mean([is_separable(Z, y) for y in labelings])
        axes.plot(d, counted, "D", color=style.INK, ms=7, label="N = 7, counted" if d == 1 else "")
    style.add_key(axes)
    return figure


@picture("s7")
def universal_approximation():
    """Fits with 4 and 16 bumps to a curve with a corner, and the largest error, which falls as
    bumps are added.
    """
    figure, (left, right) = row_of_axes(["The target, and two fits", "Largest error of the fit"])
    x = np.linspace(-1, 1, 600)[:, None]
    target = np.abs(x[:, 0]) + 0.3 * np.sin(6 * x[:, 0])
    sizes, errors = [2, 4, 8, 16, 32, 64, 128], []
    left.plot(x, target, color=style.MUTED, lw=4, label="target")
    color = style.METHOD_STYLE["network"]["color"]
    for M in sizes:
        Z = design_matrix(x, np.linspace(-1, 1, M)[:, None], gamma=M**2 / 16)
        h = Z @ solve_weights(Z, target)
        errors.append(np.abs(h - target).max())
        if M == 4:
            left.plot(x, h, color=color, ls="--", label="M = 4")
        if M == 16:
            left.plot(x, h, color=color, lw=1.6, label="M = 16")
    left.set(xlabel="x", ylabel="h(x)", xticks=[-1, -0.5, 0, 0.5, 1])
    right.plot(sizes, errors, "o-", color=style.INK)
    right.set(xscale="log", yscale="log", xlabel="number of bumps M", ylabel="largest |error|")
    right.set_xticks(sizes, [str(M) for M in sizes])
    right.minorticks_off()
    style.add_key(left)
    return figure


@picture("s8")
def large_margin():
    """A linear support vector machine: the boundary, dashed lines at the margin 1/‖w‖ from it, and
    rings on the support vectors. A small C buys a large margin with samples inside it.
    """
    rng = np.random.default_rng(3)
    y = np.repeat([-1, 1], 20)
    X = rng.normal(0, 0.55, (40, 2)) + 1.0 * y[:, None] * [1, 0.6]
    machines = [SVC(kernel="linear", C=C).fit(X, y) for C in (100, 0.05)]
    margins = [1 / np.linalg.norm(svm.coef_) for svm in machines]
    titles = [
        f"C = {svm.C:g}: margin {margin:.1f}, {len(svm.support_)} support vectors"
        for svm, margin in zip(machines, margins, strict=True)
    ]
    figure, planes = row_of_planes(titles)
    for axes, svm in zip(planes, machines, strict=True):
        w, b = svm.coef_[0], svm.intercept_[0]
        x = np.array([-2.6, 2.6])
        for score, dashes in [(-1, "--"), (0, "-"), (1, "--")]:
            look = {"color": style.METHOD_STYLE["SVM"]["color"], "lw": 1.2 if score else 2}
            axes.plot(x, (score - b - w[0] * x) / w[1], ls=dashes, **look)
        for sign, look in style.CLASS_STYLE.items():
            axes.plot(*X[y == sign].T, ls="", ms=6, mec="white", mew=0.7, **look)
        rings = {"ms": 11, "mfc": "none", "mec": style.CENTER, "mew": 1.6}
        axes.plot(*X[svm.support_].T, "o", **rings, label="support vectors")
        style.add_key(axes)
    return figure
