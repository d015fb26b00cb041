"""Artists that are drawn anew for every frame."""

import numpy as np
from matplotlib.artist import Artist
from matplotlib.collections import LineCollection


def moving(drawn):
    """An artist that is drawn anew for every frame; `plot` and `fill` give it in a list."""
    (artist,) = drawn if isinstance(drawn, list) else [drawn]
    artist.set_animated(True)
    return artist


def moving_segments(axes, **look):
    """Lines from point to point, any number of them: `set_segments` moves all."""
    return moving(axes.add_collection(LineCollection([], **look), autolim=False))


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
