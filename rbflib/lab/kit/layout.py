"""Layouts of the drawings: axes side by side, a sweep, planes, networks as diagrams."""

from itertools import pairwise

import numpy as np

from rbflib.lab.kit import style
from rbflib.lab.kit.plane import PlaneDrawing, level_line, on_grid

LINE = np.linspace(0, 1, 400)[:, None]

# Two views of three dimensions, (3, 2). From the side: across stays across, up in the plane goes
# to the back, height goes up.
SIDE = np.array([[1, 0], [0.45, 0.4], [0, 1]])
FROM_ABOVE = np.eye(3)[:, :2]


def row_of_axes(titles, height=3.7, below=0.95, margin=0.8, **options):
    """A figure, and axes side by side in it, one per title."""
    figure = style.new_figure(height=height)
    width = (style.WIDTH - 0.2) / len(titles)
    return figure, [
        style.add_axes(
            figure,
            (i * width + margin, below, width - margin, height - below - 0.4),
            title=title,
            **options,
        )
        for i, title in enumerate(titles)
    ]


def row_of_planes(titles, columns=None):
    """A figure, and planes around the origin side by side in it; both axes have one scale."""
    width = (style.WIDTH - 0.2) / (columns or len(titles))
    tall = 0.82 * (width - 0.7)
    figure = style.new_figure(len(titles) * width + 0.2, tall + 1.3)
    reach = np.array([-2.6, 2.6])
    look = {"xlabel": "x₁", "ylabel": "x₂", "xlim": reach, "ylim": 0.82 * reach}
    return figure, [
        style.add_axes(figure, (i * width + 0.7, 0.9, width - 0.7, tall), title, **look)
        for i, title in enumerate(titles)
    ]


def show_scores(axes, score, X, y, method):
    """Bands of score(points) over the plane, the line where it is 0, and samples of two classes."""
    drawing = PlaneDrawing(axes, method)
    h = on_grid(score, drawing.x, drawing.y)
    drawing.surface.set_values(h, style.surface_colors)
    drawing.boundary.set_data(*level_line(drawing.x, drawing.y, h))
    drawing.show_samples(X, y)
    return drawing


def legend(axes):
    """The legend under the axes, of those lines that have something to show."""
    handles, labels = axes.get_legend_handles_labels()
    shown = [
        (handle, label)
        for handle, label in zip(handles, labels, strict=True)
        if not hasattr(handle, "get_xdata") or len(handle.get_xdata())
    ]
    handles, labels = zip(*shown, strict=True)
    style.add_legend(axes, below=True, across=True, handles=handles, labels=labels)


def sweep(title, method, fits, X, y, truth):
    """Three fits of the same samples, one above the other, and empty axes with a title beside them.

    fits: title -> values on LINE, by one method. Returns the figure and the empty axes.
    """
    figure = style.new_figure(height=4.9)
    beside = style.add_axes(figure, (6.35, 0.95, 2.65, 3.55), title=title)
    look = {"ylabel": "y", "xlim": (0, 1), "ylim": (-2.1, 2.3)}
    for i, (name, h) in enumerate(fits.items()):
        axes = style.add_axes(figure, (0.75, 3.51 - 1.28 * i, 4.6, 0.99), name, **look)
        axes.tick_params(labelbottom=i == 2)
        axes.plot(LINE[:, 0], truth, "--", color=style.MUTED, lw=1.5, label="true curve")
        axes.plot(LINE[:, 0], h, color=style.METHOD_STYLE[method]["color"], label="fit")
        axes.plot(X[:, 0], y, "o", color=style.INK, ms=4, label="samples")
    axes.set_xlabel("x")
    legend(axes)
    return figure, beside


def mark(axes, x, y, label):
    """A ring around a point of a curve."""
    axes.plot(
        x, y, "o", mfc="none", mec=style.INK, mew=1.8, ms=11, ls="", label=label, clip_on=False
    )


def matrix(axes, values, digits=None, limit=None):
    """A matrix as shades, blue above 0 and orange below; with its numbers if digits are given."""
    limit = limit or np.abs(values).max()
    axes.imshow(style.surface_colors(1.25 * values / limit, step=0.05))
    axes.set(xticks=[], yticks=[])
    for (row, column), value in np.ndenumerate(values):
        if digits:
            text = f"{round(value, digits) + 0.0:.{digits}f}"  # + 0.0 turns −0 into 0
            axes.text(column, row, text, ha="center", va="center", fontsize=9)


def layers(axes, columns, dashed=(), height=1.0):
    """A network as a diagram: columns of labels, each node joined to all of the next column.

    The connections that leave the columns listed in `dashed` are dashed. Returns the places.
    """
    axes.axis("off")
    axes.set(xlim=(-0.3, len(columns) - 0.7), ylim=(-height, height))
    places = [
        [(i, y) for y in np.linspace(0.75, -0.75, len(labels)) * (len(labels) > 1)]
        for i, labels in enumerate(columns)
    ]
    for i, (left, right) in enumerate(pairwise(places)):
        for x0, y0 in left:
            for x1, y1 in right:
                axes.plot(
                    [x0, x1], [y0, y1], color=style.MUTED, lw=1.1, ls="--" if i in dashed else "-"
                )
    for labels, nodes in zip(columns, places, strict=True):
        for label, place in zip(labels, nodes, strict=True):
            box = {"boxstyle": "circle,pad=0.35", "fc": "white", "ec": style.INK}
            axes.text(*place, label, ha="center", va="center", fontsize=10, bbox=box, zorder=5)
    return places
