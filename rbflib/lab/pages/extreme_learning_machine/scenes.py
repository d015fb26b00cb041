"""Scenes of page 07: a random hidden layer on a line, the error against the number of nodes, and
random centers beside chosen ones. Every number comes with its spread over the same 20 draws.
"""

from functools import cache, lru_cache

import numpy as np
from sklearn.utils import check_random_state

from rbflib.basis import design_matrix
from rbflib.centers import kmeans_centers
from rbflib.datasets import make_wave, wave
from rbflib.elm import ACTIVATIONS, draw_hidden_layer
from rbflib.lab.kit import style
from rbflib.lab.kit.explorer import Explorer, choice, log_slider, penalty_slider, slider
from rbflib.lab.kit.line import SEED, X_TEST, wave_axes
from rbflib.lab.kit.stage import Scene
from rbflib.network import RBFNetwork
from rbflib.ols import OLSRegressor

# Draw number d is random_state=d: 1 to 20.
DRAWS = 20
N_SAMPLES = 20
MAX_HIDDEN = 2 * N_SAMPLES


def all_draws(activation, n_hidden, X, *others):
    """Hidden layers of all draws, inputs standardized by X: one (DRAWS, ·, L) for each argument.

    The nodes of all draws are computed as one long layer.
    """
    a, b = zip(
        *(
            draw_hidden_layer(activation, n_hidden, X.shape[1], check_random_state(draw))
            for draw in range(1, DRAWS + 1)
        ),
        strict=True,
    )
    a, b = np.concatenate(a), np.concatenate(b)
    mean, scale = X.mean(axis=0), X.std(axis=0)
    layers = [ACTIVATIONS[activation]((points - mean) / scale, a, b) for points in (X, *others)]
    return [H.reshape(len(H), DRAWS, n_hidden).transpose(1, 0, 2) for H in layers]


class LeastSquares:
    """Ridge weights on a stack of matrices H (…, N, L), for any λ and targets, from one SVD each.

    The same weights as `solve_weights`, and the same limit below which σ counts as 0.
    """

    def __init__(self, H):
        U, self.sigma, self.Vt = np.linalg.svd(H, full_matrices=False)
        self.Ut = U.swapaxes(-1, -2)
        limit = max(H.shape[-2:]) * np.finfo(float).eps
        self.kept = self.sigma > self.sigma[..., :1] * limit

    def weights(self, y, alpha):
        """V Σ(Σ² + λ)⁻¹ Uᵀ y: (…, L)."""
        denominator = np.where(self.kept, self.sigma**2 + alpha, np.inf)
        shrunk = self.sigma / denominator * (self.Ut @ y)
        return (self.Vt.swapaxes(-1, -2) @ shrunk[..., None])[..., 0]


def low_median_high(values):
    """10 %, 50 % and 90 % of the draws, which are the first axis."""
    return np.quantile(values, [0.1, 0.5, 0.9], axis=0)


def spread_in_words(values):
    low, _, high = low_median_high(values)
    return f"{low:.2g} to {high:.2g}"


class Band:
    """A median over the draws as a line, and the band from 10 % to 90 % of them."""

    def __init__(self, axes, color, label, ls="-", band_label="_no entry"):
        (self.fill,) = axes.fill(
            [], [], color=color, alpha=0.22, lw=0, animated=True, zorder=1.5, label=band_label
        )
        (self.median,) = axes.plot([], [], color=color, ls=ls, animated=True, label=label)

    def show(self, x, values):
        """x (P,), values (DRAWS, P)."""
        low, median, high = low_median_high(values)
        self.fill.set_xy(np.column_stack([np.append(x, x[::-1]), np.append(low, high[::-1])]))
        self.median.set_data(x, median)


def squeezed(values):
    """Places on an axis that is even near 0 and logarithmic far out, on both sides."""
    return np.arcsinh(values / 0.1)


class RandomLayerScene(Scene):
    """One draw of the hidden layer and its fit, the band over all draws, and the features."""

    def __init__(self):
        self.figure = style.new_figure()
        axes = wave_axes(self.figure, (0.65, 0.9, 4.6, 3.1), "this draw, and the band of 20 draws")
        self.x = X_TEST[:, 0]
        self.band = Band(axes, style.SECOND, "median", ":", "10 to 90 %")
        (self.fit,) = axes.plot(
            [], [], color=style.POSITIVE, animated=True, zorder=4, label="this draw"
        )
        (self.samples,) = axes.plot(
            [], [], "o", color=style.INK, ms=5, animated=True, zorder=5, label="samples"
        )
        style.add_legend(axes, below=True)
        self.before = self._feature_axes(3.05, 0.95, "nodes Gᵢ(x)", ylim=(-1.25, 1.25))
        self.after = self._feature_axes(0.9, 1.55, "weighted: βᵢ Gᵢ(x), and their sum")
        marks = np.array([1, 1e4, 1e8])
        self.after.set_yticks(
            squeezed(np.append(-marks, marks)), ["−1", "−10⁴", "−10⁸", "1", "10⁴", "10⁸"]
        )
        self.after.set(xlabel="x", ylim=squeezed(np.array([-5e9, 5e9])))
        self.raw, self.weighted = (self._features(a) for a in (self.before, self.after))
        (self.total,) = self.after.plot([], [], color=style.POSITIVE, animated=True, zorder=4)

    def _feature_axes(self, bottom, height, title, **options):
        place = (6.05, bottom, 2.95, height)
        return style.add_axes(self.figure, place, title=title, xlim=(-0.02, 1.02), **options)

    def _features(self, axes):
        (lines,) = axes.plot([], [], color=style.BUMP, lw=1, animated=True)
        return lines

    def update(self, n_hidden, activation, alpha, noise, draw):
        X, y = make_wave(N_SAMPLES, noise, random_state=SEED)
        H, H_test, solver = _layers(activation, n_hidden)
        beta = solver.weights(y, alpha)[:, :, None]
        fits = (H_test @ beta)[:, :, 0]
        e_in = np.mean(((H @ beta)[:, :, 0] - y) ** 2, axis=1)
        e_out = np.mean((fits - wave(X_TEST)) ** 2, axis=1) + noise**2
        self.band.show(self.x, np.clip(fits, -99, 99))
        self.fit.set_data(self.x, np.clip(fits[draw - 1], -99, 99))
        self.samples.set_data(X[:, 0], y)
        self._show_features(H_test[draw - 1], beta[draw - 1].T)
        self.total.set_data(self.x, squeezed(fits[draw - 1]))
        return {
            "this draw: E_in": e_in[draw - 1],
            "E_out": e_out[draw - 1],
            "largest |β|": np.abs(beta[draw - 1]).max(),
            "20 draws: median E_out": np.median(e_out),
            "10 to 90 %": spread_in_words(e_out),
        }

    def _show_features(self, G, beta):
        """Every node on every second point, as one line with gaps."""
        x = np.tile(np.append(self.x[::2], np.nan), G.shape[1])
        gap = np.full((1, G.shape[1]), np.nan)
        G = G[::2]
        self.raw.set_data(x, np.concatenate([np.clip(G, -9, 9), gap]).T.ravel())
        self.weighted.set_data(x, np.concatenate([squeezed(beta * G), gap]).T.ravel())


@lru_cache(maxsize=64)
def _layers(activation, n_hidden):
    """H on the samples and on X_TEST for all draws, and the solver of the first."""
    X, _ = make_wave(N_SAMPLES, random_state=SEED)
    H, H_test = all_draws(activation, n_hidden, X, X_TEST)
    return H, H_test, LeastSquares(H)


def random_layer():
    """Page 07: one random hidden layer, and 20 of them."""
    controls = {
        "n_hidden": slider("nodes L", 10, 1, MAX_HIDDEN, 1),
        "activation": choice("node type", list(ACTIVATIONS), "tanh"),
        "alpha": penalty_slider(),
        "noise": slider("noise", 0.2, 0.0, 0.6, 0.05),
        "draw": slider("draw", 1, 1, DRAWS, 1),
    }
    presets = {
        "Four nodes": {"n_hidden": 4},
        "Ten nodes": {"n_hidden": 10},
        "As many as samples": {"n_hidden": 20},
        "Twice as many": {"n_hidden": 40},
        "Twice as many, ridge": {"n_hidden": 40, "alpha": 1e-2},
        "Radial nodes": {"activation": "rbf"},
        "Polynomial nodes": {"activation": "polynomial", "n_hidden": 20},
    }
    return Explorer(RandomLayerScene(), controls, presets)


class ErrorAgainstNodesScene(Scene):
    """Both errors and the length of β against the number of nodes, with their spread."""

    def __init__(self):
        self.figure = style.new_figure()
        self.errors = self._axes(0.85, 4.6, "median and 10 to 90 % of 20 draws", (6e-7, 1e4))
        self.errors.set_yticks(
            [1e-6, 1e-4, 1e-2, 1, 1e2, 1e4], ["≤10⁻⁶", "10⁻⁴", "0.01", "1", "100", "10⁴"]
        )
        self.e_in = Band(self.errors, style.POSITIVE, "E_in")
        self.e_out = Band(self.errors, style.NEGATIVE, "E_out", "--")
        (self.dots,) = self.errors.plot(
            [], [], "o", color=style.NEGATIVE, ms=4, mec="white", mew=0.5, animated=True, zorder=5,
            label="E_out of each draw at L",
        )  # fmt: skip
        style.add_legend(self.errors, below=True)
        self.lengths = self._axes(6.25, 2.75, "length of the weights", (1e-2, 1e10))
        self.lengths.set_yticks([1, 1e4, 1e8], ["1", "10⁴", "10⁸"])
        self.length = Band(self.lengths, style.CENTER, "‖β‖", "-.", "10 to 90 %")
        style.add_legend(self.lengths, below=True)
        self.now = [
            axes.axvline(0, color=style.INK, lw=1, animated=True)
            for axes in (self.errors, self.lengths)
        ]
        self.nodes = np.arange(1, MAX_HIDDEN + 1)

    def _axes(self, left, width, title, ylim):
        axes = style.add_axes(
            self.figure, (left, 0.9, width, 3.1), title=title, xlabel="nodes L",
            xlim=(0.5, MAX_HIDDEN + 0.5), ylim=ylim, yscale="log",
        )  # fmt: skip
        axes.minorticks_off()
        axes.set_xticks([1, 10, N_SAMPLES, 30, MAX_HIDDEN], ["1", "10", "N = 20", "30", "40"])
        axes.axvline(N_SAMPLES, color=style.MUTED, lw=1, ls=":")
        return axes

    def update(self, n_hidden, activation, alpha, noise):
        e_in, e_out, length = errors_of_all_draws(activation, alpha, noise)
        self.e_in.show(self.nodes, np.maximum(e_in, 1e-6))
        self.e_out.show(self.nodes, np.minimum(e_out, 1e20))
        self.length.show(self.nodes, length)
        here = e_out[:, n_hidden - 1]
        self.dots.set_data(np.full(DRAWS, n_hidden), np.minimum(here, 1e20))
        for line in self.now:
            line.set_xdata([n_hidden, n_hidden])
        return {
            "over 20 draws: median E_in": np.median(e_in[:, n_hidden - 1]),
            "median E_out": np.median(here),
            "10 to 90 %": spread_in_words(here),
            "median ‖β‖": np.median(length[:, n_hidden - 1]),
        }


@lru_cache(maxsize=64)
def errors_of_all_draws(activation, alpha, noise):
    """E_in, E_out and ‖β‖ for every draw and every L from 1 to MAX_HIDDEN: (DRAWS, L) each."""
    _, y = make_wave(N_SAMPLES, noise, random_state=SEED)
    Ut, sigma, kept, gram, products = _spectra(activation)
    p = Ut @ y
    c = np.where(kept, sigma**2 / (sigma**2 + alpha), 0) * p  # what the fit keeps of Uᵀy
    e_in = (y @ y - (p**2).sum(axis=-1) + ((p - c) ** 2).sum(axis=-1)) / N_SAMPLES
    f = wave(X_TEST)
    fit2 = (c * (gram @ c[..., None])[..., 0]).sum(axis=-1)
    e_out = (fit2 - 2 * (c * products).sum(axis=-1) + f @ f) / len(f) + noise**2
    length = np.sqrt((np.where(kept, c / sigma, 0) ** 2).sum(axis=-1))
    return e_in.T, e_out.T, length.T


@lru_cache(maxsize=len(ACTIVATIONS))
def _spectra(activation):
    """H = UΣVᵀ for every L and draw, and how the directions look between the samples.

    Uᵀ (L, DRAWS, R, N), σ and whether it counts (L, DRAWS, R), and for G = H_test V Σ⁻¹ the
    products GᵀG (L, DRAWS, R, R) and Gᵀf (L, DRAWS, R). R = N; short of nodes, the rest is 0.
    """
    X, _ = make_wave(N_SAMPLES, random_state=SEED)
    shape = (MAX_HIDDEN, DRAWS, N_SAMPLES)
    Ut, gram = np.zeros((2, *shape, N_SAMPLES))
    sigma, products = np.ones(shape), np.zeros(shape)
    kept = np.zeros(shape, bool)
    for i in range(MAX_HIDDEN):
        H, H_test = all_draws(activation, i + 1, X, X_TEST)
        solver = LeastSquares(H)
        r = slice(solver.sigma.shape[-1])
        Ut[i, :, r], sigma[i, :, r], kept[i, :, r] = solver.Ut, solver.sigma, solver.kept
        scaled = solver.Vt.swapaxes(1, 2) / np.where(solver.kept, solver.sigma, np.inf)[:, None]
        G = H_test @ scaled
        gram[i, :, r, r] = G.swapaxes(1, 2) @ G
        products[i, :, r] = wave(X_TEST) @ G
    sigma[~kept] = 1
    return Ut, sigma, kept, gram, products


def error_against_nodes():
    """Page 07: training error down to 0 at L = N, and the test error beside it."""
    controls = {
        "n_hidden": slider("nodes L", 10, 1, MAX_HIDDEN, 1),
        "activation": choice("node type", list(ACTIVATIONS), "tanh"),
        "alpha": penalty_slider(),
        "noise": slider("noise", 0.2, 0.0, 0.6, 0.05),
    }
    presets = {
        "Ten nodes": {"n_hidden": 10},
        "As many as samples": {"n_hidden": 20},
        "Twice as many": {"n_hidden": 40},
        "No noise": {"n_hidden": 20, "noise": 0.0},
        "Ridge": {"n_hidden": 20, "alpha": 1e-2},
        "Polynomial nodes": {"n_hidden": 20, "activation": "polynomial"},
    }
    return Explorer(ErrorAgainstNodesScene(), controls, presets)


def flat_then_wave(X):
    """0 up to x = 2/3, and from there one period of a wave: (N, 1) -> (N,)."""
    x = X[:, 0]
    return np.where(x > 2 / 3, np.sin(6 * np.pi * (x - 2 / 3)), 0.0)


def crowd_left(U):
    """Evenly spread U in [0, 1] with four of five moved to x < 2/3."""
    return np.where(U < 0.8, U / 0.8 * 2 / 3, 2 / 3 + (U - 0.8) / 0.2 / 3)


TARGETS = {
    "a wave": (wave, lambda U: U),
    "flat, then a wave": (flat_then_wave, crowd_left),
}
N_LINE, MAX_CENTERS = 100, 15
COUNTS = range(1, MAX_CENTERS + 1)
GRID = np.linspace(0, 1, 161)[:, None]


@cache
def line_samples(target):
    """X (N, 1), f(X) and unit noise (N,), and test inputs of the same density (200, 1)."""
    f, place = TARGETS[target]
    U, y = make_wave(N_LINE, noise=1.0, random_state=SEED)
    return place(U), f(place(U)), y - wave(U), place((np.arange(200)[:, None] + 0.5) / 200)


LOOKS = {
    "random": {"color": style.SECOND, "ls": ":", "marker": "s"},
    "k-means": {"color": style.POSITIVE, "ls": "--", "marker": "o"},
    "OLS": {"color": style.CENTER, "ls": "-", "marker": "D"},
}


class RandomOrChosenScene(Scene):
    """An ELM with radial nodes beside k-means centers and OLS centers, at equal M."""

    def __init__(self):
        self.figure = style.new_figure()
        axes = style.add_axes(
            self.figure, (0.65, 0.9, 4.6, 3.1), title="three fits, and where their centers are",
            xlabel="x", ylabel="y", xlim=(-0.4, 1.4), ylim=(-3.2, 2.4),
        )  # fmt: skip
        axes.set_yticks([-2, -1, 0, 1, 2])
        (self.samples,) = axes.plot(
            [], [], ".", color=style.MUTED, ms=4, animated=True, zorder=1, label="samples"
        )
        self.fits, self.centers = {}, {}
        for row, (name, look) in enumerate(LOOKS.items()):
            # The dashed lines lie on top, or a full one would hide them.
            (self.fits[name],) = axes.plot(
                [], [], color=look["color"], ls=look["ls"], animated=True, zorder=6 - row
            )
            (self.centers[name],) = axes.plot(
                [], [], color=look["color"], marker=look["marker"], ls="", ms=6, animated=True
            )
            axes.plot([], [], **look, ms=6, label=name)
        style.add_legend(axes, below=True)
        self.errors = style.add_axes(
            self.figure, (6.1, 0.9, 2.9, 3.1), title="E_out at equal M", xlabel="centers M",
            xlim=(0.5, MAX_CENTERS + 0.5), ylim=(1e-3, 3), yscale="log",
        )  # fmt: skip
        self.errors.minorticks_off()
        self.errors.set_yticks([1e-3, 1e-2, 0.1, 1], ["0.001", "0.01", "0.1", "1"])
        self.errors.set_xticks([1, 5, 10, 15])
        self.band = Band(self.errors, style.SECOND, "median draw", ":", "10 to 90 %")
        self.curves = {
            name: self.errors.plot(
                [], [], color=LOOKS[name]["color"], ls=LOOKS[name]["ls"], animated=True
            )[0]
            for name in ("k-means", "OLS")
        }
        self.now = self.errors.axvline(1, color=style.INK, lw=1, animated=True)
        style.add_legend(self.errors, below=True)

    def update(self, target, n_centers, noise, gamma, draw):
        X, f, z, _ = line_samples(target)
        self.samples.set_data(X[:, 0], f + noise * z)
        errors, weights = _random_networks(target, noise)
        chosen = _chosen_networks(target, noise, gamma)
        _, _, on_grid, centers = _radial_draws(target, n_centers)
        m, d = n_centers - 1, draw - 1
        self._show("random", centers[d], on_grid[d] @ weights[m][d])
        for name, (path, beta, e_out) in chosen.items():
            network = RBFNetwork(path[m], beta[m], gamma=gamma)
            self._show(name, network.centers[:, 0], network(GRID))
            self.curves[name].set_data(COUNTS, e_out)
        self.band.show(COUNTS, errors)
        self.now.set_xdata([n_centers, n_centers])
        kmeans = chosen["k-means"][2][m]
        return {
            "E_out: this draw": errors[d, m],
            "median of 20 draws": np.median(errors[:, m]),
            "10 to 90 %": spread_in_words(errors[:, m]),
            "k-means": kmeans,
            "OLS": chosen["OLS"][2][m],
            "draws better than k-means": int(np.sum(errors[:, m] < kmeans)),
        }

    def _show(self, name, centers, h):
        row = list(LOOKS).index(name)
        self.fits[name].set_data(GRID[:, 0], np.clip(h, -99, 99))
        self.centers[name].set_data(centers, np.full(len(centers), -2.4 - 0.27 * row))


@cache
def _radial_draws(target, n_centers):
    """For all draws: H on the test inputs, the solver, H on GRID, and the centers (DRAWS, M)."""
    X, _, _, X_test = line_samples(target)
    H, H_test, on_grid = all_draws("rbf", n_centers, X, X_test, GRID)
    nodes = [
        draw_hidden_layer("rbf", n_centers, 1, check_random_state(draw))[0][:, 0]
        for draw in range(1, DRAWS + 1)
    ]
    return H_test, LeastSquares(H), on_grid, X.mean() + X.std() * np.array(nodes)


@lru_cache(maxsize=32)
def _random_networks(target, noise):
    """E_out of every draw and M (DRAWS, M), and the weights, a list of (DRAWS, M) each."""
    _, f, z, X_test = line_samples(target)
    f_test = TARGETS[target][0](X_test)
    errors, weights = [], []
    for n_centers in COUNTS:
        H_test, solver, *_ = _radial_draws(target, n_centers)
        beta = solver.weights(f + noise * z, 0.0)
        gap = (H_test @ beta[..., None])[..., 0] - f_test
        errors.append(np.mean(gap**2, axis=1) + noise**2)
        weights.append(beta)
    return np.transpose(errors), weights


@lru_cache(maxsize=32)
def _chosen_networks(target, noise, gamma):
    """Centers, weights and E_out for every M, with k-means centers and with OLS centers."""
    X, f, z, X_test = line_samples(target)
    y = f + noise * z
    f_test = TARGETS[target][0](X_test)
    # Forward selection: the first M centers of a long path are those of a short one.
    ols = OLSRegressor(MAX_CENTERS, tol=0.0, gamma=gamma, fit_intercept=False).fit(X, y)
    best = X[ols.selected_]
    Z, Z_test = design_matrix(X, best, gamma), design_matrix(X_test, best, gamma)
    layers = {
        "k-means": _cluster_layers(target, gamma),
        "OLS": [(best[:m], Z[:, :m], Z_test[:, :m]) for m in COUNTS],
    }
    chosen = {}
    for name, path in layers.items():
        weights = [LeastSquares(Z).weights(y, 0.0) for _, Z, _ in path]
        fits = [Z_test @ beta for (_, _, Z_test), beta in zip(path, weights, strict=True)]
        errors = np.mean((np.array(fits) - f_test) ** 2, axis=1) + noise**2
        chosen[name] = [centers for centers, _, _ in path], weights, errors
    return chosen


@lru_cache(maxsize=32)
def _cluster_layers(target, gamma):
    """Cluster means and the two design matrices on them, for every M."""
    X, _, _, X_test = line_samples(target)
    return [
        (centers, design_matrix(X, centers, gamma), design_matrix(X_test, centers, gamma))
        for centers in (_cluster_means(target, m) for m in COUNTS)
    ]


@cache
def _cluster_means(target, n_centers):
    return kmeans_centers(line_samples(target)[0], n_centers, random_state=0)


def random_or_chosen():
    """Page 07: random centers and widths beside chosen centers, at equal M."""
    controls = {
        "target": choice("target", list(TARGETS)),
        "n_centers": slider("centers M", 5, 1, MAX_CENTERS, 1),
        "noise": slider("noise", 0.1, 0.0, 0.6, 0.05),
        "gamma": log_slider("γ, chosen", 50, 0.5, 3.5),
        "draw": slider("draw", 1, 1, DRAWS, 1),
    }
    presets = {
        "Five centers": {"n_centers": 5},
        "Fifteen centers": {"n_centers": 15},
        "γ too large": {"n_centers": 5, "gamma": 500},
        "Crowded where it is flat": {"target": "flat, then a wave", "n_centers": 5},
        "Crowded, ten centers": {"target": "flat, then a wave", "n_centers": 10},
    }
    return Explorer(RandomOrChosenScene(), controls, presets)
