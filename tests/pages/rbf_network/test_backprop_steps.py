"""Every step of backpropagation is drawn and measured as it was recorded."""

import numpy as np
import pytest

from rbflib.lab import EXPLORERS


@pytest.fixture
def backprop():
    return EXPLORERS["backprop_steps"]()


def test_every_recorded_step_is_drawn_as_it_is(backprop):
    scene = backprop.scene
    backprop.set(step=17)
    X, y = scene.X, scene.y
    network = scene.history("least squares", "weights, widths, centers", "lbfgs")[17].network
    phi = np.exp(-network.gamma * (X - network.centers[:, 0]) ** 2)
    e_in = np.mean((phi @ network.weights + network.bias - y) ** 2)
    assert backprop.numbers["E_in"] == pytest.approx(e_in)
    assert scene.now.get_xydata() == pytest.approx(np.array([[17, e_in]]))
    assert len(scene.so_far.get_xdata()) == 18
    assert scene.centers.get_xdata() == pytest.approx(network.centers[:, 0])
    left, right = np.array(scene.bars.get_segments())[:, :, 0].T
    assert right - left == pytest.approx(2 / np.sqrt(2 * network.gamma))
    curve = scene.drawing.curve.get_xydata()
    assert curve[:, 1] == pytest.approx(network(curve[:, :1]))


def test_gradient_finds_the_least_squares_weights_and_no_more(backprop):
    backprop.set(start="weights 0", train="weights", step=100)
    found = backprop.numbers["E_in"]
    backprop.set(start="least squares", train="weights", step=100)
    assert backprop.numbers["E_in"] == pytest.approx(found, rel=1e-4)
    backprop.set(start="least squares", train="weights", step=0)
    assert backprop.numbers["E_in"] == pytest.approx(found, rel=1e-4)
