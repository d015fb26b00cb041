"""Any RBF network, drawn: its surface, boundary, bumps and centers. And the scene of page 00.

Every model of the collection ends in an `RBFNetwork`, so these two drawings serve all pages:
`PlaneDrawing` for two features, `LineDrawing` for one.
"""

from functools import cache

import contourpy
import numpy as np
from matplotlib.collections import LineCollection

from rbflib.basis import BASES
from rbflib.datasets import draw_tumors, make_moons, make_rings, make_xor
from rbflib.lab import style
from rbflib.lab.explorer import Explorer, choice, log_slider, slider
from rbflib.lab.stage import Pixels, Scene
from rbflib.network import RBFNetwork

PLANE_DATA = {
    "two moons": (make_moons, "x₁", "x₂"),
    "disk in a ring": (make_rings, "x₁", "x₂"),
    "four clouds": (make_xor, "x₁", "x₂"),
    "breast cancer": (draw_tumors, "log mean radius, scaled", "log mean texture, scaled"),
}


@cache
def plane_data(name, n_train=100, n_test=400):
    """Training and test samples of one entry of PLANE_DATA: X, y, X_test, y_test."""
    X, y = PLANE_DATA[name][0](n_train + n_test, random_state=7)
    return X[:n_train], y[:n_train], X[n_train:], y[n_train:]


class PlaneDrawing:
    """A network over the plane: bands of h, the line h = 0, centers sized by weight, samples."""

    def __init__(self, axes):
        self.axes = axes
        self.surface = Pixels(axes)
        self.x, self.y = self.surface.grid()
        (self.boundary,) = axes.plot([], [], color=style.INK, lw=2, animated=True, zorder=2)
        self.boundary.set_label("h = 0")
        # One marker a size class: matplotlib draws a thousand equal markers as fast as one.
        self.centers = [
            axes.plot(
                [], [], "o", mfc="none", mec=style.CENTER, mew=1.6, ms=size, animated=True, zorder=3
            )[0]
            for size in (5, 8, 11, 14)
        ]
        self.centers[2].set_label("centers, sized by |β|")
        self.samples = {
            sign: axes.plot(
                [], [], ls="", ms=6, mec="white", mew=0.7, animated=True, zorder=4, **look
            )[0]
            for sign, look in style.CLASS_STYLE.items()
        }

    def show_network(self, network, centers=True, shown=lambda h: h):
        """`shown` turns h into what the bands show."""
        h = on_grid(network, self.x, self.y)
        self.surface.set_colors(style.surface_colors(shown(h)))
        self.boundary.set_data(*level_line(self.x, self.y, h))
        if centers:
            self.show_centers(network.centers, network.weights)

    def show_centers(self, centers, weights):
        """Rings on the centers, in four sizes after |β|."""
        largest = np.abs(weights).max(initial=1e-300)
        size = np.digitize(np.abs(weights) / largest, [0.25, 0.5, 0.75])
        for k, rings in enumerate(self.centers):
            rings.set_data(*centers[size == k].T)

    def show_data(self, name):
        """The training samples of one entry of PLANE_DATA, and its axis labels."""
        X, y, *_ = plane_data(name)
        self.show_samples(X, y)
        labels = PLANE_DATA[name][1:]
        if labels != (self.axes.get_xlabel(), self.axes.get_ylabel()):
            self.axes.set(xlabel=labels[0], ylabel=labels[1])

    def show_samples(self, X, y):
        for sign, points in self.samples.items():
            points.set_data(*X[y == sign].T)


def on_grid(network, x, y):
    """h over the grid of x (Gx,) and y (Gy,): (Gy, Gx).

    A Gaussian bump is a product: e^{−γ(x−μ₁)²} e^{−γ(y−μ₂)²}. Two thin matrices of exponentials
    and one matrix product do the work of Gx·Gy·M exponentials.
    """
    if network.basis == "gaussian" and np.ndim(network.gamma) < 2:
        mu, gamma = network.centers, network.gamma
        along_x = np.exp(-gamma * np.subtract.outer(x, mu[:, 0]) ** 2)
        along_y = np.exp(-gamma * np.subtract.outer(y, mu[:, 1]) ** 2)
        return (along_y * network.weights) @ along_x.T + network.bias
    points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    return network(points).reshape(len(y), len(x))


def level_line(x, y, h, level=0.0):
    """The line h = level as one polyline (2, L) with gaps of NaN."""
    pieces = contourpy.contour_generator(x, y, h).lines(level)
    gap = np.full((1, 2), np.nan)
    return np.concatenate([part for piece in pieces for part in (piece, gap)] or [gap]).T


class LineDrawing:
    """A network over a line: the curve h, and each bump β_m φ under it."""

    def __init__(self, axes, color=style.POSITIVE, label="network h(x)"):
        self.axes = axes
        self.x = np.linspace(*axes.get_xlim(), 321)
        self.bumps = LineCollection([], colors=style.BUMP, lw=1.1, animated=True, zorder=2)
        axes.add_collection(self.bumps, autolim=False)
        (self.curve,) = axes.plot([], [], color=color, lw=2.4, animated=True, zorder=4, label=label)

    def show_network(self, network):
        X = self.x[:, None]
        bumps = network.transform(X) * network.weights
        # Bumps of ±10⁹ that cancel would break the drawing, not show anything.
        inside = np.clip(bumps[::2], -1e4, 1e4)
        self.bumps.set_segments([np.column_stack([self.x[::2], bump]) for bump in inside.T])
        self.curve.set_data(self.x, np.clip(bumps.sum(axis=1) + network.bias, -1e4, 1e4))


class HypothesisScene(Scene):
    """Three bumps on a line, put together by hand, and a dotted curve to match."""

    target = RBFNetwork([[-1.5], [0.25], [1.5]], [1.0, -1.2, 0.8], bias=0.2, gamma=2.0)

    def __init__(self):
        self.figure = style.new_figure(height=3.9)
        self.axes = style.add_axes(
            self.figure, (0.6, 0.85, 8.4, 2.7), xlabel="x", xlim=(-3, 3), ylim=(-2.4, 2.4),
            title="h(x) = Σ βₘ φ(γ‖x − μₘ‖²) + b.   Drag a green handle: it sets μₘ and βₘ.",
        )  # fmt: skip
        self.axes.axhline(0, color=style.MUTED, lw=0.8)
        self.drawing = LineDrawing(self.axes)
        self.drawing.bumps.set_linewidth(1.8)
        x = self.drawing.x
        self.axes.plot(x, self.target(x[:, None]), ls=":", color=style.INK, label="curve to match")
        (self.handles,) = self.axes.plot(
            [], [], "D", color=style.CENTER, ms=9, animated=True, zorder=5, label="βₘ at μₘ"
        )
        self.bumps_key = self.axes.plot([], [], color=style.BUMP, label="bumps βₘ φ")
        style.add_legend(self.axes, below=True)

    def update(self, mu1, beta1, mu2, beta2, mu3, beta3, gamma, b, basis):
        mu, beta = np.array([mu1, mu2, mu3]), np.array([beta1, beta2, beta3])
        network = RBFNetwork(mu[:, None], beta, bias=b, gamma=gamma, basis=basis)
        self.drawing.show_network(network)
        self.handles.set_data(mu, beta)
        x = self.drawing.x[:, None]
        gap = np.abs(network(x) - self.target(x)).max()
        return {"h(0)": network([[0.0]])[0], "largest gap to the dotted curve": gap}

    def drag(self, axes, start, point, state):
        mu = [state[f"mu{m}"] for m in (1, 2, 3)]
        beta = [state[f"beta{m}"] for m in (1, 2, 3)]
        m = 1 + np.hypot(mu - start[0], beta - start[1]).argmin()
        return {f"mu{m}": point[0], f"beta{m}": point[1]}


def hypothesis():
    """Page 00: the one hypothesis, built by hand from three bumps."""
    start = [("₁", -1.5, 1.0), ("₂", 0.0, 0.6), ("₃", 1.5, -0.8)]
    controls = {}
    for m, (sub, mu, _) in enumerate(start, start=1):
        controls[f"mu{m}"] = slider(f"center μ{sub}", mu, -3.0, 3.0, 0.05)
    for m, (sub, _, beta) in enumerate(start, start=1):
        controls[f"beta{m}"] = slider(f"weight β{sub}", beta, -2.0, 2.0, 0.05)
    controls["gamma"] = log_slider("γ", 2.0, -1, 2, 0.05)
    controls["b"] = slider("bias b", 0.0, -1.0, 1.0, 0.05)
    controls["basis"] = choice("basis φ", list(BASES))
    presets = {
        "One bump": {"beta1": 0, "mu2": 0, "beta2": 1, "beta3": 0, "b": 0},
        "Wide bumps": {"gamma": 0.3},
        "Narrow bumps": {"gamma": 20},
        "Bumps that cancel": {
            "mu1": -0.05, "beta1": 2, "mu2": 0.05, "beta2": -2, "beta3": 0, "b": 0,
        },
        "The dotted curve": {
            "mu1": -1.5, "beta1": 1, "mu2": 0.25, "beta2": -1.2, "mu3": 1.5, "beta3": 0.8,
            "gamma": 2, "b": 0.2, "basis": "gaussian",
        },
    }  # fmt: skip
    return Explorer(HypothesisScene(), controls, presets)
