"""The right answer of a page's prediction is right in at least 80% of the draws of its data.

Each rule says of one draw whether it is: by the numbers of the page's explorer, with its control
`draw` there, or by a computation of its own where the explorer has none.
"""

import warnings
from functools import lru_cache

import pytest

from rbflib.lab import EXPLORERS
from rbflib.lab.kit.draws import N_DRAWS

RULES = {}


def prediction(of):
    """Enter a rule, (draw) -> whether the answer is right, for a prediction about this explorer."""

    def enter(rule):
        RULES[f"{of}: {rule.__name__}"] = rule
        return rule

    return enter


@lru_cache(maxsize=1)
def opened(name):
    return EXPLORERS[name]()


def at(name, preset=None, **values):
    """The numbers of an explorer as its page opens it, or in a preset, with some values changed."""
    explorer = opened(name)
    explorer.set(**(explorer.presets[preset] if preset else explorer.start_state) | values)
    return explorer.numbers


# Page 00


# Page 01


# Page 02


@prediction("interpolation")
def wide_bumps_need_larger_weights(draw):
    narrow, wide = (
        at("interpolation", preset, draw=draw)["largest |β|"]
        for preset in ("Narrow bumps", "Wide bumps")
    )
    return wide > 1.5 * narrow


# Page 03


# Page 04


# Page 05


# Page 06


# Page 07


# Page 08


# Page 09


# Page 10


@pytest.mark.parametrize("name", RULES)
def test_answer_is_right_in_four_of_five_draws(name):
    with warnings.catch_warnings(action="ignore"):  # of wide and narrow bumps
        right = sum(bool(RULES[name](draw)) for draw in range(N_DRAWS))
    assert right >= 0.8 * N_DRAWS
