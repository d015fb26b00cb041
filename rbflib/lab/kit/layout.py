"""Layouts of the drawings: axes and planes side by side, scores, matrices."""

import numpy as np

from rbflib.lab.kit import style
from rbflib.lab.kit.plane import PlaneDrawing

LINE = np.linspace(0, 1, 400)[:, None]

# Two views of three dimensions, (3, 2). From the side: across stays across, up in the plane goes
# to the back, height goes up.
SIDE = np.array([[1, 0], [0.45, 0.4], [0, 1]])
FROM_ABOVE = np.eye(3)[:, :2]


def row_of_axes(titles, height=3.7, below=0.6, margin=0.8, keyed=True, **options):
    """A figure, and axes side by side in it, one per title; with room for a key, or none."""
    figure = style.new_figure(height=height)
    width = (style.WIDTH - 0.2) / len(titles)
    size = (width - margin, height - below - (0.58 if keyed else 0.3))
    return figure, [
        style.add_axes(figure, (i * width + margin, below, *size), title, keyed=keyed, **options)
        for i, title in enumerate(titles)
    ]


def row_of_planes(titles):
    """A figure, and planes around the origin side by side in it; both axes have one scale."""
    tall = 0.82 * ((style.WIDTH - 0.2) / len(titles) - 0.7)
    look = {"xlabel": "x₁", "ylabel": "x₂", "xlim": (-2.6, 2.6), "ylim": (-2.132, 2.132)}
    look |= {"xticks": range(-2, 3), "yticks": range(-2, 3)}
    return row_of_axes(titles, tall + 1.18, margin=0.7, **look)


def show_scores(axes, score, X, y, method):
    """Bands of score(points) over the plane, the line where it is 0, and samples of two classes."""
    drawing = PlaneDrawing(axes, method)
    drawing.show_network(score, centers=False)
    drawing.show_samples(X, y)
    drawing.centers[2].set_label("")  # a key shows no centers


def matrix(axes, values, digits=None, limit=None):
    """A matrix as shades, blue above 0 and orange below; with its numbers if digits are given."""
    limit = limit or np.abs(values).max()
    axes.imshow(style.surface_colors(1.25 * values / limit, step=0.05))
    axes.set(xticks=[], yticks=[])
    for (row, column), value in np.ndenumerate(values):
        if digits:
            text = f"{round(value, digits) + 0.0:.{digits}f}"  # + 0.0 turns −0 into 0
            axes.text(column, row, text, ha="center", va="center")
