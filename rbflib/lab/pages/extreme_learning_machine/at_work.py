"""The reader's extreme learning machine at work: its curve as nodes are added."""

import numpy as np

from rbflib.datasets import make_wave, wave
from rbflib.lab.grader.at_work import WAVE, WorkScene
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving
from rbflib.lab.kit.controls import LinearSlider, LogSlider
from rbflib.lab.kit.line import X_TEST, mark_samples

X, Y = make_wave(30, random_state=47)
MOST = 60  # nodes

CONTROLS = {
    "n_nodes": LinearSlider("nodes L", 8, 1, MOST, 1, play=200),
    "slope": LogSlider("size of the slopes", 10.0, 0, 2),
    "draw_number": LinearSlider("draw", 0, 0, 20, 1),
}


class CurveOfNodes(WorkScene):
    """The first L of the same random nodes, and the outputs that the function gives."""

    controls = CONTROLS
    axes_options = WAVE

    def panel(self, axes):
        axes.plot(X_TEST[:, 0], wave(X_TEST), ls="--", lw=1.4, color=style.MUTED)
        mark_samples(axes).set_data(X[:, 0], Y)
        return moving(axes.plot([], [], **style.line_of("ELM")))

    def draw(self, panel, function, n_nodes, slope, draw_number):
        rng = np.random.default_rng(draw_number)
        a = slope * rng.normal(size=(MOST, 1))
        b = -a[:, 0] * rng.uniform(size=MOST)  # each rises or falls somewhere between 0 and 1
        h = function(X, Y[:, None], X_TEST, a[:n_nodes], b[:n_nodes])[:, 0]
        panel.set_data(X_TEST[:, 0], np.clip(h, -99, 99))
        return {"mean squared distance from f": np.mean((h - wave(X_TEST)) ** 2)}
