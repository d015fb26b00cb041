"""Both errors of an extreme learning machine against its number of nodes, and the length of its
weights.
"""

from functools import lru_cache

import numpy as np

from rbflib.datasets import make_wave, wave
from rbflib.elm import ACTIVATIONS
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import EndLabels, moving
from rbflib.lab.kit.controls import Choice, LinearSlider, PenaltySlider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import SEED, X_TEST
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Scene
from rbflib.lab.pages.extreme_learning_machine.draws import (
    DRAWS,
    MAX_HIDDEN,
    N_SAMPLES,
    Band,
    all_draws,
    spread_in_words,
)
from rbflib.lab.ridge_path import RidgePath


class ErrorAgainstNodesScene(Scene):
    """Both errors and the length of β against the number of nodes, with their spread."""

    def __init__(self):
        self.figure = style.new_figure()
        place, title = (0.66, 0.6, 3.7, 3.52), "Errors: median, 10 to 90% of 20 draws"
        self.errors = self._axes(place, title, (6e-7, 1e4), leads=True)
        self.errors.set_yticks(
            [1e-6, 1e-4, 1e-2, 1, 1e2, 1e4], ["≤10⁻⁶", "10⁻⁴", "0.01", "1", "100", "10⁴"]
        )
        self.e_in = Band(self.errors, style.line_of("E_in"), "E_in")
        self.e_out = Band(self.errors, style.line_of("E_out"), "E_out")
        EndLabels(self.errors, self.e_in.median, self.e_out.median)
        dots = {"color": style.INK, "ms": 4, "mec": "white", "mew": 0.5, "zorder": 5}
        self.dots = moving(self.errors.plot([], [], "o", label="E_out of each draw at L", **dots))
        style.add_key(self.errors, self.dots)
        place, title = (5.75, 0.6, 3.2, 3.52), "Length ‖β‖ of the weights"
        self.lengths = self._axes(place, title, (1e-2, 1e10), keyed=True)
        self.lengths.set_yticks([1, 1e4, 1e8], ["1", "10⁴", "10⁸"])
        self.length = Band(self.lengths, style.line_of("ELM"), "‖β‖")
        self.now = [
            moving(axes.axvline(0, color=style.INK, lw=1)) for axes in (self.errors, self.lengths)
        ]
        self.nodes = np.arange(1, MAX_HIDDEN + 1)

    def _axes(self, place, title, ylim, **options):
        look = {"xlabel": "nodes L", "xlim": (0.5, MAX_HIDDEN + 0.5), "ylim": ylim, "yscale": "log"}
        axes = style.add_axes(self.figure, place, title, **options, **look)
        axes.minorticks_off()
        axes.set_xticks([1, 10, N_SAMPLES, 30, MAX_HIDDEN], ["1", "10", "N = 20", "30", "40"])
        axes.axvline(N_SAMPLES, color=style.MUTED, lw=1, ls=":")
        return axes

    def update(self, n_hidden, activation, alpha, noise):
        e_in, e_out, length = errors_of_all_draws(activation, alpha, noise)
        self.e_in.show(self.nodes, np.maximum(e_in, 1e-6))
        self.e_out.show(self.nodes, np.minimum(e_out, 1e20))
        self.length.show(self.nodes, length)
        here = e_out[:, n_hidden - 1]
        self.dots.set_data(np.full(DRAWS, n_hidden), np.minimum(here, 1e20))
        for line in self.now:
            line.set_xdata([n_hidden, n_hidden])
        return {
            "over 20 draws: median E_in": np.median(e_in[:, n_hidden - 1]),
            "median E_out": np.median(here),
            "10 to 90%": spread_in_words(here),
            "median ‖β‖": np.median(length[:, n_hidden - 1]),
        }

    def code(self, n_hidden, activation, alpha, noise):
        return f"""
            import numpy as np
            from rbflib import ELMRegressor, make_wave, wave

            X, y = make_wave({N_SAMPLES}, noise={noise}, random_state={SEED})
            x, e_in, e_out, length = np.linspace(0, 1, 200)[:, None], [], [], []
            for draw in range(1, {DRAWS} + 1):
                elm = ELMRegressor({n_hidden}, "{activation}", alpha={alpha}, random_state=draw)
                h = elm.fit(X, y).predict
                e_in.append(np.mean((h(X) - y) ** 2))
                e_out.append(np.mean((h(x) - wave(x)) ** 2) + {noise}**2)
                length.append(np.linalg.norm(elm.weights_))
            low, high = np.quantile(e_out, [0.1, 0.9])
            print("over {DRAWS} draws: median E_in:", np.median(e_in))
            print("median E_out:", np.median(e_out))
            print("10 to 90%:", f"{{low:.2g}} to {{high:.2g}}")
            print("median ‖β‖:", np.median(length))
        """


@lru_cache(maxsize=64)
def errors_of_all_draws(activation, alpha, noise):
    """E_in, E_out and ‖β‖ for every draw and every L from 1 to MAX_HIDDEN: (DRAWS, L) each."""
    _, y = make_wave(N_SAMPLES, noise, random_state=SEED)
    Ut, sigma, kept, gram, products = _spectra(activation)
    p = Ut @ y
    c = np.where(kept, sigma**2 / (sigma**2 + alpha), 0) * p  # what the fit keeps of Uᵀy
    e_in = (y @ y - (p**2).sum(axis=-1) + ((p - c) ** 2).sum(axis=-1)) / N_SAMPLES
    f = wave(X_TEST)
    fit2 = (c * (gram @ c[..., None])[..., 0]).sum(axis=-1)
    e_out = (fit2 - 2 * (c * products).sum(axis=-1) + f @ f) / len(f) + noise**2
    length = np.sqrt((np.where(kept, c / sigma, 0) ** 2).sum(axis=-1))
    return e_in.T, e_out.T, length.T


@lru_cache(maxsize=len(ACTIVATIONS))
def _spectra(activation):
    """H = UΣVᵀ for every L and draw, and how the directions look between the samples.

    Uᵀ (L, DRAWS, R, N), σ and whether it counts (L, DRAWS, R), and for G = H_test V Σ⁻¹ the
    products GᵀG (L, DRAWS, R, R) and Gᵀf (L, DRAWS, R). R = N; short of nodes, the rest is 0.
    """
    X, _ = make_wave(N_SAMPLES, random_state=SEED)
    shape = (MAX_HIDDEN, DRAWS, N_SAMPLES)
    Ut, gram = np.zeros((2, *shape, N_SAMPLES))
    sigma, products = np.ones(shape), np.zeros(shape)
    kept = np.zeros(shape, bool)
    for i in range(MAX_HIDDEN):
        H, H_test = all_draws(activation, i + 1, X, X_TEST)
        solver = RidgePath(H)
        r = slice(solver.sigma.shape[-1])
        Ut[i, :, r], sigma[i, :, r], kept[i, :, r] = solver.Ut, solver.sigma, solver.kept
        scaled = solver.Vt.swapaxes(1, 2) / np.where(solver.kept, solver.sigma, np.inf)[:, None]
        G = H_test @ scaled
        gram[i, :, r, r] = G.swapaxes(1, 2) @ G
        products[i, :, r] = wave(X_TEST) @ G
    sigma[~kept] = 1
    return Ut, sigma, kept, gram, products


@explorer(page="extreme_learning_machine")
def error_against_nodes():
    """Page 07: training error down to 0 at L = N, and the test error beside it."""
    controls = {
        "n_hidden": LinearSlider("nodes L", 10, 1, MAX_HIDDEN, 1),
        "activation": Choice("node type", list(ACTIVATIONS), "tanh"),
        "alpha": PenaltySlider(),
        "noise": LinearSlider("noise", 0.2, 0.0, 0.6, 0.05),
    }
    presets = {
        "Ten nodes": {"n_hidden": 10},
        "As many as samples": {"n_hidden": 20},
        "Twice as many": {"n_hidden": 40},
        "No noise": {"n_hidden": 20, "noise": 0.0},
        "Ridge": {"n_hidden": 20, "alpha": 1e-2},
        "Polynomial nodes": {"n_hidden": 20, "activation": "polynomial"},
    }
    return Explorer(ErrorAgainstNodesScene, controls, presets)
