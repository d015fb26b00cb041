"""From a state to pixels, without a browser."""

import numpy as np
import pytest

from rbflib.lab.kit import style
from rbflib.lab.kit.artists import Pixels
from rbflib.lab.kit.scene import Scene


class BoxScene(Scene):
    """Colors over the unit square, and a title that stands still."""

    def __init__(self):
        self.figure = style.new_figure(4, 3)
        self.axes = style.add_axes(
            self.figure, (0.5, 0.5, 3, 2), title="still", xlim=(0, 3), ylim=(0, 2)
        )
        self.pixels = Pixels(self.axes, cell=1)

    def update(self):
        return {}


@pytest.fixture
def scene():
    return BoxScene()


def test_colors_stand_where_their_data_are(scene):
    x, y = scene.pixels.grid()
    red, green = [255, 0, 0, 255], [0, 255, 0, 255]
    upper_right = (x > 2) & (y[:, None] > 1.5)
    scene.pixels.set_colors(np.where(upper_right[..., None], red, green).astype(np.uint8))
    picture = scene.render()
    for point, color in [((2.5, 1.75), red), ((2.5, 0.25), green), ((0.5, 1.75), green)]:
        column, row = scene.axes.transData.transform(point).astype(int)
        assert picture[picture.shape[0] - 1 - row, column].tolist() == color


@pytest.mark.parametrize("scale", [1.06, 1.4, 2, 3])
def test_larger_picture_colors_what_lies_between_the_values(scene, scale):
    pixels = Pixels(scene.axes, cell=2)
    x, y = pixels.grid()
    red, green = np.uint8([255, 0, 0, 255]), np.uint8([0, 255, 0, 255])
    values = np.stack([np.add.outer(y, x), np.subtract.outer(y, x)], axis=-1)

    def colors_of(values):
        inside = (values[..., 0] > 2.2) | (values[..., 1] > 0.7)
        return np.where(inside[..., None], red, green)

    pixels.set_values(values, colors_of)
    large = scene.render_larger(scale)
    dots = scale * style.DPI
    column, row = np.meshgrid(*(np.arange(round(n * dots)) for n in (3, 2)))
    x, y = (column + 0.5) / dots, (row + 0.5) / dots
    truth = colors_of(np.stack([y + x, y - x], axis=-1))
    bottom, left = (round(0.5 * dots),) * 2
    shown = large[::-1][bottom : bottom + len(row), left : left + row.shape[1]]
    inside = (slice(4, -4), slice(4, -4))  # the values end half a cell before the edge
    assert np.array_equal(shown[inside], truth[inside])


def test_parts_of_a_picture_hold_their_axes_and_labels_from_left_to_right():
    scene = Scene()
    scene.figure = style.new_figure(6, 4)
    right = style.add_axes(scene.figure, (3.5, 0.5, 2, 1), xlabel="x")
    left = style.add_axes(scene.figure, (0.5, 0.5, 2, 3), title="left")
    above = style.add_axes(scene.figure, (4, 2.5, 1.5, 1), title="above the other")
    boxes, titles = zip(*((box, title) for *box, title in scene.part_boxes()), strict=True)
    assert titles == ("left", "above the other")
    boxes = np.array(boxes) * (*scene.figure.bbox.size, *scene.figure.bbox.size)
    assert len(boxes) == 2
    for parts, (x0, y0, x1, y1) in zip([[left], [right, above]], boxes, strict=True):
        for extents in (axes.get_tightbbox().extents for axes in parts):
            assert (extents >= (x0, y0, x0, y0)).all()
            assert (extents <= (x1, y1, x1, y1)).all()
    assert boxes[0, 2] < boxes[1, 0]


def test_still_parts_are_not_drawn_again_after_they_were_measured(scene, monkeypatch):
    scene.render()
    scene.part_boxes()
    monkeypatch.setattr(scene.figure.canvas, "draw", lambda: pytest.fail("drawn again"))
    scene.render()
