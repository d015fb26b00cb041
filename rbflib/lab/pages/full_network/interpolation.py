"""Exact interpolation of a noisy wave: one bump per sample and their sum, the weights of the bumps
as sticks under it; the largest since the bumps were narrow, and the condition for all widths.
"""

from functools import lru_cache

import numpy as np

from rbflib.basis import design_matrix
from rbflib.full import FullRBFRegressor
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import EndLabels, moving
from rbflib.lab.kit.controls import LinearSlider, LogSlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import SEED, mean_squared_errors, samples_on_line
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Scene
from rbflib.lab.kit.your_data import Opens, on_line
from rbflib.lab.pages.full_network.fit_and_weights import (
    NO_DIGIT_LEFT,
    UNSURE,
    FitAndWeights,
    in_digits,
)
from rbflib.numerics.linear import solve_symmetric

ALL_GAMMA = 10 ** np.linspace(0, 4, 41)  # all marks of the slider


class InterpolationScene(Scene):
    """The full network on a noisy wave, with weights that were solved for."""

    drawn = ("largest |β|", "cond(Z)", "E_out")

    def __init__(self):
        self.figure = style.new_figure()
        above, below = (0.62, 2.15, 4.28, 1.97), (0.62, 0.6, 4.28, 1.17)
        self.fit = FitAndWeights(self.figure, above, below, "One bump per sample, and their sum")
        scales = {"xscale": "log", "yscale": "log", "xlim": (1, 1e4), "ylim": (0.5, 1e18)}
        place, title = (5.85, 0.6, 2.4, 3.52), "Largest |β| so far, and cond(Z)"
        axes = style.add_axes(self.figure, place, title, keyed=True, xlabel="γ", **scales)
        axes.set_yticks([1, 1e4, 1e8, 1e12, 1e16])
        axes.axhline(NO_DIGIT_LEFT, color=style.MUTED, lw=1, ls=":")
        look = {"color": style.QUIET, "size": style.TYPE}
        axes.text(1.4e4, NO_DIGIT_LEFT, "no digit\nleft", va="center", **look)
        look = {"color": style.INK, "lw": 1.6, "ls": "--", "label": "cond(Z)"}
        self.conditions = moving(axes.plot([], [], **look))
        look = {"color": style.BUMP, "lw": 2.4, "label": "largest |β|"}
        self.largest = moving(axes.plot([], [], **look))
        self.now = moving(axes.axvline(1, color=style.INK, lw=1))
        EndLabels(axes, self.conditions, self.largest)

    def update(self, gamma, noise, n_samples, draw, data="wave"):
        numbers = self.measure(gamma, noise, n_samples, draw, data)
        X, y, *_ = self.samples
        self.fit.drawing.show_data(data, below=self.fit.stems)
        self.fit.show(self.network, X, y)
        passed = 1.001 * gamma < ALL_GAMMA  # what wider bumps do is to be found out
        largest, conditions = for_all_gamma(data, noise, n_samples, draw)
        so_far = [numbers["largest |β|"], *largest[passed]]
        self.largest.set_data([gamma, *ALL_GAMMA[passed]], so_far)
        self.conditions.set_data(ALL_GAMMA, conditions)
        self.now.set_xdata([gamma, gamma])
        return in_digits(numbers)

    def measure(self, gamma, noise, n_samples, draw, data="wave"):
        X, y, *test = self.samples = samples_on_line(data, n_samples, noise, SEED + draw)
        network = self.network = FullRBFRegressor(gamma).fit(X, y).network_
        e_in, e_out = mean_squared_errors(network, X, y, *test)
        largest, condition = np.abs(network.weights).max(), np.linalg.cond(network.transform(X))
        if condition > NO_DIGIT_LEFT:
            largest = condition = np.nan
        return {
            "largest |β|": largest,
            "largest |y|": np.abs(y).max(),
            "cond(Z)": condition,
            "E_in": e_in,
            "E_out": e_out,
        }

    def code(self, gamma, noise, n_samples, draw, **_data):
        return f"""
            import numpy as np
            from rbflib import FullRBFRegressor, make_wave, wave

            X, y = make_wave({n_samples}, noise={noise}, random_state={SEED + draw})
            h = FullRBFRegressor(gamma={gamma}).fit(X, y).network_
            x = np.linspace(0, 1, 200)[:, None]
            condition = np.linalg.cond(h.transform(X))
            sure = condition <= 1 / np.finfo(float).eps
            print("largest |β|:", np.abs(h.weights).max() if sure else "{UNSURE}")
            print("largest |y|:", np.abs(y).max())
            print("cond(Z):", condition if sure else "{UNSURE}")
            print("E_in:", np.mean((h(X) - y) ** 2))
            print("E_out:", np.mean((h(x) - wave(x)) ** 2) + {noise}**2)
        """


@lru_cache(maxsize=32)
def for_all_gamma(data, noise, n_samples, draw):
    """The largest weight and the condition of Z, at every γ of ALL_GAMMA that leaves a digit."""
    X, y, *_ = samples_on_line(data, n_samples, noise, SEED + draw)
    Z = np.stack([design_matrix(X, X, gamma) for gamma in ALL_GAMMA])
    weights = np.array([solve_symmetric(similarities.copy(), y)[0] for similarities in Z])
    conditions = np.linalg.cond(Z)
    both = np.abs(weights).max(axis=1), conditions
    return np.where(conditions > NO_DIGIT_LEFT, np.nan, both)


@explorer(page="full_network")
def interpolation(x=None, y=None):
    """Page 02: exact interpolation on a line; of your x and y (N,)."""
    controls = {
        "gamma": LogSlider("γ", 1000, 0, 4),
        "noise": LinearSlider("noise", 0.2, 0.0, 0.6, 0.05),
        "n_samples": LinearSlider("samples", 20, 3, 40, 1),
        "draw": draw_slider("samples"),
    }
    presets = {
        "Narrow bumps": {"gamma": 1000},
        "Wide bumps": {"gamma": 100},
        "Wide bumps, no noise": {"gamma": 100, "noise": 0},
        "Wider still": {"gamma": 10**1.7},
        "Singular in practice": {"gamma": 1},
    }
    opens = Opens(on_line, (x, y), unused=("noise", "n_samples", "draw"))
    return Explorer(InterpolationScene, controls, presets, opens=opens)
