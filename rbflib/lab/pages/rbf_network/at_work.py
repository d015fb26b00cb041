"""The reader's logistic gradient at work: a network walks down its error."""

import numpy as np

from rbflib.basis import design_matrix
from rbflib.centers import kmeans_centers
from rbflib.datasets import make_moons
from rbflib.lab.grader.at_work import PLANE, WorkScene
from rbflib.lab.kit.controls import LinearSlider, LogSlider, PenaltySlider
from rbflib.lab.kit.plane import PlaneDrawing
from rbflib.network import RBFNetwork

GAMMA = 1.5
X, Y = make_moons(100, noise=0.3, random_state=7)
CENTERS = kmeans_centers(X, 10, random_state=0)
Z = design_matrix(X, CENTERS, GAMMA)

CONTROLS = {
    "steps": LinearSlider("steps", 5, 0, 60, 1, play=200),
    "rate": LogSlider("length of a step", 0.03, -3, 0.5),
    "alpha": PenaltySlider(0.0, -3, 1),
}


class GradientSteps(WorkScene):
    """Weights that begin at 0, and after each step lie a piece against the gradient."""

    controls = CONTROLS
    axes_options = PLANE

    def panel(self, axes):
        drawing = PlaneDrawing(axes, "backpropagation")
        drawing.show_samples(X, Y)
        return drawing

    def draw(self, panel, function, steps, rate, alpha):
        beta = np.zeros(len(CENTERS))
        for _ in range(steps):
            beta = beta - rate * function(Z, Y, beta, alpha)
        panel.show_network(RBFNetwork(CENTERS, beta, gamma=GAMMA), shown=np.tanh)
        error = np.logaddexp(0, -Y * (Z @ beta)).sum() + alpha * beta @ beta
        return {"E": error, "wrong": np.mean(np.where(Z @ beta > 0, 1, -1) != Y)}
