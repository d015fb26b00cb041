"""Notes of pictures that show several fits, or compare widths."""

import warnings

import numpy as np
import pytest
from scipy.linalg import LinAlgWarning

from rbflib import (
    FullRBFRegressor,
    RBFNetwork,
    RBFNetworkRegressor,
    design_matrix,
    diagnose,
    solve_output_layer,
)
from rbflib.lab.kit.notes import any_width, note_rounding, one_note

LINE = np.linspace(0, 1, 40)[:, None]
Y = np.sin(6 * LINE[:, 0])


def network_at(centers, gamma):
    mu = np.reshape(centers, (-1, 1))
    return RBFNetwork(mu, *solve_output_layer(design_matrix(LINE, mu, gamma), Y), gamma)


def test_one_note_names_the_networks_that_rounding_decides():
    networks = {
        "apart": network_at([0.2, 0.5, 0.8], 50.0),
        "twice": network_at([0.2, 0.5, 0.5], 50.0),  # any share of the two serves
        "wide": network_at(np.linspace(0, 1, 20), 0.5),
        "huge": network_at(np.linspace(0, 1, 7), 0.5),  # with all columns
    }
    assert np.abs(networks["huge"].weights).max() > 2e6
    with pytest.warns(UserWarning, match="Rounding decides here") as caught:
        note_rounding(networks, LINE, Y)
    assert len(caught) == 1
    r = diagnose(networks["wide"], LINE).rank
    assert 5 < r < 15
    assert str(caught[0].message).endswith(f"Numerical rank: wide {r} of 21 columns")


def test_no_note_where_all_columns_count():
    with warnings.catch_warnings(action="error"):
        note_rounding({"apart": network_at([0.2, 0.5, 0.8], 50.0)}, LINE, Y)


def test_the_first_warning_speaks_for_all_fits():
    with warnings.catch_warnings(record=True, action="always") as caught:
        with one_note():
            warnings.warn("the first", LinAlgWarning, stacklevel=1)
            warnings.warn("the second", UserWarning, stacklevel=1)
        with one_note():
            pass
    assert [(str(note.message), note.category) for note in caught] == [("the first", LinAlgWarning)]


def test_where_widths_are_compared_only_rounding_is_told():
    with warnings.catch_warnings(record=True, action="always") as caught:
        with any_width():
            FullRBFRegressor(gamma=1e5).fit(LINE, Y)
            RBFNetworkRegressor(20, gamma=0.5, random_state=0).fit(LINE, Y)
        FullRBFRegressor(gamma=1e5).fit(LINE, Y)
    assert [note.category for note in caught] == [LinAlgWarning, UserWarning]
