"""The votes of all samples beside the nearest neighbor, and the shares of the vote at one point."""

from functools import cache

import numpy as np

from rbflib.full import UniformRBFClassifier
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving, moving_segments
from rbflib.lab.kit.controls import Choice, LinearSlider, LogSlider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.plane import PLANE_DATA, PlaneDrawing, level_line, plane_axes, plane_data
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Handle, Scene
from rbflib.neighbors import NearestNeighborClassifier
from rbflib.numerics.distances import squared_distances


class VotesToNeighborScene(Scene):
    """Uniform votes in the plane, and each sample's share of the vote at one query point."""

    hint = "drag the query ◇"

    n_samples, n_shown = 40, 12

    def __init__(self):
        self.figure = style.new_figure()
        plane = plane_axes(self.figure, style.LEAD, "Uniform votes, and the query ◇", leads=True)
        self.drawing = PlaneDrawing(plane, "votes")
        self.drawing.boundary.set_label("votes")
        self.drawing.centers[2].set_label("_not drawn here")
        # Dashed, or it would hide the other where both are one.
        look = style.line_of("neighbor") | {"ls": "--", "label": "one neighbor"}
        self.nearest_boundary = moving(plane.plot([], [], zorder=3, **look))
        self.way = moving(plane.plot([], [], color=style.INK, lw=1.2, zorder=5))
        look = {"ms": 10, "mfc": "white", "mec": style.INK, "mew": 2}
        self.query = moving(plane.plot([], [], "D", zorder=6, **look))
        style.add_key(plane)
        self._build_shares()

    def _build_shares(self):
        look = {"xlabel": "samples, nearest first", "xlim": (0.3, self.n_shown + 2.2)}
        look |= {"ylim": (0, 1.03), "keyed": True}
        axes = style.add_axes(self.figure, style.ASIDE, "Shares of the vote at ◇", **look)
        ticks = [1, 4, 8]
        axes.set_xticks([*ticks, self.n_shown + 1.5], [*map(str, ticks), "others"])
        self.bars = moving_segments(axes, colors=style.MUTED, lw=1.4)
        self.tips = {
            sign: moving(axes.plot([], [], ls="", ms=8, clip_on=False, **look))
            for sign, look in style.CLASS_STYLE.items()
        }
        look = {"color": style.MUTED, "ms": 7}
        self.others = moving(axes.plot([], [], "s", clip_on=False, **look))

    def update(self, data, gamma, x1, x2):
        X, y = plane_data(data, self.n_samples)[:2]
        excess, boundary, nearest_class = self._map(data)
        h = mean_vote(excess, y, gamma).reshape(nearest_class.shape)
        self.drawing.show_labels(data)
        self.drawing.show_samples(X, y)
        self.drawing.surface.set_values(0.99 * h, style.surface_colors)  # ±1 inside a band
        self.drawing.boundary.set_data(*level_line(self.drawing.x, self.drawing.y, h))
        self.nearest_boundary.set_data(*boundary)
        query = np.array([[x1, x2]])
        share, order = self._show_query(query, X, y, gamma)
        votes = UniformRBFClassifier(gamma).fit(X, y).predict(query)[0]
        return {
            "nearest sample's share": share[0],
            "class by votes": f"{votes:+d}",
            "by the nearest sample": f"{y[order[0]]:+d}",
            "the two agree, % of the plane": 100 * np.mean((h > 0) == nearest_class),
        }

    def code(self, data, gamma, x1, x2):
        make, (across, up) = PLANE_DATA[data][0].__name__, (self.drawing.x, self.drawing.y)
        return f"""
            import numpy as np
            from rbflib import NearestNeighborClassifier, UniformRBFClassifier, {make}

            X, y = {make}(440, random_state=7)
            X, y = X[:40], y[:40]
            votes = UniformRBFClassifier(gamma={gamma}).fit(X, y)
            nearest = NearestNeighborClassifier(1).fit(X, y)
            query = [[{x1}, {x2}]]
            r2 = np.sum((X - query) ** 2, axis=1)
            print("nearest sample's share:", 1 / np.sum(np.exp(-{gamma} * (r2 - r2.min()))))
            print("class by votes:", f"{{votes.predict(query)[0]:+d}}")
            print("by the nearest sample:", f"{{nearest.predict(query)[0]:+d}}")
            across = np.linspace({across[0]:.6f}, {across[-1]:.6f}, {len(across)})
            up = np.linspace({up[0]:.6f}, {up[-1]:.6f}, {len(up)})
            plane = np.stack(np.meshgrid(across, up), axis=-1).reshape(-1, 2)
            agree = votes.predict(plane) == nearest.predict(plane)
            print("the two agree, % of the plane:", 100 * agree.mean())
        """

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

    def handles(self, **state):
        return [Handle.of("the query", self.drawing.axes, state, "x1", "x2", 0.05)]


def mean_vote(excess, y, gamma):
    """Σ y_n φ_n / Σ φ_n for (Q, N) squared distances beyond the nearest sample's.

    It has the sign of the votes Σ y_n φ_n, and keeps it where all φ_n are too small for a float.
    """
    w = np.exp(np.float32(-gamma) * excess)
    return (w @ y.astype(np.float32)) / w.sum(axis=1)


@explorer(page="nearest_neighbor")
def votes_to_neighbor():
    """Page 03: uniform votes turn into the nearest neighbor as γ grows."""
    controls = {
        "data": Choice("data", ["two moons", "four clouds", "breast cancer"]),
        "gamma": LogSlider("γ", 1.0, -1, 3),
        "x1": LinearSlider("query x₁", -0.85, -2.5, 2.5, 0.05),
        "x2": LinearSlider("query x₂", -0.3, -2.1, 2.1, 0.05),
    }
    presets = {
        "Everyone votes": {"gamma": 0.1},
        "The neighborhood votes": {"gamma": 10**0.7},
        "The nearest decides": {"gamma": 1000},
        "A near tie": {"gamma": 100, "x1": 0.6, "x2": 0.3},
        "Real data": {"data": "breast cancer", "gamma": 10**0.7},
    }
    return Explorer(VotesToNeighborScene, controls, presets)
