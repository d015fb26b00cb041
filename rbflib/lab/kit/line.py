"""A network over a line: the curve and its bumps; and the wave that many pages learn."""

import numpy as np
from matplotlib.collections import LineCollection

from rbflib.datasets import wave
from rbflib.lab.kit import style

SEED = 4
X_TEST = np.linspace(0, 1, 200)[:, None]


class LineDrawing:
    """A network over a line: the curve h, and each bump β_m φ under it."""

    def __init__(self, axes, color=style.POSITIVE, label="network h(x)"):
        self.axes = axes
        self.x = np.linspace(*axes.get_xlim(), 321)
        self.bumps = LineCollection([], colors=style.BUMP, lw=1.1, animated=True, zorder=2)
        axes.add_collection(self.bumps, autolim=False)
        (self.curve,) = axes.plot([], [], color=color, lw=2.4, animated=True, zorder=4, label=label)

    def show_network(self, network):
        X = self.x[:, None]
        bumps = network.transform(X) * network.weights
        # Bumps of ±10⁹ that cancel would break the drawing, not show anything.
        inside = np.clip(bumps[::2], -1e4, 1e4)
        self.bumps.set_segments([np.column_stack([self.x[::2], bump]) for bump in inside.T])
        self.curve.set_data(self.x, np.clip(bumps.sum(axis=1) + network.bias, -1e4, 1e4))


def wave_axes(figure, place, title):
    """Axes for the wave on [0, 1], with the wave itself drawn."""
    axes = style.add_axes(
        figure, place, title=title, xlabel="x", ylabel="y", xlim=(-0.02, 1.02), ylim=(-2.4, 2.4)
    )
    x = X_TEST[:, 0]
    axes.plot(x, wave(X_TEST), ls="--", lw=1.4, color=style.MUTED, label="true curve f")
    return axes


def mean_squared_errors(network, X, y, noise):
    """E_in on the samples, and E_out: the error expected on a new sample with the same noise."""
    e_in = np.mean((network(X) - y) ** 2)
    return e_in, np.mean((network(X_TEST) - wave(X_TEST)) ** 2) + noise**2
