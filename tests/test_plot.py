"""Still pictures: samples with and without targets are on them."""

import numpy as np
import pytest

from rbflib import RBFNetwork
from rbflib.lab.plot import drawing, plot_network

LINE = RBFNetwork([[0.0], [1.0]], [1.0, -1.0])
PLANE = RBFNetwork([[0.0, 0.0], [1.0, 1.0]], [1.0, -1.0])


def shown_samples(picture):
    """What is drawn under the name of samples, in pixels (N, 2); all inside of the axes."""
    [axes] = picture.figure.axes
    picture._repr_mimebundle_()
    [samples] = [line for line in axes.lines if line.get_label() == "samples"]
    assert "samples" in [text.get_text() for text in axes.get_legend().get_texts()]
    points = samples.get_transform().transform(samples.get_xydata())
    assert all(axes.bbox.contains(*point) for point in points)
    return points, axes.transData.transform


@pytest.mark.parametrize("network", [LINE, PLANE], ids=["line", "plane"])
def test_samples_without_targets_are_shown(network):
    D = network.centers.shape[1]
    X = np.random.default_rng(0).uniform(-1.8, 1.8, (7, D))
    points, to_pixels = shown_samples(plot_network(network, X))
    assert points[:, :D] == pytest.approx(to_pixels(X[:, [0, -1]])[:, :D])


def test_targets_are_the_heights_of_samples_on_a_line():
    X, y = np.array([[-1.0], [0.5]]), np.array([3.0, -2.0])
    points, to_pixels = shown_samples(plot_network(LINE, X, y))
    assert points == pytest.approx(to_pixels(np.c_[X, y]))


def test_drawing_of_the_lecture_is_found_by_its_name():
    shown = drawing("e5_node_types")
    assert repr(shown)
    assert "image/png" in shown._repr_mimebundle_()[0]


def test_unknown_drawing_is_told():
    with pytest.raises(ValueError, match=r"There is no drawing 'no_such'. There are .*e5_"):
        drawing("no_such")
