"""Notes of pictures that show several fits, or compare widths."""

import warnings

import numpy as np
import pytest
from scipy.linalg import LinAlgWarning

from rbflib import FullRBFRegressor, RBFNetwork, RBFNetworkRegressor, diagnose
from rbflib.lab.kit.notes import any_width, note_rounding, one_note

LINE = np.linspace(0, 1, 40)[:, None]


def network_at(centers, gamma):
    return RBFNetwork(np.reshape(centers, (-1, 1)), np.ones(len(centers)), gamma=gamma)


def test_one_note_names_the_networks_with_dependent_columns():
    networks = {
        "apart": network_at([0.2, 0.5, 0.8], 50.0),
        "twice": network_at([0.2, 0.5, 0.5], 50.0),
        "wide": network_at(np.linspace(0, 1, 20), 0.5),
    }
    with pytest.warns(UserWarning, match="Rounding decides here") as caught:
        note_rounding(networks, LINE)
    assert len(caught) == 1
    r = diagnose(networks["wide"], LINE).rank
    assert 5 < r < 15
    text = str(caught[0].message)
    assert text.endswith(f"Numerical rank: twice 3 of 4 columns, wide {r} of 21 columns")


def test_no_note_where_all_columns_count():
    with warnings.catch_warnings(action="error"):
        note_rounding({"apart": network_at([0.2, 0.5, 0.8], 50.0)}, LINE)


def test_the_first_warning_speaks_for_all_fits():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with one_note():
            warnings.warn("the first", LinAlgWarning, stacklevel=1)
            warnings.warn("the second", UserWarning, stacklevel=1)
        with one_note():
            pass
    assert [(str(note.message), note.category) for note in caught] == [("the first", LinAlgWarning)]


def test_where_widths_are_compared_only_rounding_is_told():
    y = np.sin(6 * LINE[:, 0])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with any_width():
            FullRBFRegressor(gamma=1e5).fit(LINE, y)
            RBFNetworkRegressor(20, gamma=0.5, random_state=0).fit(LINE, y)
        FullRBFRegressor(gamma=1e5).fit(LINE, y)
    assert [note.category for note in caught] == [LinAlgWarning, UserWarning]
