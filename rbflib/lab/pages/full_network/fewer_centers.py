"""A network with M bumps on 40 samples, and its degrees of freedom over the plane of M and λ."""

from functools import cache

import numpy as np

from rbflib.basis import design_matrix
from rbflib.datasets import make_wave
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import Pixels, moving
from rbflib.lab.kit.controls import LinearSlider, PenaltySlider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import SEED, LineDrawing, mean_squared_errors, wave_axes
from rbflib.lab.kit.plane import mark_centers
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Handle, Scene
from rbflib.lab.pages.full_network.penalty_scale import (
    ALONG_PENALTY,
    PENALTY,
    nearest_marks,
    place_of,
)
from rbflib.network import RBFNetwork
from rbflib.numerics.linear import RidgePath, effective_degrees_of_freedom, solve_weights


class FewerCentersScene(Scene):
    """M of the samples as centers, and the degrees of freedom over the plane of (M, λ)."""

    hint = "drag the ring over the map"
    n_samples, gamma, noise = 40, 300.0, 0.3

    def __init__(self):
        self.figure = style.new_figure()
        axes = wave_axes(self.figure, style.LEFT, "M bumps on 40 samples")
        self.drawing = LineDrawing(axes)
        self.X, self.y = make_wave(self.n_samples, self.noise, random_state=SEED)
        axes.plot(self.X[:, 0], self.y, "o", color=style.INK, ms=4, label="samples")
        self.centers = mark_centers(axes, ms=6, mec=style.CENTER, mew=1)
        style.add_legend(axes, below=True)
        plane = style.add_axes(
            self.figure,
            (5.3, 0.9, 3.1, 3.1),
            title="degrees of freedom",
            ylabel="centers M",
            ylim=(0.5, 40.5),
            **ALONG_PENALTY,
        )
        self.plane = plane
        self._draw_map(Pixels(plane))
        self._draw_scale()
        ring = {"ms": 13, "mfc": "none", "mec": style.INK, "mew": 2.5, "zorder": 5}
        self.now = moving(plane.plot([], [], "o", **ring, **style.HALO))

    def _draw_map(self, pixels):
        """Degrees of freedom over (M, λ), at every mark of both sliders."""
        places, n_centers = pixels.grid()
        columns = nearest_marks(places)
        rows = {
            m: RidgePath(self._design_matrix(m)).degrees_of_freedom(PENALTY)[columns]
            for m in range(1, self.n_samples + 1)
        }
        freedom = np.stack([rows[m] for m in n_centers.round().astype(int)])
        pixels.set_colors(style.similarity_colors(freedom / 41))

    def _draw_scale(self):
        """What the colors of the map say."""
        axes = style.add_axes(self.figure, (8.55, 0.9, 0.14, 3.1), xlim=(0, 1), ylim=(0, 41))
        axes.set_xticks([])
        axes.yaxis.tick_right()
        bar = Pixels(axes)
        x, freedom = bar.grid()
        bar.set_colors(style.similarity_colors(np.tile(freedom[:, None] / 41, len(x))))

    def _chosen(self, n_centers):
        return ((np.arange(n_centers) + 0.5) * self.n_samples / n_centers).astype(int)

    @cache  # noqa: B019  the scene lives as long as its page
    def _design_matrix(self, n_centers):
        return design_matrix(self.X, self.X[self._chosen(n_centers)], self.gamma)

    def update(self, n_centers, alpha):
        Z = self._design_matrix(n_centers)
        centers = self.X[self._chosen(n_centers)]
        network = RBFNetwork(centers, solve_weights(Z, self.y, alpha), gamma=self.gamma)
        self.drawing.show_network(network)
        self.centers.set_data(centers[:, 0], np.full(n_centers, -2.4))
        self.now.set_data([place_of(alpha)], [n_centers])
        e_in, e_out = mean_squared_errors(network, self.X, self.y, self.noise)
        freedom = effective_degrees_of_freedom(Z, alpha)
        return {"E_in": e_in, "E_out": e_out, "degrees of freedom": freedom}

    def handles(self, n_centers, alpha):
        def move(x, y):
            return {"alpha": 10**x, "n_centers": y}

        return [Handle("M and λ", self.plane, (place_of(alpha), n_centers), move, (0.5, 1))]

    def code(self, n_centers, alpha):
        return f"""
            import numpy as np
            from rbflib import RBFNetwork, design_matrix, effective_degrees_of_freedom
            from rbflib import make_wave, solve_weights, wave

            X, y = make_wave(40, noise=0.3, random_state={SEED})
            centers = X[((np.arange({n_centers}) + 0.5) * 40 / {n_centers}).astype(int)]
            Z = design_matrix(X, centers, gamma=300.0)
            h = RBFNetwork(centers, solve_weights(Z, y, alpha={alpha}), gamma=300.0)
            x = np.linspace(0, 1, 200)[:, None]
            print("E_in:", np.mean((h(X) - y) ** 2))
            print("E_out:", np.mean((h(x) - wave(x)) ** 2) + 0.3**2)
            print("degrees of freedom:", effective_degrees_of_freedom(Z, alpha={alpha}))
        """


@explorer(page="full_network")
def fewer_centers():
    """Page 02: number of centers and penalty, two ways to regularize."""
    controls = {
        "n_centers": LinearSlider("centers M", 40, 1, 40, 1),
        "alpha": PenaltySlider(),
    }
    presets = {
        "M large, λ small": {"n_centers": 40, "alpha": 0.0},
        "M small, λ small": {"n_centers": 8, "alpha": 0.0},
        "M large, λ large": {"n_centers": 40, "alpha": 10.0},
        "M small, λ large": {"n_centers": 8, "alpha": 10.0},
        "M medium, λ medium": {"n_centers": 20, "alpha": 0.1},
    }
    return Explorer(FewerCentersScene, controls, presets)
