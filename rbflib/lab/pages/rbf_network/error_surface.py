"""The error of cross-validation over k and γ, and the network of one cell."""

from functools import cache, lru_cache
from itertools import product

import numpy as np
from sklearn.model_selection import RepeatedKFold

from rbflib.basis import design_matrix
from rbflib.centers import kmeans_centers
from rbflib.datasets import make_wave
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import Pixels, moving
from rbflib.lab.kit.controls import LinearSlider, LogSlider, Switch
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import SEED, LineDrawing, mean_squared_errors, wave_axes
from rbflib.lab.kit.notes import any_width
from rbflib.lab.kit.plane import mark_centers
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Handle, Scene
from rbflib.least_squares import solve_output_layer
from rbflib.two_stage import RBFNetworkRegressor


class CrossValidation:
    """Held-out error of k k-means centers and γ on a noisy wave: 5 folds, drawn twice."""

    noise = 0.3

    def __init__(self):
        self.X, self.y = make_wave(60, self.noise, random_state=SEED)
        folds = RepeatedKFold(n_splits=5, n_repeats=2, random_state=0)
        self.splits = list(folds.split(self.X))

    @cache  # noqa: B019  lives as long as the kernel
    def centers(self, k):
        """Of every fold's training samples."""
        return [kmeans_centers(self.X[train], k, random_state=0) for train, _ in self.splits]

    @lru_cache(maxsize=4096)  # noqa: B019  lives as long as the kernel
    def error(self, k, gamma):
        """Mean squared error on the samples that were held out."""
        errors = []
        for (train, test), mu in zip(self.splits, self.centers(k), strict=True):
            Z = design_matrix(self.X, mu, gamma)
            weights, bias = solve_output_layer(Z[train], self.y[train])
            errors.append(np.mean((Z[test] @ weights + bias - self.y[test]) ** 2))
        return np.mean(errors)


@cache
def validation():
    """One for all explorers: what it has computed stays."""
    return CrossValidation()


class ErrorSurfaceScene(Scene):
    """E_cv over (γ, k), as far as it is computed, and the fit of the chosen cell."""

    hint = "click a cell or drag over them"

    k = np.arange(1, 34)
    log_gamma = np.round(np.arange(0, 4.01, 0.1), 1)
    low, high = 0.08, 0.8  # with the palest and the darkest color

    def __init__(self):
        self.validation = validation()
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
        style.add_key(self.plane)
        title = "The network of the chosen cell"
        axes = wave_axes(self.figure, (5.5, 0.6, 3.5, 3.52), title, keyed=True)
        self.drawing = LineDrawing(axes, label="h(x)")
        X, y = self.validation.X, self.validation.y
        axes.plot(X[:, 0], y, "o", color=style.INK, ms=4, label="samples")
        self.centers = mark_centers(axes)
        style.add_key(axes)
        self.errors = np.full((len(self.k), len(self.log_gamma)), np.nan)
        for cell in self.cells(4):
            self.compute(*cell)

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
        """Pale where the error is small, as on page 02."""
        share = np.log(errors / self.low) / np.log(self.high / self.low)
        return style.similarity_colors(share)

    def cells(self, step):
        """Row and column of every step-th cell."""
        return product(range(0, len(self.k), step), range(0, len(self.log_gamma), step))

    def in_steps(self, k, gamma, all_cells):
        """The cells between those of step 4, coarse to fine."""
        for cell in [*self.cells(2), *self.cells(1)] if all_cells else []:
            if np.isnan(self.errors[cell]):
                self.compute(*cell)
                yield

    def compute(self, i, j):
        """The error of one cell."""
        self.errors[i, j] = self.validation.error(int(self.k[i]), gamma_at(self.log_gamma[j]))

    def filled(self, errors):
        """The errors, where a cell without one has that of its nearest coarser cell."""
        for step in (2, 4):
            rows, columns = ((np.arange(n) + step // 2) // step * step for n in errors.shape)
            errors = np.where(np.isnan(errors), errors[np.ix_(rows, columns)], errors)
        return errors

    def update(self, k, gamma, all_cells):
        errors = self.errors
        if not all_cells:  # a state looks the same, whatever was computed before
            errors = np.full_like(errors, np.nan)
            errors[::4, ::4] = self.errors[::4, ::4]
        self._draw_surface(self.filled(errors))
        X, y = self.validation.X, self.validation.y
        with any_width():
            network = RBFNetworkRegressor(k, gamma=gamma, random_state=0).fit(X, y).network_
        self.drawing.show_network(network)
        self.centers.set_data(network.centers[:, 0], np.full(k, -2.4))
        self.now.set_data([np.log10(gamma)], [k])
        self.smallest = i, j = np.unravel_index(np.nanargmin(errors), errors.shape)
        self.best.set_data([self.log_gamma[j]], [self.k[i]])
        e_in, e_out = mean_squared_errors(network, X, y, self.validation.noise)
        return {
            "E_cv": self.validation.error(k, gamma),
            "E_in": e_in,
            "E_out": e_out,
            "cells computed": f"{np.sum(~np.isnan(errors))} of {errors.size}",
            "smallest E_cv so far": errors[i, j],
            "at k": int(self.k[i]),
            "at γ": gamma_at(self.log_gamma[j]),
        }

    def code(self, k, gamma, all_cells):
        i, j = self.smallest
        best_k, best_gamma = self.k[i], gamma_at(self.log_gamma[j])
        return f"""
            import numpy as np
            from sklearn.model_selection import RepeatedKFold, cross_val_score
            from rbflib import RBFNetworkRegressor, make_wave, wave

            X, y = make_wave(60, noise={self.validation.noise}, random_state={SEED})
            folds = RepeatedKFold(n_splits=5, n_repeats=2, random_state=0)

            def e_cv(k, gamma):
                model = RBFNetworkRegressor(k, gamma=gamma, random_state=0)
                scores = cross_val_score(model, X, y, cv=folds, scoring="neg_mean_squared_error")
                return -scores.mean()

            h = RBFNetworkRegressor({k}, gamma={gamma}, random_state=0).fit(X, y).predict
            x = np.linspace(0, 1, 200)[:, None]
            print("E_cv:", e_cv({k}, {gamma}))
            print("E_in:", np.mean((h(X) - y) ** 2))
            print("E_out:", np.mean((h(x) - wave(x)) ** 2) + {self.validation.noise}**2)
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
