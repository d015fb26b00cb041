"""The picture: from a matplotlib figure to a frame in the browser, and the pointer back."""

import hashlib
import struct
import zlib
from collections.abc import Callable
from functools import cached_property
from io import BytesIO
from typing import NamedTuple

import anywidget
import numpy as np
import traitlets
from ipywidgets import widget_serialization
from isal import isal_zlib
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.transforms import Bbox
from PIL import Image

from rbflib.lab.kit import style
from rbflib.lab.kit.bundle import bundled
from rbflib.lab.kit.settings import our_settings

# Pixels around a part of a picture.
MARGIN = 4

# Width, height and number of runs of a frame, and its name.
HEAD = struct.Struct("<III8s")
# Frames that a browser keeps: as many at least.
FRAMES_KEPT = 8
SHOWN = {"frame", "said", "handles"}


class Handle(NamedTuple):
    """A point of the picture that the hand can take hold of and move."""

    name: str
    axes: Axes
    at: tuple[float, float]  # data coordinates
    move: Callable[[float, float], dict]  # (x, y) -> values of the controls that put it there
    step: tuple[float, float]  # what an arrow key moves it; 0 where it does not go

    @classmethod
    def of(cls, name, axes, state, x, y, step):
        """A handle whose coordinates are the values of the controls x and y."""
        at = (state[x], state[y])
        return cls(name, axes, at, lambda u, v: {x: u, y: v}, (step, step))

    @property
    def pixel(self):
        return self.axes.transData.transform(self.at)

    @property
    def place(self):
        """Shares of the picture's width and height, from the lower left."""
        u, v = self.pixel / self.axes.figure.bbox.size
        return float(u), float(v)


class Scene:
    """A figure whose still parts are drawn once, and its moving parts for every frame.

    A subclass makes `self.figure` and all artists in `__init__`, marks those that move with
    `moving`, and moves them in `update`. Where a still part changes too (other data, other
    limits), matplotlib marks the figure as stale and the still parts are drawn again.

    What a subclass makes, moves and draws has our settings, and not the reader's.
    """

    figure = None
    hint = ""  # what the hand can do: "drag a center · click adds a sample"
    # Controls that the page's question is about, one or two: the book records all of their states.
    # The first two sliders, unless a scene says otherwise.
    main = ()
    _still = None

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        for name in {"__init__", "update", "render"} & vars(cls).keys():
            setattr(cls, name, our_settings()(vars(cls)[name]))

    def update(self, **state):
        """Move the artists to this state of the controls; return the numbers to show."""
        raise NotImplementedError

    def in_steps(self, **state):
        """What `update` needs at this state and what takes long: steps of a few milliseconds.

        An iterator. Where it has not come to its end, `update` shows what has been done.
        """
        return ()

    def code(self, **state):
        """Lines of Python that print the results of this state, under their names."""
        raise NotImplementedError

    def tops(self, **state):
        """Largest values of those sliders whose range depends on the state: name -> value."""
        return {}

    def idle(self, **state):
        """Controls that have no effect at this state: name -> why."""
        return {}

    def handles(self, **state):
        """What the hand can take hold of at this state: a list of Handle."""
        return []

    def click(self, axes, point, state):
        """Values of the controls after a click at a point, in data coordinates.

        A scene that can be clicked overrides this.
        """
        raise NotImplementedError

    @property
    def clickable(self):
        return type(self).click is not Scene.click

    @our_settings()
    def part_boxes(self):
        """Boxes of the picture's parts from left to right: left, bottom, right, top, as shares.

        Axes that stand above each other are one part, and so are neighbors for which a small
        screen has room side by side.
        """
        whole, parts = self.figure.bbox, []
        axes_of_parts = [axes for axes in self.figure.axes if axes.get_in_layout()]
        for axes in sorted(axes_of_parts, key=lambda axes: axes.bbox.x0):
            box = Bbox.intersection(_box_with_labels(axes).padded(MARGIN), whole)
            both = Bbox.union([parts[-1][0], box]) if parts else whole
            if parts and (axes.bbox.x0 < parts[-1][1] or both.width <= style.WIDEST * style.DPI):
                parts[-1] = both, max(parts[-1][1], axes.bbox.x1)
            else:
                parts.append((box, axes.bbox.x1))
        return [(box.extents / np.tile(whole.size, 2)).tolist() for box, _ in parts]

    @our_settings()
    def render(self):
        """The figure as it stands: uint8 RGBA of shape (height, width, 4)."""
        canvas = self.figure.canvas
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


def _box_with_labels(axes):
    """Also of axes that are not shown yet."""
    shown = axes.get_visible()
    axes.set_visible(True)
    box = axes.get_tightbbox()
    axes.set_visible(shown)
    return box


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


def pack(pixels, compress=isal_zlib.compress):
    """uint8 RGBA pixels of shape (height, width, 4) as bytes: a frame.

    Its head, then a zlib stream of all runs: their colors, then their lengths. A run is the part of
    a row that has one color. The browser unpacks them while it reads
    the message. A PNG it would decode later, often after painting the whole page once more, which
    takes it ten milliseconds.

    `compress` makes the zlib stream: isal's quick one, or zlib's for a small file.
    """
    height, width = pixels.shape[:2]
    flat = pixels.view(np.uint32).ravel()
    begins = np.empty(flat.shape, bool)
    np.not_equal(flat[1:], flat[:-1], out=begins[1:])
    begins[::width] = True
    starts = np.flatnonzero(begins)
    lengths = np.diff(starts, append=flat.size).astype(np.uint16)
    runs = flat[starts].tobytes() + lengths.tobytes()
    stream = compress(runs)
    name = hashlib.blake2b(stream, digest_size=8).digest()
    return HEAD.pack(width, height, len(starts), name) + stream


def unpack(frame):
    """The pixels of a frame."""
    width, height, n_runs, _ = HEAD.unpack_from(frame)
    runs = zlib.decompress(memoryview(frame)[HEAD.size :])
    colors = np.frombuffer(runs, np.uint32, n_runs)
    lengths = np.frombuffer(runs, np.uint16, n_runs, offset=4 * n_runs)
    return np.repeat(colors, lengths).view(np.uint8).reshape(height, width, 4)


def name_of(frame):
    return HEAD.unpack_from(frame)[-1].hex()


def png(pixels, colors=None, **options):
    """PNG bytes of uint8 RGBA pixels that nothing shines through, in at most so many colors.

    Options are Pillow's.
    """
    file, image = BytesIO(), Image.fromarray(pixels).convert("RGB")
    if colors is not None:
        image = image.quantize(colors, dither=Image.Dither.NONE)
    image.save(file, "png", **options)
    return file.getvalue()


class Stage(anywidget.AnyWidget):
    """The picture in the browser, with its results below it; reports the pointer.

    `frame` is packed. `said` holds what is said of it: "words", the alternative text; "results",
    pairs of name and value; "remarks". `handles` are [name, u, v] with the place as shares of the
    picture's width and height, from the lower left. `panels` are the boxes of its parts, for small
    screens. `hint` tells what the hand can do. `explorer` is the explorer's name, and `controls`
    are those beside the picture, by name: the book, which has no kernel, listens to them. `players`
    play a slider, by its name. `turn` counts what was shown.

    `on_hand(message)` is called with messages of kind "down", "move", "up" (u, v, and the number
    of a handle if one was taken), "cancel", "nudge" (handle, right, up: steps), "undo", "start",
    "typed" (control: its number, text) and "write", which asks for the code.
    `on_rest(scale)` is called once nothing moves, and gives the frame with `scale` times the
    pixels.
    """

    _esm = bundled("stage.js")
    _css = bundled("stage.css")
    frame = traitlets.Bytes().tag(sync=True)
    said = traitlets.Dict().tag(sync=True)
    hint = traitlets.Unicode().tag(sync=True)
    handles = traitlets.List().tag(sync=True)
    panels = traitlets.List().tag(sync=True)
    clickable = traitlets.Bool(False).tag(sync=True)
    explorer = traitlets.Unicode().tag(sync=True)
    controls = traitlets.Dict().tag(sync=True, **widget_serialization)
    players = traitlets.Dict().tag(sync=True, **widget_serialization)
    turn = traitlets.Int().tag(sync=True)

    def __init__(self, on_hand=None, on_rest=None, **traits):
        self._kept = {}  # names of frames that the browser has, the newest last
        super().__init__(**traits)
        self._on_hand = on_hand
        self._on_rest = on_rest
        self.on_msg(self._receive)

    def show(self, frame, said, handles=()):
        """Send a frame and what belongs to it to the browser, in one message."""
        with self.hold_sync():
            self.frame = frame
            self.said = said
            self.handles = list(handles)
            self.turn += 1

    def expect(self, steps):
        """Tell the browser what moves of a control will show: it shows that before the kernel does.

        A step is a dict of "move": name, trait and value of a control; "frame"; "said"; "handles".
        """
        frames = [step["frame"] for step in steps]
        named = [step | {"frame": name_of(step["frame"])} for step in steps]
        new = [frame for frame in frames if not self._keeps(frame)]
        self.send({"kind": "ready", "steps": named}, buffers=new)

    def get_state(self, key=None, drop_defaults=False):
        """All traits; or those that have changed, where a frame that is there goes by its name.

        With a turn goes all that is shown, as the browser may show what it expected.
        """
        if key is None:
            return super().get_state(drop_defaults=drop_defaults)
        changed = {key} if isinstance(key, str) else set(key)
        state = super().get_state(changed | SHOWN if "turn" in changed else changed)
        if state.get("frame") and self._keeps(state["frame"]):
            state["frame"] = name_of(state["frame"])
        return state

    def _keeps(self, frame):
        """Whether the browser has the frame; it keeps it from now on."""
        name = name_of(frame)
        there = self._kept.pop(name, False)
        self._kept[name] = True
        if len(self._kept) > FRAMES_KEPT:
            del self._kept[next(iter(self._kept))]
        return there

    def _receive(self, _widget, message, _buffers):
        if message["kind"] == "hello":
            self.send({"kind": "hello"})
            return
        if message["kind"] == "lost":
            self.send_state()
            return
        if message["kind"] == "sharpen":
            larger = self._on_rest(message["scale"])
            self.send({**message, "kind": "sharp"}, buffers=[larger])
            return
        self._on_hand(message)
        # The browser waits for a frame before it sends the next move; a move may leave no trace.
        self.send({"kind": "settled"})
