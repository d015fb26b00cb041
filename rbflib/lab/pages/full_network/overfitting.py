"""A fit of a noisy wave with γ and λ, and both errors for every pair of γ and λ: as maps, and cut
along each of the two.
"""

from functools import lru_cache

import numpy as np

from rbflib.basis import design_matrix
from rbflib.datasets import make_wave, wave
from rbflib.full import FullRBFRegressor
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import Pixels, moving
from rbflib.lab.kit.controls import LinearSlider, LogSlider, PenaltySlider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import SEED, X_TEST, ErrorCurves, mean_squared_errors
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Handle, Scene
from rbflib.lab.pages.full_network.fit_and_weights import FitAndWeights
from rbflib.lab.pages.full_network.penalty_scale import (
    ALONG_PENALTY,
    PENALTY,
    PENALTY_PLACES,
    nearest_marks,
    place_of,
)
from rbflib.numerics.linear import RidgePath, solve_symmetric

SAMPLE_COUNT = 20

LOG_GAMMA = np.arange(41) / 10  # all marks of the slider
ALONG_GAMMA = {
    "xlabel": "γ",
    "xlim": (-0.05, 4.05),
    "xticks": [0, 1, 2, 3, 4],
    "xticklabels": ["1", "10", "100", "10³", "10⁴"],
}
UP_GAMMA = {f"y{name[1:]}": option for name, option in ALONG_GAMMA.items()}
COLORED = np.log10([0.08, 1.28])  # errors with the palest and the darkest color


class OverfittingScene(Scene):
    """The full network with ridge on a noisy wave, and its errors over (γ, λ)."""

    hint = "drag a ring over its map"

    def __init__(self):
        self.figure = style.new_figure(height=4.7)
        above, below = (0.75, 2.45, 2.95, 1.9), (0.75, 0.9, 2.95, 1.2)
        self.fit = FitAndWeights(self.figure, above, below, "20 bumps, priced by λ")
        self.fit.add_legend()
        self.e_out = self._map((4.45, 2.55, 1.85, 1.8), "E_out for all γ, λ", True)
        self.e_in = self._map((6.55, 2.55, 1.85, 1.8), "E_in for all γ, λ", False)
        self.colors = Pixels(self.e_out), Pixels(self.e_in)
        look = {"ms": 12, "mfc": "none", "mec": style.INK, "mew": 2.5, "zorder": 5}
        self.rings = [moving(axes.plot([], [], "o", **look)) for axes in (self.e_out, self.e_in)]
        look = {"ms": 10, "mew": 2, "color": style.INK}
        self.least = moving(self.e_out.plot([], [], "+", **look))
        self.along_penalty = self._cut((4.45, 0.9, 1.85, 0.95), "at this γ", ALONG_PENALTY, True)
        self.along_gamma = self._cut((6.55, 0.9, 1.85, 0.95), "at this λ", ALONG_GAMMA, False)
        self._draw_scale()

    def _map(self, place, title, labeled):
        axes = style.add_axes(self.figure, place, title, **ALONG_PENALTY, **UP_GAMMA)
        axes.tick_params(labelleft=labeled)
        axes.yaxis.label.set_visible(labeled)
        return axes

    def _cut(self, place, title, scale, labeled):
        axes = style.add_axes(
            self.figure, place, title, ylim=(0, 0.7), yticks=[0, 0.2, 0.4, 0.6], **scale
        )
        axes.tick_params(labelleft=labeled)
        return ErrorCurves(axes)

    def _draw_scale(self):
        """What the colors of the maps say."""
        axes = style.add_axes(self.figure, (8.5, 2.55, 0.12, 1.8), xlim=(0, 1), ylim=COLORED)
        axes.set_xticks([])
        axes.set_yticks(np.log10([0.1, 0.2, 0.5, 1]), ["0.1", "0.2", "0.5", "1"])
        axes.yaxis.tick_right()
        bar = Pixels(axes)
        x, log_error = bar.grid()
        bar.set_colors(_error_colors(np.tile(10 ** log_error[:, None], len(x))))

    def update(self, gamma, alpha, noise, draw):
        X, y = make_wave(SAMPLE_COUNT, noise, random_state=draw)
        network = FullRBFRegressor(gamma, alpha).fit(X, y).network_
        self.fit.show(network, X, y)
        e_in, e_out = errors_of_all(noise, draw)
        self._color(e_out, e_in)
        i, j = np.unravel_index(e_out.argmin(), e_out.shape)
        self.least.set_data([PENALTY_PLACES[j]], [LOG_GAMMA[i]])
        x, log_gamma = place_of(alpha), np.log10(gamma)
        for ring in self.rings:
            ring.set_data([x], [log_gamma])
        row, column = _nearest_gamma([log_gamma])[0], nearest_marks([x])[0]
        self.along_penalty.show(PENALTY_PLACES, e_in[row], e_out[row], x)
        sure = alpha > 0 or is_regular(draw)
        along = (np.where(sure, table[:, column], np.nan) for table in (e_in, e_out))
        self.along_gamma.show(LOG_GAMMA, *along, log_gamma)
        here = mean_squared_errors(network, X, y, noise)
        return {
            "E_in": here[0],
            "E_out": here[1],
            "smallest E_out (+)": e_out[i, j],
            "largest |β|": np.abs(network.weights).max(),
        }

    def code(self, gamma, alpha, noise, draw):
        return f"""
            import numpy as np
            from rbflib import FullRBFRegressor, make_wave, wave

            X, y = make_wave({SAMPLE_COUNT}, noise={noise}, random_state={draw})
            x = np.linspace(0, 1, 200)[:, None]

            def errors(gamma, alpha):
                h = FullRBFRegressor(gamma, alpha).fit(X, y).network_
                e_out = np.mean((h(x) - wave(x)) ** 2) + {noise}**2
                return np.mean((h(X) - y) ** 2), e_out, np.abs(h.weights).max()

            penalties = [0, *10 ** np.arange(-8, 2.1, 0.5)]
            all_e_out = [errors(10**g, a)[1] for g in np.arange(41) / 10 for a in penalties]
            e_in, e_out, largest = errors({gamma}, {alpha})
            print("E_in:", e_in)
            print("E_out:", e_out)
            print("smallest E_out (+):", min(all_e_out))
            print("largest |β|:", largest)
        """

    def _color(self, *tables):
        for colors, table in zip(self.colors, tables, strict=True):
            x, log_gamma = colors.grid()
            cells = np.ix_(_nearest_gamma(log_gamma), nearest_marks(x))
            colors.set_colors(_error_colors(table)[cells])

    def handles(self, gamma, alpha, **state):
        def move(x, y):
            return {"alpha": 10**x, "gamma": 10**y}

        at = place_of(alpha), np.log10(gamma)
        maps = {"E_out": self.e_out, "E_in": self.e_in}
        return [
            Handle(f"γ and λ on the map of {name}", axes, at, move, (0.5, 0.1))
            for name, axes in maps.items()
        ]


def _nearest_gamma(log_gamma):
    """Numbers of the marks at which these powers stand."""
    return np.abs(np.subtract.outer(log_gamma, LOG_GAMMA)).argmin(axis=1)


def _error_colors(errors):
    """White where the error is small, dark where it is large: uint8 RGBA."""
    low, high = COLORED
    shares = (np.log10(np.maximum(errors, 1e-30)) - low) / (high - low)
    return style.similarity_colors(shares)


@lru_cache(maxsize=32)
def errors_of_all(noise, draw):
    """E_in and E_out of the fit at every mark of γ and of λ: two tables of shape (γ, λ)."""
    X, y = make_wave(SAMPLE_COUNT, noise, random_state=draw)
    Z, Z_test = (np.stack([design_matrix(at, X, g) for g in 10**LOG_GAMMA]) for at in (X, X_TEST))
    path = RidgePath(Z)
    exact = np.stack([solve_symmetric(similarities.copy(), y)[0] for similarities in Z])
    weights = np.stack([exact, *(path.weights(y, a) for a in PENALTY[1:])], axis=1)
    e_in = np.mean((weights @ Z - y) ** 2, axis=2)  # Z is symmetric
    missed = weights @ Z_test.swapaxes(1, 2) - wave(X_TEST)
    return e_in, np.mean(missed**2, axis=2) + noise**2


@lru_cache(maxsize=32)
def is_regular(draw):
    """At which marks of γ there is exact interpolation; at the others rounding sets the errors."""
    X, y = make_wave(SAMPLE_COUNT, 0, random_state=draw)
    ranks = [solve_symmetric(design_matrix(X, X, gamma), y)[1] for gamma in 10**LOG_GAMMA]
    return np.array(ranks) == SAMPLE_COUNT


@explorer(page="full_network")
def overfitting():
    """Page 02: E_in and E_out over γ and λ."""
    controls = {
        "gamma": LogSlider("γ", 100, 0, 4),
        "alpha": PenaltySlider(),
        "noise": LinearSlider("noise", 0.3, 0.0, 0.6, 0.05),
        "draw": LinearSlider("draw", SEED, 0, 29, 1),
    }
    presets = {
        "Exact": {"gamma": 100, "alpha": 0.0},
        "Regularized": {"gamma": 100, "alpha": 1.0},
        "Too smooth": {"gamma": 1, "alpha": 0.1},
        "Too wiggly": {"gamma": 5012, "alpha": 0.1},
        "Smallest E_out": {"gamma": 3.162, "alpha": 10**-3.5},
        "Exact, no noise": {"gamma": 100, "alpha": 0.0, "noise": 0},
    }
    return Explorer(OverfittingScene, controls, presets)
