"""Random centers, k-means and orthogonal least squares in a race: the error that each leaves, as
centers are added.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from rbflib.basis import design_matrix
from rbflib.centers import kmeans_centers, random_centers
from rbflib.datasets import make_trap
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import EndLabels, moving
from rbflib.lab.kit.controls import LinearSlider, LogSlider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.notes import note_rounding
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Scene
from rbflib.least_squares import solve_output_layer
from rbflib.network import RBFNetwork
from rbflib.ols import OLSRegressor

N_DRAWS = 5
TERMS = np.arange(2, 25, 2)
GAMMA = LogSlider("γ", 10, 0, 2, 0.5)
GOAL = 0.1
METHODS = ["random", "k-means", "OLS"]
ROWS = dict(zip(METHODS, (-2.1, -2.6, -3.1), strict=True))  # of the centers, below the samples
UNSUPERVISED = {"random": random_centers, "k-means": kmeans_centers}


@cache
def drawn(name, n_centers):
    """The centers of every draw."""
    X, _ = make_trap(random_state=0)
    return [UNSUPERVISED[name](X, n_centers, seed) for seed in range(N_DRAWS)]


class Rivals(NamedTuple):
    """Networks of M centers for every M: method -> array."""

    networks: dict  # of shape (numbers of centers, draws)
    left: dict  # of the same shape: share of the variance left on new samples


class CenterRaceScene(Scene):
    """Three ways to choose the same number of centers; the error of each, up to this number."""

    def __init__(self):
        self.X, self.y = make_trap(random_state=0)
        self.X_new, self.y_new = make_trap(1000, random_state=1)
        self.rivals = {(gamma, tuple(TERMS)): self._fit_all(gamma, TERMS) for gamma in GAMMA.marks}
        self.figure = style.new_figure()
        look = {"xlabel": "centers M", "xlim": (0, 25), "ylim": (5e-3, 2), "yscale": "log"}
        place, title = (0.62, 0.6, 3.55, 3.52), "Share of variance left on new samples"
        errors = style.add_axes(self.figure, place, title, leads=True, **look)
        errors.minorticks_off()
        errors.set_yticks([0.01, GOAL, 1], ["1%", f"{GOAL:.0%}", "100%"])
        errors.axhline(GOAL, color=style.MUTED, lw=1, ls=":")
        self.curves, self.bands = {}, {}
        for name in METHODS:
            look = style.METHOD_STYLE[name]
            self.bands[name] = moving(errors.fill([], [], fc=look["color"], alpha=0.22))
            self.curves[name] = moving(errors.plot([], [], ms=5, **look, label=name))
        EndLabels(errors, *self.curves.values())
        self._add_fits()

    def _add_fits(self):
        """All three over the samples, and below them a row of centers for each."""
        look = {"xlabel": "x", "xlim": (-4.1, 2.1), "ylim": (-3.5, 1.5)}
        place, title = (6.1, 0.6, 2.95, 3.52), "The fits, and their centers"
        axes = style.add_axes(self.figure, place, title, keyed=True, **look)
        axes.set_yticks([*ROWS.values(), -1, 0, 1], [*ROWS, "−1", "0", "1"])
        axes.plot(self.X[:, 0], self.y, "o", color=style.MUTED, ms=2.5)
        self.fits = {}
        for name in METHODS:
            curve = moving(axes.plot([], [], **style.line_of(name), zorder=4))
            marks = moving(axes.plot([], [], **style.points_of(name), ms=6, zorder=6))
            self.fits[name] = curve, marks

    def _fit_all(self, gamma, terms):
        networks = {
            name: np.array([[self._fit(mu, gamma) for mu in drawn(name, int(M))] for M in terms])
            for name in UNSUPERVISED
        }
        learners = [OLSRegressor(M, tol=0.0, gamma=gamma) for M in terms]
        ols = [[learner.fit(self.X, self.y).network_] for learner in learners]
        networks["OLS"] = np.array(ols, dtype=object)
        left = np.vectorize(self._left)
        return Rivals(networks, {name: left(table) for name, table in networks.items()})

    def _left(self, network):
        return np.mean((network(self.X_new) - self.y_new) ** 2) / self.y_new.var()

    def _fit(self, centers, gamma):
        weights, bias = solve_output_layer(design_matrix(self.X, centers, gamma), self.y)
        return RBFNetwork(centers, weights, bias, gamma)

    def update(self, n_centers, gamma):
        terms = np.union1d(TERMS, n_centers)
        rivals = self.rivals.get((gamma, tuple(terms))) or self._fit_all(gamma, terms)
        row = int(np.searchsorted(terms, n_centers))
        x = np.linspace(-4, 2, 401)
        numbers, shown = {}, {}
        for name, (curve, marks) in self.fits.items():
            left = rivals.left[name]
            # The draw in the middle stands for the others.
            network = rivals.networks[name][row, np.argsort(left[row])[left.shape[1] // 2]]
            shown[name] = network
            curve.set_data(x, np.clip(network(x[:, None]), -99, 99))
            marks.set_data(network.centers[:, 0], np.full(network.n_centers, ROWS[name]))
            self._show_errors(name, terms[: row + 1], left[: row + 1])
            numbers[f"{name}: left"] = np.median(left[row])
            numbers[f"centers right of 0, {name}"] = int(np.sum(network.centers > 0))
        note_rounding(shown, self.X, self.y)
        return numbers

    def code(self, n_centers, gamma):
        return f"""
            import numpy as np
            from rbflib import OLSRegressor, RBFNetworkRegressor, kmeans_centers
            from rbflib import make_trap, random_centers

            X, y = make_trap(random_state=0)
            X_new, y_new = make_trap(1000, random_state=1)
            M, gamma = {n_centers}, {gamma}

            def network(centers):
                return RBFNetworkRegressor(centers=centers, gamma=gamma).fit(X, y).network_

            draws = {{
                "random": [network(random_centers(X, M, seed)) for seed in range({N_DRAWS})],
                "k-means": [network(kmeans_centers(X, M, seed)) for seed in range({N_DRAWS})],
                "OLS": [OLSRegressor(M, tol=0.0, gamma=gamma).fit(X, y).network_],
            }}
            for name, networks in draws.items():
                left = [np.mean((h(X_new) - y_new) ** 2) / y_new.var() for h in networks]
                middle = networks[np.argsort(left)[len(left) // 2]]
                print(f"{{name}}: left:", np.median(left))
                print(f"centers right of 0, {{name}}:", np.sum(middle.centers > 0))
        """

    def _show_errors(self, name, M, left):
        """left (rows, draws): a row for each M that the race has come to."""
        self.curves[name].set_data(M, np.median(left, axis=1))
        outline = np.append(left.min(axis=1), left.max(axis=1)[::-1])
        self.bands[name].set_xy(np.column_stack([np.append(M, M[::-1]), outline]))


@explorer(page="orthogonal_least_squares")
def center_race():
    """Page 06: random, k-means and OLS centers, more and more of them."""
    controls = {
        "n_centers": LinearSlider("centers M", 12, 2, 24, 2, play=700),
        "gamma": GAMMA,
    }
    presets = {
        "Two centers": {"n_centers": 2},
        "M = 8": {"n_centers": 8},
        "M = 24": {"n_centers": 24},
        "Wide bumps": {"n_centers": 24, "gamma": 1},
        "Narrow bumps": {"n_centers": 24, "gamma": 100},
    }
    return Explorer(CenterRaceScene, controls, presets)
