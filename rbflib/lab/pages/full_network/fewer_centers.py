"""A network with M bumps on 40 samples, and its test error for all λ and all M down to this one as
a map; thin lines join pairs with equally many degrees of freedom.
"""

from functools import lru_cache

import numpy as np

from rbflib.basis import design_matrix
from rbflib.datasets import make_wave, wave
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving, moving_segments
from rbflib.lab.kit.controls import LinearSlider, PenaltySlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import SEED, X_TEST, fit_on_wave, mean_squared_errors
from rbflib.lab.kit.plane import level_line, mark_centers
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Handle, Scene
from rbflib.lab.pages.full_network.error_map import ErrorMap
from rbflib.lab.pages.full_network.penalty_scale import PENALTY, PENALTY_PLACES, place_of
from rbflib.lab.ridge_path import RidgePath
from rbflib.least_squares import effective_degrees_of_freedom, solve_weights
from rbflib.network import RBFNetwork

N_SAMPLES, GAMMA, NOISE = 40, 300.0, 0.3
ALL_M = np.arange(1, N_SAMPLES + 1)
FREEDOM = (2, 5, 10, 20)  # degrees of freedom along the thin lines


def chosen(n_centers):
    """Numbers of the samples that are centers, at even steps."""
    return ((np.arange(n_centers) + 0.5) * N_SAMPLES / n_centers).astype(int)


def fitted(n_centers, alpha, draw):
    """X, y, the design matrix, and the network."""
    X, y = make_wave(N_SAMPLES, NOISE, random_state=SEED + draw)
    centers = X[chosen(n_centers)]
    Z = design_matrix(X, centers, GAMMA)
    return X, y, Z, RBFNetwork(centers, solve_weights(Z, y, alpha), gamma=GAMMA)


@lru_cache(maxsize=8)
def tables(draw):
    """E_out and the degrees of freedom at every mark of M and of λ: two of shape (M, λ)."""
    X, y = make_wave(N_SAMPLES, NOISE, random_state=SEED + draw)
    Z, Z_test = (design_matrix(at, X, GAMMA) for at in (X, X_TEST))
    e_out, freedom = [], []
    for n_centers in ALL_M:
        centers = chosen(n_centers)
        path = RidgePath(Z[:, centers])
        missed = path.weights(y, PENALTY) @ Z_test[:, centers].T - wave(X_TEST)
        e_out.append(np.mean(missed**2, axis=1) + NOISE**2)
        freedom.append(path.degrees_of_freedom(PENALTY))
    return np.stack(e_out), np.stack(freedom)


class FewerCentersScene(Scene):
    """M of the samples as centers, and the test error over the plane of (M, λ)."""

    hint = "drag the ring over the map"
    drawn = ("E_out", "degrees of freedom")

    def __init__(self):
        self.figure = style.new_figure()
        self.drawing, self.dots = fit_on_wave(self.figure, "M bumps on 40 samples", ms=4)
        self.centers = mark_centers(self.drawing.axes, ms=6, mec=style.CENTER, mew=1)
        title, look = "E_out from all 40 bumps to M", {"ylabel": "centers M", "ylim": (0.5, 40.5)}
        self.map = ErrorMap(self.figure, title, ALL_M, **look)
        self.lines = moving_segments(self.map.axes, colors=style.INK, lw=0.9)
        look = {"size": style.TYPE, "ha": "center", "va": "center"} | style.HALO
        self.shown = None  # the draw whose lines are shown
        self.names = {df: moving(self.map.axes.text(0, 0, df, **look)) for df in FREEDOM}

    def update(self, n_centers, alpha, draw):
        numbers = self.measure(n_centers, alpha, draw)
        self.drawing.show_network(self.network)
        self.dots.set_data(self.X[:, 0], self.y)
        self.centers.set_data(self.network.centers[:, 0], np.full(n_centers, -2.4))
        e_out, freedom = tables(draw)
        known = np.where(ALL_M[:, None] < n_centers, np.nan, e_out)
        self.map.show(known, alpha, n_centers)  # what fewer bumps do is to be found out
        if draw != self.shown:
            self.shown = draw
            self._show_lines(freedom)
        return numbers

    def _show_lines(self, freedom):
        lines = [level_line(PENALTY_PLACES, ALL_M, freedom, df).T[:-1] for df in FREEDOM]
        self.lines.set_segments(lines)
        for name, line in zip(self.names.values(), lines, strict=True):
            name.set_position(line[len(line) // 5])

    def measure(self, n_centers, alpha, draw):
        self.X, self.y, Z, self.network = fitted(n_centers, alpha, draw)
        e_in, e_out = mean_squared_errors(self.network, self.X, self.y, NOISE)
        freedom = effective_degrees_of_freedom(Z, alpha)
        return {"E_in": e_in, "E_out": e_out, "degrees of freedom": freedom}

    def handles(self, n_centers, alpha, draw):
        def move(x, y):
            return {"alpha": 10**x, "n_centers": y}

        at, value = (place_of(alpha), n_centers), (alpha, n_centers)
        return [Handle("M and λ", self.map.axes, at, move, (0.5, 1), value)]

    def code(self, n_centers, alpha, draw):
        return f"""
            import numpy as np
            from rbflib import RBFNetwork, design_matrix, effective_degrees_of_freedom
            from rbflib import make_wave, solve_weights, wave

            X, y = make_wave(40, noise=0.3, random_state={SEED + draw})
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
        "draw": draw_slider("samples"),
    }
    presets = {
        "Neither": {"n_centers": 40, "alpha": 0.0},
        "Only a penalty": {"n_centers": 40, "alpha": 1.0},
        "Only fewer bumps": {"n_centers": 10, "alpha": 0.0},
        "A little of both": {"n_centers": 20, "alpha": 0.1},
        "Too much of both": {"n_centers": 8, "alpha": 10.0},
    }
    return Explorer(FewerCentersScene, controls, presets)
