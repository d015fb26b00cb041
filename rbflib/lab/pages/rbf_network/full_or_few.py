"""The full network beside one with few centers, and their errors on new samples."""

import numpy as np

from rbflib.basis import design_matrix
from rbflib.datasets import make_wave
from rbflib.full import FullRBFRegressor
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import EndLabels, moving
from rbflib.lab.kit.controls import LinearSlider, LogSlider, PenaltySlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import (
    SEED,
    TRUTH,
    X_TEST,
    LineDrawing,
    mark_samples,
    mean_squared_errors,
    wave_axes,
)
from rbflib.lab.kit.plane import mark_centers
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Scene
from rbflib.lab.pages.rbf_network.few_centers import N_INPUTS, wave_centers
from rbflib.least_squares import solve_output_layer
from rbflib.network import RBFNetwork

ERRORS = (5.75, 0.6, 2.5, 3.52)  # with room for names


class FullOrFewScene(Scene):
    """The full network and one of M centers on the same noisy wave; test error against M."""

    sizes = (1, 2, 3, 4, 6, 8, 10, 12, 13, 15, 17, 20, 30, 40)
    drawn = ("M centers: E_out", "full network: E_out", "best M of the curve")

    def __init__(self):
        self.figure = style.new_figure()
        axes = wave_axes(self.figure, style.LEAD, "40 noisy samples, two networks", leads=True)
        self.drawing = LineDrawing(axes, **style.line_of("k-means"), label="M centers")
        full = style.line_of("exact") | {"label": "full"}
        self.full = moving(axes.plot(self.drawing.x, 0 * self.drawing.x, zorder=3, **full))
        self.samples = mark_samples(axes, ms=4)
        self.centers = mark_centers(axes)
        style.add_key(axes, axes.lines[0], self.drawing.curve, self.full, self.centers)
        ticks, title = [1, 2, 5, 10, 20, 40], "Error on new samples"
        look = {"xlabel": "centers M", "xlim": (0.9, 44), "xscale": "log", "xticks": ticks}
        look |= {"ylim": (2e-3, 100), "yscale": "log", "xticklabels": ticks, "keyed": True}
        errors = style.add_axes(self.figure, ERRORS, title, **look)
        errors.set_xticks([], minor=True)
        look = style.METHOD_STYLE["k-means"] | {"ms": 4, "label": "M centers"}
        self.e_out = moving(errors.plot([], [], **look))
        self.e_full = moving(errors.plot([0.9, 44], [1, 1], **full))
        ring = {"ms": 13, "mfc": "none", "mec": style.INK, "mew": 2.2}
        self.now = moving(errors.plot([], [], "o", zorder=5, **ring))
        EndLabels(errors, self.e_out, self.e_full)

    def update(self, n_centers, gamma, alpha, noise, draw):
        X, y = make_wave(N_INPUTS, noise, random_state=SEED + draw)
        full = FullRBFRegressor(gamma, alpha).fit(X, y).network_
        few = self._few(n_centers, X, y, gamma, alpha, draw)
        self.samples.set_data(X[:, 0], y)
        self.drawing.show_network(few)
        self.full.set_ydata(np.clip(full(self.drawing.x[:, None]), -99, 99))
        self.centers.set_data(few.centers[:, 0], np.full(n_centers, -2.4))
        fits = [self._few(M, X, y, gamma, alpha, draw)(X_TEST) for M in self.sizes]
        errors = np.mean((np.stack(fits) - TRUTH) ** 2, axis=1) + noise**2
        self.e_out.set_data(self.sizes, errors)
        e_in, e_out = mean_squared_errors(few, X, y, noise)
        full_in, full_out = mean_squared_errors(full, X, y, noise)
        self.e_full.set_ydata([full_out, full_out])
        for line in (self.full, self.e_full):
            style.change_look(line, **style.line_of(style.full_network(alpha)))
        self.now.set_data([n_centers], [e_out])
        return {
            "M centers: E_in": e_in,
            "M centers: E_out": e_out,
            "full network: E_in": full_in,
            "full network: E_out": full_out,
            "best M of the curve": self.sizes[np.argmin(errors)],
        }

    def code(self, n_centers, gamma, alpha, noise, draw):
        return f"""
            import numpy as np
            from rbflib import FullRBFRegressor, RBFNetworkRegressor, make_wave, wave

            X, y = make_wave({N_INPUTS}, noise={noise}, random_state={SEED + draw})
            x = np.linspace(0, 1, 200)[:, None]

            def few(M):
                return RBFNetworkRegressor(M, gamma={gamma}, alpha={alpha}, random_state=0)

            def errors(model):
                h = model.fit(X, y).predict
                return np.mean((h(X) - y) ** 2), np.mean((h(x) - wave(x)) ** 2) + {noise}**2

            full = FullRBFRegressor(gamma={gamma}, alpha={alpha})
            for name, model in [("M centers", few({n_centers})), ("full network", full)]:
                e_in, e_out = errors(model)
                print(f"{{name}}: E_in:", e_in)
                print(f"{{name}}: E_out:", e_out)
            sizes = {self.sizes}
            print("best M of the curve:", min(sizes, key=lambda M: errors(few(M))[1]))
        """

    @staticmethod
    def _few(n_centers, X, y, gamma, alpha, draw):
        mu = wave_centers(n_centers, draw)
        return RBFNetwork(mu, *solve_output_layer(design_matrix(X, mu, gamma), y, alpha), gamma)


@explorer(page="rbf_network")
def full_or_few():
    """Page 05: the full network overfits where a few proper centers do not."""
    controls = {
        "n_centers": LinearSlider("centers M", 10, 1, 40, 1),
        "gamma": LogSlider("γ", 10**2.3, 1, 4),
        "alpha": PenaltySlider(),
        "noise": LinearSlider("noise", 0.3, 0.05, 0.6, 0.05),
        "draw": draw_slider("samples"),
    }
    presets = {
        "Ten centers": {"n_centers": 10},
        "Two centers": {"n_centers": 2},
        "Thirty centers": {"n_centers": 30},
        "Full with ridge": {"alpha": 0.1},
        "Hardly any noise": {"noise": 0.05, "n_centers": 17},
    }
    return Explorer(FullOrFewScene, controls, presets)
