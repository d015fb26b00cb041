"""Page 00: the first explorers, against formulas."""

import numpy as np
import pytest

from tests.pages.conftest import opened


def test_curve_is_the_sum_of_the_bumps_and_the_bias():
    explorer = opened("hypothesis", gamma=3, b=0.4)
    state = explorer.state
    x, h = explorer.scene.drawing.curve.get_data()
    weights, centers = ([state[f"{name}{m}"] for m in (1, 2, 3)] for name in ("beta", "mu"))
    bumps = np.exp(-state["gamma"] * np.subtract.outer(x, centers) ** 2)
    assert h == pytest.approx(bumps @ weights + 0.4)


def test_a_bump_falls_as_its_formula_says():
    explorer = opened("hypothesis", gamma=3, basis="inverse_quadratic")
    r, phi = explorer.scene.phi.get_data()
    assert phi == pytest.approx(1 / (1 + explorer.state["gamma"] * r**2))


def test_preset_of_the_dotted_curve_leaves_no_gap():
    gap = "largest gap to the dotted curve"
    assert opened("hypothesis").numbers[gap] > 0.5
    # γ stands on a mark of its slider.
    assert opened("hypothesis", "The dotted curve").numbers[gap] < 1e-2
