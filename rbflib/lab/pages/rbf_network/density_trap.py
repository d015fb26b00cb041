"""Centers that follow the crowd of samples, centers placed by hand, and centers by orthogonal least
squares.
"""

from functools import lru_cache

import numpy as np

from rbflib.basis import design_matrix
from rbflib.centers import kmeans_centers
from rbflib.datasets import make_trap
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import EndLabels, moving
from rbflib.lab.kit.controls import LinearSlider, LogSlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import mark_samples
from rbflib.lab.kit.notes import note_rounding
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Scene
from rbflib.least_squares import solve_output_layer
from rbflib.network import RBFNetwork
from rbflib.ols import OLSRegressor

SIZES = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 21, 24)


@lru_cache(maxsize=64)
def trap(draw):
    """Samples, nine of ten where the target is flat, and new ones: X, y, X_test, y_test."""
    return *make_trap(random_state=2 * draw), *make_trap(1000, random_state=2 * draw + 1)


class DensityTrapScene(Scene):
    """Nine of ten samples lie where the target is flat: three ways to place M centers."""

    gamma_step = 0.25
    drawn = ("k-means: E_out", "by hand: E_out", "OLS: E_out", "k-means centers where y is flat")

    def __init__(self):
        self.figure = style.new_figure()
        title, look = "A network for each way to place M centers", {"xlim": (-4.1, 2.1)}
        place, options = (0.86, 1.72, 4.04, 2.4), {"ylim": (-1.8, 1.8), "xticklabels": []}
        axes = style.add_axes(self.figure, place, title, leads=True, **look, **options)
        self.samples = mark_samples(axes, ms=3)
        self.x = np.linspace(-4.1, 2.1, 400)
        rows = style.add_axes(
            self.figure, (0.86, 0.6, 4.04, 0.95), xlabel="x", ylim=(-0.6, 2.6), **look
        )
        self.heights = {"k-means": 2, "by hand": 1, "OLS": 0}
        rows.set_yticks(list(self.heights.values()), list(self.heights))
        look = {"xlabel": "centers M", "xlim": (0.5, 24.5), "ylim": (2e-4, 0.3), "yscale": "log"}
        place, title = (5.75, 0.6, 2.6, 3.52), "Error on new samples"
        errors = style.add_axes(self.figure, place, title, keyed=True, **look)
        self.fits, self.rows, self.curves, self.now = {}, {}, {}, {}
        for name in self.heights:
            look, mark = style.METHOD_STYLE[name], style.points_of(name)
            line = style.line_of(name) | {"lw": 1.8, "label": name}
            self.fits[name] = moving(axes.plot(self.x, 0 * self.x, **line))
            self.rows[name] = moving(rows.plot([], [], ms=6, **mark))
            self.curves[name] = moving(errors.plot([], [], lw=1.8, ms=5, **look, label=name))
            self.now[name] = moving(errors.plot([], [], ms=10, zorder=5, **mark))
        style.add_key(axes, *self.fits.values())
        EndLabels(errors, *self.curves.values())
        for log_gamma in np.arange(0, 2.01, self.gamma_step):  # ready before a slider moves
            for name in self.heights:
                errors_of_all(name, 10 ** float(log_gamma), 0)

    def update(self, n_centers, gamma, draw):
        numbers = self.measure(n_centers, gamma, draw)
        X, y, *_ = trap(draw)
        note_rounding(self.networks, X, y)
        self.samples.set_data(X[:, 0], y)
        for name, network in self.networks.items():
            mu = network.centers[:, 0]
            self.fits[name].set_ydata(np.clip(network(self.x[:, None]), -99, 99))
            self.rows[name].set_data(mu, np.full(len(mu), self.heights[name]))
            self.curves[name].set_data(SIZES, errors_of_all(name, gamma, draw))
            self.now[name].set_data([n_centers], [numbers[f"{name}: E_out"]])
        return numbers

    def measure(self, n_centers, gamma, draw):
        self.networks = {name: fit(name, n_centers, gamma, draw) for name in self.heights}
        numbers = {f"{name}: E_out": e_out(h, draw) for name, h in self.networks.items()}
        share = np.mean(self.networks["k-means"].centers < 0)
        return numbers | {"k-means centers where y is flat": share}

    def code(self, n_centers, gamma, draw):
        return f"""
            import numpy as np
            from rbflib import OLSRegressor, RBFNetwork, design_matrix, kmeans_centers
            from rbflib import make_trap, solve_output_layer

            X, y = make_trap(random_state={2 * draw})
            X_test, y_test = make_trap(1000, random_state={2 * draw + 1})
            ols = OLSRegressor({n_centers}, tol=0.0, gamma={gamma}).fit(X, y)
            centers = {{
                "k-means": kmeans_centers(X, {n_centers}, random_state=0),
                "by hand": np.linspace(0, 2, {n_centers} + 2)[1:-1, None],
                "OLS": X[ols.selected_],
            }}
            for name, mu in centers.items():
                Z = design_matrix(X, mu, {gamma})
                h = RBFNetwork(mu, *solve_output_layer(Z, y), {gamma})
                print(f"{{name}}: E_out:", np.mean((h(X_test) - y_test) ** 2))
            print("k-means centers where y is flat:", np.mean(centers["k-means"] < 0))
        """


@lru_cache(maxsize=1024)  # small ones
def by_kmeans(n_centers, draw):
    return kmeans_centers(trap(draw)[0], n_centers, random_state=0)


@lru_cache(maxsize=256)
def by_ols(gamma, draw):
    """Samples in the order in which orthogonal least squares takes them."""
    X, y, *_ = trap(draw)
    return X[OLSRegressor(SIZES[-1], tol=0.0, gamma=gamma).fit(X, y).selected_]


def fit(name, n_centers, gamma, draw):
    """The network on M centers, placed in one of three ways."""
    X, y, *_ = trap(draw)
    if name == "k-means":
        mu = by_kmeans(n_centers, draw)
    elif name == "by hand":  # evenly over the stretch where y moves
        mu = np.linspace(0, 2, n_centers + 2)[1:-1, None]
    else:
        mu = by_ols(gamma, draw)[:n_centers]
    return RBFNetwork(mu, *solve_output_layer(design_matrix(X, mu, gamma), y), gamma)


def e_out(network, draw):
    *_, X_test, y_test = trap(draw)
    return np.mean((network(X_test) - y_test) ** 2)


@lru_cache(maxsize=256)
def errors_of_all(name, gamma, draw):
    """E_out of every number of centers in SIZES."""
    return [e_out(fit(name, M, gamma, draw), draw) for M in SIZES]


@explorer(page="rbf_network")
def density_trap():
    """Page 05: centers that follow the density of x need not serve the target."""
    controls = {
        "n_centers": LinearSlider("centers M", 10, 1, 24, 1),
        "gamma": LogSlider("γ", 10, 0, 2, DensityTrapScene.gamma_step),
        "draw": draw_slider("samples"),
    }
    presets = {
        "Ten centers": {"n_centers": 10},
        "Twenty-four centers": {"n_centers": 24},
        "Narrow bumps": {"gamma": 100},
        "Wide bumps": {"gamma": 1},
    }
    return Explorer(DensityTrapScene, controls, presets)
