"""Every step of backpropagation is drawn and measured as it was recorded."""

import numpy as np
import pytest


def test_every_recorded_step_is_drawn_as_it_is(explorer):
    scene = explorer.scene
    explorer.set(step=17)
    X, y = scene.X, scene.y
    network = scene.history("least squares", "weights, widths, centers", "lbfgs")[17].network
    phi = np.exp(-network.gamma * (X - network.centers[:, 0]) ** 2)
    e_in = np.mean((phi @ network.weights + network.bias - y) ** 2)
    assert explorer.numbers["E_in"] == pytest.approx(e_in)
    assert scene.now.get_xydata() == pytest.approx(np.array([[17, e_in]]))
    assert len(scene.so_far.get_xdata()) == 18
    assert scene.centers.get_xdata() == pytest.approx(network.centers[:, 0])
    left, right = np.array(scene.bars.get_segments())[:, :, 0].T
    assert right - left == pytest.approx(2 / np.sqrt(2 * network.gamma))
    curve = scene.drawing.curve.get_xydata()
    assert curve[:, 1] == pytest.approx(network(curve[:, :1]))
