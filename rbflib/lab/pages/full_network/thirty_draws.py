"""Fits of thirty draws as thin curves, and their mean: how far the mean is from the true curve is
the bias, how far the fits scatter about it the variance.
"""

from functools import cache, lru_cache

import numpy as np

from rbflib.basis import design_matrix
from rbflib.datasets import make_wave, wave
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import EndLabels, moving, moving_segments
from rbflib.lab.kit.controls import LinearSlider, LogSlider, PenaltySlider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import X_TEST, wave_axes
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Scene
from rbflib.lab.pages.full_network.error_map import SAMPLE_COUNT
from rbflib.lab.pages.full_network.penalty_scale import ALONG_PENALTY, PENALTY, place_of
from rbflib.lab.ridge_path import RidgePath
from rbflib.numerics.linear import solve_symmetric
from rbflib.numerics.warn import warn_why_singular

DRAWS, NOISE = 30, 0.3


class ThirtyDrawsScene(Scene):
    """The fits of many draws and their mean; bias², variance and E_out for all smaller λ."""

    def __init__(self):
        self.figure = style.new_figure()
        title = "A thin curve per draw, and their mean"
        axes = wave_axes(self.figure, style.LEAD, title, leads=True)
        moving(axes.lines[0]).set_zorder(5)  # the true curve, over the fits
        color = style.METHOD_STYLE["ridge"]["color"]
        self.fits = moving_segments(axes, colors=color, lw=0.6, zorder=2)
        self.mean = moving(axes.plot([], [], color=color, lw=3, zorder=4, label="mean fit"))
        style.add_key(axes)
        title, look = "Squared errors, from 0 to λ", ALONG_PENALTY | {"ylim": (-0.04, 0.7)}
        right = style.add_axes(self.figure, (5.7, 0.6, 2.45, 3.52), title, keyed=True, **look)
        look = {"color": style.MUTED, "lw": 1, "ls": ":", "label": "noise"}
        (noise,) = right.plot(right.get_xlim(), [NOISE**2, NOISE**2], **look)
        looks = {"bias²": style.SERIES[0], "variance": style.SERIES[1]}
        looks["mean E_out"] = style.ERROR_STYLE["E_out"]
        self.parts = {
            name: moving(right.plot([], [], label=name, markevery=[-1], **look))
            for name, look in looks.items()
        }
        self.now = moving(right.axvline(1, color=style.INK, lw=1))
        EndLabels(right, *self.parts.values(), noise)

    def update(self, gamma, alpha, n_draws):
        between = 0.0 if alpha in PENALTY else alpha
        penalties = np.union1d(PENALTY, between)
        places, mark = place_of(penalties), np.searchsorted(penalties, alpha)
        fits, ranks = (part[:n_draws] for part in fits_of_all(gamma, between))
        if alpha == 0 and min(ranks) < SAMPLE_COUNT:
            warn_why_singular(*samples()[np.argmin(ranks)])
        x = X_TEST[:, 0]
        shown = np.clip(fits[:, mark], -99, 99)
        self.fits.set_segments([np.column_stack([x, fit]) for fit in shown])
        self.mean.set_data(x, shown.mean(axis=0))
        color = style.METHOD_STYLE[style.full_network(alpha)]["color"]
        self.fits.set_color(color)
        style.change_look(self.mean, color=color)
        parts = bias_and_variance(fits)
        for name, line in self.parts.items():
            line.set_data(places[: mark + 1], parts[name][: mark + 1])
        self.now.set_xdata([places[mark], places[mark]])
        return {name: part[mark] for name, part in parts.items()}

    def code(self, gamma, alpha, n_draws):
        return f"""
            import numpy as np
            from rbflib import FullRBFRegressor, make_wave, wave

            x = np.linspace(0, 1, 200)[:, None]
            model = FullRBFRegressor({gamma}, alpha={alpha})
            fits = []
            for draw in range({n_draws}):
                X, y = make_wave({SAMPLE_COUNT}, noise={NOISE}, random_state=draw)
                fits.append(model.fit(X, y).predict(x))
            fits = np.array(fits)
            bias2 = np.mean((fits.mean(axis=0) - wave(x)) ** 2)
            variance = np.mean(fits.var(axis=0))
            print("bias²:", bias2)
            print("variance:", variance)
            print("mean E_out:", bias2 + variance + {NOISE}**2)
        """


@cache
def samples():
    return [make_wave(SAMPLE_COUNT, NOISE, random_state=draw) for draw in range(DRAWS)]


@lru_cache(maxsize=41)
def fits_of_all(gamma, between):
    """The fit of every draw at every mark of λ and one `between` them, on X_TEST: (draws, λ, 200).

    And the ranks of the matrices of similarities: a singular one is not interpolated exactly.
    """
    fits, ranks = [], []
    for X, y in samples():
        Z = design_matrix(X, X, gamma)
        exact, rank = solve_symmetric(Z.copy(), y)
        weights = np.vstack([exact, RidgePath(Z).weights(y, np.union1d(PENALTY, between)[1:])])
        fits.append(weights @ design_matrix(X_TEST, X, gamma).T)
        ranks.append(rank)
    return np.stack(fits), np.array(ranks)


def bias_and_variance(fits):
    """Of fits (draws, λ, x): the parts of the mean squared error, each (λ,)."""
    bias = np.mean((fits.mean(axis=0) - wave(X_TEST)) ** 2, axis=1)
    variance = fits.var(axis=0).mean(axis=1)
    return {"bias²": bias, "variance": variance, "mean E_out": bias + variance + NOISE**2}


@explorer(page="full_network")
def thirty_draws():
    """Page 02: bias and variance over thirty draws."""
    controls = {
        "alpha": PenaltySlider(),
        "gamma": LogSlider("γ", 100, 0, 4),
        "n_draws": LinearSlider("draws", DRAWS, 1, DRAWS, 1, play=200),
    }
    presets = {
        "One draw": {"n_draws": 1},
        "Thirty interpolants": {},
        "λ = 1": {"alpha": 1.0},
        "λ = 100": {"alpha": 100.0},
        "Too smooth": {"gamma": 1, "alpha": 0.1},
        "Too wiggly": {"gamma": 10**3.7, "alpha": 0.1},
    }
    return Explorer(ThirtyDrawsScene, controls, presets)
