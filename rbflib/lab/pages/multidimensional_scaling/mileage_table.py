"""A table of distances as in a road atlas, and under each number how wrong a map draws it."""

import numpy as np
from matplotlib.patches import Rectangle

from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving, moving_segments
from rbflib.lab.pages.multidimensional_scaling.wrong_distances import LONG, SHORT

FULL_BAR = 1000.0  # km; a bar this long fills its half of the cell


class MileageTable:
    """Distances (n, n) below a diagonal of names; a bar to the left means too short on the map."""

    def __init__(self, figure, place, names, distances):
        n = len(names)
        look = {"xlim": (0, n + 0.45), "ylim": (n, 0), "xticks": [], "yticks": []}
        self.axes = axes = style.add_axes(figure, place, "Distances in km", **look)
        axes.spines[:].set_visible(False)
        self.rows, self.columns = np.tril_indices(n, -1)
        small = 12 / 13 * style.TYPE  # four digits do not touch the next ones
        look = {"va": "center", "size": small, "color": style.INK}
        for i, j in zip(self.rows, self.columns, strict=True):
            axes.text(j + 0.5, i + 0.42, f"{distances[i, j]:.0f}", ha="center", **look)
        look["size"] = style.TYPE
        for i, name in enumerate(names):
            axes.text(i + 0.12, i + 0.42, name, weight="bold", **look)
        notes = (SHORT, "bar to the left: too short"), (LONG, "bar to the right: too long")
        for i, (way, note) in enumerate(notes):
            look["color"] = style.readable(way["color"])
            axes.text(n + 0.45, i + 0.42, note, ha="right", **look)
        shade = {"fc": style.CENTER, "alpha": 0.13, "lw": 0}
        self.row = moving(axes.add_patch(Rectangle((0, 0), 0, 1, **shade)))
        self.column = moving(axes.add_patch(Rectangle((0, 0), 1, 0, **shade)))
        self.short = moving_segments(axes, color=SHORT["color"], lw=3.5)
        self.long = moving_segments(axes, color=LONG["color"], lw=3.5)

    def show(self, change, city):
        """Bars for the changes (n, n) in km; row and column of one city are shaded."""
        i, j = self.rows, self.columns
        length = 0.46 * np.clip(change[i, j] / FULL_BAR, -1, 1)
        ends = np.stack([j + 0.5, i + 0.82, j + 0.5 + length, i + 0.82], axis=1).reshape(-1, 2, 2)
        self.short.set_segments(ends[length < 0])
        self.long.set_segments(ends[length > 0])
        n = len(change)
        self.row.set_bounds(0, city, city, 1)
        self.column.set_bounds(city, city + 1, 1, n - city - 1)
