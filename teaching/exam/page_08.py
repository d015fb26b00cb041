"""Questions of page 08: double centering, eigenvalues, maps, new points."""

import numpy as np
from scipy.spatial.distance import pdist, squareform

from rbflib import ClassicalMDS, double_centering
from teaching.exam.drawing import INK, MUTED, POINTS, letters, new_figure, panels, squared


def on_a_line():
    table = squareform(pdist([[0.0], [1.0], [5.0]]))
    B = double_centering(table)
    values = np.linalg.eigvalsh(B)
    return {
        "ab": B[0, 1],
        "ac": B[0, 2],
        "aa": B[0, 0],
        "bb": B[1, 1],
        "cc": B[2, 2],
        "largest": values[-1],
        "n_positive": np.sum(values > 1e-9),
    }


EIGENVALUES = np.array([50.0, 30, 15, 5, 0, 0])


def kept():
    share = np.cumsum(EIGENVALUES) / EIGENVALUES.sum()
    m = len(EIGENVALUES)
    lost = 2 * m * EIGENVALUES[2:].sum()
    return {
        "two": share[1],
        "needed": np.argmax(share >= 0.9) + 1,
        "lost": lost,
        "per_pair": lost / (m * (m - 1)),
        "features": np.sum(EIGENVALUES > 0),
    }


def new_point():
    places = np.array([[-2.0], [0.0], [2.0]])
    model = ClassicalMDS(1, metric="precomputed").fit(np.abs(places - places.T))
    to_the_right = np.sign(model.embedding_[2, 0])
    on, above = model.transform(np.sqrt([[9.0, 1, 1], [10, 2, 2]]))[:, 0] * to_the_right
    return {"eigenvalue": model.eigenvalues_[0], "place": on, "above": above}


FIRST_MAP = np.array([[0.0, 0], [3, 0], [3, 2], [1, 3], [-1, 1]])
TURNED = FIRST_MAP @ [[0, 1], [1, 0]] * [-1, -1] + [2, 3]  # mirrored in y = −x, shifted
STRETCHED = FIRST_MAP * [1, 1.5] + [0, -1]


def maps():
    tables = [pdist(points) for points in (FIRST_MAP, TURNED, STRETCHED)]
    return {
        "ab_as_a": np.abs(tables[1] - tables[0]).max(),
        "ab_as_c": np.abs(tables[2] - tables[0]).max(),
        "pq": tables[0][0],
        "st": tables[0][-1],
        "st_c": tables[2][-1],
    }


def draw_maps(_numbers):
    figure = new_figure(8.8, 3.2)
    looks = {"xlim": (-2.6, 4.6), "ylim": (-2.6, 4.6), "aspect": "equal"}
    shown = panels(figure, "ABC", (2.45, 2.45), left=0.4, bottom=0.35, gap=0.35, **looks)
    for axes, points in zip(shown, (FIRST_MAP, TURNED, STRETCHED), strict=True):
        squared(axes)
        axes.plot(*points.T, **POINTS[0])
        letters(axes, points, "PQRST")
    return figure


SPECTRUM = np.array([62.0, 24, 9, 3, 1, 0, -1, -8])


def spectrum():
    return {"lowest": SPECTRUM[-1]}


def draw_spectrum(_numbers):
    figure = new_figure(6.0, 3.1)
    [axes] = panels(figure, [""], (5.0, 2.2), xlabel="k", ylabel="eigenvalue λ", ylim=(-12, 66))
    axes.bar(np.arange(1, 9), SPECTRUM, color=MUTED, edgecolor=INK, width=0.6)
    axes.axhline(0, color=INK, lw=1)
    axes.grid(axis="y", color="#CCCCCC")
    axes.set_axisbelow(True)
    return figure
