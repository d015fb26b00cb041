"""The reader's shares of a vote at work: they mix the colors of the plane."""

import numpy as np
from matplotlib.colors import to_rgb
from scipy.spatial import KDTree

from rbflib.lab.grader.at_work import PLANE, WorkScene
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import Pixels
from rbflib.lab.kit.controls import LinearSlider

CENTERS = np.array([[-1.0, -0.8], [1.1, -0.6], [0.0, 1.0]])
LOOKS = style.SET_STYLE[:3]


def samples(draw):
    """Three clouds of 20 that overlap: X (60, 2), labels (60,)."""
    labels = np.repeat(np.arange(3), 20)
    noise = np.random.default_rng(draw).normal(scale=0.7, size=(60, 2))
    return CENTERS[labels] + noise, labels


CONTROLS = {
    "k": LinearSlider("neighbors k", 5, 1, 25, 1),
    "draw_number": LinearSlider("draw", 0, 0, 20, 1),
}


class SharesOfTheVote(WorkScene):
    """Each place of the plane has the colors of the classes, mixed by their shares."""

    controls = CONTROLS
    axes_options = PLANE

    def panel(self, axes):
        dots = [axes.plot([], [], ls="", mec="white", **look)[0] for look in LOOKS]
        for dot in dots:
            dot.set_animated(True)
        return Pixels(axes, cell=12), dots

    def draw(self, panel, function, k, draw_number):
        plane, dots = panel
        X, labels = samples(draw_number)
        for c, dot in enumerate(dots):
            dot.set_data(*X[labels == c].T)
        x, y = plane.grid()
        points = np.stack(np.meshgrid(x, y), axis=-1)
        distances, nearest = KDTree(X).query(points, k=np.arange(1, k + 1))
        shares = np.array(
            [
                [function(d, labels[n], 3) for d, n in zip(*row, strict=True)]
                for row in zip(distances, nearest, strict=True)
            ]
        )
        pale = np.array([to_rgb(style.lighter(look["color"], 0.55)) for look in LOOKS])
        mixed = np.clip(shares @ pale, 0, 1)
        plane.set_colors(np.dstack([255 * mixed, np.full(mixed.shape[:2], 255)]).astype(np.uint8))
        return {"mean of the largest share": shares.max(axis=2).mean()}
