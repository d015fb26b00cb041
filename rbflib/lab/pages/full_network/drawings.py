"""Page 02: the full network, from votes to interpolation and ridge."""

import numpy as np
from sklearn.svm import SVC

from rbflib import FullRBFClassifier, FullRBFRegressor, design_matrix, make_wave, network_from_svc
from rbflib.lab.kit import style
from rbflib.lab.kit.catalog import picture
from rbflib.lab.kit.layout import LINE, matrix, row_of_axes, row_of_planes
from rbflib.lab.kit.line import SEED
from rbflib.lab.kit.plane import PlaneDrawing, plane_data


@picture("f3")
def exact_interpolation():
    """The similarities Z between 20 samples, square and symmetric, and the curve with weights β =
    Z⁻¹y, which meets every sample.
    """
    figure = style.new_figure(height=3.8)
    X, y = make_wave(20, noise=0.2, random_state=SEED)
    left = style.add_axes(
        figure, (0.6, 0.6, 2.7, 2.65), "Z: similarity of samples n and m", keyed=True
    )
    matrix(left, design_matrix(X, X, 1000.0))
    left.set(xticks=[0, 9, 19], xticklabels=[1, 10, 20], yticks=[0, 9, 19], yticklabels=[1, 10, 20])
    left.set(xlabel="m", ylabel="n")
    right = style.add_axes(figure, (4.1, 0.6, 4.9, 2.65), "h(xₙ) = yₙ for every n", keyed=True)
    right.set(xlabel="x", ylabel="y")
    h = FullRBFRegressor(gamma=1000).fit(X, y).predict(LINE)
    right.plot(LINE, h, **style.line_of("network"), label="h(x)")
    right.plot(X, y, "o", color=style.INK, ms=6, label="samples")
    style.add_key(right)
    return figure


@picture("f4")
def equal_samples():
    """Two equal samples give two equal rows of Z, so it has no inverse; as two samples approach,
    the smallest eigenvalue of Z goes to 0.
    """
    figure = style.new_figure(height=3.7)
    X = np.random.default_rng(0).normal(size=(6, 2))
    X[4] = X[1]
    left = style.add_axes(figure, (0.7, 0.75, 3.3, 2.5), "Z with x₂ = x₅: two equal rows")
    matrix(left, design_matrix(X, X), 2)
    left.set(xlabel="m", ylabel="n", aspect="auto")
    left.set(xticks=range(6), xticklabels=range(1, 7), yticks=range(6), yticklabels=range(1, 7))
    for row in (1, 4):
        around = {"color": style.INK, "lw": 2.5, "clip_on": False}
        left.plot([-0.5, 5.5, 5.5, -0.5, -0.5], row + np.array([-1, -1, 1, 1, -1]) / 2, **around)
    look = {"xscale": "log", "yscale": "log", "xlabel": "distance of x₂ and x₅"}
    right = style.add_axes(figure, (5.0, 0.75, 4.0, 2.5), "Smallest eigenvalue of Z", **look)
    right.set_ylabel("eigenvalue")
    distances = np.logspace(-3, 0, 13)
    smallest = []
    for distance in distances:
        X[4] = X[1] + [distance, 0]
        smallest.append(np.linalg.eigvalsh(design_matrix(X, X))[0])
    right.plot(distances, smallest, "o-", color=style.INK)
    return figure


@picture("f5")
def ridge_path():
    """The squared error over two weights: as λ grows, the ridge weights move to 0."""
    figure, (left, right) = row_of_axes(["Two weights, N = 20 samples", "Length of the weights"])
    X, y = make_wave(20, noise=0.2, random_state=0)
    Z = design_matrix(X, [[0.3], [0.55]], gamma=8.0)
    penalties = np.logspace(-3, 3, 25)
    path = np.array([np.linalg.solve(Z.T @ Z + a * np.eye(2), Z.T @ y) for a in penalties])
    b1, b2 = np.meshgrid(np.linspace(-0.5, 2.5, 120), np.linspace(-2.5, 0.8, 120))
    error = np.mean((b1[..., None] * Z[:, 0] + b2[..., None] * Z[:, 1] - y) ** 2, axis=-1)
    levels = error.min() + np.array([0.02, 0.1, 0.3, 0.7, 1.3])
    lines = left.contour(b1, b2, error, levels, colors=style.MUTED, linewidths=1)
    left.clabel(lines, fmt="%.2f")
    ridge = style.METHOD_STYLE["ridge"] | {"ms": 4}
    left.plot(*path.T, **ridge, label="λ from 0.001 to 1000")
    left.plot(*np.linalg.lstsq(Z, y)[0], "D", color=style.INK, ms=8, label="λ = 0")
    left.plot(0, 0, "s", color=style.INK, ms=9, label="λ → ∞")
    left.set(xlabel="β₁", ylabel="β₂")
    style.add_key(left)
    right.plot(penalties, np.linalg.norm(path, axis=1), **ridge)
    right.set(xscale="log", xlabel="λ", ylabel="‖β‖", ylim=(0, None))
    return figure


@picture("f9")
def few_centers():
    """Bumps of one width, γ = 2. A Gaussian SVM keeps few of 100 samples as centers; the full
    network with exact weights keeps all and bends around single samples.
    """
    X, y, X_test, y_test = plane_data("two moons")
    networks = {
        "SVM": network_from_svc(SVC(gamma=2, C=10).fit(X, y)),
        "Full, exact": FullRBFClassifier(gamma=2).fit(X, y).network_,
    }
    wrong = [np.mean(np.sign(h(X_test)) != y_test) for h in networks.values()]
    titles = [
        f"{name}: {h.n_centers} centers, E_out {error:.3f}"
        for (name, h), error in zip(networks.items(), wrong, strict=True)
    ]
    figure, planes = row_of_planes(titles)
    for axes, network, method in zip(planes, networks.values(), ["SVM", "exact"], strict=True):
        drawing = PlaneDrawing(axes, method)
        drawing.show_network(network)
        drawing.show_samples(X, y)
        drawing.centers[2].set_label("centers by |β|")
    style.add_key(planes[0])
    return figure
