"""The hypothesis built by hand, against the sum of its bumps."""

import numpy as np
import pytest


def test_curve_is_the_sum_of_the_bumps_and_the_bias(explorer):
    explorer.set(gamma=3, b=0.4)
    state = explorer.state
    x, h = explorer.scene.drawing.curve.get_data()
    bumps = [
        state[f"beta{m}"] * np.exp(-state["gamma"] * (x - state[f"mu{m}"]) ** 2) for m in (1, 2, 3)
    ]
    assert h == pytest.approx(sum(bumps) + 0.4)
    assert explorer.numbers["h(0)"] == pytest.approx(np.interp(0, x, h), abs=1e-3)


def test_a_bump_falls_as_its_formula_says(explorer):
    explorer.set(gamma=3, basis="inverse_quadratic")
    r, phi = explorer.scene.phi.get_data()
    assert phi == pytest.approx(1 / (1 + explorer.state["gamma"] * r**2))


def test_preset_of_the_dotted_curve_leaves_no_gap(explorer):
    gap = "largest gap to the dotted curve"
    assert explorer.numbers[gap] > 0.5
    explorer.restore("The dotted curve")
    assert explorer.numbers[gap] < 1e-2  # γ stands on a mark of its slider
