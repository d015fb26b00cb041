"""Checks of colors: contrast, distance with any color vision, and how a figure uses them."""

from itertools import combinations

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.colors import to_hex, to_rgb
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text

from rbflib.lab.kit import style

# Machado, Oliveira and Fernandes (2009), table 1 at severity 1; on linear RGB.
COLOR_VISION = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
}
TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)


def linear(color):
    c = np.array(to_rgb(color))
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def contrast(color, ground="white"):
    """Contrast ratio of WCAG 2, from 1 to 21."""
    dark, light = sorted(TO_XYZ[1] @ linear(c) + 0.05 for c in (color, ground))
    return light / dark


def seen(color, vision="normal"):
    """CIELAB: lightness from 0 to 100, and two axes of hue."""
    xyz = TO_XYZ @ np.clip(COLOR_VISION[vision] @ linear(color), 0, 1) / [0.95047, 1, 1.08883]
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def difference(a, b):
    """The smallest distance of two colors in CIELAB, over the kinds of color vision."""
    return min(np.linalg.norm(seen(a, vision) - seen(b, vision)) for vision in COLOR_VISION)


def colors_of(artist):
    """Every color that an artist shows, as "#rrggbb"."""
    if isinstance(artist, Line2D):
        joined = [artist.get_color()] if artist.get_linestyle() != "None" else []
        marks = [artist.get_markerfacecolor(), artist.get_markeredgecolor()]
        shown = joined + (marks if artist.get_marker() not in ("None", "", None) else [])
    elif isinstance(artist, Text):
        shown = [artist.get_color()] if artist.get_text() else []
    else:
        shown = [artist.get_edgecolor(), artist.get_facecolor()]
        shown = [color for colors in shown for color in np.reshape(colors, (-1, 4)) if color[3]]
    return {to_hex(color) for color in shown if str(color).lower() != "none"}


def artists_of(figure):
    collections = [c for axes in figure.axes for c in axes.collections]
    others = figure.findobj(lambda artist: isinstance(artist, Line2D | Text | Patch))
    return [artist for artist in [*others, *collections] if artist.get_visible()]


CLASSES = {look["label"] for look in style.CLASS_STYLE.values()}


def borrowed_class_colors(figure):
    """Artists in a class's color that have neither its marker nor its name."""
    marker_of = {to_hex(look["color"]): look["marker"] for look in style.CLASS_STYLE.values()}
    return [
        artist
        for artist in artists_of(figure)
        for color in colors_of(artist) & set(marker_of)
        if getattr(artist, "get_marker", lambda: None)() != marker_of[color]
        and not (isinstance(artist, Text) and artist.get_text() in CLASSES)
    ]


def faint(figure):
    """Words, lines and marks that hardly stand out from white; what is pale is only behind."""
    least = {Text: 4.5, Line2D: 3, LineCollection: 3}
    behind = {to_hex("white"), to_hex(style.PALE)}
    return [
        (artist, color)
        for artist in artists_of(figure)
        for color in colors_of(artist) - behind
        if contrast(color) < least.get(type(artist), 0)
    ]


def shape(line):
    """What a line looks like without its color: its marker, filled or not, dashes and width."""
    inside = line.get_markerfacecolor()
    hollow = str(inside).lower() == "none" or to_hex(inside) == to_hex("white")
    joined = line.get_linestyle() != "None" and str(line._unscaled_dash_pattern)
    return line.get_marker(), hollow, joined, round(line.get_linewidth() / 0.8)


def too_much_alike(axes):
    """Pairs of labelled lines of one shape, and of nearly one lightness or color."""
    lines = [line for line in axes.lines if not line.get_label().startswith("_")]
    alike = []
    for pair in combinations(lines, 2):
        (a, b), shapes = [line.get_color() for line in pair], {shape(line) for line in pair}
        lighter = abs(seen(a)[0] - seen(b)[0])
        if len(shapes) == 1 and (lighter < 8 or difference(a, b) < 15):
            alike.append([line.get_label() for line in pair])
    return alike
