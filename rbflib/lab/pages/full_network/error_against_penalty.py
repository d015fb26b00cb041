"""The full network on a noisy wave with a penalty λ, and its E_out on the way from 0 to λ."""

from functools import lru_cache

import numpy as np

from rbflib.basis import design_matrix
from rbflib.datasets import make_wave
from rbflib.full import FullRBFRegressor
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving_segments
from rbflib.lab.kit.controls import LinearSlider, PenaltySlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import SEED, TRUTH, X_TEST, ErrorCurves, fit_on_wave, mean_squared_errors
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Scene
from rbflib.lab.pages.full_network.error_map import LOG_GAMMA, SAMPLE_COUNT, errors_of_all
from rbflib.lab.pages.full_network.penalty_scale import (
    ALONG_PENALTY,
    PENALTY,
    PENALTY_PLACES,
    place_of,
)
from rbflib.lab.ridge_path import RidgePath

GAMMA = 100.0
ROW = np.abs(LOG_GAMMA - np.log10(GAMMA)).argmin()


class ErrorAgainstPenaltyScene(Scene):
    """The fit for one λ; E_in for all, and E_out for all smaller ones."""

    drawn = ("E_out", "largest |β|")

    def __init__(self):
        self.figure = style.new_figure()
        title = "20 bumps, γ = 100, with the penalty λ"
        self.drawing, self.samples = fit_on_wave(self.figure, title)
        title, look = "E_in, and E_out from 0 to λ", ALONG_PENALTY | {"ylim": (0, 1.2)}
        axes = style.add_axes(self.figure, style.ASIDE, title, keyed=True, **look)
        self.errors = ErrorCurves(axes)
        self.errors.e_out.set(marker="s", markevery=[-1])
        look = {"colors": style.MUTED, "lw": 0.7, "zorder": 1, "label": "other draws"}
        self.others = moving_segments(axes, **look)
        style.add_key(axes)

    def update(self, alpha, noise, draw):
        numbers, place = self.measure(alpha, noise, draw), place_of(alpha)
        self.drawing.show_network(self.network)
        self.samples.set_data(self.X[:, 0], self.y)
        e_in, e_out = (table[ROW] for table in errors_of_all(noise, SEED + draw))
        self.errors.show(PENALTY_PLACES, e_in, e_out, place)
        passed = place - 0.01 > PENALTY_PLACES  # what larger ones do is to be found out
        so_far = (
            np.append(PENALTY_PLACES[passed], place),
            np.append(e_out[passed], numbers["E_out"]),
        )
        self.errors.e_out.set_data(so_far)
        so_far = place >= PENALTY_PLACES
        lines = [np.column_stack([PENALTY_PLACES, e_out])[so_far] for e_out in other_draws(noise)]
        self.others.set_segments(lines)
        return numbers

    def measure(self, alpha, noise, draw):
        X, y = self.X, self.y = make_wave(SAMPLE_COUNT, noise, random_state=SEED + draw)
        network = self.network = FullRBFRegressor(GAMMA, alpha).fit(X, y).network_
        e_in, e_out = mean_squared_errors(network, X, y, noise)
        return {"E_in": e_in, "E_out": e_out, "largest |β|": np.abs(network.weights).max()}

    def code(self, alpha, noise, draw):
        return f"""
            import numpy as np
            from rbflib import FullRBFRegressor, make_wave, wave

            X, y = make_wave({SAMPLE_COUNT}, noise={noise}, random_state={SEED + draw})
            h = FullRBFRegressor({GAMMA}, alpha={alpha}).fit(X, y).network_
            x = np.linspace(0, 1, 200)[:, None]
            print("E_in:", np.mean((h(X) - y) ** 2))
            print("E_out:", np.mean((h(x) - wave(x)) ** 2) + {noise}**2)
            print("largest |β|:", np.abs(h.weights).max())
        """


@lru_cache(maxsize=16)
def other_draws(noise):
    """E_out of the twelve draws after the page's, at every mark of λ: (12, λ)."""
    curves = []
    for draw in range(1, 13):
        X, y = make_wave(SAMPLE_COUNT, noise, random_state=SEED + draw)
        weights = RidgePath(design_matrix(X, X, GAMMA)).weights(y, PENALTY)
        missed = weights @ design_matrix(X_TEST, X, GAMMA).T - TRUTH
        curves.append(np.mean(missed**2, axis=1) + noise**2)
    return np.array(curves)


@explorer(page="full_network")
def error_against_penalty():
    """Page 02: E_in and E_out along λ."""
    controls = {
        "alpha": PenaltySlider(),
        "noise": LinearSlider("noise", 0.3, 0.0, 0.6, 0.05),
        "draw": draw_slider("samples"),
    }
    presets = {
        "Exact": {"alpha": 0.0},
        "λ = 1": {"alpha": 1.0},
        "λ = 100": {"alpha": 100.0},
        "No noise": {"alpha": 100.0, "noise": 0},
    }
    return Explorer(ErrorAgainstPenaltyScene, controls, presets)
