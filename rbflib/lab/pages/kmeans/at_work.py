"""The reader's probabilities of k-means++ at work: they draw the first centers of k-means."""

import numpy as np

from rbflib.kmeans import lloyd
from rbflib.lab.grader.at_work import PLANE, WorkScene
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving
from rbflib.lab.kit.controls import LinearSlider
from rbflib.lab.kit.plane import mark_centers

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
        style.add_legend(axes, below=True)
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
