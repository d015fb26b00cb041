"""The right answer of a page's prediction is right in at least 80% of the draws of its data.

Each rule says of one draw whether it is: by the numbers of the page's explorer, with its control
`draw` there, or by a computation of its own where the explorer has none.
"""

import warnings
from functools import lru_cache

import numpy as np
import pytest

from rbflib import OLSRegressor
from rbflib.lab import EXPLORERS
from rbflib.lab.kit.draws import N_DRAWS
from rbflib.lab.pages.orthogonal_least_squares.choose_centers import choices
from rbflib.lab.pages.rbf_network.density_trap import trap
from tests.claims.draws import left_in_race
from tests.seeds import thorough

RULES, CASES = {}, []


def prediction(of, slow=False):
    """Enter a rule, (draw) -> whether the answer is right, for a prediction about this explorer."""

    def enter(rule):
        name = f"{of}: {rule.__name__}"
        RULES[name] = rule
        CASES.extend(thorough(name) if slow else [name])
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


@lru_cache(maxsize=16)
def over(name, preset=None, **values):
    """The numbers over all draws, of an explorer as its page opens it, or in a preset."""
    explorer = opened(name)
    explorer.set(**(explorer.presets[preset] if preset else explorer.start_state) | values)
    return explorer.draws()


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


@prediction("network_plane")
def narrow_bumps_err_more_than_twice_as_often(draw):
    wide, narrow = (over("network_plane", preset) for preset in (None, "Thirty bumps"))
    return narrow["E_out"][draw] > 2 * wide["E_out"][draw]


@prediction("bias_on_off")
def many_centers_make_up_for_the_bias(draw):
    numbers = over("bias_on_off", "Many centers")
    return numbers["without bias: E_in"][draw] < 2 * numbers["with bias: E_in"][draw]


@prediction("full_or_few", slow=True)
def less_noise_bears_more_centers(draw):
    much, little = (over("full_or_few", preset) for preset in (None, "Hardly any noise"))
    return little["best M of the curve"][draw] > much["best M of the curve"][draw]


@prediction("error_surface", slow=True)
def training_error_is_smallest_for_many_centers(draw):
    scene = opened("error_surface").scene
    many, *others = (
        scene.measure(k, gamma, draw)["E_in"] for k, gamma in ((33, 200), (5, 6.3), (9, 1), (1, 1))
    )
    return many < min(others)


@prediction("backprop_steps")
def narrowest_bump_is_on_the_right(draw):
    scene = opened("backprop_steps").scene
    network = scene.history("least squares", "all parameters", "lbfgs", draw)[-1].network
    return network.centers[network.gamma.argmax(), 0] > 0.5


@prediction("density_trap")
def four_of_five_centers_are_where_y_is_flat(draw):
    share = over("density_trap", "Twenty-four centers")["k-means centers where y is flat"][draw]
    return 0.65 < share < 0.85


# Page 06


@prediction("center_race")
def k_means_leaves_more_than_a_tenth(draw):
    return left_in_race(draw)[0] > 0.1


@prediction("center_race narrow bumps")
def more_narrow_bumps_are_where_y_varies(draw):
    X, y, *_ = trap(draw)
    fits = [OLSRegressor(24, tol=0, gamma=gamma).fit(X, y).network_ for gamma in (10, 100)]
    wide, narrow = (np.sum(network.centers > 0) for network in fits)
    return narrow > wide


@prediction("choose_centers wide bumps")
def a_later_ratio_is_larger(draw):
    err = choices(10**0.7, 0.2, draw).path.err
    return err[3] > err[2]


@prediction("greedy_trap")
def neither_bump_is_found(draw):
    taken = at("greedy_trap", "Close together", draw=draw)["greedy takes"]
    return not {"−1", "1"} & set(taken.split(", "))


# Page 07


# Page 08


# Page 09


# Page 10


@pytest.mark.parametrize("name", CASES)
def test_answer_is_right_in_four_of_five_draws(name):
    with warnings.catch_warnings(action="ignore"):  # of wide and narrow bumps
        right = sum(bool(RULES[name](draw)) for draw in range(N_DRAWS))
    assert right >= 0.8 * N_DRAWS
