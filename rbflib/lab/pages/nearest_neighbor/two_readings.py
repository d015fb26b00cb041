"""Kernel regression read in two ways: one bump at the query, or a bump on every sample."""

from rbflib.datasets import make_wave
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving, moving_segments
from rbflib.lab.kit.controls import LinearSlider, LogSlider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import LineDrawing
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Handle, Scene
from rbflib.neighbors import NadarayaWatsonRegressor
from rbflib.network import RBFNetwork


class TwoReadingsScene(Scene):
    """The weighted mean of y, read as one bump at the query and as a bump on every sample."""

    hint = "drag x in the left picture"

    n_samples, noise, seed = 9, 0.3, 4

    def __init__(self):
        self.figure = style.new_figure()
        self.X, self.y = make_wave(self.n_samples, self.noise, random_state=self.seed)
        self.y += 1  # heights of one sign are easier to compare
        left = self._panel(style.PAIR[0], "One bump at x weighs the samples")
        right = self._panel(style.PAIR[1], "A bump on every sample, its height set by x")
        self.at_query = LineDrawing(left, color=style.BUMP, label="φ at x")
        self.stems = moving_segments(left, colors=style.BUMP, lw=4, zorder=3)
        self.on_samples = LineDrawing(right, label="their sum")
        self.panels = [left, right]
        look = style.line_of("kernel regression") | {"lw": 1.8, "zorder": 5}
        self.estimates = [moving(axes.plot([], [], **look)) for axes in self.panels]
        look = style.points_of("kernel regression") | {"mec": "white", "ms": 11, "zorder": 7}
        self.answers = [moving(axes.plot([], [], **look)) for axes in self.panels]
        self.queries = [moving(axes.axvline(0, color=style.INK, lw=1)) for axes in self.panels]
        self.estimates[0].set_label("h at every x")
        self.answers[0].set_label("h(x)")
        right.plot([], [], color=style.BUMP, lw=1.1, label="bumps wₙ φ")
        for axes in self.panels:
            style.add_key(axes)

    def _panel(self, place, title):
        look = {"xlabel": "x", "ylabel": "y", "xlim": (-0.05, 1.05), "ylim": (-0.3, 3.1)}
        axes = style.add_axes(self.figure, place, title, leads=True, **look)
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

    def code(self, query, gamma):
        return f"""
            from rbflib import RBFNetwork, design_matrix, make_wave

            X, y = make_wave({self.n_samples}, noise={self.noise}, random_state={self.seed})
            y = y + 1
            phi = design_matrix(X, [[{query}]], gamma={gamma})[:, 0]
            left = phi @ y / phi.sum()
            right = RBFNetwork(X, y / phi.sum(), gamma={gamma})([[{query}]])[0]
            print("left, weighted mean of y:", left)
            print("right, sum of the bumps:", right)
            print("difference:", left - right)
            print("largest share of a sample:", phi.max() / phi.sum())
        """

    def handles(self, **state):
        left = self.panels[0]
        return [Handle("x", left, (state["query"], 1.4), lambda x, _: {"query": x}, (0.01, 0))]


@explorer(page="nearest_neighbor")
def two_readings():
    """Page 03: kernel regression as one bump at the query, or a bump on every sample."""
    controls = {
        "query": LinearSlider("query x", 0.3, 0.0, 1.0, 0.01),
        "gamma": LogSlider("γ", 10**1.8, 0.5, 2.5),
    }
    presets = {
        "Wide": {"gamma": 10**0.7},
        "Narrow": {"gamma": 10**2.5},
        "Far from the samples": {"query": 0.67, "gamma": 10**2.5},
        "At the end": {"query": 1.0},
    }
    return Explorer(TwoReadingsScene, controls, presets)
