"""Pictures are the same whatever settings of matplotlib and NumPy the reader has chosen."""

import numpy as np
import pytest
import sklearn
from matplotlib import rcParamsDefault
from matplotlib import style as style_sheets
from matplotlib.font_manager import fontManager

from rbflib.lab import EXPLORERS
from rbflib.lab.kit.settings import FAMILY, OURS
from rbflib.lab.pages.multidimensional_scaling import cities, digits_map
from tests.each_explorer import NAMES
from tests.seeds import thorough

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


def test_no_family_is_looked_for_that_is_not_here():
    assert {*OURS["font.family"]} <= {"sans-serif", *fontManager.get_font_names()}
    assert OURS["font.family"][:2] == [FAMILY, *rcParamsDefault["font.family"]]


@pytest.mark.parametrize("name", [*NAMES[::16], *thorough(*NAMES[4::8])])
def test_explorer_looks_the_same_under_any_settings(name):
    usual = EXPLORERS[name]()
    start, larger = usual.all_values, usual.scene.render_larger(2)
    frames = usual.frame, moved(usual)
    reader = list(READERS)[NAMES.index(name) % len(READERS)]
    with style_sheets.context(READERS[reader]):
        ours = EXPLORERS[name]()
        assert (ours.frame, moved(ours)) == frames
        usual.set(**start)
        assert usual.frame == frames[0]
        ours.set(**start)
        assert np.array_equal(ours.scene.render_larger(2), larger)
    cities.map_of_cities.cache_clear()
    digits_map.placed_digits.cache_clear()
    with np.errstate(all="raise"), sklearn.config_context(transform_output="pandas"):
        strict = EXPLORERS[name]()
        assert (strict.frame, moved(strict)) == frames
        assert strict.code
