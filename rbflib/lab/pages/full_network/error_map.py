"""E_in and E_out of the full network for every pair of γ and λ; and a map of E_out."""

from functools import lru_cache

import numpy as np

from rbflib.basis import design_matrix
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import Pixels, moving
from rbflib.lab.kit.line import samples_on_line
from rbflib.lab.pages.full_network.fit_and_weights import NO_DIGIT_LEFT, UNSURE
from rbflib.lab.pages.full_network.penalty_scale import (
    ALONG_PENALTY,
    PENALTY,
    PENALTY_PLACES,
    place_of,
)
from rbflib.lab.ridge_path import RidgePath
from rbflib.numerics.linear import solve_symmetric

SAMPLE_COUNT = 20
LOG_GAMMA = np.arange(41) / 10  # all marks of the slider
COLORED = np.log10([0.08, 1.28])  # errors with the palest and the darkest color


@lru_cache(maxsize=64)
def errors_of_all(noise, seed, data="wave"):
    """E_in and E_out of the fit at every mark of γ and of λ: two tables of shape (γ, λ)."""
    X, y, noise, X_test, y_test = samples_on_line(data, SAMPLE_COUNT, noise, seed)
    Z, Z_test = (np.stack([design_matrix(at, X, g) for g in 10**LOG_GAMMA]) for at in (X, X_test))
    path = RidgePath(Z)
    exact = np.stack([solve_symmetric(similarities.copy(), y)[0] for similarities in Z])
    weights = np.stack([exact, *(path.weights(y, a) for a in PENALTY[1:])], axis=1)
    e_in = np.mean((weights @ Z - y) ** 2, axis=2)  # Z is symmetric
    missed = weights @ Z_test.swapaxes(1, 2) - y_test
    return e_in, np.mean(missed**2, axis=2) + noise**2


@lru_cache(maxsize=64)
def e_out_of_all(noise, seed, data="wave"):
    """E_out of `errors_of_all`; infinite where rounding leaves no digit of the weights."""
    X, *_ = samples_on_line(data, SAMPLE_COUNT, noise, seed)
    e_out = errors_of_all(noise, seed, data)[1].copy()
    condition = np.linalg.cond(np.stack([design_matrix(X, X, g) for g in 10**LOG_GAMMA]))
    e_out[condition > NO_DIGIT_LEFT, 0] = np.inf
    return e_out


def _colors(errors):
    """White where the error is small, dark where it is large: uint8 RGBA."""
    low, high = COLORED
    shares = (np.log10(np.maximum(errors, 1e-30)) - low) / (high - low)
    return style.similarity_colors(shares)


def _nearest(places, marks):
    """Numbers of the marks at which these places stand."""
    return np.abs(np.subtract.outer(places, marks)).argmin(axis=1)


class ErrorMap:
    """E_out over λ and another setting in colors, and beside it what they say.

    A ring shows where the sliders stand, and a cross the smallest E_out. Where rounding decides,
    E_out is infinite, and the map gray.
    """

    def __init__(self, figure, title, marks, unsure=False, **options):
        place, title = (5.75, 0.6, 2.6, 3.52), {"title": title, "keyed": True}
        self.axes = style.add_axes(figure, place, **title, **ALONG_PENALTY, **options)
        self.marks, self.pixels, self.shown = marks, Pixels(self.axes), ()
        x, y = self.pixels.grid()
        self.cells = np.ix_(_nearest(y, marks), _nearest(x, PENALTY_PLACES))
        look = {"color": style.INK, "mfc": "none", "zorder": 5, "clip_on": False} | style.HALO
        self.now = moving(self.axes.plot([], [], "o", ms=13, mew=2.5, **look))
        self.least = moving(self.axes.plot([], [], "+", ms=10, mew=2, label="smallest", **look))
        if unsure:
            self.axes.plot([], [], "s", ms=9, color=style.MUTED, label=UNSURE)
        style.add_key(self.axes)
        self._add_scale(figure)

    def _add_scale(self, figure):
        axes = style.add_axes(figure, (8.5, 0.6, 0.14, 3.52), xlim=(0, 1), ylim=COLORED, xticks=[])
        axes.set_yticks(np.log10([0.1, 0.2, 0.5, 1]), ["0.1", "0.2", "0.5", "1"])
        axes.yaxis.tick_right()
        bar = Pixels(axes)
        x, log_error = bar.grid()
        bar.set_colors(_colors(np.tile(10 ** log_error[:, None], len(x))))

    def show(self, e_out, alpha, here):
        """A table of shape (setting, λ), NaN where it is not known yet; and where both stand."""
        self.now.set_data([place_of(alpha)], [here])
        if np.array_equal(e_out, self.shown, equal_nan=True):
            return
        self.shown, colors = e_out, _colors(np.nan_to_num(e_out))
        colors[np.isnan(e_out)] = style.as_rgba([style.PALE])
        colors[np.isinf(e_out)] = style.as_rgba([style.MUTED])
        self.pixels.set_colors(colors[self.cells])
        i, j = np.unravel_index(np.nanargmin(e_out), e_out.shape)
        self.least.set_data([PENALTY_PLACES[j]], [self.marks[i]])
