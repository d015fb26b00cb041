"""A disk in a ring, and the same samples after the transform to the similarities to two centers."""

from functools import lru_cache

import numpy as np
from sklearn.linear_model import LogisticRegression

from rbflib.basis import design_matrix
from rbflib.datasets import make_rings, make_xor
from rbflib.lab.kit import style
from rbflib.lab.kit.controls import Choice, LinearSlider, LogSlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.plane import PlaneDrawing, mark_centers, plane_axes
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Handle, Scene
from rbflib.network import RBFNetwork

SEED, COVER_DATA = 3, {"disk in a ring": make_rings, "four clouds": make_xor}
SIMILARITY_LIMITS = (-0.03, 1.08)


class CoverScene(Scene):
    """Samples in the plane, and the same samples as similarities to two centers."""

    hint = "drag a center"
    drawn = ("errors of a fitted line: in the plane", "after the transform")

    def __init__(self):
        self.figure = style.new_figure()
        axes = {"xlabel": "x₁", "ylabel": "x₂"}
        plane = plane_axes(self.figure, (0.55, 0.6, 4.0, 3.28), "The plane", leads=True, **axes)
        self.drawing = PlaneDrawing(plane)
        self.centers = mark_centers(plane, ms=11, mew=1, clip_on=True)
        self.drawing.centers[2].set_label("_not drawn here")
        axes = {"xlabel": "z₁ = φ(x, μ₁)", "ylabel": "z₂ = φ(x, μ₂)"}
        axes |= dict.fromkeys(["xlim", "ylim"], SIMILARITY_LIMITS)
        title, place = "The same samples, transformed", (5.3, 0.6, 3.75, 3.28)
        space = style.add_axes(self.figure, place, title, leads=True, **axes)
        self.features = PlaneDrawing(space)
        style.add_key(plane)

    def update(self, data, x1, y1, x2, y2, gamma, draw):
        X, y = _samples(data, draw)
        mu = np.array([[x1, y1], [x2, y2]])
        Z = design_matrix(X, mu, gamma)
        line = _line(Z, y)
        network = RBFNetwork(mu, line.coef_[0], line.intercept_[0], gamma)
        self.drawing.show_samples(X, y)
        self.drawing.show_network(network, centers=False)
        self.centers.set_data(*mu.T)
        self.features.show_samples(Z, y)
        self._show_line(network)
        return {
            "errors of a fitted line: in the plane": _errors_in_the_plane(data, draw),
            "after the transform": _errors(line, Z, y),
        }

    def code(self, data, x1, y1, x2, y2, gamma, draw):
        make = COVER_DATA[data].__name__
        return f"""
            import numpy as np
            from sklearn.linear_model import LogisticRegression
            from rbflib import design_matrix, {make}

            X, y = {make}(100, random_state={SEED + draw})
            Z = design_matrix(X, [[{x1}, {y1}], [{x2}, {y2}]], gamma={gamma})
            line = LogisticRegression(C=1e4, solver="newton-cholesky")  # a weak penalty
            wrong = line.fit(X, y).predict(X) != y
            print("errors of a fitted line: in the plane:", wrong.sum())
            wrong = line.fit(Z, y).predict(Z) != y
            print("after the transform:", wrong.sum())
        """

    def _show_line(self, network):
        """The line w·z + b = 0, and its sides in the bands of the surface."""
        w1, w2 = network.weights
        h = np.add.outer(w2 * self.features.y, w1 * self.features.x)
        self.features.surface.set_values(h + network.bias, style.surface_colors)
        self.features.boundary.set_data([], [])
        z = np.array(SIMILARITY_LIMITS)
        if abs(w2) > 1e-9:
            self.features.boundary.set_data(z, -(w1 * z + network.bias) / w2)

    def handles(self, **state):
        axes = self.drawing.axes
        return [Handle.of(f"center {m}", axes, state, f"x{m}", f"y{m}", 0.1) for m in (1, 2)]


@lru_cache(maxsize=128)
def _samples(data, draw):
    return COVER_DATA[data](100, random_state=SEED + draw)


def _line(X, y):
    # A weak penalty: the line may be as steep as it likes.
    return LogisticRegression(C=1e4, solver="newton-cholesky").fit(X, y)


@lru_cache(maxsize=128)
def _errors_in_the_plane(data, draw):
    X, y = _samples(data, draw)
    return _errors(_line(X, y), X, y)


def _errors(line, X, y):
    return int(np.sum(line.predict(X) != y))


@explorer(page="gaussian_svm")
def cover():
    """Page 01: not separable in the plane, separable after a radial transform."""
    controls = {
        "data": Choice("data", list(COVER_DATA)),
        "x1": LinearSlider("center 1: x₁", -1.6, -2.4, 2.4, 0.1),
        "y1": LinearSlider("center 1: x₂", -1.0, -1.9, 1.9, 0.1),
        "x2": LinearSlider("center 2: x₁", 1.6, -2.4, 2.4, 0.1),
        "y2": LinearSlider("center 2: x₂", -1.0, -1.9, 1.9, 0.1),
        "gamma": LogSlider("γ", 10**-0.3, -1.5, 1.5),
        "draw": draw_slider("samples"),
    }
    clouds = {"data": "four clouds", "x1": 1, "y1": 1, "x2": -1, "gamma": 10**-0.3}
    presets = {
        "Ring": {"data": "disk in a ring", "x1": 0, "y1": 0, "gamma": 1},
        "Clouds, first pair": clouds | {"y2": -1},
        "Clouds, second pair": clouds | {"y2": 1},
    }
    return Explorer(CoverScene, controls, presets)
