"""A network over the plane: surface, boundary, centers and widths; and samples of two classes."""

from functools import lru_cache

import contourpy
import numpy as np

from rbflib.datasets import draw_tumors, make_moons, make_rings, make_xor
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import Pixels, moving
from rbflib.lab.kit.your_data import YourData, show_frame

SEED, N_TEST = 7, 400
TOY_DATA = {"two moons": make_moons, "disk in a ring": make_rings, "four clouds": make_xor}
PLANE_DATA = {name: (make, "x₁", "x₂") for name, make in TOY_DATA.items()} | {
    "breast cancer": (draw_tumors, "log mean radius, scaled", "log mean texture, scaled"),
}


@lru_cache(maxsize=64)  # all draws of one entry
def plane_data(name, n_train=100, draw=0, **options):
    """Training and test samples of an entry of PLANE_DATA or the reader: X, y, X_test, y_test."""
    if isinstance(name, YourData):
        return name.arrays
    X, y = PLANE_DATA[name][0](n_train + N_TEST, random_state=SEED + draw, **options)
    return X[:n_train], y[:n_train], X[n_train:], y[n_train:]


LIMITS = {"xlim": (-2.6, 2.6), "ylim": (-2.13, 2.13)}


def plane_axes(figure, place, title, **options):
    """Axes for samples of PLANE_DATA; x₁ and x₂ have one scale."""
    axes = style.add_axes(figure, place, title, aspect="equal", **LIMITS, **options)
    axes.locator_params(integer=True, nbins=6)
    return axes


def show_plane(axes, name):
    """The limits of the samples, and the names of their features; whether they changed."""
    labels = PLANE_DATA.get(name, (None, "x₁", "x₂"))
    return show_frame(axes, name, **LIMITS, xlabel=labels[1], ylabel=labels[2])


class PlaneDrawing:
    """A network over the plane: bands of h, the line h = 0, centers sized by weight, samples.

    The line has the color of the method.
    """

    def __init__(self, axes, method="network"):
        self.axes = axes
        self.surface = Pixels(axes)
        self.x, self.y = self.surface.grid()
        color = style.METHOD_STYLE[method]["color"]
        self.boundary = moving(axes.plot([], [], color=color, lw=2.4, zorder=2, label="h = 0"))
        # One marker per size class: matplotlib draws a thousand equal markers as fast as one.
        rings = {"mfc": "none", "mec": style.CENTER, "mew": 1.6, "zorder": 3}
        self.centers = [moving(axes.plot([], [], "o", ms=size, **rings)) for size in (5, 8, 11, 14)]
        self.centers[2].set_label("|β|")
        dots = {"ls": "", "ms": 7, "mec": "white", "mew": 0.8, "zorder": 4}
        self.samples = {
            sign: moving(axes.plot([], [], **dots, **look))
            for sign, look in style.CLASS_STYLE.items()
        }

    def show_network(self, network, centers=True, shown=lambda h: h):
        """`shown` turns h into what the bands show."""
        h = on_grid(network, self.x, self.y)
        self.surface.set_values(shown(h), style.surface_colors)
        self.boundary.set_data(*level_line(self.x, self.y, h))
        if centers:
            self.show_centers(network.centers, network.weights)

    def show_centers(self, centers, weights):
        """Rings on the centers, in four sizes after |β|."""
        largest = np.abs(weights).max(initial=1e-300)
        size = np.digitize(np.abs(weights) / largest, [0.25, 0.5, 0.75])
        for k, rings in enumerate(self.centers):
            rings.set_data(*centers[size == k].T)
            rings.set_visible(np.any(size == k))  # matplotlib takes its time over empty ones

    def show_data(self, name):
        """The training samples of one entry of PLANE_DATA, and the names of its features."""
        X, y, *_ = plane_data(name)
        self.show_samples(X, y)
        self.show_labels(name)

    def show_labels(self, name):
        if show_plane(self.axes, name):
            self.x, self.y = self.surface.grid()

    def show_samples(self, X, y):
        for sign, points in self.samples.items():
            points.set_data(*X[y == sign].T)


def on_grid(h, x, y):
    """A network, or any function (Q, 2) -> (Q,), over the grid of x (Gx,) and y (Gy,): (Gy, Gx).

    A Gaussian bump is a product: e^{−γ(x−μ₁)²} e^{−γ(y−μ₂)²}. Two thin matrices of exponentials
    and one matrix product do the work of Gx·Gy·M exponentials.
    """
    if getattr(h, "basis", None) == "gaussian" and np.ndim(h.gamma) < 3:
        mu = h.centers
        gamma_x, gamma_y = np.broadcast_to(np.transpose(h.gamma), mu.T.shape)
        along_x = np.exp(-gamma_x * np.subtract.outer(x, mu[:, 0]) ** 2)
        along_y = np.exp(-gamma_y * np.subtract.outer(y, mu[:, 1]) ** 2)
        return (along_y * h.weights) @ along_x.T + h.bias
    points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    return h(points).reshape(len(y), len(x))


def level_line(x, y, h, level=0.0):
    """The line h = level as one polyline (2, L) with gaps of NaN."""
    pieces = contourpy.contour_generator(x, y, h).lines(level)
    gap = np.full((1, 2), np.nan)
    return np.concatenate([part for piece in pieces for part in (piece, gap)] or [gap]).T


CIRCLE = np.stack([np.cos(np.linspace(0, 2 * np.pi, 49)), np.sin(np.linspace(0, 2 * np.pi, 49))])


def outlines(mu, gamma):
    """Around each center the line φ = e^{−1/2}, one σ away: (2, L) with gaps of NaN."""
    matrices = gamma * np.eye(2) if np.ndim(gamma) == 0 else gamma
    size, axes = np.linalg.eigh(np.broadcast_to(matrices, (len(mu), 2, 2)))
    steps = np.einsum("mde,me,el->mld", axes, 1 / np.sqrt(2 * size), CIRCLE)
    gap = np.full((len(mu), 1, 2), np.nan)
    return np.concatenate([mu[:, None] + steps, gap], axis=1).reshape(-1, 2).T


def mark_centers(axes, **look):
    """Green diamonds that move; on the lower edge of the axes for centers on a line."""
    usual = {"label": "centers", "clip_on": False, "ms": 7, "mec": "white", "mew": 0.8, "zorder": 6}
    return moving(axes.plot([], [], "D", color=style.CENTER, **usual | look))
