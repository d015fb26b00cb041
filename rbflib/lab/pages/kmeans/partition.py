"""A partition of samples in the plane: each set with its color and marker, and its center."""

import numpy as np

from rbflib.lab.kit import style
from rbflib.lab.kit.artists import Pixels, moving
from rbflib.lab.pages.kmeans.groups import X_REACH, Y_REACH

MAX_CLUSTERS = len(style.SET_STYLE)

# A star has little area for its size: the same size would make it a dot.
MARKER_SCALES = [1.7 if look["marker"] == "*" else 1.0 for look in style.SET_STYLE]
TINTS = style.as_rgba([style.lighter(look["color"], 0.16) for look in style.SET_STYLE])


LIMITS = {"xlim": (-X_REACH, X_REACH), "ylim": (-Y_REACH, Y_REACH)}
WHOLE_PLANE = {"xlabel": "x₁", "ylabel": "x₂", **LIMITS}


def partition_axes(figure, place, title="", **options):
    """Axes for the whole plane."""
    axes = style.add_axes(figure, place, title, **WHOLE_PLANE, **options)
    axes.locator_params(integer=True, nbins=6)
    return axes


def mark_sets(axes, size):
    """Markers of every set, which move; each looks as large as a dot of this size."""
    look = {"ls": "", "mec": "white", "mew": 0.6, "zorder": 4}
    return [
        moving(axes.plot([], [], ms=size * scale, **look, **own))
        for scale, own in zip(MARKER_SCALES, style.SET_STYLE, strict=True)
    ]


class SetsDrawing:
    """Samples in their sets, the cells of the nearest center, and the centers."""

    def __init__(self, axes):
        self.cells = Pixels(axes)
        self.sets = mark_sets(axes, 5.5)
        look = {"mfc": style.INK, "mec": "white", "mew": 1.2, "ms": 10, "zorder": 6}
        self.centers = moving(axes.plot([], [], "D", label="centers", **look))

    def show(self, X, labels, centers=None):
        for m, markers in enumerate(self.sets):
            markers.set_data(*X[labels == m].T)
        if centers is not None:
            show_nearest(self.cells, centers)
            self.centers.set_data(*centers.T)


def show_nearest(cells, centers):
    """Fill the cells with light colors of their nearest centers."""
    x, y = cells.grid()
    across = np.subtract.outer(x, centers[:, 0]) ** 2
    up = np.subtract.outer(y, centers[:, 1]) ** 2
    cells.set_values(across[None] + up[:, None], lambda squares: TINTS[squares.argmin(axis=2)])
