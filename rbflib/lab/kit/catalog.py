"""The still pictures of the lecture by name; each page's `drawings` enter theirs."""

from collections.abc import Callable
from typing import NamedTuple

from matplotlib.figure import Figure

from rbflib.lab.kit import style
from rbflib.lab.kit.settings import our_settings


class Drawing(NamedTuple):
    """A picture that shows an item of the lecture."""

    item: str  # as in rbflib/lab/data/lecture_map.csv
    caption: str
    figure: Callable[[], Figure]


LECTURE = {}  # name -> Drawing


def picture(item):
    """Enter the decorated function, which returns a figure. Its docstring is the caption."""

    def enter(function):
        _enter(item, function.__name__, " ".join((function.__doc__ or "").split()), function)
        return function

    return enter


def state(item, words, builder, preset, caption, **values):
    """Enter a state of an explorer: one of its presets, or where it opens; with other values."""

    def draw():
        explorer = builder()
        if preset:
            explorer.restore(preset)
        explorer.set(**values)
        explorer.finish()
        for axes in explorer.scene.figure.axes:
            title = axes.get_title(loc="left")
            axes.set_title(title, loc="left", fontsize=style.RC["axes.titlesize"])
        return explorer.scene.figure

    _enter(item, words, caption, draw)


def _enter(item, words, caption, draw):
    LECTURE[f"{item.replace(' ', '_')}_{words}"] = Drawing(item, caption, our_settings()(draw))
