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

# Places of axes on such a picture (left, bottom, width, height) in inches: wide ones with small
# ones beside them, and planes side by side, or with curves beside them.
WIDE, BESIDE_WIDE = (0.65, 0.9, 4.6, 3.1), (6.05, 0.9, 2.95, 3.1)
PLANE, SECOND_PLANE = (0.65, 0.9, 3.9, 3.1), (5.15, 0.9, 3.9, 3.1)
BESIDE_PLANE = (5.35, 0.9, 3.6, 3.1)

RC = {
    "font.size": 11,
    "axes.titlesize": 11,
    "axes.labelsize": 11,
    "xtick.labelsize": 9.5,
    "ytick.labelsize": 9.5,
    "legend.fontsize": 9.5,
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


def add_legend(axes, **options):
    """The legend, inside; or under the axis label with below=True, where no curve crosses it."""
    if options.pop("below", False):
        drop = 0.5 / (axes.bbox.height / DPI)
        options |= {"loc": "upper left", "bbox_to_anchor": (-0.02, -drop), "ncols": 5}
        options |= {"columnspacing": 1.0, "handlelength": 1.4, "handletextpad": 0.5, "borderpad": 0}
    with rc_context(RC):
        return axes.legend(**options)


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
