"""E_in and E_out of the full network for every pair of γ and λ, and their colors on a map."""

from functools import lru_cache

import numpy as np

from rbflib.basis import design_matrix
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import Pixels, moving
from rbflib.lab.kit.line import samples_on_line
from rbflib.lab.pages.full_network.penalty_scale import PENALTY
from rbflib.lab.ridge_path import RidgePath
from rbflib.numerics.linear import solve_symmetric

SAMPLE_COUNT = 20
LOG_GAMMA = np.arange(41) / 10  # all marks of the slider
COLORED = np.log10([0.08, 1.28])  # errors with the palest and the darkest color


@lru_cache(maxsize=32)
def errors_of_all(noise, draw, data="wave"):
    """E_in and E_out of the fit at every mark of γ and of λ: two tables of shape (γ, λ)."""
    X, y, noise, X_test, y_test = samples_on_line(data, SAMPLE_COUNT, noise, draw)
    Z, Z_test = (np.stack([design_matrix(at, X, g) for g in 10**LOG_GAMMA]) for at in (X, X_test))
    path = RidgePath(Z)
    exact = np.stack([solve_symmetric(similarities.copy(), y)[0] for similarities in Z])
    weights = np.stack([exact, *(path.weights(y, a) for a in PENALTY[1:])], axis=1)
    e_in = np.mean((weights @ Z - y) ** 2, axis=2)  # Z is symmetric
    missed = weights @ Z_test.swapaxes(1, 2) - y_test
    return e_in, np.mean(missed**2, axis=2) + noise**2


def nearest_gamma(log_gamma):
    """Numbers of the marks at which these powers stand: for a map's rows."""
    return np.abs(np.subtract.outer(log_gamma, LOG_GAMMA)).argmin(axis=1)


def error_colors(errors):
    """White where the error is small, dark where it is large: uint8 RGBA."""
    low, high = COLORED
    shares = (np.log10(np.maximum(errors, 1e-30)) - low) / (high - low)
    return style.similarity_colors(shares)


def add_error_scale(figure, place):
    """What the colors of a map say."""
    axes = style.add_axes(figure, place, xlim=(0, 1), ylim=COLORED)
    axes.set_xticks([])
    axes.set_yticks(np.log10([0.1, 0.2, 0.5, 1]), ["0.1", "0.2", "0.5", "1"])
    axes.yaxis.tick_right()
    bar = Pixels(axes)
    x, log_error = bar.grid()
    bar.set_colors(error_colors(np.tile(10 ** log_error[:, None], len(x))))


class MapMarks:
    """A ring where the sliders stand, and a cross at the smallest E_out."""

    def __init__(self, axes):
        ring = {"ms": 13, "mfc": "none", "mec": style.INK, "mew": 2.5, "zorder": 5}
        self.now = moving(axes.plot([], [], "o", **ring, **style.HALO))
        cross = {"ms": 10, "mew": 2, "color": style.INK, "zorder": 5}
        self.least = moving(axes.plot([], [], "+", **cross, **style.HALO))
