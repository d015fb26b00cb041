"""One data set under eight models. Each is a sum of bumps; they differ in centers, weights and
widths.
"""

import re
import warnings
from functools import lru_cache

import numpy as np
from matplotlib.artist import Artist

from rbflib.kmeans import KMeans
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import stamp
from rbflib.lab.kit.controls import Choice, LogSlider, Switch
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.plane import SEED, TOY_DATA, PlaneDrawing, level_line, on_grid, plane_data
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.report import lines, run
from rbflib.lab.kit.scene import Scene
from rbflib.svm import network_from_svc

SAMPLES = 100
FEW = 12  # centers, where a model chooses few


@lru_cache(maxsize=64)
def _group_means(samples):
    X = np.frombuffer(samples).reshape(-1, 2)
    return KMeans(FEW, random_state=0).fit(X).cluster_centers_


# The models in lines of Python. The last one draws its widths, too.
MODELS_CODE = f"""
from rbflib import ELMClassifier, FullRBFClassifier, OLSRegressor
from rbflib import RBFNetworkClassifier, UniformRBFClassifier
from sklearn.svm import SVC

few = {{"gamma": gamma, "alpha": 1e-3, "random_state": 0}}
models = {{
    "votes": UniformRBFClassifier(gamma),
    "exact": FullRBFClassifier(gamma),
    "ridge": FullRBFClassifier(gamma, alpha=1.0),
    "Gaussian SVM": SVC(gamma=gamma, C=10),
    "k-means": RBFNetworkClassifier(centers=means, **few),
    "random centers": RBFNetworkClassifier({FEW}, centers="random", **few),
    "OLS": OLSRegressor({FEW}, tol=0.0, gamma=gamma),
    "ELM": ELMClassifier({FEW}, activation="rbf", alpha=1e-3, random_state=0),
}}
"""
EIGHT = re.findall(r'^    "(.+)":', MODELS_CODE, re.MULTILINE)
RESULTS = {title: f"E_out, {title}" for title in EIGHT}


def fits_of(data, gamma, draw):
    """Title -> network, and its error on new samples."""
    X, y, X_test, y_test = plane_data(data, SAMPLES, draw)
    with warnings.catch_warnings(action="ignore"):  # wide and narrow bumps: page 02 speaks of them
        models = run(MODELS_CODE, gamma=gamma, means=_group_means(X.tobytes()))["models"]
        networks = {title: _network(model.fit(X, y)) for title, model in models.items()}
    # A score of 0 occurs: it means -1.
    wrong = {title: (network(X_test) > 0) != (y_test > 0) for title, network in networks.items()}
    return {title: (network, np.mean(wrong[title])) for title, network in networks.items()}


def _network(model):
    return model.network_ if hasattr(model, "network_") else network_from_svc(model)


shown_fits = lru_cache(maxsize=128)(fits_of)  # a slider goes back and forth


# Sizes in cells of the pictures' surfaces: one plane, the way to the next, and the overlay of all.
CELL_SIDE = 2 / style.DPI  # inches
N_X, N_Y = 86, 72
OVERLAY_X, OVERLAY_Y = 380, 164
CORNERS = np.array([(7 + 95 * column, 91 - 87 * row) for row in (0, 1) for column in range(4)])
UNIT = 5.2 / N_X  # of the planes' coordinates, per cell
HALF = UNIT / 2 * np.array([N_X, N_Y])
X_CELLS, Y_CELLS = (UNIT * (np.arange(n) - (n - 1) / 2) for n in (N_X, N_Y))


class EightModelsScene(Scene):
    """Eight small planes: the same samples, and what each model makes of them.

    What moves in them is drawn on one overlay of all: an eighth of the artists, half of the time.
    """

    titled = drawn = tuple(RESULTS.values())

    def __init__(self):
        self.figure = style.new_figure(height=4.2)
        for corner, title in zip(CORNERS, EIGHT, strict=True):
            place = CELL_SIDE * np.array([*corner, N_X, N_Y])
            name = title[0].upper() + title[1:]
            style.add_axes(self.figure, place, name, xticks=[], yticks=[])
        limits = {"xlim": (0, OVERLAY_X), "ylim": (0, OVERLAY_Y)}
        overlay = style.add_axes(
            self.figure, (0, 0, OVERLAY_X * CELL_SIDE, OVERLAY_Y * CELL_SIDE), **limits
        )
        overlay.set_axis_off()
        overlay.set_in_layout(False)
        self.errors = PanelErrors(overlay)
        self.drawing = PlaneDrawing(overlay)
        for points in self.drawing.samples.values():
            points.set(markersize=3.5, markeredgewidth=0.3)
        for rings, size in zip(self.drawing.centers, (3.5, 5, 6.5, 8), strict=True):
            rings.set(markersize=size, markeredgewidth=1.0)

    def update(self, data, gamma, draw, centers):
        X, y, *_ = plane_data(data, SAMPLES, draw)
        models = shown_fits(data, gamma, draw)
        networks = [network for network, _ in models.values()]
        drawing = self.drawing
        h = np.stack([on_grid(network, X_CELLS, Y_CELLS) for network in networks])
        drawing.surface.set_values(
            np.stack([_on_overlay(h, 0.0), _on_overlay(np.ones_like(h), 0.0)], axis=-1), _colors_of
        )
        drawing.boundary.set_data(*level_line(drawing.x, drawing.y, _on_overlay(h, np.nan)))
        drawing.show_samples(*_points_on_overlay([X] * len(EIGHT), [y] * len(EIGHT)))
        shares = [network.weights / np.abs(network.weights).max() for network in networks]
        drawing.show_centers(*_points_on_overlay([n.centers for n in networks], shares))
        for rings in drawing.centers if not centers else ():
            rings.set_visible(False)
        self.errors.texts = [f"error {error:.2f}" for _, error in models.values()]
        return self._errors_of(models)

    def measure(self, data, gamma, draw, centers):
        return self._errors_of(fits_of(data, gamma, draw))

    @staticmethod
    def _errors_of(models):
        return {RESULTS[title]: error for title, (_, error) in models.items()}

    def code(self, data, gamma, draw, centers):
        make = TOY_DATA[data].__name__
        start = f"""
            import numpy as np
            from rbflib import KMeans, {make}

            X, y = {make}(500, random_state={SEED + draw})
            X, y, X_test, y_test = X[:100], y[:100], X[100:], y[100:]
            means, gamma = KMeans({FEW}, random_state=0).fit(X).cluster_centers_, {gamma}
        """
        end = """
            for name, model in models.items():
                predicted = np.where(model.fit(X, y).predict(X_test) > 0, 1, -1)
                print(f"E_out, {name}:", np.mean(predicted != y_test))
        """
        return lines(start, MODELS_CODE, end)


class PanelErrors(Artist):
    """The error of each model, at the right above its plane. Pixels: moving text takes long."""

    texts = ()

    def __init__(self, overlay):
        super().__init__()
        self.set_animated(True)
        overlay.add_artist(self)

    def draw(self, renderer):
        scale, gc = self.axes.figure.dpi * CELL_SIDE, renderer.new_gc()
        for (column, row), text in zip(CORNERS, self.texts, strict=True):
            pixels = stamp(text, style.INK, self.axes.figure.dpi)
            right, above = scale * (column + N_X), scale * (row + N_Y + 1)
            renderer.draw_image(gc, round(right) - pixels.shape[1], round(above), pixels)
        gc.restore()
        self.stale = False


def _colors_of(overlay):
    """Colors of (h, 1) on the planes; none around them, where both are 0."""
    h, inside = np.moveaxis(overlay, -1, 0)
    colors = style.surface_colors(h / np.maximum(inside, 0.5))
    colors[inside < 0.5] = 0
    return colors


def _on_overlay(planes, around):
    """Arrays (8, N_Y, N_X, …), each at its place, with one value around them."""
    overlay = np.full((OVERLAY_Y, OVERLAY_X, *planes.shape[3:]), around, planes.dtype)
    for (column, row), plane in zip(CORNERS, planes, strict=True):
        overlay[row : row + N_Y, column : column + N_X] = plane
    return overlay


def _points_on_overlay(points, values):
    """Points of each plane that are inside it, as points of the overlay, and their values."""
    corners = np.repeat(CORNERS, [len(p) for p in points], axis=0)
    points, values = np.concatenate(points), np.concatenate(values)
    inside = np.all(np.abs(points) < HALF, axis=1)
    return (corners + (points + HALF) / UNIT)[inside], values[inside]


@explorer(page="start_here")
def eight_models():
    """Page 00: one data set under eight models."""
    controls = {
        "data": Choice("data", list(TOY_DATA)),
        "gamma": LogSlider("γ", 10**0.5, -1, 3),
        "draw": draw_slider("samples"),
        "centers": Switch("rings around the centers", False),
    }
    presets = {
        "Wide bumps": {"gamma": 10**-0.5},
        "Narrow bumps": {"gamma": 10**1.5},
        "A ring": {"data": "disk in a ring"},
        "Four clouds": {"data": "four clouds"},
    }
    return Explorer(EightModelsScene, controls, presets)
