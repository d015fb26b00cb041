"""A full network over a line, and its weights as sticks: one under each sample."""

import numpy as np
from matplotlib.ticker import NullLocator

from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving, moving_segments
from rbflib.lab.kit.line import LineDrawing, mark_samples, wave_axes

NO_DIGIT_LEFT = 1 / np.finfo(float).eps  # a condition of Z
UNSURE = "no reliable digit"
HIGHEST = 1e7  # longer sticks end at the edge
TICKS = {-1e6: "−10⁶", -1e3: "−1000", 0: "0", 1e3: "1000", 1e6: "10⁶"}


def in_digits(numbers):
    """The numbers to show: words in place of NaN, of which rounding leaves no digit."""
    return {name: UNSURE if np.isnan(x) else x for name, x in numbers.items()}


class FitAndWeights:
    """The curve with its bumps and samples above, one stick per weight below.

    Lengths of sticks are even up to 1, and powers of ten beyond.
    """

    def __init__(self, figure, above, below, title):
        self.axes = wave_axes(figure, above, title, leads=True)
        self.axes.set_xlabel("")
        self.axes.tick_params(labelbottom=False)
        self.drawing = LineDrawing(self.axes, "h(x)")
        self.samples = mark_samples(self.axes)
        self.axes.plot([], [], color=style.BUMP, label="bumps βₙ φ")
        style.add_key(self.axes)
        self.stems = weight_axes(figure, below, "Weights βₙ", self.axes.get_xlim())
        self.sticks = moving_segments(self.stems, colors=style.BUMP, lw=2.5)
        self.heads = moving(self.stems.plot([], [], "o", color=style.BUMP, ms=5))

    def show(self, network, X, y):
        self.drawing.show_network(network)
        self.samples.set_data(X[:, 0], y)
        tips = np.column_stack([X[:, 0], np.clip(network.weights, -HIGHEST, HIGHEST)])
        self.sticks.set_segments(np.stack([tips * [1, 0], tips], axis=1))
        self.heads.set_data(*tips.T)


def weight_axes(figure, place, title, xlim):
    """Axes for weights of any size."""
    axes = style.add_axes(figure, place, title, xlabel="x", xlim=xlim)
    axes.set_yscale("symlog", linthresh=1, linscale=2)
    axes.set_ylim(-HIGHEST, HIGHEST)
    axes.set_yticks(list(TICKS), list(TICKS.values()))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.axhline(0, color=style.MUTED, lw=0.8)
    return axes
