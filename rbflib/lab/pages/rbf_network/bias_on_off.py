"""The same samples fitted with a bias and without one."""

import numpy as np

from rbflib.datasets import make_wave
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving
from rbflib.lab.kit.controls import LinearSlider, LogSlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import SEED, LineDrawing, mark_samples
from rbflib.lab.kit.notes import one_note
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Scene
from rbflib.lab.pages.rbf_network.few_centers import N_INPUTS, wave_centers
from rbflib.two_stage import RBFNetworkRegressor


class BiasScene(Scene):
    """The same few centers with and without a bias, on a wave that is shifted up."""

    noise = 0.15
    drawn = ("with bias: E_in", "without bias: E_in")

    def __init__(self):
        self.figure = style.new_figure()
        self.panels = {}
        look = {"xlabel": "x", "xlim": (-0.02, 1.02), "ylim": (-3, 10), "leads": True}
        for title, place in zip(("with bias", "without bias"), style.PAIR, strict=True):
            axes = style.add_axes(self.figure, place, title.capitalize(), **look)
            drawing = LineDrawing(axes, "h(x)")
            samples = mark_samples(axes, ms=4)
            axes.plot([], [], color=style.BUMP, label="bumps βₘ φ")
            if title == "with bias":
                dots = {"color": style.MUTED, "ls": ":", "lw": 1.6, "label": "bias b"}
                self.level = moving(axes.plot([-1, 2], [0, 0], **dots))
            style.add_key(axes)
            self.panels[title] = drawing, samples

    def update(self, mean, n_centers, gamma, draw):
        X, y = make_wave(N_INPUTS, self.noise, random_state=SEED + draw)
        y = y - y.mean() + mean
        mu = wave_centers(n_centers, draw)
        numbers = {}
        with one_note():
            networks = [
                RBFNetworkRegressor(centers=mu, gamma=gamma, fit_intercept=bias).fit(X, y).network_
                for bias in (True, False)
            ]
        for network, title in zip(networks, self.panels, strict=True):
            drawing, samples = self.panels[title]
            drawing.show_network(network)
            samples.set_data(X[:, 0], y)
            numbers[f"{title}: E_in"] = np.mean((network(X) - y) ** 2)
            numbers[f"largest |β| {title}"] = np.abs(network.weights).max()
        self.level.set_ydata([networks[0].bias] * 2)
        return numbers

    def code(self, mean, n_centers, gamma, draw):
        return f"""
            import numpy as np
            from rbflib import RBFNetworkRegressor, kmeans_centers, make_wave

            X, y = make_wave({N_INPUTS}, noise={self.noise}, random_state={SEED + draw})
            y = y - y.mean() + {mean}
            mu = kmeans_centers(X, {n_centers}, random_state=0)
            for bias in (True, False):
                model = RBFNetworkRegressor(centers=mu, gamma={gamma}, fit_intercept=bias).fit(X, y)
                name = "with bias" if bias else "without bias"
                print(f"{{name}}: E_in:", np.mean((model.predict(X) - y) ** 2))
                print(f"largest |β| {{name}}:", np.abs(model.network_.weights).max())
        """


@explorer(page="rbf_network")
def bias_on_off():
    """Page 05: few centers without a bias are distorted by the mean of y."""
    controls = {
        "mean": LinearSlider("mean of y", 5.0, 0.0, 8.0, 0.5),
        "n_centers": LinearSlider("centers M", 6, 2, 20, 1),
        "gamma": LogSlider("γ", 100, 1, 3),
        "draw": draw_slider("samples"),
    }
    presets = {
        "Mean 0": {"mean": 0},
        "Mean 8": {"mean": 8},
        "Narrow bumps": {"mean": 5, "gamma": 1000},
        "Many centers": {"mean": 5, "n_centers": 20},
    }
    return Explorer(BiasScene, controls, presets)
