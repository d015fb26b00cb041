"""Scenes of page 02: interpolation and ridge on a line, two ridges compared, votes against weights
in the plane, and few centers as regularization.
"""

from functools import cache, lru_cache

import numpy as np

from rbflib.basis import design_matrix
from rbflib.datasets import make_wave, wave
from rbflib.full import FullRBFClassifier, FullRBFRegressor, UniformRBFClassifier
from rbflib.lab.kit import style
from rbflib.lab.kit.explorer import Explorer, choice, log_slider, penalty_slider, slider
from rbflib.lab.kit.line import SEED, X_TEST, LineDrawing, mean_squared_errors, wave_axes
from rbflib.lab.kit.plane import PLANE_DATA, PlaneDrawing, plane_data
from rbflib.lab.kit.stage import Pixels, Scene
from rbflib.network import RBFNetwork
from rbflib.numerics.linear import effective_degrees_of_freedom, solve_weights

PENALTIES = np.array([0, *np.logspace(-8, 2, 21)])


class InterpolationScene(Scene):
    """The full network on a noisy wave, and its two errors against λ."""

    def __init__(self):
        self.figure = style.new_figure()
        axes = wave_axes(self.figure, (0.65, 0.9, 4.6, 3.1), "one bump a sample, and their sum")
        self.drawing = LineDrawing(axes)
        (self.samples,) = axes.plot(
            [], [], "o", color=style.INK, ms=5, animated=True, zorder=5, label="samples"
        )
        axes.plot([], [], color=style.BUMP, label="bumps βₙ φ")
        style.add_legend(axes, below=True)
        self.errors = style.add_axes(
            self.figure, (6.05, 0.9, 2.95, 3.1), title="both errors against λ", xlabel="λ",
            xlim=(10**-9.3, 10**2.3), ylim=(1e-5, 1e2), xscale="log", yscale="log",
        )  # fmt: skip
        self.errors.set_xticks([1e-9, 1e-6, 1e-3, 1], ["0", "10⁻⁶", "10⁻³", "1"])
        self.errors.set_yticks([1e-5, 1e-3, 1e-1, 10], ["≤10⁻⁵", "10⁻³", "0.1", "10"])
        (self.e_in,) = self.errors.plot([], [], color=style.POSITIVE, animated=True, label="E_in")
        (self.e_out,) = self.errors.plot(
            [], [], color=style.NEGATIVE, ls="--", animated=True, label="E_out"
        )
        self.now = self.errors.axvline(1, color=style.INK, lw=1, animated=True)
        style.add_legend(self.errors, below=True)

    def update(self, gamma, alpha, noise, n_samples):
        X, y = make_wave(n_samples, noise, random_state=SEED)
        network = FullRBFRegressor(gamma, alpha).fit(X, y).network_
        self.drawing.show_network(network)
        self.samples.set_data(X[:, 0], y)
        place = np.maximum(PENALTIES, 1e-9)
        e_in, e_out = errors_against_penalty(gamma, noise, n_samples)
        self.e_in.set_data(place, np.maximum(e_in, 1e-5))
        self.e_out.set_data(place, e_out)
        self.now.set_xdata([max(alpha, 1e-9)] * 2)
        Z = network.transform(X)
        e_in, e_out = mean_squared_errors(network, X, y, noise)
        return {
            "E_in": e_in,
            "E_out": e_out,
            "largest |β|": np.abs(network.weights).max(),
            "cond(Z)": np.linalg.cond(Z),
            "degrees of freedom": effective_degrees_of_freedom(Z, alpha),
        }


@lru_cache(maxsize=32)
def errors_against_penalty(gamma, noise, n_samples):
    """E_in and E_out of the ridge fit for every λ in PENALTIES, from one SVD of Z."""
    X, y = make_wave(n_samples, noise, random_state=SEED)
    Z, Z_test = design_matrix(X, X, gamma), design_matrix(X_TEST, X, gamma)
    U, sigma, Vt = np.linalg.svd(Z)
    kept = sigma > len(Z) * np.finfo(float).eps * sigma[0]
    U, sigma, Vt = U[:, kept], sigma[kept], Vt[kept]
    weights = Vt.T @ (sigma[:, None] / (sigma[:, None] ** 2 + PENALTIES) * (U.T @ y)[:, None])
    e_in = np.mean((Z @ weights - y[:, None]) ** 2, axis=0)
    return e_in, np.mean((Z_test @ weights - wave(X_TEST)[:, None]) ** 2, axis=0) + noise**2


def interpolation():
    """Page 02: exact interpolation and ridge on a line."""
    controls = {
        "gamma": log_slider("γ", 100, 0, 4),
        "alpha": penalty_slider(),
        "noise": slider("noise", 0.2, 0.0, 0.6, 0.05),
        "n_samples": slider("samples", 20, 3, 40, 1),
    }
    presets = {
        "Exact, no noise": {"gamma": 100, "alpha": 0.0, "noise": 0},
        "Exact, noisy": {"gamma": 100, "alpha": 0.0, "noise": 0.3},
        "Regularized": {"gamma": 100, "alpha": 0.1, "noise": 0.3},
        "Too smooth": {"gamma": 1, "alpha": 0.1, "noise": 0.3},
        "Too wiggly": {"gamma": 5012, "alpha": 0.1, "noise": 0.3},
        "Singular in practice": {"gamma": 1, "alpha": 0.0, "noise": 0.3},
    }
    return Explorer(InterpolationScene(), controls, presets)


class TwoRidgesScene(Scene):
    """Ridge on the weights beside kernel ridge, at the same λ."""

    def __init__(self):
        self.figure = style.new_figure()
        axes = wave_axes(self.figure, (0.65, 0.9, 4.6, 3.1), "two fits with the same γ and λ")
        self.x = X_TEST[:, 0]
        (self.ridge,) = axes.plot([], [], color=style.POSITIVE, animated=True, label="ridge")
        (self.kernel_ridge,) = axes.plot(
            [], [], color=style.SECOND, ls="-.", animated=True, label="kernel ridge"
        )
        (self.samples,) = axes.plot(
            [], [], "o", color=style.INK, ms=5, animated=True, zorder=5, label="samples"
        )
        style.add_legend(axes, below=True)
        self.kept = style.add_axes(
            self.figure, (6.05, 0.9, 2.95, 3.1), title="share kept of each direction",
            xlabel="eigenvalue s of Z", xlim=(1e-8, 30), ylim=(-0.03, 1.05), xscale="log",
        )  # fmt: skip
        (self.kept_ridge,) = self.kept.plot(
            [], [], "o-", color=style.POSITIVE, ms=4, animated=True, label="s² / (s² + λ)"
        )
        (self.kept_kernel,) = self.kept.plot(
            [], [], "D-.", color=style.SECOND, ms=4, animated=True, label="s / (s + λ)"
        )
        style.add_legend(self.kept, below=True)

    def update(self, gamma, alpha, noise):
        X, y = make_wave(20, noise, random_state=SEED)
        Z = design_matrix(X, X, gamma)
        s, V = np.linalg.eigh(Z)
        s = np.maximum(s, 1e-16)
        ridge = FullRBFRegressor(gamma, alpha).fit(X, y).network_
        # (Z + λI)⁻¹y; at λ = 0 both models are the same equation, Zβ = y.
        weights = ridge.weights if alpha == 0 else V @ ((V.T @ y) / (s + alpha))
        kernel_ridge = RBFNetwork(X, weights, gamma=gamma)
        h, k = ridge(X_TEST), kernel_ridge(X_TEST)
        self.ridge.set_data(self.x, np.clip(h, -99, 99))
        self.kernel_ridge.set_data(self.x, np.clip(k, -99, 99))
        self.samples.set_data(X[:, 0], y)
        self.kept_ridge.set_data(s, s**2 / (s**2 + alpha))
        self.kept_kernel.set_data(s, s / (s + alpha))
        return {
            "largest difference of the fits": np.abs(h - k).max(),
            "E_out, ridge": mean_squared_errors(ridge, X, y, noise)[1],
            "E_out, kernel ridge": mean_squared_errors(kernel_ridge, X, y, noise)[1],
            "degrees of freedom, ridge": np.sum(s**2 / (s**2 + alpha)),
            "degrees of freedom, kernel ridge": np.sum(s / (s + alpha)),
        }


def two_ridges():
    """Page 02: the lecture's ridge and kernel ridge at the same λ."""
    controls = {
        "gamma": log_slider("γ", 100, 0.5, 4),
        "alpha": penalty_slider(0.1),
        "noise": slider("noise", 0.2, 0.0, 0.6, 0.05),
    }
    presets = {
        "λ = 0: the same": {"alpha": 0.0},
        "λ small": {"alpha": 1e-3},
        "λ = 1": {"alpha": 1.0},
        "λ large": {"alpha": 10.0},
        "Z close to I": {"gamma": 5012, "alpha": 1.0},
    }
    return Explorer(TwoRidgesScene(), controls, presets)


class VotesScene(Scene):
    """Two full networks in the plane: uniform votes β = y, and weights that were solved for."""

    def __init__(self):
        self.figure = style.new_figure()
        limits = {"xlim": (-2.6, 2.6), "ylim": (-2.13, 2.13), "aspect": "equal"}
        self.votes = PlaneDrawing(
            style.add_axes(
                self.figure, (0.65, 0.9, 3.9, 3.1), title="uniform votes: β = y", **limits
            )
        )
        self.solved = PlaneDrawing(
            style.add_axes(
                self.figure, (5.15, 0.9, 3.9, 3.1), title="solved: β = (ZᵀZ + λI)⁻¹Zᵀy", **limits
            )
        )

        style.add_legend(self.votes.axes, below=True)

    def update(self, data, gamma, alpha):
        X, y, X_test, y_test = plane_data(data)
        votes = UniformRBFClassifier(gamma).fit(X, y)
        solved = FullRBFClassifier(gamma, alpha).fit(X, y)
        numbers = {}
        for name, drawing, model in [
            ("votes", self.votes, votes),
            ("solved", self.solved, solved),
        ]:
            drawing.show_data(data)
            drawing.show_network(model.network_)
            numbers[f"{name}: E_in"] = np.mean(model.predict(X) != y)
            numbers[f"{name}: E_out"] = np.mean(model.predict(X_test) != y_test)
        return numbers


def votes_and_weights():
    """Page 02: classification by uniform votes and by solved weights."""
    controls = {
        "data": choice("data", list(PLANE_DATA)),
        "gamma": log_slider("γ", 2.0, -1, 3),
        "alpha": penalty_slider(0.1),
    }
    presets = {
        "Wide votes": {"gamma": 0.2},
        "Narrow votes": {"gamma": 100},
        "Exact": {"gamma": 10, "alpha": 0.0},
        "Regularized": {"gamma": 2, "alpha": 1.0},
        "Real data": {"data": "breast cancer", "gamma": 0.5, "alpha": 1.0},
        "Real data, exact": {"data": "breast cancer", "gamma": 10, "alpha": 0.0},
    }
    return Explorer(VotesScene(), controls, presets)


class FewerCentersScene(Scene):
    """M of the samples as centers, and the degrees of freedom over the plane of (M, λ)."""

    n_samples, gamma, noise = 40, 300.0, 0.3

    def __init__(self):
        self.figure = style.new_figure()
        axes = wave_axes(self.figure, (0.65, 0.9, 4.2, 3.1), "M bumps on 40 samples")
        self.drawing = LineDrawing(axes)
        self.X, self.y = make_wave(self.n_samples, self.noise, random_state=SEED)
        axes.plot(self.X[:, 0], self.y, "o", color=style.INK, ms=4, label="samples")
        (self.centers,) = axes.plot(
            [], [], "D", color=style.CENTER, ms=6, animated=True, clip_on=False, zorder=6,
            label="centers",
        )  # fmt: skip
        style.add_legend(axes, below=True)
        self.plane = style.add_axes(
            self.figure, (5.65, 0.9, 2.75, 3.1), title="degrees of freedom", xlabel="λ",
            ylabel="centers M", xlim=(-9.25, 2.25), ylim=(0.5, 40.5),
        )  # fmt: skip
        self.plane.set_xticks([-9, -8, -5, -2, 1], ["0", "10⁻⁸", "10⁻⁵", "10⁻²", "10"])
        self._draw_map()
        (self.now,) = self.plane.plot(
            [], [], "o", ms=13, mfc="none", mec=style.INK, mew=2.5, animated=True, zorder=5
        )

    def _draw_map(self):
        """Degrees of freedom over (M, λ). The strip at the left end of the scale is λ = 0."""
        pixels = Pixels(self.plane)
        log_penalty, n_centers = pixels.grid()
        penalty = np.where(log_penalty < -8.5, 0, 10**log_penalty)
        rows = {}
        for m in range(1, self.n_samples + 1):
            energy = np.linalg.svd(self._design_matrix(m), compute_uv=False) ** 2
            rows[m] = (energy / (energy + penalty[:, None])).sum(axis=1)
        freedom = np.stack([rows[m] for m in n_centers.round().astype(int)])
        pixels.set_colors(style.similarity_colors(freedom / 41))
        scale = style.add_axes(self.figure, (8.55, 0.9, 0.14, 3.1), xlim=(0, 1), ylim=(0, 41))
        scale.set_xticks([])
        scale.yaxis.tick_right()
        bar = Pixels(scale)
        _, freedom = bar.grid()
        width = len(bar.grid()[0])
        bar.set_colors(style.similarity_colors(np.tile(freedom[:, None] / 41, width)))

    def _chosen(self, n_centers):
        return ((np.arange(n_centers) + 0.5) * self.n_samples / n_centers).astype(int)

    @cache  # noqa: B019  the scene lives as long as its page
    def _design_matrix(self, n_centers):
        return design_matrix(self.X, self.X[self._chosen(n_centers)], self.gamma)

    def update(self, n_centers, alpha):
        Z = self._design_matrix(n_centers)
        centers = self.X[self._chosen(n_centers)]
        network = RBFNetwork(centers, solve_weights(Z, self.y, alpha), gamma=self.gamma)
        self.drawing.show_network(network)
        self.centers.set_data(centers[:, 0], np.full(n_centers, -2.4))
        self.now.set_data([np.log10(alpha) if alpha else -9], [n_centers])
        e_in, e_out = mean_squared_errors(network, self.X, self.y, self.noise)
        freedom = effective_degrees_of_freedom(Z, alpha)
        return {"E_in": e_in, "E_out": e_out, "degrees of freedom": freedom}


def fewer_centers():
    """Page 02: number of centers and penalty, two ways to regularize."""
    controls = {
        "n_centers": slider("centers M", 40, 1, 40, 1),
        "alpha": penalty_slider(),
    }
    presets = {
        "M large, λ small": {"n_centers": 40, "alpha": 0.0},
        "M small, λ small": {"n_centers": 8, "alpha": 0.0},
        "M large, λ large": {"n_centers": 40, "alpha": 10.0},
        "M small, λ large": {"n_centers": 8, "alpha": 10.0},
        "M medium, λ medium": {"n_centers": 20, "alpha": 0.1},
    }
    return Explorer(FewerCentersScene(), controls, presets)
