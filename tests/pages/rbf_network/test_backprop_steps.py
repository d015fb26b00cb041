"""Every step of backpropagation is drawn and measured as it was recorded."""

import numpy as np
import pytest

from rbflib.lab import EXPLORERS
from rbflib.lab.pages.rbf_network.backprop_steps import chirp


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


def test_moving_computes_nothing_once_recorded(backprop, monkeypatch):
    backprop.set(step=100)
    monkeypatch.setattr(f"{chirp.__module__}.train_by_backprop", None)
    for step in (60, 20, 0, 100):
        backprop.set(step=step)
        assert backprop.numbers["E_in"] > 0


def test_gradient_finds_the_least_squares_weights_and_no_more(backprop):
    backprop.set(start="weights 0", train="weights", step=100)
    found = backprop.numbers["E_in"]
    backprop.set(start="least squares", train="weights", step=100)
    assert backprop.numbers["E_in"] == pytest.approx(found, rel=1e-4)
    backprop.set(start="least squares", train="weights", step=0)
    assert backprop.numbers["E_in"] == pytest.approx(found, rel=1e-4)


def test_noise_of_the_samples_is_that_of_e_out(backprop):
    scene = backprop.scene
    assert np.std(scene.y - chirp(scene.X[:, 0])) == pytest.approx(scene.noise, rel=0.2)
