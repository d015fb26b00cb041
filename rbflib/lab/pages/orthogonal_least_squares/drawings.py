"""Page 06: centers chosen one by one by orthogonal least squares."""

import numpy as np

from rbflib import design_matrix, make_wave
from rbflib.lab.kit import style
from rbflib.lab.kit.catalog import picture
from rbflib.lab.kit.layout import row_of_axes


def _error_left(columns, y):
    return np.sum((y - columns @ np.linalg.lstsq(columns, y)[0]) ** 2)


@picture("o1")
def naive_selection():
    """The naive way: in every step, one least-squares fit for each candidate; the one that leaves
    the smallest error stays.
    """
    titles = ["First center", "Second center", "Third center"]
    figure, steps = row_of_axes(titles, xlabel="candidate's x")
    X, y = make_wave(30, noise=0.2, random_state=47)
    Z = design_matrix(X, X, gamma=100.0)
    before = {"color": style.CENTER, "ms": 7, "ls": "", "clip_on": False}
    chosen = []
    for axes in steps:
        left = np.array([_error_left(Z[:, [*chosen, i]], y) for i in range(len(y))])
        axes.vlines(X[:, 0], 0, left, color=style.MUTED, lw=4, label="candidates")
        if chosen:
            axes.plot(X[chosen], 0 * X[chosen] - 0.7, "D", **before, label="chosen before")
        chosen.append(int(left.argmin()))
        axes.plot(X[chosen[-1]], left.min(), "v", color=style.INK, ms=10, label="lowest")
        axes.set_ylim(-1.4, 17)
    steps[0].set_ylabel("squared error left")
    style.add_key(steps[0], *steps[1].get_legend_handles_labels()[0])
    return figure
