"""A network over a line: the curve and its bumps; and the wave that many pages learn."""

import numpy as np

from rbflib.datasets import make_wave, wave
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving, moving_segments
from rbflib.lab.kit.your_data import YourData, show_frame

SEED = 47
X_TEST = np.linspace(0, 1, 200)[:, None]
TRUTH = wave(X_TEST)
ON_WAVE = {"ylabel": "y", "ylim": (-2.4, 2.4)}


def samples_on_line(data, n_samples, noise, seed):
    """X and y of the wave, or the reader's; the noise of the test's targets, its X and y."""
    if isinstance(data, YourData):
        return *data.arrays[:2], 0.0, *data.arrays[2:]
    return *make_wave(n_samples, noise, random_state=seed), noise, X_TEST, TRUTH


def show_truth(axes, data):
    """The true curve, the first in the axes, where it is known, and its name in the key."""
    truth, known = axes.lines[0], not isinstance(data, YourData)
    if truth.get_visible() != known:
        truth.set_visible(known)
        keys = filter(None, [axes.get_legend() for axes in axes.figure.axes])
        entries = [x for key in keys for x in zip(key.legend_handles, key.texts, strict=True)]
        for handle, text in entries:
            if text.get_text() == truth.get_label():
                handle.set_visible(known)
                text.set_visible(known)


class LineDrawing:
    """A network over a line: the curve h, and each bump β_m φ under it."""

    def __init__(self, axes, label="network h(x)", **look):
        self.axes = axes
        self.x = np.linspace(*axes.get_xlim(), 321)
        self.bumps = moving_segments(axes, colors=style.BUMP, lw=1.1, zorder=2)
        usual = style.line_of("network") | {"lw": 2.4, "zorder": 4, "label": label}
        self.curve = moving(axes.plot([], [], **usual | look))

    def show_data(self, data, below=None):
        """The axes of data on a line; `below` are those that have the label of x."""
        show_frame(self.axes, data, **ON_WAVE)
        show_frame(below or self.axes, data, xlabel="x")
        show_truth(self.axes, data)

    def show_network(self, network):
        X = self.x[:, None]
        bumps = network.transform(X) * network.weights
        # Bumps of ±10⁹ that cancel would break the drawing, not show anything.
        inside = np.clip(bumps[::2], -1e4, 1e4)
        self.bumps.set_segments([np.column_stack([self.x[::2], bump]) for bump in inside.T])
        self.curve.set_data(self.x, np.clip(bumps.sum(axis=1) + network.bias, -1e4, 1e4))


def wave_axes(figure, place, title, **options):
    """Axes for the wave on [0, 1], with the wave itself drawn."""
    axes = style.add_axes(
        figure, place, title=title, xlabel="x", xlim=(-0.02, 1.02), **ON_WAVE, **options
    )
    x = X_TEST[:, 0]
    axes.plot(x, TRUTH, ls="--", lw=1.4, color=style.MUTED, label="true f(x)")
    return axes


def mark_samples(axes, **look):
    """Black dots that move."""
    usual = {"ms": 5, "zorder": 5, "label": "samples"}
    return moving(axes.plot([], [], "o", color=style.INK, **usual | look))


def fit_on_wave(figure, title, **look):
    """The leading axes with a network on the wave and its samples, which move; and their key."""
    axes = wave_axes(figure, style.LEAD, title, leads=True)
    drawing, samples = LineDrawing(axes, "h(x)"), mark_samples(axes, **look)
    style.add_key(axes)
    return drawing, samples


class ErrorCurves:
    """E_in and E_out against a setting, and a line where it stands now."""

    def __init__(self, axes, e_in="E_in", e_out="E_out"):
        self.e_in = moving(axes.plot([], [], **style.line_of("E_in"), label=e_in))
        self.e_out = moving(axes.plot([], [], **style.line_of("E_out"), label=e_out))
        self.now = moving(axes.axvline(1, color=style.INK, lw=1))

    def show(self, setting, e_in, e_out, now):
        self.e_in.set_data(setting, e_in)
        self.e_out.set_data(setting, e_out)
        self.now.set_xdata([now, now])


def mean_squared_errors(network, X, y, noise, X_test=X_TEST, y_test=TRUTH):
    """E_in on the samples, and E_out: the error expected on a new sample with the same noise."""
    e_in = np.mean((network(X) - y) ** 2)
    return e_in, np.mean((network(X_test) - y_test) ** 2) + noise**2
