"""The error of cross-validation over k and γ, and the network of one cell."""

from collections import defaultdict
from functools import lru_cache
from itertools import product

import numpy as np
from sklearn.model_selection import RepeatedKFold

from rbflib.basis import design_matrix
from rbflib.centers import kmeans_centers
from rbflib.datasets import make_wave
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import Pixels, moving
from rbflib.lab.kit.controls import LinearSlider, LogSlider, Switch
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import SEED, LineDrawing, mark_samples, mean_squared_errors, wave_axes
from rbflib.lab.kit.notes import any_width
from rbflib.lab.kit.plane import mark_centers
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Handle, Scene
from rbflib.least_squares import solve_output_layer
from rbflib.numerics.linear import EPS, rank
from rbflib.numerics.means import column_sizes
from rbflib.two_stage import RBFNetworkRegressor

UNSURE = "no reliable digit"


def told(error):
    """An error as the results show it: infinite is one that rounding decides."""
    return error if error < np.inf else UNSURE


def is_sure(Z):
    """Whether the centered columns of a design matrix are independent beyond rounding."""
    sigma = np.linalg.svd(Z - Z.mean(axis=0), compute_uv=False)
    return rank(sigma, Z.shape, EPS * column_sizes(Z).max()) == Z.shape[1]


class CrossValidation:
    """Held-out error of k k-means centers and γ on a noisy wave: 5 folds, drawn twice."""

    noise = 0.3

    def __init__(self, draw):
        self.X, self.y = make_wave(60, self.noise, random_state=SEED + draw)
        folds = RepeatedKFold(n_splits=5, n_repeats=2, random_state=0)
        self.splits = list(folds.split(self.X))

    @lru_cache(maxsize=512)  # noqa: B019  lives as long as the kernel
    def centers(self, k):
        """Of every fold's training samples."""
        return [kmeans_centers(self.X[train], k, random_state=0) for train, _ in self.splits]

    @lru_cache(maxsize=4096)  # noqa: B019  lives as long as the kernel
    def error(self, k, gamma):
        """Mean squared error on the samples that were held out; infinite if rounding decides."""
        errors = []
        for (train, test), mu in zip(self.splits, self.centers(k), strict=True):
            Z = design_matrix(self.X, mu, gamma)
            if not is_sure(Z[train]):
                return np.inf
            weights, bias = solve_output_layer(Z[train], self.y[train])
            errors.append(np.mean((Z[test] @ weights + bias - self.y[test]) ** 2))
        return np.mean(errors)


@lru_cache(maxsize=64)
def validation(draw):
    """One for all explorers: what it has computed stays."""
    return CrossValidation(draw)


class ErrorSurfaceScene(Scene):
    """E_cv over (γ, k), as far as it is computed, and the fit of the chosen cell."""

    hint = "click a cell or drag over them"
    drawn = ("E_cv", "E_in", "E_out")

    k = np.arange(1, 34)
    log_gamma = np.round(np.arange(0, 4.01, 0.1), 1)
    low, high = 0.08, 0.8  # with the palest and the darkest color

    def __init__(self):
        self.figure = style.new_figure()
        look = {"xlabel": "γ", "ylabel": "centers k", "xlim": (-0.05, 4.05), "ylim": (0.5, 33.5)}
        title = "E_cv over k and γ"
        self.plane = style.add_axes(self.figure, (0.6, 0.6, 3.6, 3.52), title, leads=True, **look)
        self.plane.set_xticks(range(5), ["1", "10", "10²", "10³", "10⁴"])
        self.click_axes = [self.plane]
        self.surface = Pixels(self.plane)
        self._draw_scale()
        self.now = self._ring("o", "chosen")
        self.best = self._ring("*", "smallest so far")
        self.plane.plot([], [], "s", ms=9, color=style.MUTED, label=UNSURE)
        style.add_key(self.plane)
        title = "The network of the chosen cell"
        axes = wave_axes(self.figure, (5.5, 0.6, 3.5, 3.52), title, keyed=True)
        self.drawing = LineDrawing(axes, label="h(x)")
        self.samples = mark_samples(axes, ms=4)
        self.centers = mark_centers(axes)
        style.add_key(axes)
        shape = len(self.k), len(self.log_gamma)
        self.errors = defaultdict(lambda: np.full(shape, np.nan))  # of every draw
        for cell in self.cells(4):
            self.compute(*cell, 0)

    def _ring(self, marker, label):
        look = {"ms": 14, "mfc": "none", "mec": style.INK, "mew": 2.2, "zorder": 5} | style.HALO
        return moving(self.plane.plot([], [], marker, label=label, clip_on=False, **look))

    def _draw_scale(self):
        """The colors of E_cv, at the right of the plane."""
        limits = {"xlim": (0, 1), "ylim": (self.low, self.high), "yscale": "log"}
        axes = style.add_axes(self.figure, (4.3, 0.6, 0.14, 3.52), **limits)
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
        """Pale where the error is small, as on page 02; gray where rounding decides; none yet."""
        share = np.log(errors / self.low) / np.log(self.high / self.low)
        colors = style.similarity_colors(np.nan_to_num(share, posinf=1))
        colors[np.isinf(errors)] = style.as_rgba(style.MUTED)
        colors[np.isnan(errors)] = 0
        return colors

    def cells(self, step):
        """Row and column of every step-th cell."""
        return product(range(0, len(self.k), step), range(0, len(self.log_gamma), step))

    def in_steps(self, k, gamma, all_cells, draw):
        """The cells, coarse to fine."""
        for step in (8, 4, 2, 1) if all_cells else (8, 4):
            for cell in self.cells(step):
                if np.isnan(self.errors[draw][cell]):
                    self.compute(*cell, draw)
                    yield

    def compute(self, i, j, draw):
        """The error of one cell."""
        error = validation(draw).error(int(self.k[i]), gamma_at(self.log_gamma[j]))
        self.errors[draw][i, j] = error

    def filled(self, errors):
        """The errors, where a cell without one has that of its nearest coarser cell."""
        for step in (2, 4, 8):
            rows, columns = ((np.arange(n) + step // 2) // step * step for n in errors.shape)
            errors = np.where(np.isnan(errors), errors[np.ix_(rows, columns)], errors)
        return errors

    def update(self, k, gamma, all_cells, draw):
        numbers = self.measure(k, gamma, draw)
        errors = self.errors[draw]
        if not all_cells:  # a state looks the same, whatever was computed before
            errors = np.full_like(errors, np.nan)
            errors[::4, ::4] = self.errors[draw][::4, ::4]
        self._draw_surface(self.filled(errors))
        self.samples.set_data(validation(draw).X[:, 0], validation(draw).y)
        self.drawing.show_network(self.network)
        self.centers.set_data(self.network.centers[:, 0], np.full(k, -2.4))
        self.now.set_data([np.log10(gamma)], [k])
        self.smallest = i, j = np.unravel_index(np.nanargmin(errors), errors.shape)
        self.best.set_data([self.log_gamma[j]], [self.k[i]])
        return numbers | {
            "cells computed": f"{np.sum(~np.isnan(errors))} of {errors.size}",
            "smallest E_cv so far": errors[i, j],
            "at k": int(self.k[i]),
            "at γ": gamma_at(self.log_gamma[j]),
        }

    def measure(self, k, gamma, draw, **_map):
        X, y, noise = validation(draw).X, validation(draw).y, CrossValidation.noise
        with any_width():
            network = RBFNetworkRegressor(k, gamma=gamma, random_state=0).fit(X, y).network_
        self.network, errors = network, mean_squared_errors(network, X, y, noise)
        if not is_sure(network.transform(X)):
            errors = np.inf, np.inf
        errors = validation(draw).error(k, gamma), *errors
        return dict(zip(("E_cv", "E_in", "E_out"), map(told, errors), strict=True))

    def code(self, k, gamma, all_cells, draw):
        i, j = self.smallest
        best_k, best_gamma = self.k[i], gamma_at(self.log_gamma[j])
        return f"""
            import numpy as np
            from sklearn.model_selection import RepeatedKFold
            from rbflib import RBFNetworkRegressor, diagnose, make_wave, wave

            X, y = make_wave(60, noise={CrossValidation.noise}, random_state={SEED + draw})
            folds = RepeatedKFold(n_splits=5, n_repeats=2, random_state=0)

            def error(k, gamma, kept, X_new, y_new):
                model = RBFNetworkRegressor(k, gamma=gamma, random_state=0)
                found = diagnose(model.fit(X[kept], y[kept]), X[kept])
                if found.rank < found.n_columns:
                    return np.inf  # rounding decides
                return np.mean((model.predict(X_new) - y_new) ** 2)

            def e_cv(k, gamma):
                splits = folds.split(X)
                return np.mean([error(k, gamma, kept, X[out], y[out]) for kept, out in splits])

            def told(error):
                return error if error < np.inf else "{UNSURE}"

            x, noise, every = np.linspace(0, 1, 200)[:, None], {CrossValidation.noise}, range(60)
            print("E_cv:", told(e_cv({k}, {gamma})))
            print("E_in:", told(error({k}, {gamma}, every, X, y)))
            print("E_out:", told(error({k}, {gamma}, every, x, wave(x)) + noise**2))
            print("smallest E_cv so far:", e_cv({best_k}, {best_gamma}))
            print("at k:", {best_k})
            print("at γ:", {best_gamma})
        """

    def _draw_surface(self, errors):
        log_gamma, k = self.surface.grid()
        rows = np.clip(k.round() - 1, 0, len(self.k) - 1).astype(int)
        columns = np.clip((10 * log_gamma).round(), 0, len(self.log_gamma) - 1).astype(int)
        self.surface.set_colors(self.colors(errors[np.ix_(rows, columns)]))

    def handles(self, **state):
        def cell(x, y):
            return {"k": y, "gamma": 10**x}

        at = (np.log10(state["gamma"]), state["k"])
        value = (state["gamma"], state["k"])
        return [Handle("the chosen cell", self.plane, at, cell, (0.1, 1), value)]

    def click(self, axes, point, state):
        return {"k": point[1], "gamma": 10 ** point[0]}


def gamma_at(log_gamma):
    """γ at a mark of the scale, the same number however its logarithm was rounded."""
    return 10 ** round(float(log_gamma), 1)


@explorer(page="rbf_network")
def error_surface():
    """Page 05: k and γ by cross-validation, computed while the page stays alive."""
    controls = {
        "k": LinearSlider("centers k", 20, 1, 33, 1),
        "gamma": LogSlider("γ", 1000, 0, 4),
        "draw": draw_slider("samples"),
        "all_cells": Switch("compute all cells", False),
    }
    presets = {
        "Smallest of the coarse cells": {"k": 5, "gamma": 10**0.8},
        "Too few": {"k": 1, "gamma": 10**0.8},
        "Too narrow": {"k": 5, "gamma": 10_000},
        "Many": {"k": 33, "gamma": 10**2.3},
        "Many and narrow": {"k": 33, "gamma": 1000},
    }
    return Explorer(ErrorSurfaceScene, controls, presets)
