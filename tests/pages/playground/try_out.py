"""What a visitor of the playground does: choose a recipe, run its code, click."""

import io
from contextlib import redirect_stdout

from rbflib.lab.pages.playground.recipe import Recipe, Sample
from rbflib.lab.pages.playground.recipe_code import code_of
from rbflib.lab.pages.playground.settings import SETTINGS
from tests import pointer_events

FIRST = {name: setting.first for name, setting in SETTINGS.items()}
ADDED = (Sample(0.5, -1.25, 1, "train"), Sample(2.0, 1.0, -1, "test"), Sample(0, 0, -1, "train"))
DRAWING = (*ADDED, Sample(-1.5, 0.75, 1, "train"), Sample(1.0, 1.5, -1, "train"))


def recipe_of(added=(), **values):
    return Recipe.of(FIRST | values, added)


def run(recipe):
    """What the code of a recipe prints, and the names that it defines."""
    names, printed = {}, io.StringIO()
    with redirect_stdout(printed):
        exec("\n".join(code_of(recipe)), names)
    return numbers_in(printed.getvalue()), names


def numbers_in(printed):
    """The numbers of lines such as "E_in: 0.1"."""
    return [float(line.rpartition(": ")[2]) for line in printed.splitlines()]


def click(explorer, x1, x2):
    """A click on a point of the left plane."""
    pointer_events.click(explorer, explorer.scene.now.axes, (x1, x2))
