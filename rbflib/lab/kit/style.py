"""Colors, markers, sizes and axes: how everything on the screen looks, in one place.

A color means one thing on every page. No meaning is carried by color alone: classes also differ
in their marker, methods and errors in their dashes, groups in their marker. What stands together
in a picture can be distinguished with any color vision.
"""

import numpy as np
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import LinearSegmentedColormap, to_rgb, to_rgba_array
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke

from rbflib.lab.kit.settings import our_settings

INK = "#222222"  # words, samples, errors, and what a picture points at
MUTED = "#767676"  # the true curve, and all that stands behind
FRAME = "#8C8C8C"  # axes and their ticks: data are darker
QUIET = "#555555"  # words at ticks, notes
PALE = "#E6E6E6"  # areas and grids
CENTER = "#00795C"  # centers, and what is dragged
BUMP = "#9A7FCC"  # one bump; the sum of bumps is METHOD_STYLE["network"]

# The two classes, and nothing else: a blue circle and an orange cross.
POSITIVE = "#0072B2"
NEGATIVE = "#D55E00"
CLASS_STYLE = {
    1: {"marker": "o", "color": POSITIVE, "label": "class +1"},
    -1: {"marker": "X", "color": NEGATIVE, "label": "class −1"},
}

# One look per method. Pictures that compare methods use it; "network" is where none is meant.
METHOD_STYLE = {
    "network": {"color": "#5B3A9B", "ls": "-", "marker": "o"},
    "by hand": {"color": "#5B3A9B", "ls": "-.", "marker": "^"},
    "SVM": {"color": "#00566B", "ls": "-", "marker": "h"},
    "exact": {"color": "#8F4B20", "ls": ":", "marker": "P"},
    "ridge": {"color": "#8E1F6B", "ls": "-.", "marker": "o"},
    "kernel ridge": {"color": "#BF72A7", "ls": "-", "marker": "D"},
    "votes": {"color": "#008796", "ls": "-", "marker": "p"},
    "kernel regression": {"color": "#008796", "ls": "--", "marker": "D"},
    "neighbor": {"color": "#A87B12", "ls": "-", "marker": "o"},
    "weights 1/d²": {"color": "#57430F", "ls": ":", "marker": "s"},
    "random": {"color": "#8A27B2", "ls": ":", "marker": "s"},
    "ELM": {"color": "#8A27B2", "ls": "-", "marker": "v"},
    "k-means": {"color": "#DB1A63", "ls": "--", "marker": "o"},
    "mixture": {"color": "#DB1A63", "ls": "-.", "marker": "P"},
    "OLS": {"color": "#1B5700", "ls": "-", "marker": "D"},
    "backpropagation": {"color": "#B82D35", "ls": "-", "marker": "<"},
}

# Errors have no color, whatever they are errors of.
ERROR_STYLE = {
    "E_in": {"color": INK, "ls": "-", "marker": "o"},
    "E_out": {"color": INK, "ls": "--", "marker": "s"},
    "E_cv": {"color": INK, "ls": ":", "marker": "^"},
}

# What is neither class nor method nor error: sets of k-means, digits, curves side by side.
GROUP_COLORS = ["#50077D", "#AB7A15", "#267D3F", "#CD51AB", "#6A7EEB"]
GROUP_COLORS += ["#6E3513", "#E4585F", "#2B2D52", "#C27B97", "#5B6A5B"]
SET_STYLE = [
    {"marker": marker, "color": color}
    for marker, color in zip("os^vPXh*", GROUP_COLORS, strict=False)
]
SERIES = [
    {"color": color, "ls": dashes, "marker": marker}
    for color, dashes, marker in zip(
        GROUP_COLORS, ["-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1))], "os^vPD", strict=False
    )
]

# Around a mark on a dark ground.
HALO = {"path_effects": [withStroke(linewidth=5, foreground="white")]}

# Pictures fit into a notebook's output; type is readable on a projector. Every pixel costs time.
WIDTH, HEIGHT, DPI = 9.2, 4.7, 84

# Places of two axes side by side (left, bottom, width, height) in inches. One leads, the other
# stands beside it. Above each is its title, and a key in its colors. On a phone each is as wide as
# the screen: with its labels it takes at most WIDEST inches, and its type has 12 of 390 pixels.
LEAD, ASIDE = (0.55, 0.6, 4.3, 3.52), (5.75, 0.6, 2.75, 3.52)
ASIDE_PLANE = (5.98, 1.64, 3.05, 2.5)
# Two that are compared as equals: of a whole number of pixels, and so the same.
PAIR = (0.58, 0.6, 27 / 7, 3.5), (5.2, 0.6, 27 / 7, 3.5)
WIDEST = 5.0
TYPE = 13 * 72 / DPI  # points, of all words: 13 pixels
HEAD = 15 * 72 / DPI  # of the title that leads
KEY_ROOM = 25 * 72 / DPI  # between a title and its axes, for a key

RC = {
    "font.size": TYPE,
    "axes.titlesize": TYPE,
    "axes.titleweight": "bold",
    "axes.edgecolor": FRAME,
    "axes.labelcolor": INK,
    "xtick.color": FRAME,
    "ytick.color": FRAME,
    "xtick.labelcolor": QUIET,
    "ytick.labelcolor": QUIET,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "lines.linewidth": 2.0,
}
# No tick label stands above: else all would be measured for each drawing, to lift the title.
TITLE_STAYS = RC | {"axes.titley": 1.0}

_SURFACE = LinearSegmentedColormap.from_list("surface", ["#F6C9A6", "#FFFFFF", "#ABD2EA"])
_SIMILARITY = LinearSegmentedColormap.from_list("similarity", ["#FFFFFF", "#79B4D8", "#00436A"])


def literal(text):
    """A reader's words for an artist: no formula, and in a legend if _ is their first letter."""
    return (" " * text.startswith("_") + text).replace("$", r"\$")


def line_of(name):
    """Color and dashes of a method or an error, for a curve."""
    look = (METHOD_STYLE | ERROR_STYLE)[name]
    return {"color": look["color"], "ls": look["ls"]}


def points_of(method):
    """Color and marker of a method, for points that no line joins."""
    return METHOD_STYLE[method] | {"ls": ""}


def full_network(alpha):
    """The method that a full network is with this λ."""
    return "ridge" if alpha else "exact"


def change_look(line, **look):
    """Give a line that moves another look, and its entry in the key too."""
    line.set(**look)
    key = line.axes.get_legend()
    for entry, name in zip(key.legend_handles, key.texts, strict=True) if key else []:
        if entry.get_label() == line.get_label() and entry.get_color() != line.get_color():
            entry.set(**look)
            name.set_color(readable(line.get_color()))


class OurCanvas(FigureCanvasAgg):
    """Draws under our settings, whoever asks and whenever."""

    draw = our_settings()(FigureCanvasAgg.draw)
    parser = None  # of the first: all have the same, which keeps what it has parsed

    def get_renderer(self):
        renderer = super().get_renderer()
        OurCanvas.parser = renderer.mathtext_parser = self.parser or renderer.mathtext_parser
        return renderer


def new_figure(width=WIDTH, height=HEIGHT, canvas=OurCanvas):
    """A figure with its own Agg canvas; pyplot, which would keep it alive, is not asked."""
    figure = Figure(figsize=(width, height), dpi=DPI)
    canvas(figure)
    return figure


def add_axes(figure, place, title="", rc=TITLE_STAYS, leads=False, keyed=False, **options):
    """Axes at place = (left, bottom, width, height), in inches from the lower left corner.

    Options are those of matplotlib's axes: xlabel, xlim, xscale, aspect, …
    """
    size = np.tile(figure.get_size_inches(), 2)
    with rc_context(rc):
        axes = figure.add_axes(tuple(np.array(place) / size), **options)
        look = {"size": HEAD} if leads else {}
        look |= {"pad": KEY_ROOM} if leads or keyed else {}
        axes.set_title(title, loc="left", color=axes.xaxis.label.get_color(), **look)
    return axes


def readable(color, contrast=4.5):
    """The color, as dark as words on white have to be."""
    rgb = np.array(to_rgb(color))
    while 1.05 / (0.05 + _light(rgb)) < contrast:
        rgb = 0.95 * rgb
    return tuple(rgb)


def _light(rgb):
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]


def add_key(axes, *shown, rc=RC, rows=1):
    """What is what, in one line under the title, each name in the color of what it names.

    Names that we do not know in up to so many rows: the fewest that are no wider than the axes.
    """
    shown = shown or axes.get_legend_handles_labels()[0]
    look = {"loc": "lower left", "bbox_to_anchor": (0, 1), "borderpad": 0, "handlelength": 1.2}
    look |= {"borderaxespad": 0.45, "columnspacing": 0.9, "handletextpad": 0.5}
    colors = [readable(_color_of(drawn)) for drawn in shown]
    look |= {"handles": shown, "labelcolor": colors, "labelspacing": 0.25}
    for row in range(1, rows + 1):
        with rc_context(rc):
            key = axes.legend(**look, ncols=-(-len(shown) // row))
        if row == rows or key.get_window_extent().width <= axes.bbox.width:
            break
    for handle in key.legend_handles:
        if hasattr(handle, "get_markersize"):
            handle.set_markersize(min(handle.get_markersize(), 9))
    return key


def _color_of(drawn):
    """Of a line, a marker (its edge where it is hollow), lines in a collection, or an area."""
    color = drawn.get_color() if hasattr(drawn, "get_color") else drawn.get_facecolor()
    if hasattr(drawn, "get_mfc") and drawn.get_linestyle() == "None":
        color = drawn.get_mec() if drawn.get_mfc() in ("none", "white") else drawn.get_mfc()
    return color if isinstance(color, str) else np.ravel(color)[:3]


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
