"""Colors, markers, sizes and axes: how everything on the screen looks, in one place.

The colors are Okabe and Ito's, which people with any color vision can tell apart. No meaning
is carried by color alone: classes also differ in their marker, curves in their dashes.
"""

import numpy as np
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import LinearSegmentedColormap, to_rgb, to_rgba_array
from matplotlib.figure import Figure

INK = "#222222"
MUTED = "#767676"
POSITIVE = "#0072B2"
NEGATIVE = "#D55E00"
CENTER = "#00795C"
BUMP = "#56B4E9"
SECOND = "#A8447E"

CLASS_STYLE = {
    1: {"marker": "o", "color": POSITIVE, "label": "class +1"},
    -1: {"marker": "X", "color": NEGATIVE, "label": "class −1"},
}

# Sets of k-means: eight markers and colors.
SET_STYLE = [
    {"marker": marker, "color": color}
    for marker, color in zip(
        "os^vPXh*",
        [POSITIVE, NEGATIVE, CENTER, SECOND, "#4E9CC9", "#B07D00", "#5B5B5B", "#8C4A2F"],
        strict=True,
    )
]

# One look per method: color, dashes, and a marker where its points are shown.
METHOD_STYLE = {
    "network": {"color": POSITIVE, "ls": "-"},
    "kernel ridge": {"color": SECOND, "ls": "-."},
    "k nearest": {"color": POSITIVE, "ls": "-"},
    "weights 1/d²": {"color": NEGATIVE, "ls": "--"},
    "Nadaraya-Watson": {"color": CENTER, "ls": "-."},
    "random": {"color": SECOND, "ls": ":", "marker": "s"},
    "k-means": {"color": POSITIVE, "ls": "--", "marker": "o"},
    "OLS": {"color": CENTER, "ls": "-", "marker": "D"},
}

# Pictures fit into a notebook's output; type is readable on a projector. Every pixel costs time.
WIDTH, HEIGHT, DPI = 9.2, 4.4, 84

# Places of two axes side by side (left, bottom, width, height) in inches. On a small screen each
# is as wide as the screen: with its labels it may take WIDEST inches, or its type gets too small.
LEFT, RIGHT = (0.7, 0.9, 3.75, 3.1), (5.3, 0.9, 3.75, 3.1)
WIDEST = 4.54
TYPE = 10.5  # points, of all words

RC = {
    "font.size": TYPE,
    "axes.titlesize": TYPE,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "lines.linewidth": 2.0,
}

_SURFACE = LinearSegmentedColormap.from_list("surface", ["#EE9E6B", "#FFFFFF", "#79B4D8"])
_SIMILARITY = LinearSegmentedColormap.from_list("similarity", ["#FFFFFF", "#79B4D8", "#00436A"])


def new_figure(width=WIDTH, height=HEIGHT):
    """A figure with its own Agg canvas; pyplot, which would keep it alive, is not asked."""
    figure = Figure(figsize=(width, height), dpi=DPI)
    FigureCanvasAgg(figure)
    return figure


def add_axes(figure, place, title="", **options):
    """Axes at place = (left, bottom, width, height), in inches from the lower left corner.

    Options are those of matplotlib's axes: xlabel, xlim, xscale, aspect, …
    """
    size = np.tile(figure.get_size_inches(), 2)
    with rc_context(RC):
        axes = figure.add_axes(tuple(np.array(place) / size), **options)
        axes.set_title(title, loc="left", color=INK)
    return axes


def add_legend(axes, below=False, across=False, **options):
    """The legend, inside; or under the axis label with below=True, where no curve crosses it.

    There it gets as many rows as it needs to be no wider than the axes, or one `across` all axes.
    """
    with rc_context(RC):
        if not below:
            return axes.legend(**options)
        drop = 0.47 / (axes.bbox.height / DPI)
        options |= {"loc": "upper left", "bbox_to_anchor": (-0.02, -drop), "labelspacing": 0.25}
        options |= {"columnspacing": 1.0, "handlelength": 1.4, "handletextpad": 0.5, "borderpad": 0}
        n = len(options.get("handles", axes.get_legend_handles_labels()[0]))
        for rows in (1, 2, 3):
            legend = axes.legend(**options, ncols=-(-n // rows))
            if across or legend.get_window_extent().width < 1.03 * axes.bbox.width:
                break
        return legend


def surface_colors(h, step=0.25, limit=1.25):
    """Colors of a score h of any shape: blue bands above 0, orange below. Returns uint8 RGBA."""
    return _banded(_SURFACE, (h + limit) / step, round(2 * limit / step))


def similarity_colors(z, step=0.1):
    """Colors of a similarity z in [0, 1] of any shape, in bands. Returns uint8 RGBA."""
    return _banded(_SIMILARITY, z / step, round(1 / step))


def _banded(colormap, position, n_bands):
    palette = (colormap((np.arange(n_bands) + 0.5) / n_bands) * 255).astype(np.uint8)
    # Whole colors are looked up and moved as one number each, four times as fast.
    colors = palette.view(np.uint32)[np.clip(position, 0, n_bands - 1).astype(np.intp)]
    return colors.view(np.uint8)


def as_rgba(colors):
    """Colors of any kind as uint8 RGBA, one per row."""
    return np.round(255 * to_rgba_array(colors)).astype(np.uint8)


def lighter(color, share=0.5):
    """The color mixed with white."""
    return tuple(1 - share * (1 - np.array(to_rgb(color))))
