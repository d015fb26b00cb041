"""A network under way in backpropagation, and its error after every step."""

from functools import lru_cache

import numpy as np

from rbflib.backprop import train_by_backprop
from rbflib.basis import design_matrix
from rbflib.centers import kmeans_centers, neighbor_gamma
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving, moving_segments
from rbflib.lab.kit.controls import Choice, LinearSlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import SEED, LineDrawing, mark_samples
from rbflib.lab.kit.plane import mark_centers
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Scene
from rbflib.least_squares import solve_output_layer
from rbflib.network import RBFNetwork


def chirp(x):
    """A wave that gets faster: slow on the left of [0, 1], two periods in all."""
    return np.sin(4 * np.pi * x**2)


TRAINED = {
    "weights": ["weights"],
    "weights, widths": ["weights", "widths"],
    "all parameters": ["weights", "widths", "centers"],
}
FIRST_WEIGHTS = ["least squares", "weights 0"]


class BackpropScene(Scene):
    """A network on its way down the gradient of its error, from a recorded history."""

    n_centers, noise, n_steps = 4, 0.1, 100
    drawn = ("E_in", "E_out")

    def __init__(self):
        self.figure = style.new_figure()
        look = {"xlim": (-0.22, 1.22), "ylim": (-2.1, 1.6), "yticks": [-2, -1, 0, 1], "xlabel": "x"}
        title = "The network after this step"
        axes = style.add_axes(self.figure, style.LEAD, title, leads=True, **look)
        self.x = np.linspace(0, 1, 200)[:, None]
        f = chirp(self.x[:, 0])
        axes.plot(self.x[:, 0], f, ls="--", lw=1.4, color=style.MUTED, label="true f(x)")
        self.samples = mark_samples(axes, ms=3.5)
        self.drawing = LineDrawing(axes, **style.line_of("backpropagation"), label="h(x)")
        self.bars = moving_segments(axes, colors=style.CENTER, lw=3, zorder=5)
        self.centers = mark_centers(axes, label="μ ± σ", clip_on=True)
        style.add_key(axes)
        look = {"xlabel": "step", "xlim": (-2, 102), "ylim": (0.005, 1), "yscale": "log"}
        title = "E_in after every step"
        self.curve = style.add_axes(self.figure, style.ASIDE, title, keyed=True, **look)
        self.whole = moving(self.curve.plot([], [], color=style.MUTED, lw=1, label="to come"))
        self.so_far = moving(self.curve.plot([], [], **style.line_of("E_in"), label="so far"))
        self.now = moving(self.curve.plot([], [], "o", color=style.INK, ms=8, zorder=5))
        style.add_key(self.curve)

    def data(self, draw):
        rng = np.random.default_rng(SEED + draw)
        x = (np.arange(60) + rng.uniform(size=60)) / 60
        return x[:, None], chirp(x) + self.noise * rng.standard_normal(60)

    @lru_cache(maxsize=64)  # noqa: B019  the scene lives as long as its page
    def history(self, start, train, method, draw):
        """Recorded once; every step holds a network and its error."""
        X, y = self.data(draw)
        mu = kmeans_centers(X, self.n_centers, random_state=0)
        gamma = np.full(len(mu), 4 * neighbor_gamma(X, mu))  # σ is half the neighbors' way
        weights, bias = np.zeros(len(mu)), 0.0
        if start == "least squares":
            weights, bias = solve_output_layer(design_matrix(X, mu, gamma), y)
        _, history = train_by_backprop(
            RBFNetwork(mu, weights, bias, gamma),
            X,
            y,
            train=TRAINED[train],
            method=method,
            max_steps=self.n_steps,
            learning_rate=1.0,
        )
        # Where nothing is left to gain, the rest of the way stands still.
        return history + (self.n_steps + 1 - len(history)) * history[-1:]

    def update(self, start, train, method, step, draw):
        X, y = self.data(draw)
        self.samples.set_data(X[:, 0], y)
        history = self.history(start, train, method, draw)
        network = history[step].network
        mu, sigma = network.centers[:, 0], 1 / np.sqrt(2 * network.gamma)
        self.drawing.show_network(network)
        height = np.linspace(-1.95, -1.35, len(mu))
        self.centers.set_data(mu, height)
        left, right = np.column_stack([mu - sigma, height]), np.column_stack([mu + sigma, height])
        self.bars.set_segments(np.stack([left, right], axis=1))
        errors = [h.error for h in history]
        self.whole.set_data(range(len(history)), errors)
        self.so_far.set_data(range(step + 1), errors[: step + 1])
        self.now.set_data([step], [errors[step]])
        e_out = np.mean((network(self.x) - chirp(self.x[:, 0])) ** 2) + self.noise**2
        first = history[0].network
        return {
            "E_in": errors[step],
            "E_out": e_out,
            "centers moved by at most": np.abs(network.centers - first.centers).max(),
            "σ from": sigma.min(),
            "to": sigma.max(),
        }

    def code(self, start, train, method, step, draw):
        first = "np.zeros(4), 0.0"
        if start == "least squares":
            first = "*solve_output_layer(design_matrix(X, mu, gamma), y)"
        return f"""
            import numpy as np
            from rbflib import RBFNetwork, design_matrix, kmeans_centers, neighbor_gamma
            from rbflib import solve_output_layer, train_by_backprop

            rng = np.random.default_rng({SEED + draw})
            X = ((np.arange(60) + rng.uniform(size=60)) / 60)[:, None]
            y = np.sin(4 * np.pi * X[:, 0] ** 2) + {self.noise} * rng.standard_normal(60)
            mu = kmeans_centers(X, {self.n_centers}, random_state=0)
            gamma = np.full({self.n_centers}, 4 * neighbor_gamma(X, mu))
            h0 = RBFNetwork(mu, {first}, gamma)
            h, history = train_by_backprop(
                h0, X, y, train={TRAINED[train]}, method="{method}",
                max_steps={self.n_steps}, learning_rate=1.0,
            )
            h = history[min({step}, len(history) - 1)].network
            x, sigma = np.linspace(0, 1, 200)[:, None], 1 / np.sqrt(2 * h.gamma)
            missed = h(x) - np.sin(4 * np.pi * x[:, 0] ** 2)
            print("E_in:", np.mean((h(X) - y) ** 2))
            print("E_out:", np.mean(missed**2) + {self.noise}**2)
            print("centers moved by at most:", np.abs(h.centers - mu).max())
            print("σ from:", sigma.min())
            print("to:", sigma.max())
        """


@explorer(page="rbf_network")
def backprop_steps():
    """Page 05: the second stage by backpropagation, step by step from its record."""
    controls = {
        "start": Choice("start", FIRST_WEIGHTS),
        "train": Choice("trained", list(TRAINED), "all parameters"),
        "method": Choice("method", ["lbfgs", "gradient"]),
        "step": LinearSlider("step", 0, 0, 100, 1, play=120),
        "draw": draw_slider("samples"),
    }
    presets = {
        "Start": {"step": 0},
        "Ten steps": {"step": 10},
        "The end": {"step": 100},
        "Weights alone": {"train": "weights", "start": "weights 0", "step": 100},
        "Weights and widths": {"train": "weights, widths", "step": 100},
        "Plain gradient descent": {"method": "gradient", "step": 100},
    }
    return Explorer(BackpropScene, controls, presets)
