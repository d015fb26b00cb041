"""Scenes of page 05: the two stages in the plane, the full network beside few centers, with and
without a bias, the cross-validated error surface, backpropagation played, and the density trap.
"""

from functools import cache, lru_cache

import ipywidgets as widgets
import numpy as np
from matplotlib.collections import LineCollection
from sklearn.model_selection import RepeatedKFold

from rbflib.backprop import train_by_backprop
from rbflib.basis import design_matrix
from rbflib.centers import (
    cluster_gamma,
    fit_mixture,
    kmeans_centers,
    mixture_gamma,
    neighbor_gamma,
    random_centers,
)
from rbflib.datasets import make_trap, make_wave, wave
from rbflib.full import FullRBFRegressor
from rbflib.lab.kit import style
from rbflib.lab.kit.explorer import Explorer, choice, log_slider, penalty_slider, slider
from rbflib.lab.kit.line import X_TEST, LineDrawing, mean_squared_errors, wave_axes
from rbflib.lab.kit.plane import PLANE_DATA, PlaneDrawing, mark_centers, outlines, plane_data
from rbflib.lab.kit.stage import Pixels, Scene
from rbflib.lab.kit.work import Work
from rbflib.network import RBFNetwork
from rbflib.numerics.linear import solve_output_layer
from rbflib.ols import OLSRegressor
from rbflib.two_stage import RBFNetworkRegressor, solve_logistic_layer

SEED = 4

CENTERS = {"random samples": "random", "k-means": "kmeans", "Gaussian mixture": "gmm"}
WIDTHS = ["γ of the slider", "neighbor centers", "own cluster", "mixture"]


class NetworkPlaneScene(Scene):
    """Left the first stage, centers and widths from the samples alone; right the network."""

    def __init__(self):
        self.figure = style.new_figure()
        limits = {"xlim": (-2.6, 2.6), "ylim": (-2.13, 2.13), "aspect": "equal"}
        stage1 = style.add_axes(
            self.figure,
            (0.65, 0.9, 3.9, 3.1),
            title="stage 1: centers and widths, from x",
            **limits,
        )
        (self.samples,) = stage1.plot(
            [], [], "o", color=style.MUTED, ms=5, mec="white", mew=0.5, animated=True,
            label="samples without classes",
        )  # fmt: skip
        (self.outlines,) = stage1.plot(
            [], [], color=style.CENTER, lw=1.3, animated=True, zorder=5, label="φ = 0.61"
        )
        self.centers = mark_centers(stage1)
        style.add_legend(stage1, below=True)
        self.stage1 = stage1
        stage2 = style.add_axes(
            self.figure, (5.15, 0.9, 3.9, 3.1), title="stage 2: weights, from x and y", **limits
        )
        self.drawing = PlaneDrawing(stage2)
        self.drawing.centers[2].set_label("|β|")
        style.add_legend(stage2, below=True)

    def update(self, data, n_centers, centers, width, gamma, alpha, output):
        X, y, X_test, y_test = plane_data(data)
        mu, *mixture = stage_one(data, n_centers, CENTERS[centers])
        rule = width if mixture or width != "mixture" else "own cluster"
        gamma = widths(X, mu, mixture, rule, gamma)
        solve = solve_output_layer if output == "sign" else solve_logistic_layer
        network = RBFNetwork(mu, *solve(design_matrix(X, mu, gamma), y, alpha), gamma)
        self._draw(data, network, output)
        numbers = {
            "E_in": np.mean(np.sign(network(X)) != y),
            "E_out": np.mean(np.sign(network(X_test)) != y_test),
            "numbers in the network": n_numbers(network),
        }
        if output == "logistic":
            numbers["mean −ln p of the test samples' classes"] = log_loss(network, X_test, y_test)
        if rule != width:
            numbers["widths:"] = "own cluster, as only a mixture has its own"
        return numbers

    def _draw(self, data, network, output):
        X, *_ = plane_data(data)
        self.samples.set_data(*X.T)
        self.centers.set_data(*network.centers.T)
        self.outlines.set_data(*outlines(network.centers, network.gamma))
        self.drawing.show_data(data)
        labels = {"xlabel": PLANE_DATA[data][1], "ylabel": PLANE_DATA[data][2]}
        if labels["xlabel"] != self.stage1.get_xlabel():
            self.stage1.set(**labels)
        # p = 1 / (1 + e⁻ʰ) from 0 to 1 is shown as 2p − 1 = tanh(h/2), from −1 to 1.
        shown = (lambda h: np.tanh(h / 2)) if output == "logistic" else (lambda h: h)
        self.drawing.show_network(network, shown=shown)


@lru_cache(maxsize=512)
def stage_one(data, n_centers, rule):
    """Centers (M, 2) of one entry of PLANE_DATA; a mixture's covariances and counts come along."""
    X, *_ = plane_data(data)
    if rule == "gmm":
        return fit_mixture(X, n_centers, random_state=0)
    place = random_centers if rule == "random" else kmeans_centers
    return (place(X, n_centers, random_state=0),)


def widths(X, mu, mixture, rule, gamma):
    """γ as the slider has it, or by one of the three rules of WIDTHS."""
    if rule == "neighbor centers":
        return neighbor_gamma(X, mu)
    if rule == "own cluster":
        return cluster_gamma(X, mu)
    return mixture_gamma(X, mu, *mixture) if rule == "mixture" else gamma


def n_numbers(network):
    """Centers, weights, bias and widths, counted; a symmetric matrix has D(D + 1)/2 numbers."""
    M, D = network.centers.shape
    per_width = {0: 1, 1: M, 3: M * D * (D + 1) // 2}
    return M * D + M + 1 + per_width[np.ndim(network.gamma)]


def log_loss(network, X, y):
    """Mean of −ln p(y | x) with p(+1 | x) = 1 / (1 + e^{−h})."""
    return np.mean(np.logaddexp(0, -y * network(X)))


def network_plane():
    """Page 05: centers, widths, weights and output of a two-stage network in the plane."""
    controls = {
        "data": choice("data", list(PLANE_DATA)),
        "centers": choice("centers", list(CENTERS), "k-means"),
        "n_centers": slider("centers M", 10, 1, 30, 1),
        "width": choice("widths", WIDTHS),
        "gamma": log_slider("γ", 1.0, -1, 2),
        "output": choice("output", ["sign", "logistic"]),
        "alpha": log_slider("λ", 0.01, -4, 2, 0.25),
    }
    presets = {
        "Random samples": {"centers": "random samples", "width": "neighbor centers"},
        "k-means": {"centers": "k-means", "width": "neighbor centers"},
        "Mixture": {"centers": "Gaussian mixture", "width": "mixture", "n_centers": 5},
        "Too few": {"n_centers": 1},
        "Too narrow": {"n_centers": 30, "gamma": 100, "alpha": 1e-4},
        "Probabilities": {"output": "logistic", "alpha": 0.1},
        "Real data": {"data": "breast cancer", "output": "logistic", "n_centers": 5, "alpha": 0.1},
    }
    return Explorer(NetworkPlaneScene(), controls, presets)


class FullOrFewScene(Scene):
    """The full network and one of M centers on the same noisy wave; test error against M."""

    n_samples = 40
    sizes = (1, 2, 3, 4, 6, 8, 10, 14, 20, 30, 40)

    def __init__(self):
        self.figure = style.new_figure()
        axes = wave_axes(self.figure, (0.65, 0.9, 4.6, 3.1), "40 noisy samples, two networks")
        self.drawing = LineDrawing(axes, label="M centers")
        (self.full,) = axes.plot(
            self.drawing.x, 0 * self.drawing.x, color=style.NEGATIVE, ls="-.", lw=1.6,
            animated=True, zorder=3, label="full",
        )  # fmt: skip
        (self.samples,) = axes.plot([], [], "o", color=style.INK, ms=4, animated=True, zorder=5)
        self.samples.set_label("samples")
        self.centers = mark_centers(axes)
        style.add_legend(axes, below=True)
        errors = style.add_axes(
            self.figure, (6.15, 0.9, 2.85, 3.1), title="error on new samples", xlabel="centers M",
            xlim=(0.9, 44), ylim=(2e-3, 100), xscale="log", yscale="log",
        )  # fmt: skip
        errors.set_xticks([1, 2, 5, 10, 20, 40], [1, 2, 5, 10, 20, 40], minor=False)
        errors.set_xticks([], minor=True)
        (self.e_out,) = errors.plot(
            [], [], "o-", color=style.POSITIVE, ms=4, animated=True, label="M centers"
        )
        self.e_full = errors.axhline(1, color=style.NEGATIVE, ls="-.", lw=1.6, animated=True)
        self.e_full.set_label("full")
        (self.now,) = errors.plot(
            [], [], "o", ms=13, mfc="none", mec=style.INK, mew=2.2, animated=True, zorder=5
        )
        style.add_legend(errors, below=True)

    def update(self, n_centers, gamma, alpha, noise):
        X, y = make_wave(self.n_samples, noise, random_state=SEED)
        full = FullRBFRegressor(gamma, alpha).fit(X, y).network_
        networks = {M: self._few(M, X, y, gamma, alpha) for M in {*self.sizes, n_centers}}
        few = networks[n_centers]
        self.samples.set_data(X[:, 0], y)
        self.drawing.show_network(few)
        self.full.set_ydata(np.clip(full(self.drawing.x[:, None]), -99, 99))
        self.centers.set_data(few.centers[:, 0], np.full(n_centers, -2.4))
        missed = np.stack([networks[M](X_TEST) for M in self.sizes]) - wave(X_TEST)
        self.e_out.set_data(self.sizes, np.mean(missed**2, axis=1) + noise**2)
        e_in, e_out = mean_squared_errors(few, X, y, noise)
        full_in, full_out = mean_squared_errors(full, X, y, noise)
        self.e_full.set_ydata([full_out, full_out])
        self.now.set_data([n_centers], [e_out])
        return {
            "M centers: E_in": e_in,
            "M centers: E_out": e_out,
            "full network: E_in": full_in,
            "full network: E_out": full_out,
        }

    def _few(self, n_centers, X, y, gamma, alpha):
        mu = self._centers(n_centers)
        return RBFNetwork(mu, *solve_output_layer(design_matrix(X, mu, gamma), y, alpha), gamma)

    @cache  # noqa: B019  the scene lives as long as its page
    def _centers(self, n_centers):
        X, _ = make_wave(self.n_samples, random_state=SEED)
        return kmeans_centers(X, n_centers, random_state=0)


def full_or_few():
    """Page 05: the full network overfits where a few proper centers do not."""
    controls = {
        "n_centers": slider("centers M", 10, 1, 40, 1),
        "gamma": log_slider("γ", 200, 1, 4),
        "alpha": penalty_slider(),
        "noise": slider("noise", 0.3, 0.05, 0.6, 0.05),
    }
    presets = {
        "Ten centers": {"n_centers": 10},
        "Two centers": {"n_centers": 2},
        "Thirty centers": {"n_centers": 30},
        "Full with ridge": {"alpha": 0.1},
        "Hardly any noise": {"noise": 0.05, "n_centers": 14},
    }
    return Explorer(FullOrFewScene(), controls, presets)


class BiasScene(Scene):
    """The same few centers with and without a bias, on a wave that is shifted up."""

    noise = 0.15

    def __init__(self):
        self.figure = style.new_figure()
        self.panels = {}
        for left, title, color in [
            (0.65, "with bias", style.POSITIVE),
            (5.15, "without bias", style.NEGATIVE),
        ]:
            axes = style.add_axes(
                self.figure, (left, 0.9, 3.9, 3.1), title=title, xlabel="x",
                xlim=(-0.02, 1.02), ylim=(-3, 10),
            )  # fmt: skip
            drawing = LineDrawing(axes, color=color)
            (samples,) = axes.plot([], [], "o", color=style.INK, ms=4, animated=True, zorder=5)
            samples.set_label("samples")
            axes.plot([], [], color=style.BUMP, label="bumps βₘ φ")
            (level,) = axes.plot([-1, 2], [0, 0], color=style.MUTED, ls=":", lw=1.6, animated=True)
            level.set_label("bias b")
            style.add_legend(axes, below=True)
            self.panels[title] = drawing, samples, level

    def update(self, mean, n_centers, gamma):
        X, y = make_wave(40, self.noise, random_state=SEED)
        y = y - y.mean() + mean
        mu = self._centers(n_centers)
        numbers = {}
        for title, (drawing, samples, level) in self.panels.items():
            learner = RBFNetworkRegressor(
                centers=mu, gamma=gamma, fit_intercept=title == "with bias"
            )
            network = learner.fit(X, y).network_
            drawing.show_network(network)
            samples.set_data(X[:, 0], y)
            level.set_ydata([network.bias, network.bias])
            numbers[f"{title}: E_in"] = np.mean((network(X) - y) ** 2)
            numbers[f"largest |β| {title}"] = np.abs(network.weights).max()
        return numbers

    @cache  # noqa: B019  the scene lives as long as its page
    def _centers(self, n_centers):
        X, _ = make_wave(40, random_state=SEED)
        return kmeans_centers(X, n_centers, random_state=0)


def bias_on_off():
    """Page 05: few centers without a bias are distorted by the mean of y."""
    controls = {
        "mean": slider("mean of y", 5.0, 0.0, 8.0, 0.5),
        "n_centers": slider("centers M", 6, 2, 20, 1),
        "gamma": log_slider("γ", 100, 1, 3),
    }
    presets = {
        "Mean 0": {"mean": 0},
        "Mean 8": {"mean": 8},
        "Narrow bumps": {"mean": 5, "gamma": 1000},
        "Many centers": {"mean": 5, "n_centers": 20},
    }
    return Explorer(BiasScene(), controls, presets)


class CrossValidation:
    """Held-out error of k k-means centers and γ on a noisy wave: 5 folds, drawn twice."""

    noise = 0.3

    def __init__(self):
        self.X, self.y = make_wave(60, self.noise, random_state=SEED)
        folds = RepeatedKFold(n_splits=5, n_repeats=2, random_state=0)
        self.splits = list(folds.split(self.X))

    @cache  # noqa: B019  lives as long as its page
    def centers(self, k):
        """Of every fold's training samples."""
        return [kmeans_centers(self.X[train], k, random_state=0) for train, _ in self.splits]

    @lru_cache(maxsize=4096)  # noqa: B019  lives as long as its page
    def error(self, k, gamma):
        """Mean squared error on the samples that were held out."""
        errors = []
        for (train, test), mu in zip(self.splits, self.centers(k), strict=True):
            Z = design_matrix(self.X, mu, gamma)
            weights, bias = solve_output_layer(Z[train], self.y[train])
            errors.append(np.mean((Z[test] @ weights + bias - self.y[test]) ** 2))
        return np.mean(errors)


class ErrorSurfaceScene(Scene):
    """E_cv over (γ, k), as far as it is computed, and the fit of the chosen cell."""

    k = np.arange(1, 34)
    log_gamma = np.round(np.arange(0, 4.01, 0.1), 1)
    low, high = 0.08, 0.8  # what the colors tell apart

    def __init__(self):
        self.validation = CrossValidation()
        self.figure = style.new_figure()
        self.plane = style.add_axes(
            self.figure, (0.65, 0.9, 3.3, 3.1), title="E_cv: click a cell", xlabel="γ",
            ylabel="centers k", xlim=(-0.05, 4.05), ylim=(0.5, 33.5),
        )  # fmt: skip
        self.plane.set_xticks(range(5), ["1", "10", "10²", "10³", "10⁴"])
        self.surface = Pixels(self.plane)
        self._draw_scale()
        (self.now,) = self._ring("o", style.INK, "chosen")
        (self.best,) = self._ring("*", style.NEGATIVE, "smallest so far")
        style.add_legend(self.plane, below=True)
        axes = wave_axes(self.figure, (5.35, 0.9, 3.65, 3.1), "the network of the chosen cell")
        self.drawing = LineDrawing(axes, label="h(x)")
        X, y = self.validation.X, self.validation.y
        axes.plot(X[:, 0], y, "o", color=style.INK, ms=4, label="samples")
        self.centers = mark_centers(axes)
        style.add_legend(axes, below=True)
        self.begin()

    def _ring(self, marker, color, label):
        return self.plane.plot(
            [], [], marker, ls="", ms=14, mfc="none", mec=color, mew=2.2, animated=True, zorder=5,
            clip_on=False, label=label,
        )  # fmt: skip

    def _draw_scale(self):
        """The colors of E_cv, at the right of the plane."""
        axes = style.add_axes(
            self.figure, (4.05, 0.9, 0.14, 3.1), xlim=(0, 1), ylim=(self.low, self.high),
            yscale="log",
        )  # fmt: skip
        axes.set_xticks([])
        axes.yaxis.tick_right()
        axes.set_yticks([0.1, 0.2, 0.4, 0.8], ["0.1", "0.2", "0.4", "≥0.8"], minor=False)
        axes.set_yticks([], minor=True)
        bar = Pixels(axes)
        x, _ = bar.grid()
        rows = round(axes.bbox.height) // bar.cell
        errors = self.low * (self.high / self.low) ** ((np.arange(rows) + 0.5) / rows)
        bar.set_colors(self.colors(np.tile(errors[:, None], len(x))))

    def colors(self, errors):
        """Dark where the error is small."""
        share = np.log(errors / self.low) / np.log(self.high / self.low)
        return style.similarity_colors(1 - share)

    def cells(self, step):
        """Rows and columns of every step-th cell: (row, column, step)."""
        rows, columns = range(0, len(self.k), step), range(0, len(self.log_gamma), step)
        return [(i, j, step) for i in rows for j in columns]

    def finer_cells(self):
        """The cells between those of step 4, coarse to fine."""
        finer = [c for c in self.cells(2) if c[0] % 4 or c[1] % 4]
        return finer + [c for c in self.cells(1) if c[0] % 2 or c[1] % 2]

    def begin(self):
        """Forget all but the coarse cells."""
        shape = len(self.k), len(self.log_gamma)
        self.errors = np.full(shape, np.nan)
        self.shown = np.full(shape, np.nan)
        for cell in self.cells(4):
            self.compute(cell)

    def compute(self, cell):
        """The error of one cell, which stands for its neighbors too as long as they have none."""
        i, j, step = cell
        self.errors[i, j] = self.validation.error(int(self.k[i]), gamma_at(self.log_gamma[j]))
        around = (
            np.s_[max(i - step // 2, 0) : i + step // 2 + 1],
            np.s_[max(j - step // 2, 0) : j + step // 2 + 1],
        )
        unknown = np.isnan(self.errors[around])
        self.shown[around] = np.where(unknown, self.errors[i, j], self.errors[around])
        self.surface.colors = None

    def update(self, k, gamma):
        if self.surface.colors is None:
            self._draw_surface()
        X, y = self.validation.X, self.validation.y
        network = RBFNetworkRegressor(k, gamma=gamma, random_state=0).fit(X, y).network_
        self.drawing.show_network(network)
        self.centers.set_data(network.centers[:, 0], np.full(k, -2.4))
        self.now.set_data([np.log10(gamma)], [k])
        i, j = np.unravel_index(np.nanargmin(self.errors), self.errors.shape)
        self.best.set_data([self.log_gamma[j]], [self.k[i]])
        e_in, e_out = mean_squared_errors(network, X, y, self.validation.noise)
        return {
            "E_cv": self.validation.error(k, gamma_at(np.log10(gamma))),
            "E_in": e_in,
            "E_out": e_out,
            "smallest E_cv so far": self.errors[i, j],
            "at k =": int(self.k[i]),
            "γ =": gamma_at(self.log_gamma[j]),
        }

    def _draw_surface(self):
        log_gamma, k = self.surface.grid()
        rows = np.clip(k.round() - 1, 0, len(self.k) - 1).astype(int)
        columns = np.clip((10 * log_gamma).round(), 0, len(self.log_gamma) - 1).astype(int)
        self.surface.set_colors(self.colors(self.shown[np.ix_(rows, columns)]))

    def drag(self, axes, start, point, state):
        return self.click(axes, point, state)

    def click(self, axes, point, state):
        return {"k": point[1], "gamma": 10 ** point[0]} if axes is self.plane else {}


def gamma_at(log_gamma):
    """γ at a mark of the scale, the same number however its logarithm was rounded."""
    return 10 ** round(float(log_gamma), 1)


def error_surface():
    """Page 05: k and γ by cross-validation, computed while the page stays alive."""
    scene = ErrorSurfaceScene()
    controls = {
        "k": slider("centers k", 20, 1, 33, 1),
        "gamma": log_slider("γ", 1000, 0, 4),
    }
    presets = {
        "Smallest of the coarse cells": {"k": 5, "gamma": 6.3},
        "Too few": {"k": 1, "gamma": 6.3},
        "Too narrow": {"k": 5, "gamma": 10_000},
        "Many": {"k": 33, "gamma": 50},
        "Many and narrow": {"k": 33, "gamma": 1000},
    }
    work = Work(scene.finer_cells(), scene.compute, scene.begin)
    explorer = Explorer(scene, controls, presets, tools=[work.widget])
    work.show = explorer.set
    explorer.work = work
    return explorer


def chirp(x):
    """A wave that gets faster: slow on the left of [0, 1], two periods in all."""
    return np.sin(4 * np.pi * x**2)


TRAINED = {
    "weights": ["weights"],
    "weights, widths": ["weights", "widths"],
    "weights, widths, centers": ["weights", "widths", "centers"],
}
STARTS = ["least squares", "weights 0"]


class BackpropScene(Scene):
    """A network on its way down the gradient of its error, from a recorded history."""

    n_centers, noise, n_steps = 4, 0.1, 100

    def __init__(self):
        self.figure = style.new_figure()
        axes = style.add_axes(
            self.figure, (0.65, 0.9, 4.6, 3.1), title="the network after this step; bars: μ ± σ",
            xlabel="x", ylabel="y", xlim=(-0.22, 1.22), ylim=(-2.1, 1.6),
        )  # fmt: skip
        self.x = np.linspace(0, 1, 200)[:, None]
        rng = np.random.default_rng(SEED)
        self.X = ((np.arange(60) + rng.uniform(size=60)) / 60)[:, None]
        self.y = chirp(self.X[:, 0]) + self.noise * rng.standard_normal(60)
        f = chirp(self.x[:, 0])
        axes.plot(self.x[:, 0], f, ls="--", lw=1.4, color=style.MUTED, label="true curve f")
        axes.plot(self.X[:, 0], self.y, "o", color=style.INK, ms=3.5, label="samples")
        self.drawing = LineDrawing(axes, label="h(x)")
        self.bars = LineCollection([], colors=style.CENTER, lw=3, animated=True, zorder=5)
        axes.add_collection(self.bars, autolim=False)
        self.centers = mark_centers(axes, label="μ ± σ", clip_on=True)
        style.add_legend(axes, below=True)
        self.curve = style.add_axes(
            self.figure, (6.15, 0.9, 2.85, 3.1), title="E_in after every step", xlabel="step",
            xlim=(-2, 102), ylim=(0.005, 1), yscale="log",
        )  # fmt: skip
        (self.whole,) = self.curve.plot([], [], color=style.BUMP, lw=1, animated=True)
        self.whole.set_label("to come")
        (self.so_far,) = self.curve.plot([], [], color=style.POSITIVE, animated=True)
        self.so_far.set_label("so far")
        (self.now,) = self.curve.plot([], [], "o", color=style.INK, ms=8, animated=True, zorder=5)
        style.add_legend(self.curve, below=True)

    @cache  # noqa: B019  the scene lives as long as its page
    def history(self, start, train, method):
        """Recorded once; every step holds a network and its error."""
        mu = kmeans_centers(self.X, self.n_centers, random_state=0)
        gamma = np.full(len(mu), 4 * neighbor_gamma(self.X, mu))  # σ is half the neighbors' way
        weights, bias = np.zeros(len(mu)), 0.0
        if start == "least squares":
            weights, bias = solve_output_layer(design_matrix(self.X, mu, gamma), self.y)
        _, history = train_by_backprop(
            RBFNetwork(mu, weights, bias, gamma), self.X, self.y, train=TRAINED[train],
            method=method, max_steps=self.n_steps, learning_rate=1.0,
        )  # fmt: skip
        # Where nothing is left to gain, the rest of the way stands still.
        return history + (self.n_steps + 1 - len(history)) * history[-1:]

    def update(self, start, train, method, step):
        history = self.history(start, train, method)
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


def backprop_steps():
    """Page 05: the second stage by backpropagation, step by step from its record."""
    controls = {
        "start": choice("start", STARTS),
        "train": choice("trained", list(TRAINED), "weights, widths, centers"),
        "method": choice("method", ["lbfgs", "gradient"]),
        "step": slider("step", 0, 0, 100, 1),
    }
    presets = {
        "Start": {"step": 0},
        "Ten steps": {"step": 10},
        "The end": {"step": 100},
        "Weights alone": {"train": "weights", "start": "weights 0", "step": 100},
        "Weights and widths": {"train": "weights, widths", "step": 100},
        "Plain gradient descent": {"method": "gradient", "step": 100},
    }
    return Explorer(BackpropScene(), controls, presets, tools=[player(controls["step"])])


def player(step):
    """Buttons that play a slider: play and pause, stop, repeat; one step back or on; the speed."""
    play = widgets.Play(min=step.min, max=step.max, interval=120)
    widgets.jslink((play, "value"), (step, "value"))
    wide = widgets.Layout(width="auto")

    def button(label, act):
        made = widgets.Button(description=label, layout=wide)
        made.on_click(lambda _button: act())
        return made

    def move(way):
        step.value = min(max(step.value + way, step.min), step.max)

    def pace(factor):
        play.interval = int(min(max(play.interval * factor, 30), 960))

    return widgets.HBox(
        [
            play,
            button("◀ step", lambda: move(-1)),
            button("step ▶", lambda: move(1)),
            button("slower", lambda: pace(2)),
            button("faster", lambda: pace(0.5)),
        ]
    )


class DensityTrapScene(Scene):
    """Nine of ten samples lie where the target is flat: three ways to place M centers."""

    sizes = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 21, 24)
    gamma_step = 0.25

    def __init__(self):
        self.X, self.y = make_trap(random_state=0)
        self.X_test, self.y_test = make_trap(1000, random_state=1)
        self.figure = style.new_figure()
        axes = style.add_axes(
            self.figure, (0.95, 1.85, 4.6, 2.15), title="a network for each way to place M centers",
            ylabel="y", xlim=(-4.1, 2.1), ylim=(-1.8, 1.8),
        )  # fmt: skip
        axes.set_xticklabels([])
        axes.plot(self.X[:, 0], self.y, "o", color=style.INK, ms=3, label="samples")
        self.x = np.linspace(-4.1, 2.1, 400)
        rows = style.add_axes(
            self.figure, (0.95, 0.9, 4.6, 0.8), xlabel="x", xlim=(-4.1, 2.1), ylim=(-0.6, 2.6)
        )
        self.heights = {"k-means": 2, "by hand": 1, "OLS": 0}
        rows.set_yticks(list(self.heights.values()), list(self.heights))
        errors = style.add_axes(
            self.figure, (6.35, 0.9, 2.65, 3.1), title="error on new samples", xlabel="centers M",
            xlim=(0.5, 24.5), ylim=(2e-4, 0.3), yscale="log",
        )  # fmt: skip
        self.looks = {
            "k-means": {"color": style.NEGATIVE, "ls": "--", "marker": "X"},
            "by hand": {"color": style.CENTER, "ls": "-.", "marker": "D"},
            "OLS": {"color": style.POSITIVE, "ls": "-", "marker": "o"},
        }
        self.fits, self.rows, self.curves, self.now = {}, {}, {}, {}
        for name, look in self.looks.items():
            line = {"color": look["color"], "ls": look["ls"], "animated": True, "label": name}
            mark = {"color": look["color"], "marker": look["marker"], "ls": "", "animated": True}
            (self.fits[name],) = axes.plot(self.x, 0 * self.x, lw=1.8, **line)
            (self.rows[name],) = rows.plot([], [], ms=6, **mark)
            (self.curves[name],) = errors.plot([], [], lw=1.8, marker=look["marker"], ms=5, **line)
            (self.now[name],) = errors.plot([], [], ms=10, zorder=5, **mark)
        style.add_legend(errors, below=True)
        for log_gamma in np.arange(0, 2.01, self.gamma_step):  # ready before a slider moves
            for name in self.looks:
                self.errors(name, 10 ** float(log_gamma))

    def update(self, n_centers, gamma):
        numbers = {}
        for name in self.looks:
            network = self.fit(name, n_centers, gamma)
            mu = network.centers[:, 0]
            self.fits[name].set_ydata(np.clip(network(self.x[:, None]), -99, 99))
            self.rows[name].set_data(mu, np.full(len(mu), self.heights[name]))
            self.curves[name].set_data(self.sizes, self.errors(name, gamma))
            e_out = self.e_out(network)
            self.now[name].set_data([n_centers], [e_out])
            numbers[f"{name}: E_out"] = e_out
        share = np.mean(self.centers("k-means", n_centers, gamma) < 0)
        return numbers | {"k-means centers where y is flat": f"{share:.0%}"}

    def centers(self, name, n_centers, gamma):
        """M centers, one of three ways."""
        if name == "k-means":
            return self._kmeans(n_centers)
        if name == "by hand":  # evenly over the stretch where y moves
            return np.linspace(0, 2, n_centers + 2)[1:-1, None]
        return self.X[self._selected(gamma)[:n_centers]]

    @cache  # noqa: B019  the scene lives as long as its page
    def _kmeans(self, n_centers):
        return kmeans_centers(self.X, n_centers, random_state=0)

    @cache  # noqa: B019  the scene lives as long as its page
    def _selected(self, gamma):
        """Samples in the order in which orthogonal least squares takes them."""
        return OLSRegressor(self.sizes[-1], tol=0.0, gamma=gamma).fit(self.X, self.y).selected_

    def fit(self, name, n_centers, gamma):
        mu = self.centers(name, n_centers, gamma)
        return RBFNetwork(mu, *solve_output_layer(design_matrix(self.X, mu, gamma), self.y), gamma)

    def e_out(self, network):
        return np.mean((network(self.X_test) - self.y_test) ** 2)

    @cache  # noqa: B019  the scene lives as long as its page
    def errors(self, name, gamma):
        """E_out of every number of centers in `sizes`."""
        return [self.e_out(self.fit(name, M, gamma)) for M in self.sizes]


def density_trap():
    """Page 05: centers that follow the density of x need not serve the target."""
    controls = {
        "n_centers": slider("centers M", 10, 1, 24, 1),
        "gamma": log_slider("γ", 10, 0, 2, DensityTrapScene.gamma_step),
    }
    presets = {
        "Ten centers": {"n_centers": 10},
        "Twenty-four centers": {"n_centers": 24},
        "Narrow bumps": {"gamma": 100},
        "Wide bumps": {"gamma": 1},
    }
    return Explorer(DensityTrapScene(), controls, presets)
