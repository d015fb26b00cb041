"""Scenes of page 03: votes that turn into the nearest neighbor, four estimates on a line, the two
readings of kernel regression, and the curse of dimensionality.
"""

from functools import cache, lru_cache

import numpy as np
from matplotlib.collections import LineCollection
from scipy.special import gammaln

from rbflib.datasets import make_wave, wave
from rbflib.full import FullRBFRegressor, UniformRBFClassifier
from rbflib.lab.kit import style
from rbflib.lab.kit.explorer import Explorer, choice, log_slider, slider, switch
from rbflib.lab.kit.line import X_TEST, LineDrawing
from rbflib.lab.kit.plane import PLANE_DATA, PlaneDrawing, level_line, plane_data
from rbflib.lab.kit.stage import Scene
from rbflib.neighbors import (
    NadarayaWatsonRegressor,
    NearestNeighborClassifier,
    NearestNeighborRegressor,
)
from rbflib.network import RBFNetwork
from rbflib.numerics.distances import squared_distances


class VotesToNeighborScene(Scene):
    """Uniform votes in the plane, and each sample's share of the vote at one query point."""

    n_samples, n_shown = 40, 12

    def __init__(self):
        self.figure = style.new_figure()
        plane = style.add_axes(
            self.figure, (0.65, 0.9, 3.9, 3.1), title="uniform votes: drag the query ◇",
            aspect="equal", xlim=(-2.6, 2.6), ylim=(-2.13, 2.13),
        )  # fmt: skip
        self.drawing = PlaneDrawing(plane)
        self.drawing.boundary.set_label("votes even")
        self.drawing.centers[2].set_label("_not drawn here")
        (self.nearest_boundary,) = plane.plot(
            [], [], "--", color=style.SECOND, lw=1.6, animated=True, zorder=3,
            label="1-nearest neighbor",
        )  # fmt: skip
        (self.way,) = plane.plot([], [], color=style.INK, lw=1.2, animated=True, zorder=5)
        (self.query,) = plane.plot(
            [], [], "D", ms=10, mfc="white", mec=style.INK, mew=2, animated=True, zorder=6
        )
        style.add_legend(plane, below=True)
        self._build_shares()

    def _build_shares(self):
        self.shares = style.add_axes(
            self.figure, (5.35, 0.9, 3.6, 3.1), title="shares of the vote at ◇",
            xlabel="samples, the nearest first", xlim=(0.3, self.n_shown + 2.2), ylim=(0, 1.03),
        )  # fmt: skip
        ticks = [1, 4, 8, 12]
        self.shares.set_xticks([*ticks, self.n_shown + 1.5], [*map(str, ticks), "others"])
        self.bars = LineCollection([], colors=style.MUTED, lw=1.4, animated=True)
        self.shares.add_collection(self.bars, autolim=False)
        self.tips = {
            sign: self.shares.plot([], [], ls="", ms=8, animated=True, clip_on=False, **look)[0]
            for sign, look in style.CLASS_STYLE.items()
        }
        (self.others,) = self.shares.plot(
            [], [], "s", ms=7, color=style.MUTED, animated=True, clip_on=False,
            label="all others together",
        )  # fmt: skip
        style.add_legend(self.shares, loc="upper right")

    def update(self, data, gamma, x1, x2):
        X, y = plane_data(data, self.n_samples)[:2]
        excess, boundary, nearest_class = self._map(data)
        h = mean_vote(excess, y, gamma).reshape(nearest_class.shape)
        self._show_data(data, X, y)
        self.drawing.surface.set_colors(style.surface_colors(0.99 * h))  # ±1 inside of a band
        self.drawing.boundary.set_data(*level_line(self.drawing.x, self.drawing.y, h))
        self.nearest_boundary.set_data(*boundary)
        query = np.array([[x1, x2]])
        share, order = self._show_query(query, X, y, gamma)
        votes = UniformRBFClassifier(gamma).fit(X, y).predict(query)[0]
        return {
            "nearest sample's share": share[0],
            "class by votes": f"{votes:+d}",
            "by the nearest sample": f"{y[order[0]]:+d}",
            "the two agree on % of the plane": 100 * np.mean((h > 0) == nearest_class),
        }

    def _show_data(self, data, X, y):
        self.drawing.show_samples(X, y)
        labels = PLANE_DATA[data][1:]
        if labels != (self.drawing.axes.get_xlabel(), self.drawing.axes.get_ylabel()):
            self.drawing.axes.set(xlabel=labels[0], ylabel=labels[1])

    def _show_query(self, query, X, y, gamma):
        """The query, the way to its nearest sample, and the shares of the vote, nearest first."""
        nearest = NearestNeighborClassifier(self.n_samples).fit(X, y)
        distance, index = (row[0] for row in nearest.kneighbors(query))
        share = np.exp(-gamma * (distance**2 - distance[0] ** 2))
        share /= share.sum()
        self.query.set_data(*query.T)
        self.way.set_data(*np.stack([query[0], X[index[0]]]).T)
        shown, rank = share[: self.n_shown], np.arange(1, self.n_shown + 1)
        places, heights = [*rank, self.n_shown + 1.5], [*shown, share[self.n_shown :].sum()]
        self.bars.set_segments([[(x, 0), (x, z)] for x, z in zip(places, heights, strict=True)])
        for sign, tips in self.tips.items():
            own = y[index[: self.n_shown]] == sign
            tips.set_data(rank[own], shown[own])
        self.others.set_data(places[-1:], heights[-1:])
        return share, index

    @cache  # noqa: B019  the scene lives as long as its page
    def _map(self, data):
        """What γ does not change: r_n² − r² in every cell, the 1-NN boundary, its classes."""
        X, y = plane_data(data, self.n_samples)[:2]
        x1, x2 = self.drawing.x, self.drawing.y
        cells = np.stack(np.meshgrid(x1, x2), axis=-1).reshape(-1, 2)
        r2 = squared_distances(cells, X)
        # Zero where the nearest samples of both classes are equally far.
        lead = (r2[:, y < 0].min(axis=1) - r2[:, y > 0].min(axis=1)).reshape(len(x2), len(x1))
        excess = (r2 - r2.min(axis=1, keepdims=True)).astype(np.float32)
        return excess, level_line(x1, x2, lead), lead > 0

    def drag(self, axes, start, point, state):
        return {"x1": point[0], "x2": point[1]} if axes is self.drawing.axes else {}


def mean_vote(excess, y, gamma):
    """Σ y_n φ_n / Σ φ_n for (Q, N) squared distances beyond the nearest sample's.

    It has the sign of the votes Σ y_n φ_n, and keeps it where all φ_n are too small for a float.
    """
    w = np.exp(np.float32(-gamma) * excess)
    return (w @ y.astype(np.float32)) / w.sum(axis=1)


def votes_to_neighbor():
    """Page 03: uniform votes turn into the nearest neighbor as γ grows."""
    controls = {
        "data": choice("data", ["two moons", "four clouds", "breast cancer"]),
        "gamma": log_slider("γ", 1.0, -1, 3),
        "x1": slider("query x₁", -0.85, -2.5, 2.5, 0.05),
        "x2": slider("query x₂", -0.3, -2.1, 2.1, 0.05),
    }
    presets = {
        "Everyone votes": {"gamma": 0.1},
        "The neighborhood votes": {"gamma": 5},
        "The nearest decides": {"gamma": 1000},
        "A near tie": {"gamma": 100, "x1": 0.6, "x2": 0.3},
        "Real data": {"data": "breast cancer", "gamma": 5},
    }
    return Explorer(VotesToNeighborScene(), controls, presets)


NOISE, PENALTY = 0.3, 0.1
SPARSE = (0.5, 0.8)
LINE = np.linspace(-0.3, 1.3, 401)


@cache
def line_samples():
    """Samples of the wave on [0, 1] with a sparse region: only two are left in it."""
    X, y = make_wave(60, NOISE, random_state=4)
    x = X[:, 0]
    kept = (x < SPARSE[0]) | (x > SPARSE[1])
    kept[np.flatnonzero(~kept)[[5, 12]]] = True
    return X[kept], y[kept]


def switch_points(x, k):
    """Where on the line the set of k nearest of the sorted samples x (N,) changes: (N − k,)."""
    return (x[:-k] + x[k:]) / 2


ESTIMATES = {
    "nearest": {"label": "k nearest", "color": style.POSITIVE, "ls": "-"},
    "distance": {"label": "weights 1/d²", "color": style.NEGATIVE, "ls": "--"},
    "kernel": {"label": "Nadaraya-Watson", "color": style.CENTER, "ls": "-."},
    "network": {"label": "network", "color": style.SECOND, "ls": ":"},
}


class NeighborRegressionScene(Scene):
    """Four estimates of one curve, from samples with a sparse region and two ends."""

    def __init__(self):
        self.figure = style.new_figure()
        self.axes = style.add_axes(
            self.figure, (0.65, 0.95, 8.35, 3.05), xlabel="x", ylabel="y", xlim=(-0.3, 1.3),
            ylim=(-1.3, 2.2), title="four estimates from the same samples: drag the line at x",
        )  # fmt: skip
        self.axes.axvspan(*SPARSE, color="#F3F3F3", lw=0, zorder=0)
        inside = (LINE >= 0) & (LINE <= 1)
        self.axes.plot(
            LINE[inside], wave(LINE[inside, None]), color=style.MUTED, lw=1.2, label="true curve"
        )
        X, y = line_samples()
        self.axes.plot(X[:, 0], y, "o", color=style.INK, ms=5, zorder=5, label="samples")
        self.curves = {
            name: self.axes.plot([], [], animated=True, zorder=4, **look)[0]
            for name, look in ESTIMATES.items()
        }
        (self.neighbors,) = self.axes.plot(
            [], [], "o", ms=10, mfc="none", mec=style.POSITIVE, mew=1.4, animated=True, zorder=6,
            label="nearest to x",
        )  # fmt: skip
        self.query = self.axes.axvline(0, color=style.INK, lw=1, animated=True)
        style.add_legend(
            self.axes, loc="upper left", bbox_to_anchor=(-0.02, -0.16), ncols=7, borderpad=0,
            columnspacing=1.2, handlelength=1.6, handletextpad=0.5,
        )  # fmt: skip

    def update(self, k, gamma, x, **shown):
        X, y = line_samples()
        index = NearestNeighborRegressor(k).fit(X, y).kneighbors([[x]])[1][0]
        self.neighbors.set_data(X[index, 0], y[index])
        self.query.set_xdata([x, x])
        numbers = {"the k nearest lie between": "{:.2f} and {:.2f}".format(*_ends(X[index, 0]))}
        for name, curve in self.curves.items():
            curve.set_visible(shown[name])
            if shown[name]:
                line, errors = estimate(name, k, gamma)
                curve.set_data(*line)
                label = ESTIMATES[name]["label"]
                numbers |= {f"{label}: {key}": z for key, z in errors.items()}
        return numbers

    def drag(self, axes, start, point, state):
        return {"x": point[0]}


def _ends(values):
    return values.min(), values.max()


def estimate(name, k, gamma):
    """One of ESTIMATES: its curve (x, h), and its errors by name."""
    if name == "kernel":
        return _smooth(NadarayaWatsonRegressor, gamma=gamma)
    if name == "network":
        return _smooth(FullRBFRegressor, gamma=gamma, alpha=PENALTY)
    return _nearest(k, "uniform" if name == "nearest" else "distance")


@cache
def _nearest(k, weights):
    """The curve of the k nearest, upright at its jumps; its errors, and its largest jump."""
    X, y = line_samples()
    model = NearestNeighborRegressor(k, weights).fit(X, y)
    changes = switch_points(X[:, 0], k)
    x = np.sort(np.concatenate([LINE, X[:, 0], changes - 1e-9, changes + 1e-9]))
    h = model.predict(x[:, None])
    after = np.searchsorted(x, changes)
    jumps = np.abs(h[after] - h[after - 1])
    return (x, h), _errors(model) | {"largest jump": jumps.max(initial=0)}


@lru_cache(maxsize=64)
def _smooth(learner, **parameters):
    model = learner(**parameters).fit(*line_samples())
    return (LINE, model.predict(LINE[:, None])), _errors(model)


def _errors(model):
    """E_in on the samples, and E_out: what is expected on a new sample between 0 and 1."""
    X, y = line_samples()
    e_in = np.mean((model.predict(X) - y) ** 2)
    return {"E_in": e_in, "E_out": np.mean((model.predict(X_TEST) - wave(X_TEST)) ** 2) + NOISE**2}


def neighbor_regression():
    """Page 03: four estimates on a line, with jumps, ends and a sparse region."""
    controls = {
        "k": slider("neighbors k", 7, 1, len(line_samples()[0]), 1),
        "gamma": log_slider("γ", 300, 0, 4),
        "x": slider("query x", 0.3, -0.3, 1.3, 0.01),
    }
    for name, look in ESTIMATES.items():
        controls[name] = switch(look["label"], name in ("nearest", "kernel"))
    nearest_only = {"kernel": False}
    presets = {
        "One neighbor": {"k": 1, **nearest_only},
        "k = √N": nearest_only,
        "All samples": {"k": len(line_samples()[0]), **nearest_only},
        "At the end": {"x": 1.1, **nearest_only},
        "Sparse region": {"x": 0.65, **nearest_only},
        "Weights 1/d²": {"distance": True, **nearest_only},
        "Kernel regression": {"nearest": False},
        "Narrow kernel": {"nearest": False, "gamma": 10_000},
        "Wide kernel": {"nearest": False, "gamma": 5},
        "All four": {"distance": True, "network": True},
    }
    return Explorer(NeighborRegressionScene(), controls, presets)


class TwoReadingsScene(Scene):
    """The weighted mean of y, read as one bump at the query and as a bump on every sample."""

    n_samples, noise, seed = 9, 0.3, 4

    def __init__(self):
        self.figure = style.new_figure()
        self.X, self.y = make_wave(self.n_samples, self.noise, random_state=self.seed)
        self.y += 1  # heights of one sign are easier to compare
        panels = [
            self._panel(left, title)
            for left, title in [
                (0.65, "one bump at x weighs the samples: drag x"),
                (5.15, "a bump on every sample, heights set by x"),
            ]
        ]
        self.panels = panels
        self.at_query = LineDrawing(panels[0], color=style.BUMP, label="bump φ at x")
        self.stems = LineCollection([], colors=style.BUMP, lw=4, animated=True, zorder=3)
        panels[0].add_collection(self.stems, autolim=False)
        self.on_samples = LineDrawing(panels[1], color=style.SECOND, label="sum of these bumps")
        self.on_samples.curve.set_linestyle("--")
        self.estimates = [
            axes.plot([], [], color=style.CENTER, ls="-.", lw=1.8, animated=True, zorder=2)[0]
            for axes in panels
        ]
        self.answers = [
            axes.plot([], [], "D", color=style.CENTER, mec="white", ms=11, animated=True, zorder=7)[
                0
            ]
            for axes in panels
        ]
        self.queries = [axes.axvline(0, color=style.INK, lw=1, animated=True) for axes in panels]
        self.estimates[0].set_label("h at every x")
        self.answers[0].set_label("h(x)")
        panels[1].plot([], [], color=style.BUMP, lw=1.1, label="bumps wₙ φ")
        for axes in panels:
            style.add_legend(axes, below=True)

    def _panel(self, left, title):
        axes = style.add_axes(
            self.figure, (left, 0.95, 3.9, 3.05), title=title, xlabel="x", ylabel="y",
            xlim=(-0.05, 1.05), ylim=(-0.3, 3.1),
        )  # fmt: skip
        axes.axhline(0, color=style.MUTED, lw=0.8)
        axes.plot(self.X[:, 0], self.y, "o", color=style.INK, ms=6, zorder=6, label="samples")
        return axes

    def update(self, query, gamma):
        bump_at_query = RBFNetwork([[query]], [1.0], gamma=gamma)
        alpha = bump_at_query(self.X)
        bumps_on_samples = RBFNetwork(self.X, self.y / alpha.sum(), gamma=gamma)
        left, right = alpha @ self.y / alpha.sum(), bumps_on_samples([[query]])[0]

        self.at_query.show_network(bump_at_query)
        x = self.X[:, 0]
        self.stems.set_segments([[(a, 0), (a, z)] for a, z in zip(x, alpha, strict=True)])
        self.on_samples.show_network(bumps_on_samples)
        line = self.on_samples.x
        h = NadarayaWatsonRegressor(gamma).fit(self.X, self.y).predict(line[:, None])
        for estimate, answer, cursor, z in zip(
            self.estimates, self.answers, self.queries, (left, right), strict=True
        ):
            estimate.set_data(line, h)
            answer.set_data([query], [z])
            cursor.set_xdata([query, query])
        return {
            "left, weighted mean of y": left,
            "right, sum of the bumps": right,
            "difference": left - right,
            "largest share of a sample": alpha.max() / alpha.sum(),
        }

    def drag(self, axes, start, point, state):
        return {"query": point[0]}


def two_readings():
    """Page 03: kernel regression as one bump at the query, or a bump on every sample."""
    controls = {
        "query": slider("query x", 0.3, 0.0, 1.0, 0.01),
        "gamma": log_slider("γ", 60, 0.5, 2.5),
    }
    presets = {
        "Wide": {"gamma": 5},
        "Narrow": {"gamma": 300},
        "Far from the samples": {"query": 0.67, "gamma": 300},
        "At the end": {"query": 1.0},
    }
    return Explorer(TwoReadingsScene(), controls, presets)


MAX_FEATURES, MAX_SAMPLES = 50, 2000
BINS = np.linspace(0, 2.6, 66)


@cache
def distances_from_one_point():
    """From one random point of the unit cube to 2000 others, by D: (MAX_FEATURES, MAX_SAMPLES)."""
    rng = np.random.default_rng(5)
    point, others = rng.uniform(size=MAX_FEATURES), rng.uniform(size=(MAX_SAMPLES, MAX_FEATURES))
    return np.sqrt(np.cumsum((others - point) ** 2, axis=1)).T


def samples_for_density(D, delta):
    """log₁₀ of the N of which one lies within δ of a given point, half of the time.

    (1 − V)^N = 1/2 with V the volume of the ball of radius δ, where the ball lies in the unit
    cube. Near the cube's sides less of the ball counts, and more samples are needed.
    """
    log_volume = D / 2 * np.log(np.pi) - gammaln(D / 2 + 1) + D * np.log(delta)
    # −ln(1 − V) = V (1 + V/2 + …), which for tiny V is V itself.
    volume = np.exp(log_volume)
    correction = np.log(-np.log1p(-volume) / volume) if volume > 1e-9 else 0.0
    return (np.log(np.log(2)) - log_volume - correction) / np.log(10)


class CurseScene(Scene):
    """Distances that concentrate, and samples that dense sampling needs, against D."""

    def __init__(self):
        self.figure = style.new_figure()
        self.histogram = style.add_axes(
            self.figure, (0.65, 0.95, 4.0, 3.05), title="distances from one point to the others",
            xlabel="distance / mean distance", ylabel="share of the samples", xlim=(0, 2.6),
            ylim=(0, 0.26),
        )  # fmt: skip
        (self.steps,) = self.histogram.plot(
            [], [], color=style.POSITIVE, lw=1.6, drawstyle="steps-post", animated=True
        )
        (self.nearest,) = self.histogram.plot(
            [], [], "^", color=style.CENTER, ms=10, animated=True, clip_on=False, zorder=5,
            label="nearest",
        )  # fmt: skip
        (self.farthest,) = self.histogram.plot(
            [], [], "v", color=style.NEGATIVE, ms=10, animated=True, clip_on=False, zorder=5,
            label="farthest",
        )  # fmt: skip
        style.add_legend(self.histogram, below=True)
        self.needed = style.add_axes(
            self.figure, (5.6, 0.95, 3.35, 3.05), title="samples that dense sampling needs",
            xlabel="features D", xlim=(1, MAX_FEATURES), ylim=(1, 1e20), yscale="log",
        )  # fmt: skip
        self.needed.set_xticks([1, 10, 20, 30, 40, 50])
        (self.curve,) = self.needed.plot([], [], color=style.SECOND, animated=True, label="needed")
        (self.now,) = self.needed.plot(
            [], [], "D", color=style.SECOND, mec="white", ms=10, animated=True, clip_on=False,
            zorder=5, label="at D (or above)",
        )  # fmt: skip
        (self.at_hand,) = self.needed.plot(
            [], [], "--", color=style.INK, lw=1.2, animated=True, label="N at hand"
        )
        style.add_legend(self.needed, below=True)

    def update(self, D, n_samples, delta):
        distance = distances_from_one_point()[D - 1, :n_samples]
        relative = distance / distance.mean()
        share = np.histogram(relative, BINS)[0] / n_samples
        self.steps.set_data(BINS, np.append(share, 0))
        self.nearest.set_data([relative.min()], [0])
        self.farthest.set_data([relative.max()], [0])
        features = np.arange(1, MAX_FEATURES + 1)
        powers = np.array([samples_for_density(d, delta) for d in features])
        drawn = 10 ** np.clip(powers, 0, 25)
        self.curve.set_data(features, drawn)
        self.now.set_data([D], [min(drawn[D - 1], 1e20)])
        self.at_hand.set_data(features[[0, -1]], [n_samples, n_samples])
        return {
            "spread / mean of the distances": relative.std(),
            "nearest / mean": relative.min(),
            "farthest / nearest": relative.max() / relative.min(),
            "samples needed": _count(powers[D - 1]),
        }


def _count(power):
    return str(int(np.ceil(10**power))) if power < 6 else f"about 10^{power:.0f}"


def curse():
    """Page 03: the curse of dimensionality."""
    controls = {
        "D": slider("features D", 2, 1, MAX_FEATURES, 1),
        "n_samples": slider("samples N", 1000, 100, MAX_SAMPLES, 100),
        "delta": slider("reach δ", 0.1, 0.05, 0.4, 0.05),
    }
    presets = {
        "A line": {"D": 1},
        "The plane": {"D": 2},
        "Ten features": {"D": 10},
        "Fifty features": {"D": 50},
        "More samples": {"D": 10, "n_samples": 2000},
        "A longer reach": {"D": 10, "delta": 0.4},
    }
    return Explorer(CurseScene(), controls, presets)
