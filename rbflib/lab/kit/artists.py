"""Artists that are drawn anew for every frame."""

from functools import lru_cache

import numpy as np
from matplotlib.artist import Artist
from matplotlib.collections import LineCollection
from matplotlib.transforms import Bbox

from rbflib.lab.kit import style


def moving(drawn):
    """An artist that is drawn anew for every frame; `plot` and `fill` give it in a list."""
    (artist,) = drawn if isinstance(drawn, list) else [drawn]
    artist.set_animated(True)
    return artist


def moving_segments(axes, **look):
    """Lines from point to point, any number of them: `set_segments` moves all."""
    return moving(axes.add_collection(LineCollection([], **look), autolim=False))


class EndLabels(Artist):
    """The names of curves beside their right ends, in their colors, and none over another.

    At the right of the axes there is room for the longest. Each is set in type once, and then
    stamped.
    """

    def __init__(self, axes, *lines, gap=15):
        super().__init__()
        self.lines, self.gap = lines, gap  # pixels from name to name
        self.set_animated(True)
        self.set_zorder(8)
        axes.add_artist(self)
        self.set_clip_on(False)

    def draw(self, renderer):
        box, dpi, gc = self.axes.bbox, self.axes.figure.dpi, renderer.new_gc()
        ends = {line: np.column_stack(line.get_data(orig=False))[-1:] for line in self.lines}
        shown = [line for line, end in ends.items() if len(end) and np.isfinite(end).all()]
        places = self.axes.transData.transform([ends[line][0] for line in shown] or [(0, 0)])
        for line, x, y in zip(shown, places[:, 0], self._apart(places[:, 1], box), strict=False):
            pixels = stamp(line.get_label(), line.get_color(), dpi)
            corner = x + 7 * dpi / style.DPI, y - 0.5 * len(pixels)
            renderer.draw_image(gc, *np.round(corner), pixels)
        gc.restore()
        self.stale = False

    def get_window_extent(self, renderer=None):
        """The axes, and the room of the longest name: a part of a picture is cut around it."""
        dpi = self.axes.figure.dpi
        names = [stamp(line.get_label(), style.INK, dpi).shape[1] for line in self.lines]
        box = self.axes.bbox
        return Bbox.from_extents(box.x0, box.y0, box.x1 + 7 + max(names), box.y1)

    def _apart(self, y, box):
        """Heights y (n,), moved within the box as little as keeps them a gap apart."""
        gap, order = self.gap * self.axes.figure.dpi / style.DPI, np.argsort(y, kind="stable")
        steps = gap * np.arange(len(y))
        low = np.maximum.accumulate(np.clip(y[order], box.y0, box.y1) - steps)
        y[order] = np.minimum(low, box.y1 - steps[-1]) + steps
        return y


@lru_cache(maxsize=256)  # of each size that a screen asks for
def stamp(text, color, dpi):
    """A text as uint8 RGBA pixels, lowest row first, in a color that is dark enough for words."""
    figure = style.new_figure(3, 0.25)
    figure.dpi = dpi
    figure.patch.set_alpha(0)
    figure.text(0.01, 0.3, text, size=style.TYPE, color=style.readable(color))
    figure.canvas.draw()
    pixels = np.array(figure.canvas.buffer_rgba())[::-1]
    last = np.flatnonzero(pixels[:, :, 3].any(axis=0))[-1]
    return np.ascontiguousarray(pixels[:, : last + 1])


class Pixels(Artist):
    """Colors that fill the inside of an axes, pixel for pixel.

    Ten times as fast as an image that matplotlib resamples.
    """

    def __init__(self, axes, cell=2):
        super().__init__()
        self.cell = cell
        self.colors = self._values = None
        self.set_animated(True)
        self.set_zorder(0)
        axes.add_artist(self)
        axes.apply_aspect()  # or axes of equal scales would shrink when they are first drawn

    def grid(self):
        """Data coordinates of the cells' middles: x (Gx,) and y (Gy,)."""
        box = self.axes.bbox
        n_x, n_y = round(box.width) // self.cell, round(box.height) // self.cell
        x0, x1 = self.axes.get_xlim()
        y0, y1 = self.axes.get_ylim()
        x = x0 + (x1 - x0) * (np.arange(n_x) + 0.5) * self.cell / box.width
        y = y0 + (y1 - y0) * (np.arange(n_y) + 0.5) * self.cell / box.height
        return x, y

    def set_values(self, values, colors_of):
        """Values (Gy, Gx) or (Gy, Gx, K), lowest row first, and the function that colors them.

        A larger picture colors what lies between them.
        """
        self.set_colors(colors_of(values))
        self._values, self._colors_of = values, colors_of

    def set_colors(self, colors):
        """uint8 RGBA of shape (Gy, Gx, 4), lowest row first."""
        self._values = None
        whole = colors.view(np.uint32)[:, :, 0]
        whole = np.repeat(np.repeat(whole, self.cell, axis=0), self.cell, axis=1)
        self.colors = whole.view(np.uint8).reshape(*whole.shape, 4)
        self._dpi = self.axes.figure.dpi
        self.stale = True

    def draw(self, renderer):
        if self.colors is None or not self.get_visible():
            return
        box = self.axes.bbox
        gc = renderer.new_gc()
        scale = self.axes.figure.dpi / self._dpi
        colors = self.colors if scale == 1 else self._larger(scale)
        renderer.draw_image(gc, round(box.x0), round(box.y0), colors)
        gc.restore()
        self.stale = False

    def _larger(self, scale):
        """The colors of a picture that is `scale` times as large."""
        middles = [(np.arange(round(n * scale)) + 0.5) / scale for n in self.colors.shape[:2]]
        if self._values is None:
            return self.colors[np.ix_(*(middle.astype(int) for middle in middles))]
        values = self._values
        for axis, middle in enumerate(middles):
            values = _between(values, middle / self.cell - 0.5, axis)
        return self._colors_of(values)


def _between(values, places, axis):
    """Values at places along an axis, on straight lines from one to the next."""
    places = np.clip(places, 0, values.shape[axis] - 1)
    low = np.minimum(places.astype(int), values.shape[axis] - 2)
    share = np.expand_dims(places - low, tuple(range(1, values.ndim - axis)))
    before, after = (values.take(index, axis) for index in (low, low + 1))
    return before + share * (after - before)
