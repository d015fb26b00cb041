"""Exact interpolation of a noisy wave: one bump per sample and their sum, and the weights of the
bumps as sticks.
"""

import numpy as np

from rbflib.datasets import make_wave
from rbflib.full import FullRBFRegressor
from rbflib.lab.kit import style
from rbflib.lab.kit.explorer import Explorer, log_slider, slider
from rbflib.lab.kit.line import SEED, mean_squared_errors
from rbflib.lab.kit.stage import Scene
from rbflib.lab.pages.full_network.fit_and_weights import FitAndWeights


class InterpolationScene(Scene):
    """The full network on a noisy wave, with weights that were solved for."""

    def __init__(self):
        self.figure = style.new_figure()
        title = "one bump per sample, and their sum"
        self.fit = FitAndWeights(self.figure, style.LEFT, style.RIGHT, title)
        self.fit.axes.set_xlabel("x")
        self.fit.axes.tick_params(labelbottom=True)
        self.fit.axes.plot([], [], color=style.BUMP, label="bumps βₙ φ")
        style.add_legend(self.fit.axes, below=True)

    def update(self, gamma, noise, n_samples):
        X, y = make_wave(n_samples, noise, random_state=SEED)
        network = FullRBFRegressor(gamma).fit(X, y).network_
        self.fit.show(network, X, y)
        e_in, e_out = mean_squared_errors(network, X, y, noise)
        return {
            "largest |β|": np.abs(network.weights).max(),
            "largest |y|": np.abs(y).max(),
            "cond(Z)": np.linalg.cond(network.transform(X)),
            "E_in": e_in,
            "E_out": e_out,
        }

    def code(self, gamma, noise, n_samples):
        return f"""
            import numpy as np
            from rbflib import FullRBFRegressor, make_wave, wave

            X, y = make_wave({n_samples}, noise={noise}, random_state={SEED})
            h = FullRBFRegressor(gamma={gamma}).fit(X, y).network_
            x = np.linspace(0, 1, 200)[:, None]
            print("largest |β|:", np.abs(h.weights).max())
            print("largest |y|:", np.abs(y).max())
            print("cond(Z):", np.linalg.cond(h.transform(X)))
            print("E_in:", np.mean((h(X) - y) ** 2))
            print("E_out:", np.mean((h(x) - wave(x)) ** 2) + {noise}**2)
        """


def interpolation():
    """Page 02: exact interpolation on a line."""
    controls = {
        "gamma": log_slider("γ", 1000, 0, 4),
        "noise": slider("noise", 0.2, 0.0, 0.6, 0.05),
        "n_samples": slider("samples", 20, 3, 40, 1),
    }
    presets = {
        "Narrow bumps": {"gamma": 1000},
        "Wide bumps": {"gamma": 100},
        "Wide bumps, no noise": {"gamma": 100, "noise": 0},
        "Wider still": {"gamma": 50},
        "Singular in practice": {"gamma": 1},
    }
    return Explorer(InterpolationScene(), controls, presets)
