"""The still pictures of the lecture by name; each page's `drawings` enter theirs."""

from collections.abc import Callable
from typing import NamedTuple

from matplotlib import rc_context
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

    def enter_function(draw):
        sized = rc_context({"font.size": style.TYPE})(draw)
        enter(item, draw.__name__, " ".join((draw.__doc__ or "").split()), sized)
        return draw

    return enter_function


def enter(item, words, caption, draw):
    """Enter what draw() returns, a figure."""
    LECTURE[f"{item.replace(' ', '_')}_{words}"] = Drawing(item, caption, our_settings()(draw))
