"""The full network on a noisy wave with a penalty λ, and its E_out on the way from 0 to λ."""

import numpy as np

from rbflib.datasets import make_wave
from rbflib.full import FullRBFRegressor
from rbflib.lab.kit import style
from rbflib.lab.kit.controls import LinearSlider, PenaltySlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import SEED, ErrorCurves, fit_on_wave, mean_squared_errors
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Scene
from rbflib.lab.pages.full_network.error_map import LOG_GAMMA, SAMPLE_COUNT, errors_of_all
from rbflib.lab.pages.full_network.penalty_scale import (
    ALONG_PENALTY,
    PENALTY_PLACES,
    place_of,
)

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
        style.add_key(axes)

    def update(self, alpha, noise, draw):
        X, y = make_wave(SAMPLE_COUNT, noise, random_state=SEED + draw)
        network = FullRBFRegressor(GAMMA, alpha).fit(X, y).network_
        self.drawing.show_network(network)
        self.samples.set_data(X[:, 0], y)
        place, here = place_of(alpha), mean_squared_errors(network, X, y, noise)
        e_in, e_out = (table[ROW] for table in errors_of_all(noise, SEED + draw))
        self.errors.show(PENALTY_PLACES, e_in, e_out, place)
        passed = place - 0.01 > PENALTY_PLACES  # what larger ones do is to be found out
        so_far = np.append(PENALTY_PLACES[passed], place), np.append(e_out[passed], here[1])
        self.errors.e_out.set_data(so_far)
        return {"E_in": here[0], "E_out": here[1], "largest |β|": np.abs(network.weights).max()}

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
