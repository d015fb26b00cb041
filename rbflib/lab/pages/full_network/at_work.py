"""The reader's ridge with a free bias at work: its curve, beside that of a ridge without one."""

import numpy as np

from rbflib.basis import design_matrix
from rbflib.datasets import make_wave
from rbflib.lab.grader.at_work import WAVE, WorkScene
from rbflib.lab.kit.controls import LogSlider, PenaltySlider
from rbflib.lab.kit.line import LineDrawing, mark_samples
from rbflib.network import RBFNetwork

LEVEL = 3.0  # added to the wave: a curve that falls to 0 falls far
X, Y = make_wave(30, random_state=47)
Y = Y + LEVEL


def without_bias(Z, y, lam):
    """The same, with a bias of 0."""
    return np.append(0.0, np.linalg.solve(Z.T @ Z + lam * np.eye(Z.shape[1]), Z.T @ y))


OPTIONS = WAVE | {"ylim": (-1, 6)}
CONTROLS = {"alpha": PenaltySlider(0.01, -4, 4), "gamma": LogSlider("γ", 50.0, 1, 3)}


class RidgeCurve(WorkScene):
    """A full network whose weights and bias the function finds."""

    controls = CONTROLS
    axes_options = OPTIONS

    def panel(self, axes):
        axes.axhline(Y.mean(), color="0.5", lw=1, ls=":")
        mark_samples(axes).set_data(X[:, 0], Y)
        return LineDrawing(axes)

    def draw(self, panel, function, alpha, gamma):
        # A little more than 0: the bumps of near samples are alike.
        bias, *weights = function(design_matrix(X, X, gamma), Y, max(alpha, 1e-8))
        network = RBFNetwork(X, np.array(weights), bias, gamma)
        panel.show_network(network)
        return {"bias": bias, "E_in": np.mean((network(X) - Y) ** 2)}
