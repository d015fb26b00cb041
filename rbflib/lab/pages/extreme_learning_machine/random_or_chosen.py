"""Random bumps beside bumps on chosen centers, at equal numbers."""

import warnings
from functools import cache, lru_cache

import numpy as np
from sklearn.utils import check_random_state

from rbflib.basis import design_matrix
from rbflib.centers import kmeans_centers
from rbflib.datasets import make_wave, wave
from rbflib.elm import draw_hidden_layer
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import EndLabels, moving
from rbflib.lab.kit.controls import Choice, LinearSlider, LogSlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import SEED
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.report import run
from rbflib.lab.kit.scene import Scene
from rbflib.lab.pages.extreme_learning_machine.draws import DRAWS, Band, all_draws, spread_in_words
from rbflib.lab.ridge_path import RidgePath
from rbflib.network import RBFNetwork
from rbflib.ols import OLSRegressor

# Python for f(X), and for inputs in place of U, which is spread evenly over [0, 1]. The second f is
# 0 up to x = 2/3, and from there one period of a wave; four of five inputs move to x < 2/3.
TARGET_CODE = {
    "a wave": ("wave(X)", "U"),
    "flat, then a wave": (
        "np.where(X > 2 / 3, np.sin(6 * np.pi * (X - 2 / 3)), 0)[:, 0]",
        "np.where(U < 0.8, U / 0.8 * 2 / 3, 2 / 3 + (U - 0.8) / 0.2 / 3)",
    ),
}
N_LINE, MAX_CENTERS = 100, 15
COUNTS = range(1, MAX_CENTERS + 1)
GRID = np.linspace(0, 1, 161)[:, None]


@cache
def samples_for(target):
    """X (N, 1), f(X) and unit noise (N,); test inputs of the same density (200, 1), and f there."""
    U, y = make_wave(N_LINE, noise=1.0, random_state=SEED)
    return *placed(target, U), y - wave(U), *placed(target, (np.arange(200)[:, None] + 0.5) / 200)


def placed(target, U):
    """Inputs in place of U, and f there."""
    f, place = TARGET_CODE[target]
    made = run("from rbflib import wave", f"X = {place}\nf = {f}", U=U)
    return made["X"], made["f"]


ROWS = {"random": -1.9, "k-means": -2.4, "OLS": -2.9}  # of the centers, below the samples


class RandomOrChosenScene(Scene):
    """An ELM with radial nodes beside k-means centers and OLS centers, at equal M."""

    drawn = ("E_out: this draw",)

    def __init__(self):
        self.figure = style.new_figure()
        look = {"xlabel": "centers M", "xlim": (0.5, MAX_CENTERS + 0.5), "ylim": (1e-3, 3)}
        look |= {"yscale": "log"}
        place, title = (0.66, 0.6, 3.6, 3.52), "E_out at equal M (band: 10 to 90% of draws)"
        self.errors = style.add_axes(self.figure, place, title, leads=True, **look)
        self.errors.minorticks_off()
        self.errors.set_yticks([1e-3, 1e-2, 0.1, 1], ["0.001", "0.01", "0.1", "1"])
        self.errors.set_xticks([1, 5, 10, 15])
        self.band = Band(self.errors, style.line_of("random"), "random")
        self.curves = {
            name: moving(self.errors.plot([], [], **style.line_of(name), label=name))
            for name in ("k-means", "OLS")
        }
        self.now = moving(self.errors.axvline(1, color=style.INK, lw=1))
        EndLabels(self.errors, self.band.median, *self.curves.values())
        self._add_fits()

    def _add_fits(self):
        """All three over the samples, and below them a row of centers for each."""
        look = {"xlabel": "x", "xlim": (-0.4, 1.4), "ylim": (-3.3, 2.4)}
        place, title = (6.1, 0.6, 2.95, 3.52), "The fits, and their centers"
        axes = style.add_axes(self.figure, place, title, keyed=True, **look)
        axes.set_yticks([*ROWS.values(), -1, 0, 1, 2], [*ROWS, "−1", "0", "1", "2"])
        self.samples = moving(axes.plot([], [], ".", color=style.MUTED, ms=4, zorder=1))
        self.fits, self.centers = {}, {}
        for n, name in enumerate(ROWS):
            # The dashed lines lie on top, or a full one would hide them.
            self.fits[name] = moving(axes.plot([], [], **style.line_of(name), zorder=6 - n))
            self.centers[name] = moving(axes.plot([], [], **style.points_of(name), ms=6))

    def update(self, target, n_centers, noise, gamma, draw):
        X, f, z, *_ = samples_for(target)
        self.samples.set_data(X[:, 0], f + noise * z)
        errors, m = _errors_of_random(target, noise), n_centers - 1
        chosen = _chosen_networks(target, noise, gamma)
        [this], [beta] = _random_networks(target, n_centers, noise, (draw,))
        [on_grid], [centers] = _radial_draws(target, n_centers, (draw,))[2:]
        self._show("random", centers, on_grid @ beta)
        for name, (path, beta, e_out) in chosen.items():
            network = RBFNetwork(path[m], beta[m], gamma=gamma)
            self._show(name, network.centers[:, 0], network(GRID))
            self.curves[name].set_data(COUNTS, e_out)
        n_ols = len(chosen["OLS"][0][m])
        if n_ols < n_centers:
            warnings.warn(f"OLS ends at {n_ols} centers: the rest is rounding", stacklevel=2)
        self.band.show(COUNTS, errors)
        self.now.set_xdata([n_centers, n_centers])
        kmeans = chosen["k-means"][2][m]
        return {
            "E_out: this draw": this,
            "median of 20 draws": np.median(errors[:, m]),
            "10 to 90%": spread_in_words(errors[:, m]),
            "k-means": kmeans,
            "OLS": chosen["OLS"][2][m],
            "draws better than k-means": int(np.sum(errors[:, m] < kmeans)),
        }

    def measure(self, target, n_centers, noise, draw, **_gamma):
        return {"E_out: this draw": _random_networks(target, n_centers, noise, (draw,))[0][0]}

    def code(self, target, n_centers, noise, gamma, draw):
        f, place = TARGET_CODE[target]
        return f"""
            import numpy as np
            from rbflib import ELMRegressor, OLSRegressor, RBFNetworkRegressor, make_wave, wave

            def f(X):
                return {f}

            def place(U):
                return {place}

            U, y = make_wave({N_LINE}, noise=1.0, random_state={SEED})
            X, y = place(U), f(place(U)) + {noise} * (y - wave(U))
            x = place((np.arange(200)[:, None] + 0.5) / 200)

            def e_out(model):
                return np.mean((model.fit(X, y).predict(x) - f(x)) ** 2) + {noise}**2

            look = {{"gamma": {gamma}, "fit_intercept": False}}
            kmeans = e_out(RBFNetworkRegressor({n_centers}, random_state=0, **look))
            chosen = X[OLSRegressor({n_centers}, tol=0.0, **look).fit(X, y).selected_]
            seeds = [{draw + 1}, *range(1, {DRAWS} + 1)]
            this, *elm = (e_out(ELMRegressor({n_centers}, "rbf", random_state=s)) for s in seeds)
            low, high = np.quantile(elm, [0.1, 0.9])
            print("E_out: this draw:", this)
            print("median of {DRAWS} draws:", np.median(elm))
            print("10 to 90%:", f"{{low:.2g}} to {{high:.2g}}")
            print("k-means:", kmeans)
            print("OLS:", e_out(RBFNetworkRegressor(centers=chosen, **look)))
            print("draws better than k-means:", np.sum(elm < kmeans))
        """

    def _show(self, name, centers, h):
        self.fits[name].set_data(GRID[:, 0], np.clip(h, -99, 99))
        self.centers[name].set_data(centers, np.full(len(centers), ROWS[name]))


@lru_cache(maxsize=128)
def _radial_draws(target, n_centers, draws):
    """Of these draws: H on the test inputs, the solver, H on GRID, and the centers (draws, M)."""
    X, _, _, X_test, _ = samples_for(target)
    H, H_test, on_grid = all_draws("rbf", n_centers, X, X_test, GRID, draws=draws)
    nodes = [
        draw_hidden_layer("rbf", n_centers, 1, check_random_state(draw + 1))[0][:, 0]
        for draw in draws
    ]
    return H_test, RidgePath(H), on_grid, X.mean() + X.std() * np.array(nodes)


def _random_networks(target, n_centers, noise, draws):
    """E_out (draws,) and the weights (draws, M)."""
    _, f, z, _, f_test = samples_for(target)
    H_test, solver, *_ = _radial_draws(target, n_centers, draws)
    beta = solver.weights(f + noise * z, 0.0)
    gap = (H_test @ beta[..., None])[..., 0] - f_test
    return np.mean(gap**2, axis=1) + noise**2, beta


@lru_cache(maxsize=32)
def _errors_of_random(target, noise):
    """E_out of every draw and M: (DRAWS, M)."""
    draws = range(DRAWS)
    return np.transpose([_random_networks(target, m, noise, draws)[0] for m in COUNTS])


@lru_cache(maxsize=32)
def _chosen_networks(target, noise, gamma):
    """Centers, weights and E_out for every M, with k-means centers and with OLS centers."""
    X, f, z, X_test, f_test = samples_for(target)
    y = f + noise * z
    # Forward selection: the first M centers of a long path are those of a short one.
    ols = OLSRegressor(MAX_CENTERS, tol=0.0, gamma=gamma, fit_intercept=False)
    with warnings.catch_warnings(action="ignore"):  # `update` says where the path ends
        best = X[ols.fit(X, y).selected_]
    Z, Z_test = design_matrix(X, best, gamma), design_matrix(X_test, best, gamma)
    layers = {
        "k-means": _cluster_layers(target, gamma),
        "OLS": [(best[:m], Z[:, :m], Z_test[:, :m]) for m in COUNTS],
    }
    chosen = {}
    for name, path in layers.items():
        weights = [RidgePath(Z).weights(y, 0.0) for _, Z, _ in path]
        fits = [Z_test @ beta for (_, _, Z_test), beta in zip(path, weights, strict=True)]
        errors = np.mean((np.array(fits) - f_test) ** 2, axis=1) + noise**2
        chosen[name] = [centers for centers, _, _ in path], weights, errors
    return chosen


@lru_cache(maxsize=32)
def _cluster_layers(target, gamma):
    """Cluster means and the two design matrices on them, for every M."""
    X, _, _, X_test, _ = samples_for(target)
    return [
        (centers, design_matrix(X, centers, gamma), design_matrix(X_test, centers, gamma))
        for centers in (_cluster_means(target, m) for m in COUNTS)
    ]


@cache
def _cluster_means(target, n_centers):
    return kmeans_centers(samples_for(target)[0], n_centers, random_state=0)


@explorer(page="extreme_learning_machine")
def random_or_chosen():
    """Page 07: random centers and widths beside chosen centers, at equal M."""
    controls = {
        "target": Choice("target", list(TARGET_CODE)),
        "n_centers": LinearSlider("centers M", 5, 1, MAX_CENTERS, 1),
        "noise": LinearSlider("noise", 0.1, 0.0, 0.6, 0.05),
        "gamma": LogSlider("γ, chosen", 10**1.7, 0.5, 3.5),
        "draw": draw_slider("nodes"),
    }
    presets = {
        "Five centers": {"n_centers": 5},
        "Fifteen centers": {"n_centers": 15},
        "Ten times γ": {"n_centers": 5, "gamma": 10**2.7},
        "Crowded where it is flat": {"target": "flat, then a wave", "n_centers": 5},
        "Crowded, ten centers": {"target": "flat, then a wave", "n_centers": 10},
    }
    return Explorer(RandomOrChosenScene, controls, presets)
