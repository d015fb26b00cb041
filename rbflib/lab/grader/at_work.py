"""A reader's own function at work: what it computes moves in an explorer, beside ours.

It is ended when a state has taken `LIMIT` seconds, be it in an endless loop, inside of NumPy or
asleep.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from textwrap import fill
from types import MappingProxyType

import numpy as np
from matplotlib.patches import Rectangle

from rbflib.lab.grader.readers_code import FunctionError, ReadersCode
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.scene import Scene

PLANE = {"xlim": (-2.6, 2.6), "ylim": (-2.13, 2.13), "xlabel": "x₁", "ylabel": "x₂"}
PLANE |= {"xticks": range(-2, 3), "yticks": range(-2, 3)}
WAVE = {"xlim": (-0.02, 1.02), "ylim": (-2.4, 2.4), "xlabel": "x", "ylabel": "y"}
LIMIT = 2.0  # seconds of a state that the reader's function may take


class Watched(ReadersCode):
    """The reader's function, with a limit, as `function(*args)`; or FunctionError."""

    def __init__(self, function, reference):
        super().__init__(function, LIMIT)
        self.reference = reference  # a right answer: a value has its shape, and is finite

    def __call__(self, *args):
        outcome = self.outcome(args)
        if outcome.changed:
            names = list(inspect.signature(self.reference).parameters)
            raise FunctionError(f"changes its argument {names[outcome.changed[0]]}")
        value, right = outcome.value, np.asarray(self.reference(*args))
        if value.shape != right.shape:
            raise FunctionError(f"gives shape {value.shape}, and must give {right.shape}")
        if not np.isfinite(value).all():
            raise FunctionError("gives nan or infinity")
        if not np.allclose(value, right, rtol=1e-5, atol=1e-8):
            self.remarks["Its values differ from ours here"] = ""
        return value


class WorkScene(Scene):
    """The same picture twice: by the reader's function, and beside it by ours."""

    controls: dict
    panel: Callable  # panel(axes) makes the artists of one picture
    draw: Callable  # draw(panel, function, **state) moves them, and returns the numbers to show
    axes_options = MappingProxyType({})

    def __init__(self, yours, ours, titles):
        self.yours, self.ours, self.titles = yours, ours, titles
        self.figure = style.new_figure()
        look = {"leads": True, **self.axes_options}
        both = [
            style.add_axes(self.figure, place, title.capitalize(), **look)
            for place, title in zip(style.PAIR, titles, strict=True)
        ]
        self.panels = [self.panel(axes) for axes in both]
        axes = both[0]
        whole = {"transform": axes.transAxes}
        veil = Rectangle((0, 0), 1, 1, fc="white", ec="none", zorder=90, **whole)
        look = {"ha": "center", "va": "center", "color": style.INK, "size": style.TYPE}
        fault = axes.text(0.5, 0.5, "", zorder=91, **whole, **look)
        self.veil = moving(axes.add_patch(veil)), moving(fault)

    def update(self, **state):
        yours, ours = (title.split(",")[0] for title in self.titles)
        numbers = self.draw(self.panels[1], self.ours, **state)
        shown, remarks = {f"{name}, {ours}": x for name, x in numbers.items()}, {}
        self.yours.begin()
        try:
            own = self.draw(self.panels[0], self.yours, **state)
            shown = {f"{name}, {yours}": x for name, x in own.items()} | shown
            words = ""
        except Exception as error:  # whatever comes of what the function gives
            words = f"{error}" if isinstance(error, FunctionError) else f"cannot be drawn: {error}"
            remarks = {f"At this state your function {words}": ""}
        self._show_fault(words)
        return shown | remarks | self.yours.remarks

    def _show_fault(self, words):
        for artist in self.veil:
            artist.set_visible(bool(words))
        self.veil[1].set_text(fill(f"At this state your function {words}.", 42, max_lines=9))

    def code(self, **_state):
        raise ValueError("The code of this picture is the function that you wrote.")


@dataclass(frozen=True)
class AtWork:
    """What an exercise shows after a right answer."""

    scene: type[WorkScene]
    question: str  # what to look for
    beside: Callable | None = None  # the function beside it; by default the right answer
    titles: tuple[str, str] = ("yours", "ours")

    def explorer(self, function, reference):
        def make():
            return self.scene(Watched(function, reference), self.beside or reference, self.titles)

        return Explorer(make, dict(self.scene.controls))
