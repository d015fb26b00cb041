"""The reader's functions at work: k-means++ draws the first centers, and rounds walk k-means."""

import numpy as np

from rbflib.kmeans import lloyd
from rbflib.lab.grader.at_work import PLANE, WorkScene
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving
from rbflib.lab.kit.controls import LinearSlider, LogSlider
from rbflib.lab.kit.plane import mark_centers
from rbflib.lab.pages.kmeans.partition import SetsDrawing

CLOUDS = np.array([[-1.8, -1.2], [-0.6, 1.3], [0.9, -0.9], [1.9, 1.1]])
X = np.vstack(
    [c + np.random.default_rng(i).normal(scale=0.3, size=(20, 2)) for i, c in enumerate(CLOUDS)]
)
LARGEST = 40  # times the area of a dot of the mean probability

CONTROLS = {
    "n_centers": LinearSlider("centers drawn", 2, 1, 6, 1),
    "steps": LinearSlider("half steps of k-means", 0, 0, 16, 1, play=500),
    "draw_number": LinearSlider("draw", 0, 0, 20, 1),
}


class DrawnCenters(WorkScene):
    """Samples sized by the probability to be the next center; then k-means, by half steps."""

    controls = CONTROLS
    axes_options = PLANE

    def panel(self, axes):
        look = {"c": style.GROUP_COLORS[0], "edgecolors": "white", "linewidths": 0.5}
        dots = moving(axes.scatter(*X.T, **look))
        centers = mark_centers(axes, ms=10)
        style.add_key(axes)
        return dots, centers

    def draw(self, panel, function, n_centers, steps, draw_number):
        rng = np.random.default_rng(draw_number)
        chosen, squared = [int(rng.integers(len(X)))], np.full(len(X), np.inf)
        squared = ((X - X[chosen[0]]) ** 2).sum(axis=1)
        p = function(X, squared, chosen[0])
        while len(chosen) < n_centers:
            chosen.append(int(rng.choice(len(X), p=p)))
            p = function(X, squared, chosen[-1])
            squared = np.minimum(squared, ((X - X[chosen[-1]]) ** 2).sum(axis=1))
        walk = list(lloyd(X, X[chosen]))
        now = walk[min(steps, len(walk) - 1)]
        dots, centers = panel
        dots.set_sizes(12 + 20 * np.clip(len(X) * p, 0, LARGEST))
        centers.set_data(*now.centers.T)
        return {"E_in": ((X[:, None] - now.centers) ** 2).sum(axis=2).min(axis=1).mean()}


ROUNDS = {
    "steps": LinearSlider("half step", 2, 0, 20, 1, play=500),
    "heavy": LogSlider("weight of the lower right cloud", 1.0, -1, 2, 0.25),
    "draw_number": LinearSlider("draw of the start", 0, 0, 20, 1),
}


class WeightedRounds(WorkScene):
    """k-means by half steps, on clouds of which one is heavier: a round assigns, then updates."""

    controls = ROUNDS
    axes_options = PLANE

    def panel(self, axes):
        drawing = SetsDrawing(axes)
        style.add_key(axes)
        return drawing

    def draw(self, panel, function, steps, heavy, draw_number):
        weight = np.ones(len(X))
        weight[40:60] = heavy
        centers = X[np.random.default_rng(draw_number).choice(len(X), 3, replace=False)]
        for _ in range(steps // 2):
            before, centers = centers, function(X, weight, centers)
        squared = ((X[:, None] - centers) ** 2).sum(axis=2)
        at_update = steps > 0 and steps % 2 == 0
        shown = before if at_update else centers
        labels = ((X[:, None] - shown) ** 2).sum(axis=2).argmin(axis=1)
        panel.show(X, labels, centers)
        return {"E_in": weight @ squared[np.arange(len(X)), labels] / weight.sum()}
