"""Questions of page 06: Gram-Schmidt, error-reduction ratios, selection."""

from functools import cache

import numpy as np

from rbflib import design_matrix, orthogonal_least_squares
from teaching.exam.drawing import INK, MUTED, new_figure, panels


def two_columns():
    Phi = np.array([[1.0, 1, 1, 1], [1.0, 1, 3, 3]]).T
    y = np.array([1.0, 3, 5, 3])
    q = Phi[:, 1] - Phi[:, 0] * (Phi[:, 0] @ Phi[:, 1]) / (Phi[:, 0] @ Phi[:, 0])
    g = np.array([Phi[:, 0] @ y / 4, q @ y / (q @ q)])
    w = np.linalg.lstsq(Phi, y)[0]
    err = g**2 * [4, q @ q] / (y @ y)
    return {
        "alpha": Phi[:, 0] @ Phi[:, 1] / 4,
        **dict(zip(("g_a", "g_b"), g, strict=True)),
        **dict(zip(("err_a", "err_b"), err, strict=True)),
        "left": 1 - err.sum(),
        **dict(zip(("w_a", "w_b"), w, strict=True)),
    }


def stop():
    energy, N, noise = 80, 20, 0.3
    ratios = np.array([0.60, 0.20, 0.12, 0.05, 0.01])
    left = 1 - np.cumsum(ratios)
    share = N * noise / energy
    n_centers = np.argmax(left < share) + 1
    return {
        "share": share,
        "n_centers": n_centers,
        "left": left[n_centers - 1],
        "squared": left[n_centers - 1] * energy,
        "e_in": left[n_centers - 1] * energy / N,
        "noise": noise,
    }


PLACES = np.arange(8.0)[:, None]
TARGETS = np.array([0.2, 0.6, 1.8, 2.2, 0.9, -0.4, -1.2, -0.7])
LETTERS = "ABCDEFGH"


@cache
def ratios_of_candidates():
    """The ratios of all candidates before the first and before the second choice."""
    Z = design_matrix(PLACES, PLACES, gamma=0.4)
    first = (Z.T @ TARGETS) ** 2 / (np.sum(Z**2, axis=0) * (TARGETS @ TARGETS))
    q = Z[:, first.argmax()]
    rest = Z - np.outer(q, q @ Z) / (q @ q)
    energy = np.sum(rest**2, axis=0)
    second = np.zeros(8)
    np.divide(
        (rest.T @ TARGETS) ** 2, energy * (TARGETS @ TARGETS), out=second, where=energy > 1e-9
    )
    return first, second


def bars():
    Z = design_matrix(PLACES, PLACES, gamma=0.4)
    path = orthogonal_least_squares(Z, TARGETS, max_terms=2)
    return {
        "first": path.selected[0] + 1,
        "second": path.selected[1] + 1,
        "err_a": path.err[0],
        "err_b": path.err[1],
        "left": path.residual,
    }


def draw_bars(_numbers):
    figure = new_figure(8.2, 3.0)
    titles = ["Before the first choice", "Before the second choice"]
    looks = {"ylim": (0, 0.8), "xlabel": "candidate", "ylabel": "ratio"}
    both = panels(figure, titles, (3.4, 2.0), **looks)
    for axes, ratios in zip(both, ratios_of_candidates(), strict=True):
        axes.bar(list(LETTERS), ratios, color=MUTED, edgecolor=INK, width=0.65)
        axes.set_yticks(np.arange(0, 0.9, 0.1))
        axes.grid(axis="y", color="#CCCCCC")
        axes.set_axisbelow(True)
    return figure


def energy():
    Phi, y = np.array([[1.0, 1.0], [0.0, 1.0]]), np.array([3.0, 1.0])
    w = np.linalg.solve(Phi, y)
    parts = w**2 * np.sum(Phi**2, axis=0)
    return {
        "w_a": w[0],
        "w_b": w[1],
        "claimed": parts.sum(),
        "energy": y @ y,
        "cross": 2 * w[0] * w[1] * (Phi[:, 0] @ Phi[:, 1]),
    }
