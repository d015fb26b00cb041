"""The full network on a noisy wave with a penalty λ, and both errors on the way from 0 to λ."""

import numpy as np

from rbflib.datasets import make_wave
from rbflib.full import FullRBFRegressor
from rbflib.lab.kit import style
from rbflib.lab.kit.controls import LinearSlider, PenaltySlider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import (
    SEED,
    ErrorCurves,
    LineDrawing,
    mark_samples,
    mean_squared_errors,
    wave_axes,
)
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Scene
from rbflib.lab.pages.full_network.error_map import SAMPLE_COUNT, errors_of_all, nearest_gamma
from rbflib.lab.pages.full_network.penalty_scale import (
    ALONG_PENALTY,
    PENALTY_PLACES,
    place_of,
)

GAMMA = 100.0
ROW = nearest_gamma([np.log10(GAMMA)])[0]


class ErrorAgainstPenaltyScene(Scene):
    """The fit for one λ, and E_in and E_out for all smaller ones."""

    def __init__(self):
        self.figure = style.new_figure()
        axes = wave_axes(self.figure, style.LEFT, "20 bumps, γ = 100, with the penalty λ")
        self.drawing = LineDrawing(axes)
        self.samples = mark_samples(axes)
        style.add_legend(axes, below=True)
        title = "mean squared error, from 0 to λ"
        right = style.add_axes(self.figure, style.RIGHT, title, ylim=(0, 1.2), **ALONG_PENALTY)
        self.errors = ErrorCurves(right)
        self.errors.e_in.set(marker="o", markevery=[-1])
        self.errors.e_out.set(marker="s", markevery=[-1])

    def update(self, alpha, noise, draw):
        X, y = make_wave(SAMPLE_COUNT, noise, random_state=draw)
        network = FullRBFRegressor(GAMMA, alpha).fit(X, y).network_
        self.drawing.show_network(network)
        self.samples.set_data(X[:, 0], y)
        place, here = place_of(alpha), mean_squared_errors(network, X, y, noise)
        passed = place - 0.01 > PENALTY_PLACES  # what larger ones do is to be found out
        curves = [table[ROW, passed] for table in errors_of_all(noise, draw)]
        e_in, e_out = map(np.append, curves, here)
        self.errors.show(np.append(PENALTY_PLACES[passed], place), e_in, e_out, place)
        return {"E_in": here[0], "E_out": here[1], "largest |β|": np.abs(network.weights).max()}

    def code(self, alpha, noise, draw):
        return f"""
            import numpy as np
            from rbflib import FullRBFRegressor, make_wave, wave

            X, y = make_wave({SAMPLE_COUNT}, noise={noise}, random_state={draw})
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
        "draw": LinearSlider("draw", SEED, 0, 29, 1),
    }
    presets = {
        "Exact": {"alpha": 0.0},
        "λ = 1": {"alpha": 1.0},
        "λ = 100": {"alpha": 100.0},
        "No noise": {"alpha": 100.0, "noise": 0},
    }
    return Explorer(ErrorAgainstPenaltyScene, controls, presets)
