"""The reader's Gram-Schmidt step at work: it picks one center after the other."""

import numpy as np

from rbflib.basis import design_matrix
from rbflib.datasets import make_wave
from rbflib.lab.grader.at_work import WAVE, WorkScene
from rbflib.lab.kit import style
from rbflib.lab.kit.controls import LinearSlider, LogSlider
from rbflib.lab.kit.line import LineDrawing, mark_samples
from rbflib.lab.kit.plane import mark_centers
from rbflib.network import RBFNetwork

X, Y = make_wave(40, random_state=47)


def orthogonal_to(Q, Z):
    """What of the columns of Z is at right angles to those of Q, in length 1 where any is left."""
    left = Z - Q @ np.linalg.lstsq(Q, Z)[0]
    return left / np.maximum(np.linalg.norm(left, axis=0), 1e-9)


CONTROLS = {
    "n_centers": LinearSlider("centers M", 3, 1, 9, 1, play=700),
    "gamma": LogSlider("γ", 20.0, 1, 2.5),
}


class NextCenters(WorkScene):
    """The first center is given; the function picks each of the others, by its column."""

    controls = CONTROLS
    axes_options = WAVE

    def panel(self, axes):
        mark_samples(axes).set_data(X[:, 0], Y)
        return LineDrawing(axes, color=style.METHOD_STYLE["OLS"]["color"]), mark_centers(axes)

    def draw(self, panel, function, n_centers, gamma):
        Z = design_matrix(X, X, gamma)
        chosen = [int(((Z.T @ Y) ** 2 / (Z**2).sum(axis=0)).argmax())]
        Q = Z[:, chosen]
        while len(chosen) < n_centers:
            rest = np.setdiff1d(np.arange(len(X)), chosen)  # of the chosen ones nothing is left
            column = function(Z[:, rest], Q, Y)
            chosen.append(rest[np.abs(orthogonal_to(Q, Z[:, rest]).T @ column).argmax()])
            Q = np.column_stack([Q, column])
        weights = np.linalg.lstsq(Z[:, chosen], Y)[0]
        curve, centers = panel
        network = RBFNetwork(X[chosen], weights, gamma=gamma)
        curve.show_network(network)
        centers.set_data(X[chosen, 0], np.full(len(chosen), -2.4))
        return {"energy explained": 1 - ((network(X) - Y) ** 2).sum() / (Y**2).sum()}
