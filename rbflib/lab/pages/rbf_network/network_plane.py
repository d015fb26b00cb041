"""The two stages of an RBF network in the plane: centers and widths, then weights."""

from functools import lru_cache

import numpy as np

from rbflib.basis import design_matrix
from rbflib.centers import CENTERS, WIDTHS
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving
from rbflib.lab.kit.controls import Choice, LinearSlider, LogSlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.plane import (
    PLANE_DATA,
    SEED,
    PlaneDrawing,
    mark_centers,
    outlines,
    plane_axes,
    plane_data,
    show_plane,
)
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.report import lines
from rbflib.lab.kit.scene import Scene
from rbflib.lab.kit.your_data import Opens, YourData, of_two_classes
from rbflib.least_squares import solve_logistic_layer, solve_output_layer
from rbflib.network import RBFNetwork

CENTER_RULES = {"random samples": "random", "k-means": "kmeans", "Gaussian mixture": "gmm"}
WIDTH_RULES = {
    "γ of the slider": None,
    "neighbor centers": "neighbors",
    "own cluster": "clusters",
    "mixture": "gmm",
}
NO_MIXTURE = "own cluster, as only a mixture has its own"


class NetworkPlaneScene(Scene):
    """The network; beside it the first stage, centers and widths from the samples alone."""

    drawn = ("E_in", "E_out")

    def __init__(self):
        self.figure = style.new_figure()
        title = "Its centers and widths: from x"
        stage1 = self.stage1 = plane_axes(self.figure, style.ASIDE_PLANE, title, keyed=True)
        dots = {"color": style.MUTED, "ms": 4, "mec": "white", "mew": 0.5, "label": "samples"}
        self.samples = moving(stage1.plot([], [], "o", **dots))
        rings = {"color": style.CENTER, "lw": 1.3, "zorder": 5, "label": "φ = 0.61"}
        self.outlines = moving(stage1.plot([], [], **rings))
        self.centers = mark_centers(stage1)
        style.add_key(stage1)
        title = "The network: weights from x and y"
        stage2 = plane_axes(self.figure, style.LEAD, title, leads=True)
        self.drawing = PlaneDrawing(stage2)
        style.add_key(stage2)

    def update(self, data, output, draw, **state):
        numbers = self.measure(data, output=output, draw=draw, **state)
        self._draw(data, draw, output)
        return numbers

    def measure(self, data, n_centers, centers, width, gamma, alpha, output, draw):
        X, y, X_test, y_test = plane_data(data, draw=draw)
        mu, *mixture = stage_one(data, n_centers, CENTER_RULES[centers], draw)
        rule = width if mixture or width != "mixture" else "own cluster"
        if WIDTH_RULES[rule]:
            gamma = WIDTHS[WIDTH_RULES[rule]](X, mu, *(mixture if rule == "mixture" else ()))
        solve = solve_output_layer if output == "sign" else solve_logistic_layer
        weights = solve(design_matrix(X, mu, gamma), y, alpha)
        network = self.network = RBFNetwork(mu, *weights, gamma)
        numbers = {
            "E_in": np.mean(np.sign(network(X)) != y),
            "E_out": np.mean(np.sign(network(X_test)) != y_test),
            "parameters of the network": n_numbers(network),
        }
        if output == "logistic":
            numbers["mean −ln p of the test samples' classes"] = log_loss(network, X_test, y_test)
        if rule != width:
            numbers["widths"] = NO_MIXTURE
        return numbers

    def maxima(self, data, **_state):
        own = isinstance(data, YourData)
        return {"n_centers": min(30, len(np.unique(data.arrays[0], axis=0)))} if own else {}

    def disabled_reasons(self, width, **_state):
        return {} if width == "γ of the slider" else {"gamma": "the widths come from the samples"}

    def code(self, data, n_centers, centers, width, gamma, alpha, output, draw):
        make, rule = PLANE_DATA[data][0].__name__, CENTER_RULES[centers]
        own = rule == "gmm" or width != "mixture"
        width = WIDTH_RULES[width if own else "own cluster"]
        start = f"""
            import numpy as np
            from rbflib import RBFNetworkClassifier, {make}

            X, y = {make}(500, random_state={SEED + draw})
            X, y, X_test, y_test = X[:100], y[:100], X[100:], y[100:]
            model = RBFNetworkClassifier(
                {n_centers}, centers="{rule}", gamma={f'"{width}"' if width else gamma},
                alpha={alpha}, output="{output}", random_state=0,
            ).fit(X, y)
            h = model.network_
            print("E_in:", np.mean(model.predict(X) != y))
            print("E_out:", np.mean(model.predict(X_test) != y_test))
            # A round bump has one width, and all may share it; a tilted one has three numbers.
            widths = np.size(h.gamma) if np.ndim(h.gamma) < 2 else 3 * {n_centers}
            print("parameters of the network:", h.centers.size + h.weights.size + 1 + widths)
        """
        log_loss = """
            log_loss = np.logaddexp(0, -y_test * h(X_test))
            print("mean −ln p of the test samples' classes:", log_loss.mean())
        """
        note = f'print("widths:", "{NO_MIXTURE}")'
        return lines(start, log_loss if output == "logistic" else "", "" if own else note)

    def _draw(self, data, draw, output):
        X, y, *_ = plane_data(data, draw=draw)
        network = self.network
        self.samples.set_data(*X.T)
        self.centers.set_data(*network.centers.T)
        self.outlines.set_data(*outlines(network.centers, network.gamma))
        self.drawing.show_samples(X, y)
        self.drawing.show_labels(data)
        show_plane(self.stage1, data)
        # p = 1 / (1 + e⁻ʰ) from 0 to 1 is shown as 2p − 1 = tanh(h/2), from −1 to 1.
        shown = (lambda h: np.tanh(h / 2)) if output == "logistic" else (lambda h: h)
        self.drawing.show_network(network, shown=shown)


@lru_cache(maxsize=512)
def stage_one(data, n_centers, rule, draw):
    """Centers (M, 2) of one entry of PLANE_DATA; a mixture's covariances and counts come along."""
    chosen = CENTERS[rule](plane_data(data, draw=draw)[0], n_centers, 0)
    return chosen if rule == "gmm" else (chosen,)


def n_numbers(network):
    """Centers, weights, bias and widths, counted; a symmetric matrix has D(D + 1)/2 numbers."""
    M, D = network.centers.shape
    per_width = {0: 1, 1: M, 3: M * D * (D + 1) // 2}
    return M * D + M + 1 + per_width[np.ndim(network.gamma)]


def log_loss(network, X, y):
    """Mean of −ln p(y | x) with p(+1 | x) = 1 / (1 + e^{−h})."""
    return np.mean(np.logaddexp(0, -y * network(X)))


@explorer(page="rbf_network")
def network_plane(X=None, y=None):
    """Page 05: a two-stage network in the plane; on your X (N, 2) and two classes y."""
    controls = {
        "data": Choice("data", list(PLANE_DATA)),
        "centers": Choice("centers", list(CENTER_RULES), "k-means"),
        "n_centers": LinearSlider("centers M", 10, 1, 30, 1),
        "width": Choice("widths", list(WIDTH_RULES)),
        "gamma": LogSlider("γ", 1.0, -1, 2),
        "output": Choice("output", ["sign", "logistic"]),
        "alpha": LogSlider("λ", 0.01, -4, 2, 0.25),
        "draw": draw_slider("samples"),
    }
    presets = {
        "Random samples": {"centers": "random samples"},
        "k-means": {},
        "Mixture": {"centers": "Gaussian mixture", "width": "mixture", "n_centers": 5},
        "One bump": {"n_centers": 1},
        "Thirty bumps": {"n_centers": 30, "gamma": 100, "alpha": 1e-4},
        "Probabilities": {"output": "logistic", "alpha": 0.1},
        "Real data": {"data": "breast cancer", "output": "logistic", "n_centers": 5, "alpha": 0.1},
    }
    opens = Opens(of_two_classes, (X, y), unused=("draw",))
    return Explorer(NetworkPlaneScene, controls, presets, opens=opens)
