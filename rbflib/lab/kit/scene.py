"""A scene: a matplotlib figure whose artists move with the state of an explorer."""

from collections import deque
from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.ticker import ScalarFormatter
from matplotlib.transforms import Bbox

from rbflib.lab.kit import style
from rbflib.lab.kit.caption import format_number, with_minus
from rbflib.lab.kit.seen import in_words
from rbflib.lab.kit.settings import our_settings

# Pixels around a part of a picture.
MARGIN = 4


class NotDrawn(Exception):
    """Why a state has no picture, in sentences for the reader. The last picture stays, dimmed."""


class Handle(NamedTuple):
    """A point of the picture that can be dragged."""

    name: str
    axes: Axes
    at: tuple[float, float]  # data coordinates
    move: Callable[[float, float], dict]  # (x, y) -> values of the controls that put it there
    step: tuple[float, float]  # what an arrow key moves it; 0 where it does not go
    value: tuple = ()  # said of its place, where the coordinates that move are not

    @classmethod
    def of(cls, name, axes, state, x, y, step):
        """A handle whose coordinates are the values of the controls x and y."""
        at = (state[x], state[y])
        return cls(name, axes, at, lambda u, v: {x: u, y: v}, (step, step))

    @property
    def pixel(self):
        return self.axes.transData.transform(self.at)

    @property
    def description(self):
        """For the browser: name, place (u, v), the box of its axes, and its value in words.

        A place is in shares of the picture's width and height, from the lower left.
        """
        size = self.axes.figure.bbox.size
        value = self.value or [x for x, step in zip(self.at, self.step, strict=True) if step]
        words = with_minus(", ".join(map(format_number, value)))
        return [self.name, *(self.pixel / size).tolist(), _box(self.axes), words]


def _box(axes):
    """Left, bottom, right, top, as shares of the picture."""
    return (axes.bbox.extents / np.tile(axes.figure.bbox.size, 2)).round(4).tolist()


class Scene:
    """A figure whose still parts are drawn once, and its moving parts for every frame.

    A subclass makes `self.figure` and all artists in `__init__`, marks those that move with
    `moving`, and moves them in `update`. Where a still part changes too (other data, other
    limits), matplotlib marks the figure as stale and the still parts are drawn again.

    What a subclass makes, moves and draws has our settings, and not the reader's.

    Where samples, nodes or starts are random, the explorer has a control `draw` (`draw_slider`),
    which the scene adds to its seeds, and `drawn` names the numbers that depend on it. They are
    measured for all draws on a scene that nobody sees, by `measure`: a subclass has its own where
    `update` also computes what only the picture needs.

    Examples
    --------
    An explorer of one's own. Where the scene has `code`, it can be copied, too.

    >>> import numpy as np
    >>> from matplotlib.figure import Figure
    >>> from rbflib.lab import Explorer, LinearSlider, LogSlider, Scene
    >>> class Bump(Scene):
    ...     def __init__(self):
    ...         self.figure = Figure(figsize=(4.5, 3))
    ...         axes = self.figure.add_subplot(xlim=(-3, 3), ylim=(-1.1, 1.1), xlabel="x")
    ...         self.x = np.linspace(-3, 3, 200)
    ...         (self.curve,) = axes.plot(self.x, 0 * self.x, animated=True)
    ...
    ...     def update(self, gamma, weight):
    ...         self.curve.set_ydata(weight * np.exp(-gamma * self.x**2))
    ...         return {"height at 1": weight * np.exp(-gamma)}
    >>> gamma, weight = LogSlider("γ", 1, -1, 2), LinearSlider("β", 1.0, -1.0, 1.0, 0.1)
    >>> bump = Explorer(Bump, {"gamma": gamma, "weight": weight}, {"Narrow": {"gamma": 50}})
    >>> bump.set(gamma=3)
    >>> bump
    γ = 3, β = 1.00 · height at 1 0.0498
    """

    figure = None
    hint = ""  # what a pointer can do: "drag a center · click adds a sample"
    html = ""  # what stands below the picture: a table, a text
    click_axes = ()  # those that take clicks
    titled = ()  # results that stand in the picture, in titles of its parts
    drawn = ()  # numbers that depend on the control `draw`, where there is one
    natural = False  # a photograph, say, whose colors are its own: a dark theme leaves them
    titles_stay = True  # but for those that move: then they name the parts of the picture
    _still = None

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        for name in {"__init__", "update", "render"} & vars(cls).keys():
            setattr(cls, name, our_settings()(vars(cls)[name]))

    def update(self, **state):
        """Move the artists to this state of the controls; return the numbers to show."""
        raise NotImplementedError

    def measure(self, **state):
        """The numbers that are `drawn`, without the picture."""
        deque(self.in_steps(**state), maxlen=0)
        return self.update(**state)

    def in_steps(self, **state):
        """What `update` needs at this state and what takes long: steps of a few milliseconds.

        An iterator. Where it has not come to its end, `update` shows what has been done.
        """
        return ()

    def seen(self):
        """What is seen in the picture, in sentences for who does not see it."""
        return in_words(self._moving)

    def code(self, **state):
        """Lines of Python that print the results of this state, under their names."""
        raise NotImplementedError("The scene of this explorer has no method code.")

    def maxima(self, **state):
        """Largest values of those sliders whose range depends on the state: name -> value."""
        return {}

    def disabled_reasons(self, **state):
        """Controls that have no effect at this state: name -> why."""
        return {}

    def handles(self, **state):
        """What can be dragged at this state: a list of Handle."""
        return []

    def click(self, axes, point, state):
        """Values of the controls after a click at a point, in data coordinates.

        A scene that can be clicked overrides this, and has `click_axes`.
        """
        raise NotImplementedError

    @property
    def click_places(self):
        """Of each axes that takes clicks: its box, and for x and y [low, high, whether of log₁₀].

        Logarithms have tick labels of their own, which show the numbers.
        """
        return [[_box(axes), *map(_scale, (axes.xaxis, axes.yaxis))] for axes in self.click_axes]

    @our_settings()
    def part_boxes(self):
        """The picture's parts from left to right: left, bottom, right, top, as shares; titles.

        Axes that stand above each other are one part, and so are neighbors for which a small
        screen has room side by side.
        """
        whole, parts, stale = self.figure.bbox, [], self.figure.stale
        axes_of_parts = [axes for axes in self.figure.axes if axes.get_in_layout()]
        for axes in sorted(axes_of_parts, key=lambda axes: axes.bbox.x0):
            box = Bbox.intersection(_box_with_labels(axes).padded(MARGIN), whole)
            both = Bbox.union([parts[-1][0], box]) if parts else whole
            # matplotlib keeps no public one.
            stays = self.titles_stay and not axes._left_title.get_animated()  # noqa: SLF001
            title = axes.get_title(loc="left").replace("\n", " ") if stays else ""
            if parts and (axes.bbox.x0 < parts[-1][1] or both.width <= style.WIDEST * style.DPI):
                parts[-1] = both, max(parts[-1][1], axes.bbox.x1), [*parts[-1][2], title]
            else:
                parts.append((box, axes.bbox.x1, [title]))
        self.figure.stale = stale  # to measure is not to change
        return [
            [*(box.extents / np.tile(whole.size, 2)).tolist(), ", ".join(filter(None, titles))]
            for box, _, titles in parts
        ]

    @our_settings()
    def render(self):
        """The figure as it stands: uint8 RGBA of shape (height, width, 4)."""
        canvas = self.figure.canvas
        if not isinstance(canvas, FigureCanvasAgg):
            canvas = FigureCanvasAgg(self.figure)
        if self._still is None or self.figure.stale:
            canvas.draw()
            self._still = canvas.copy_from_bbox(self.figure.bbox)
        canvas.restore_region(self._still)
        for artist in self._moving:
            artist.axes.draw_artist(artist)
        return np.asarray(canvas.buffer_rgba())

    def render_larger(self, scale):
        """The figure as it stands with `scale` times the pixels along each side."""
        dpi, still = self.figure.dpi, self._still
        self.figure.set_dpi(dpi * scale)
        try:
            return self.render().copy()
        finally:
            self.figure.set_dpi(dpi)
            self._still = still
            self.figure.stale = False  # or the next frame would draw the still parts again

    @cached_property
    def _moving(self):
        moving = self.figure.findobj(lambda artist: artist.get_animated())
        return sorted(moving, key=lambda artist: artist.get_zorder())


def _scale(axis):
    low, high = axis.get_view_interval().tolist()
    return [low, high, not isinstance(axis.get_major_formatter(), ScalarFormatter)]


def _box_with_labels(axes):
    """Also of axes that are not shown yet."""
    shown = axes.get_visible()
    axes.set_visible(True)
    box = axes.get_tightbbox()
    axes.set_visible(shown)
    return box
