"""Names of cities on a map: set in type once, and placed where there is room."""

from functools import cache

import numpy as np
from matplotlib.artist import Artist

from rbflib.lab.kit import style
from rbflib.lab.pages.multidimensional_scaling.cities import NAMES

SIZE = 12 * 72 / style.DPI  # points: 12 pixels, or many would find no room


class CityNames(Artist):
    """Names of cities, set in type once and then stamped: 30 times as fast as text."""

    def __init__(self, axes):
        super().__init__()
        self.shown = []  # number of a city, and the lower left corner of its name
        stamps = name_stamps(axes.figure.dpi)
        self.sizes = np.array([stamp.shape[1::-1] for stamp in stamps])
        self.sizes = self.sizes * 2 / axes.bbox.width  # in units of the map
        self.set_animated(True)
        self.set_zorder(3)  # above lines, below dots and rings
        axes.add_artist(self)

    def draw(self, renderer):
        gc = renderer.new_gc()
        stamps = name_stamps(self.axes.figure.dpi)
        for city, corner in self.shown:
            x, y = self.axes.transData.transform(corner)
            renderer.draw_image(gc, round(x), round(y), stamps[city])
        gc.restore()
        self.stale = False


@cache
def name_stamps(dpi):
    """Every city's name as uint8 RGBA pixels, lowest row first, all of one height."""
    figure = style.new_figure(1.5, 0.25)
    figure.dpi = dpi
    figure.patch.set_alpha(0)
    text = figure.text(0.03, 0.3, "", size=SIZE, color=style.INK, **style.HALO)
    pictures = []
    for name in NAMES:
        text.set_text(name)
        figure.canvas.draw()
        pictures.append(np.array(figure.canvas.buffer_rgba())[::-1])
    ink = [picture[:, :, 3] > 0 for picture in pictures]
    rows = np.flatnonzero(np.any(ink, axis=(0, 2)))
    stamps = []
    for picture, marks in zip(pictures, ink, strict=True):
        columns = np.flatnonzero(marks.any(axis=0))
        stamp = picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        stamps.append(np.ascontiguousarray(stamp))
    return stamps


def free_corners(place, sizes, top, gap=0.032):
    """Lower left corners for names of sizes (n, 2) beside dots at place (n, 2), None without room.

    A name goes to the right of its dot, or to the left, above or below, where it covers neither a
    dot nor a name and stays inside of ±1 and ±top. The first name has the first choice, and a
    place in any case. `gap` is what lies between dots and names, one number or one per name.
    """
    (x, y), (width, height) = place.T, sizes.T
    beside, over = y - 0.45 * height, x - width / 2
    left = np.stack([x + gap, x - gap - width, over, over], axis=1)
    bottom = np.stack([beside, beside, y + gap, y - gap - height], axis=1)
    low = np.stack([left, bottom], axis=2)
    boxes = np.concatenate([low, low + sizes[:, None]], axis=2).reshape(-1, 4)  # four per name
    dots = np.hstack([place - 0.012, place + 0.012])
    free = np.all(np.abs(boxes) < [1, top, 1, top], axis=1) & ~overlap(boxes, dots).any(axis=1)
    if not free[:4].any():
        corner = np.clip(low[0, 0], [-1, -top], [1, top] - sizes[0])
        boxes[0], free[0] = np.concatenate([corner, corner + sizes[0]]), True
    covered = overlap(boxes, boxes)
    corners = []
    for name in range(len(place)):
        tries = 4 * name + np.flatnonzero(free[4 * name : 4 * name + 4])
        corners.append(boxes[tries[0], :2] if len(tries) else None)
        free &= ~covered[tries[:1]].any(axis=0)
    return corners


def overlap(boxes, others):
    """Which boxes (n, 4) overlap which others (k, 4): left, bottom, right, top. Returns (n, k)."""
    boxes = boxes[:, None]
    return np.all((others[:, :2] < boxes[..., 2:]) & (others[:, 2:] > boxes[..., :2]), axis=2)
