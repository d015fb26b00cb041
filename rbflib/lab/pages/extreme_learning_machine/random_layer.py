"""A random hidden layer, its weighted nodes, and the band of twenty draws."""

from functools import lru_cache

import numpy as np

from rbflib.datasets import make_wave, wave
from rbflib.elm import ACTIVATIONS
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving
from rbflib.lab.kit.controls import Choice, LinearSlider, PenaltySlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import SEED, X_TEST, mark_samples, wave_axes
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

HIGH = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def round_above(most):
    """The smallest of 1, 2, 5, 10, 20, … that is not below most, and its text."""
    power = 10.0 ** np.floor(np.log10(most))
    value = power * next(step for step in (1, 2, 5, 10) if step * power >= most)
    if value < 1e4:
        return value, f"{value:g}"
    digit, power = f"{value:.0e}".split("e")
    return value, f"{digit}·10{str(int(power)).translate(HIGH)}"


class RandomLayerScene(Scene):
    """One draw of the hidden layer and its fit, the band over 20 draws, and the features."""

    drawn = ("this draw: E_in", "E_out", "largest |β|")

    def __init__(self):
        self.figure = style.new_figure()
        title = "This draw, and 10 to 90% of 20 draws"
        axes = wave_axes(self.figure, style.LEAD, title, leads=True)
        self.x = X_TEST[:, 0]
        elm = style.line_of("ELM")
        self.band = Band(axes, elm | {"ls": ":"}, "median")
        self.fit = moving(axes.plot([], [], **elm, zorder=4, label="this draw"))
        self.samples = mark_samples(axes)
        style.add_key(axes)
        self.before = self._feature_axes(2.95, 1.17, "Nodes Gᵢ(x)", keyed=True)
        self.before.set(ylim=(-1.25, 1.25), xticklabels=[])
        title = "Weighted: βᵢGᵢ(x), and their sum"
        self.after = self._feature_axes(0.6, 1.8, title, ylim=(-1, 1), xlabel="x")
        self.after.set_yticks([-1, 0, 1], ["", "0", ""])
        self.raw, self.weighted = [
            moving(axes.plot([], [], color=style.BUMP, lw=1)) for axes in (self.before, self.after)
        ]
        self.total = moving(self.after.plot([], [], **elm, zorder=4))
        look = {"ha": "right", "va": "center", "size": style.TYPE}
        look["color"] = style.QUIET
        self.end = moving(self.after.text(-0.05, 1, "", **look))

    def _feature_axes(self, bottom, height, title, **options):
        place = (5.85, bottom, 3.2, height)
        return style.add_axes(self.figure, place, title, xlim=(-0.02, 1.02), **options)

    def update(self, n_hidden, activation, alpha, noise, draw):
        state = activation, n_hidden, alpha, noise
        _, _, fits, _, all_e_out = fitted(*state, range(DRAWS))
        (G,), (beta,), (fit,), [e_in], [e_out] = fitted(*state, (draw,))
        X, y = make_wave(N_SAMPLES, noise, random_state=SEED)
        self.band.show(self.x, np.clip(fits, -99, 99))
        self.fit.set_data(self.x, np.clip(fit, -99, 99))
        self.samples.set_data(X[:, 0], y)
        self._show_features(G, beta.T, fit)
        return _numbers(beta, e_in, e_out) | {
            "20 draws: median E_out": np.median(all_e_out),
            "10 to 90%": spread_in_words(all_e_out),
        }

    def measure(self, n_hidden, activation, alpha, noise, draw):
        _, beta, _, [e_in], [e_out] = fitted(activation, n_hidden, alpha, noise, (draw,))
        return _numbers(beta, e_in, e_out)

    def code(self, n_hidden, activation, alpha, noise, draw):
        return f"""
            import numpy as np
            from rbflib import ELMRegressor, make_wave, wave

            X, y = make_wave({N_SAMPLES}, noise={noise}, random_state={SEED})
            x = np.linspace(0, 1, 200)[:, None]

            def fit(seed):
                elm = ELMRegressor({n_hidden}, "{activation}", alpha={alpha}, random_state=seed)
                elm.fit(X, y)
                return elm, np.mean((elm.predict(x) - wave(x)) ** 2) + {noise}**2

            elm, e_out = fit({draw + 1})
            print("this draw: E_in:", np.mean((elm.predict(X) - y) ** 2))
            print("E_out:", e_out)
            print("largest |β|:", np.abs(elm.weights_).max())
            twenty = [fit(seed)[1] for seed in range(1, {DRAWS} + 1)]
            low, median, high = np.quantile(twenty, [0.1, 0.5, 0.9])
            print("{DRAWS} draws: median E_out:", median)
            print("10 to 90%:", f"{{low:.2g}} to {{high:.2g}}")
        """

    def _show_features(self, G, beta, total):
        """Every node on every second point, as one line with gaps; the axis ends beyond all."""
        x = np.tile(np.append(self.x[::2], np.nan), G.shape[1])
        gap = np.full((1, G.shape[1]), np.nan)
        G, terms = G[::2], beta * G[::2]
        end, text = round_above(max(np.abs(terms).max(), np.abs(total).max()))
        self.raw.set_data(x, np.concatenate([np.clip(G, -9, 9), gap]).T.ravel())
        self.weighted.set_data(x, np.concatenate([terms / end, gap]).T.ravel())
        self.total.set_data(self.x, total / end)
        self.end.set_text(f"±{text}")


def _numbers(beta, e_in, e_out):
    return {"this draw: E_in": e_in, "E_out": e_out, "largest |β|": np.abs(beta).max()}


def fitted(activation, n_hidden, alpha, noise, draws):
    """Of these draws: the nodes on X_TEST, the weights (L, 1), the fits, E_in and E_out."""
    _, y = make_wave(N_SAMPLES, noise, random_state=SEED)
    H, H_test, solver = _layers(activation, n_hidden, draws)
    beta = solver.weights(y, alpha)[:, :, None]
    fits = (H_test @ beta)[:, :, 0]
    e_in = np.mean(((H @ beta)[:, :, 0] - y) ** 2, axis=1)
    return H_test, beta, fits, e_in, np.mean((fits - wave(X_TEST)) ** 2, axis=1) + noise**2


@lru_cache(maxsize=128)
def _layers(activation, n_hidden, draws):
    """H on the samples and on X_TEST for these draws, and the solver of the first."""
    X, _ = make_wave(N_SAMPLES, random_state=SEED)
    H, H_test = all_draws(activation, n_hidden, X, X_TEST, draws=draws)
    return H, H_test, RidgePath(H)


@explorer(page="extreme_learning_machine")
def random_layer():
    """Page 07: one random hidden layer, and 20 of them."""
    controls = {
        "n_hidden": LinearSlider("nodes L", 10, 1, MAX_HIDDEN, 1),
        "activation": Choice("node type", list(ACTIVATIONS), "tanh"),
        "alpha": PenaltySlider(),
        "noise": LinearSlider("noise", 0.2, 0.0, 0.6, 0.05),
        "draw": draw_slider("nodes"),
    }
    presets = {
        "Four nodes": {"n_hidden": 4},
        "Ten nodes": {"n_hidden": 10},
        "As many as samples": {"n_hidden": 20},
        "Twice as many": {"n_hidden": 40},
        "Twice as many, ridge": {"n_hidden": 40, "alpha": 1e-2},
        "Radial nodes": {"activation": "rbf"},
        "Polynomial nodes": {"activation": "polynomial", "n_hidden": 20},
    }
    return Explorer(RandomLayerScene, controls, presets)
