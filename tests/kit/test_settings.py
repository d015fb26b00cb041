"""Pictures are the same whatever settings of matplotlib and NumPy the reader has chosen."""

from functools import cache

import numpy as np
import pytest
import sklearn
from matplotlib import style as style_sheets

from rbflib.lab import EXPLORERS
from rbflib.lab.pages.multidimensional_scaling import cities, digits_map
from tests.each_explorer import first_of_each_page

LARGE = {f"{what}.labelsize": 20 for what in ("axes", "xtick", "ytick")}
LARGE |= {"font.family": "serif", "font.size": 17, "axes.titlesize": 22, "legend.fontsize": 19}
PLAIN = {"axes.unicode_minus": False, "axes.formatter.useoffset": False, "lines.markersize": 12}
PLAIN |= {"figure.dpi": 200, "savefig.dpi": 50, "path.simplify": False, "lines.antialiased": False}
PLAIN |= {"figure.constrained_layout.use": True, "text.hinting": "none", "axes.xmargin": 0.4}
READERS = {
    "dark_background": "dark_background",
    "ggplot": "ggplot",
    "seaborn": ["seaborn-v0_8-darkgrid", "seaborn-v0_8-poster"],
    "grid and large serif": LARGE | {"axes.grid": True, "grid.linewidth": 3},
    "usetex": PLAIN | {"text.usetex": True},
}


def moved(explorer):
    """The frame after the last control has gone to each of its ends."""
    name, control = list(explorer.controls.items())[-1]
    for value in (control.marks[0], control.marks[-1]):
        explorer.set(**{name: value})
    return explorer.frame


@cache
def usual(name):
    """An explorer made under matplotlib's own settings, its state, and its frames."""
    explorer = EXPLORERS[name]()
    start = explorer.state
    larger = explorer.scene.render_larger(2)
    return explorer, start, (explorer.frame, moved(explorer)), larger


@pytest.mark.parametrize("name", list(first_of_each_page()))
def test_explorer_looks_the_same_under_any_settings(name):
    explorer, start, (first, last), larger = usual(name)
    reader = list(READERS)[list(EXPLORERS).index(name) % len(READERS)]
    with style_sheets.context(READERS[reader]):
        ours = EXPLORERS[name]()
        assert (ours.frame, moved(ours)) == (first, last)
        explorer.set(**start)
        assert explorer.frame == first
        ours.set(**start)
        assert np.array_equal(ours.scene.render_larger(2), larger)


@pytest.mark.parametrize("name", list(first_of_each_page()))
def test_explorer_is_drawn_where_the_reader_has_numpy_raise_and_scikit_learn_give_frames(name):
    _, _, frames, _ = usual(name)
    cities.map_of_cities.cache_clear()
    digits_map.placed_digits.cache_clear()
    with np.errstate(all="raise"), sklearn.config_context(transform_output="pandas"):
        explorer = EXPLORERS[name]()
        assert (explorer.frame, moved(explorer)) == frames
        assert explorer.code
