"""Scenes of page 01: the machine's bumps added up, the gallery of similarities, Cover's theorem."""

from functools import lru_cache

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

from rbflib.basis import BASES, design_matrix
from rbflib.datasets import make_rings, make_xor
from rbflib.lab.kit import style
from rbflib.lab.kit.explorer import Explorer, choice, log_slider, slider
from rbflib.lab.kit.plane import PLANE_DATA, PlaneDrawing, plane_data
from rbflib.lab.kit.stage import Pixels, Scene
from rbflib.network import RBFNetwork
from rbflib.similarity import polynomial, tanh_neuron
from rbflib.svm import network_from_svc


class BumpsScene(Scene):
    """The decision value of a Gaussian SVM, summed up bump by bump, and its error on the way."""

    def __init__(self):
        self.figure = style.new_figure()
        plane = style.add_axes(
            self.figure, (0.65, 0.9, 3.9, 3.1), title="bumps so far, □ the last one added",
            aspect="equal", xlim=(-2.6, 2.6), ylim=(-2.13, 2.13),
        )  # fmt: skip
        self.drawing = PlaneDrawing(plane)
        (self.newest,) = plane.plot(
            [], [], "s", ms=19, mfc="none", mec=style.INK, mew=1.8, animated=True, zorder=5
        )
        self.errors = style.add_axes(
            self.figure, (5.35, 0.9, 3.6, 3.1), title="error as bumps are added",
            xlabel="% of the bumps added, largest weight first",
            ylabel="share of samples in error", xlim=(0, 100.6), ylim=(0, 1),
        )  # fmt: skip
        (self.e_in,) = self.errors.plot(
            [], [], color=style.POSITIVE, animated=True, label="training samples"
        )
        (self.e_out,) = self.errors.plot(
            [], [], color=style.NEGATIVE, ls="--", animated=True, label="400 test samples"
        )
        self.now = self.errors.axvline(0, color=style.INK, lw=1, animated=True)
        style.add_legend(self.errors, below=True)
        style.add_legend(plane, below=True)

    def tops(self, data, gamma, C, bumps):
        return {"bumps": _bump_by_bump(data, gamma, C)[0].n_centers}

    def update(self, data, gamma, C, bumps):
        network, e_in, e_out = _bump_by_bump(data, gamma, C)
        n = bumps
        centers, weights = network.centers[:n], network.weights[:n]
        partial = RBFNetwork(centers, weights, network.bias, network.gamma)
        self.drawing.show_data(data)
        self.drawing.show_network(partial)
        self.newest.set_data(*centers[-1:].T)
        share = 100 * np.arange(network.n_centers + 1) / network.n_centers
        self.e_in.set_data(share, e_in)
        self.e_out.set_data(share, e_out)
        self.now.set_xdata([share[n], share[n]])
        return {
            "bumps in all": network.n_centers,
            "E_in": e_in[n],
            "E_out": e_out[n],
        }


@lru_cache(maxsize=32)
def _bump_by_bump(data, gamma, C):
    """The fitted machine, bumps sorted by |weight|, and both errors after every bump."""
    X, y, X_test, y_test = plane_data(data)
    network = network_from_svc(SVC(gamma=gamma, C=C).fit(X, y))
    order = _largest_first(network.weights)
    centers, weights = network.centers[order], network.weights[order]
    network = RBFNetwork(centers, weights, network.bias, network.gamma)

    def error_after_every_bump(X, y):
        scores = np.cumsum(network.transform(X) * weights, axis=1) + network.bias
        scores = np.column_stack([np.full(len(X), network.bias), scores])
        return np.mean(np.where(scores > 0, 1, -1) != y[:, None], axis=0)

    return network, error_after_every_bump(X, y), error_after_every_bump(X_test, y_test)


def _largest_first(weights):
    """Order by |weight|; equal ones, as at the bound C, alternate between the classes."""
    positive = weights > 0
    rank_in_class = np.where(positive, np.cumsum(positive), np.cumsum(~positive))
    return np.lexsort([rank_in_class, -np.abs(weights).round(9)])


def svm_bumps():
    """Page 01: a Gaussian SVM taken apart into its bumps."""
    controls = {
        "data": choice("data", list(PLANE_DATA)),
        "gamma": log_slider("γ", 1.0, -1, 2),
        "C": log_slider("C", 1.0, -2, 3),
        "bumps": slider("bumps added", 100, 0, 100, 1),
    }
    presets = {
        "The first bump": {"bumps": 1},
        "Ten bumps": {"bumps": 10},
        "The whole machine": {"bumps": 100},
        "Few, wide bumps": {"gamma": 0.3, "C": 100, "bumps": 100},
        "A bump on every sample": {"gamma": 100, "C": 10, "bumps": 100},
        "Real data": {"data": "breast cancer", "gamma": 0.5, "C": 1, "bumps": 100},
    }
    return Explorer(BumpsScene(), controls, presets)


# Title of each panel: the functions φ(γ‖x − μ‖²) by their name in BASES, with r = ‖x − μ‖, …
RADIAL = {
    "gaussian": "Gaussian: drag the center\nexp(−γr²)",
    "inverse_quadratic": "inverse quadratic\n1 / (1 + γr²)",
    "inverse_multiquadric": "inverse multiquadric\n1 / √(1 + γr²)",
    "truncated": "truncated\n[√γ r ≤ 1] (1 − √γ r)²",
}
# … and the functions of the inner product x·μ.
NOT_RADIAL = {
    "polynomial": "polynomial\n(1 + x·μ)²",
    "tanh_neuron": "neuron\ntanh(γ x·μ + 1)",
}


def gallery(X, mu, gamma):
    """Similarity of the points X (N, 2) to one center mu (1, 2), for every panel: name -> (N,)."""
    s = gamma * ((X - mu) ** 2).sum(axis=1)
    radial = {name: BASES[name](s) for name in RADIAL}
    return radial | {
        "polynomial": polynomial(X, mu)[:, 0],
        "tanh_neuron": tanh_neuron(X, mu, gamma)[:, 0],
    }


class SimilaritiesScene(Scene):
    """Six similarities to one center, as maps over the plane."""

    probe = np.array([[1.0, 0.0]])

    def __init__(self):
        self.figure = style.new_figure(height=5.2)
        self.panels = {}
        for i, (name, title) in enumerate((RADIAL | NOT_RADIAL).items()):
            row, column = divmod(i, 3)
            axes = style.add_axes(
                self.figure, (0.45 + 3.0 * column, 2.95 - 2.6 * row, 2.6, 1.8), title=title,
                xlim=(-2.6, 2.6), ylim=(-1.8, 1.8), aspect="equal",
            )  # fmt: skip
            self.panels[name] = Pixels(axes)
            axes.plot(*self.probe[0], "*", color=style.NEGATIVE, ms=11, animated=True)
        self.axes = self.figure.axes
        x, y = self.panels["gaussian"].grid()
        self.grid = np.stack(np.meshgrid(x, y), axis=-1)
        self.centers = [
            axes.plot([], [], "D", color=style.CENTER, mec="white", ms=9, animated=True)[0]
            for axes in self.axes
        ]
        self.rings = [
            axes.plot([], [], color=style.INK, lw=0.8, animated=True)[0] for axes in self.axes
        ]
        angle = np.append(np.linspace(0, 2 * np.pi, 60), np.nan)
        circle = np.stack([np.cos(angle), np.sin(angle)])
        self.circles = np.concatenate([0.6 * circle, 1.2 * circle, 1.8 * circle], axis=1)

    def update(self, x, y, gamma):
        mu = np.array([[x, y]])
        for name, z in gallery(self.grid.reshape(-1, 2), mu, gamma).items():
            z = z.reshape(self.grid.shape[:2])
            if name == "tanh_neuron":  # the only one with negative values
                colors = style.surface_colors(z, 0.2, 1)
            else:
                colors = style.similarity_colors(z / max(1, z.max()))
            self.panels[name].set_colors(colors)
        for center, rings in zip(self.centers, self.rings, strict=True):
            center.set_data(*mu.T)
            rings.set_data(*(mu.T + self.circles))
        at_star = gallery(self.probe, mu, gamma)
        numbers = {name.replace("_", " "): value[0] for name, value in at_star.items()}
        return {"at the star:": "", **numbers}

    def drag(self, axes, start, point, state):
        return {"x": point[0], "y": point[1]}


def similarities():
    """Page 01: which similarities are radial."""
    controls = {
        "x": slider("center x₁", 0.5, -2.5, 2.5, 0.1),
        "y": slider("center x₂", 0.5, -1.7, 1.7, 0.1),
        "gamma": log_slider("γ", 1.0, -1.5, 3),
    }
    presets = {
        "Center at 0": {"x": 0, "y": 0, "gamma": 1},
        "Center far out": {"x": 2, "y": 1, "gamma": 1},
        "Wide": {"gamma": 0.1},
        "Almost the indicator": {"gamma": 1000},
    }
    return Explorer(SimilaritiesScene(), controls, presets)


COVER_DATA = {"disk in a ring": make_rings, "four clouds": make_xor}


COVER_SEED = 3


class CoverScene(Scene):
    """Samples in the plane, and the same samples as similarities to two centers."""

    def __init__(self):
        self.figure = style.new_figure()
        plane = style.add_axes(
            self.figure, (0.6, 0.9, 3.9, 3.1), title="the plane: drag a center", xlabel="x₁",
            ylabel="x₂", xlim=(-2.45, 2.45), ylim=(-2, 2), aspect="equal",
        )  # fmt: skip
        self.drawing = PlaneDrawing(plane)
        (self.centers,) = plane.plot(
            [], [], "D", color=style.CENTER, mec="white", ms=11, animated=True, zorder=6,
            label="your two centers",
        )  # fmt: skip
        self.drawing.centers[2].set_label("_not drawn here")
        space = style.add_axes(
            self.figure, (5.35, 0.9, 3.6, 3.1), title="the same samples after the transform",
            xlabel="z₁ = φ(x, μ₁)", ylabel="z₂ = φ(x, μ₂)", xlim=(-0.03, 1.08), ylim=(-0.03, 1.08),
        )  # fmt: skip
        self.features = PlaneDrawing(space)
        style.add_legend(plane, below=True)

    def update(self, data, x1, y1, x2, y2, gamma):
        X, y = COVER_DATA[data](100, random_state=COVER_SEED)
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
            "errors of a fitted line: in the plane": _errors_in_the_plane(data),
            "after the transform": _errors(line, Z, y),
        }

    def _show_line(self, network):
        """The line w·z + b = 0, and its sides in the bands of the surface."""
        h = np.add.outer(network.weights[1] * self.features.y, network.weights[0] * self.features.x)
        h += network.bias
        self.features.surface.set_colors(style.surface_colors(h))
        self.features.boundary.set_data([], [])
        w1, w2 = network.weights
        z = np.array([-0.03, 1.08])
        if abs(w2) > 1e-9:
            self.features.boundary.set_data(z, -(w1 * z + network.bias) / w2)

    def drag(self, axes, start, point, state):
        if axes is not self.drawing.axes:
            return {}
        near_first = np.hypot(state["x1"] - start[0], state["y1"] - start[1])
        near_second = np.hypot(state["x2"] - start[0], state["y2"] - start[1])
        m = 1 if near_first <= near_second else 2
        return {f"x{m}": point[0], f"y{m}": point[1]}


def _line(X, y):
    # A weak penalty: the line may be as steep as it likes.
    return LogisticRegression(C=1e4, solver="newton-cholesky").fit(X, y)


@lru_cache
def _errors_in_the_plane(data):
    X, y = COVER_DATA[data](100, random_state=COVER_SEED)
    return _errors(_line(X, y), X, y)


def _errors(line, X, y):
    return int(np.sum(line.predict(X) != y))


def cover():
    """Page 01: not separable in the plane, separable after a radial transform."""
    controls = {
        "data": choice("data", list(COVER_DATA)),
        "x1": slider("center 1: x₁", -1.6, -2.4, 2.4, 0.1),
        "y1": slider("center 1: x₂", -1.0, -1.9, 1.9, 0.1),
        "x2": slider("center 2: x₁", 1.6, -2.4, 2.4, 0.1),
        "y2": slider("center 2: x₂", -1.0, -1.9, 1.9, 0.1),
        "gamma": log_slider("γ", 0.5, -1.5, 1.5),
    }
    presets = {
        "Ring: a center in the middle": {"data": "disk in a ring", "x1": 0, "y1": 0, "gamma": 1},
        "Clouds: two opposite corners": {
            "data": "four clouds", "x1": 1, "y1": 1, "x2": -1, "y2": -1, "gamma": 0.5,
        },
        "Clouds: two neighbor corners": {
            "data": "four clouds", "x1": 1, "y1": 1, "x2": -1, "y2": 1, "gamma": 0.5,
        },
    }  # fmt: skip
    return Explorer(CoverScene(), controls, presets)
