"""One bump, against its formula."""

import numpy as np
import pytest

from rbflib.lab import EXPLORERS


@pytest.mark.parametrize(("gamma", "x"), [(0.1, -2.0), (1.0, 0.0), (100.0, 0.3)])
def test_height_at_a_point_is_that_of_a_gaussian(gamma, x):
    explorer = EXPLORERS["one_bump"]()
    explorer.set(gamma=gamma, x=x)
    gamma, x = explorer.state["gamma"], explorer.state["x"]  # at the nearest marks
    assert explorer.numbers["height at x"] == pytest.approx(np.exp(-gamma * x**2))
