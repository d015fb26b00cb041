"""Exact interpolation of a noisy wave: one bump per sample and their sum, and both errors
against λ.
"""

from functools import lru_cache

import numpy as np

from rbflib.basis import design_matrix
from rbflib.datasets import make_wave, wave
from rbflib.full import FullRBFRegressor
from rbflib.lab.kit import style
from rbflib.lab.kit.explorer import Explorer, log_slider, penalty_slider, slider
from rbflib.lab.kit.line import (
    SEED,
    X_TEST,
    ErrorCurves,
    LineDrawing,
    mark_samples,
    mean_squared_errors,
    wave_axes,
)
from rbflib.lab.kit.stage import Scene
from rbflib.numerics.linear import RidgePath, effective_degrees_of_freedom

PENALTIES = np.array([0, *np.logspace(-8, 2, 21)])


class InterpolationScene(Scene):
    """The full network on a noisy wave, and its two errors against λ."""

    def __init__(self):
        self.figure = style.new_figure()
        axes = wave_axes(self.figure, style.LEFT, "one bump per sample, and their sum")
        self.drawing = LineDrawing(axes)
        self.samples = mark_samples(axes)
        axes.plot([], [], color=style.BUMP, label="bumps βₙ φ")
        style.add_legend(axes, below=True)
        errors = style.add_axes(
            self.figure,
            style.RIGHT,
            title="both errors against λ",
            xlabel="λ",
            xlim=(10**-9.3, 10**2.3),
            ylim=(1e-5, 1e2),
            xscale="log",
            yscale="log",
        )
        errors.set_xticks([1e-9, 1e-6, 1e-3, 1], ["0", "10⁻⁶", "10⁻³", "1"])
        errors.set_yticks([1e-5, 1e-3, 1e-1, 10], ["≤10⁻⁵", "10⁻³", "0.1", "10"])
        self.errors = ErrorCurves(errors)

    def update(self, gamma, alpha, noise, n_samples):
        X, y = make_wave(n_samples, noise, random_state=SEED)
        network = FullRBFRegressor(gamma, alpha).fit(X, y).network_
        self.drawing.show_network(network)
        self.samples.set_data(X[:, 0], y)
        e_in, e_out = errors_against_penalty(gamma, noise, n_samples)
        places = np.maximum(PENALTIES, 1e-9)  # λ = 0 stands at the left end of its scale
        self.errors.show(places, np.maximum(e_in, 1e-5), e_out, max(alpha, 1e-9))
        Z = network.transform(X)
        e_in, e_out = mean_squared_errors(network, X, y, noise)
        return {
            "E_in": e_in,
            "E_out": e_out,
            "largest |β|": np.abs(network.weights).max(),
            "cond(Z)": np.linalg.cond(Z),
            "degrees of freedom": effective_degrees_of_freedom(Z, alpha),
        }


@lru_cache(maxsize=32)
def errors_against_penalty(gamma, noise, n_samples):
    """E_in and E_out of the ridge fit for every λ in PENALTIES."""
    X, y = make_wave(n_samples, noise, random_state=SEED)
    Z, Z_test = design_matrix(X, X, gamma), design_matrix(X_TEST, X, gamma)
    weights = RidgePath(Z).weights(y, PENALTIES)
    e_in = np.mean((weights @ Z.T - y) ** 2, axis=1)
    return e_in, np.mean((weights @ Z_test.T - wave(X_TEST)) ** 2, axis=1) + noise**2


def interpolation():
    """Page 02: exact interpolation and ridge on a line."""
    controls = {
        "gamma": log_slider("γ", 100, 0, 4),
        "alpha": penalty_slider(),
        "noise": slider("noise", 0.2, 0.0, 0.6, 0.05),
        "n_samples": slider("samples", 20, 3, 40, 1),
    }
    presets = {
        "Exact, no noise": {"gamma": 100, "alpha": 0.0, "noise": 0},
        "Exact, noisy": {"gamma": 100, "alpha": 0.0, "noise": 0.3},
        "Regularized": {"gamma": 100, "alpha": 0.1, "noise": 0.3},
        "Too smooth": {"gamma": 1, "alpha": 0.1, "noise": 0.3},
        "Too wiggly": {"gamma": 5012, "alpha": 0.1, "noise": 0.3},
        "Singular in practice": {"gamma": 1, "alpha": 0.0, "noise": 0.3},
    }
    return Explorer(InterpolationScene(), controls, presets)
