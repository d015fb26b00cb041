"""On a small screen each part of a picture is as wide as the screen, and its type can be read."""

from unittest.mock import patch

import numpy as np
import pytest
from matplotlib.backends.backend_agg import RendererAgg

from rbflib.lab import EXPLORERS
from rbflib.lab.kit import style
from rbflib.lab.kit.scene import Scene
from tests.each_explorer import first_of_each_page

SCREEN = 312  # pixels that JupyterLab leaves to an explorer where the window has 390
SMALLEST = 10  # pixels of the type


def written(scene):
    """All that is written, in parts that move too: (words, points, box in pixels)."""
    height, draw, found = scene.figure.bbox.height, RendererAgg.draw_text, []

    def keep(self, gc, x, y, s, prop, angle, ismath=False, mtext=None):
        across, up, below = self.get_text_width_height_descent(s, prop, ismath)
        low, high = (0, -below), (across, up - below)
        if angle:  # upward
            low, high = (below - up, 0), (below, across)
        box = np.add([low, high], (x, height - y))
        found.append((s, prop.get_size_in_points(), box))
        draw(self, gc, x, y, s, prop, angle, ismath, mtext)

    scene.figure.stale = True
    with patch.object(RendererAgg, "draw_text", keep):
        scene.render()
    return found


def misfits(scene, parts):
    """What is written and not whole in any part, and what is too small on the screen."""
    size = scene.figure.bbox.size
    boxes = np.array(parts) * (*size, *size)
    found = []
    for words, points, (low, high) in written(scene):
        shown = (boxes[:, :2] <= low + 1).all(axis=1) & (boxes[:, 2:] >= high - 1).all(axis=1)
        if not shown.any():
            found.append(("cut", words))
            continue
        left, _, right, _ = boxes[shown.argmax()]
        pixels = points / 72 * scene.figure.dpi * SCREEN / (right - left)
        if pixels < SMALLEST:
            found.append((f"{pixels:.1f} px", words))
    return found


def parts_of(scene):
    """What a small screen shows one below the other; a picture of one part is shown whole."""
    parts = scene.part_boxes()
    return parts if len(parts) > 1 else [[0, 0, 1, 1]]


@pytest.fixture
def scene():
    """Two axes, the left one with a word at its edge."""
    scene = Scene()
    scene.figure = style.new_figure()
    left = style.add_axes(scene.figure, style.LEFT, title="left")
    scene.word = left.text(0.9, 0.5, "word", size=style.TYPE)
    style.add_axes(scene.figure, style.RIGHT)
    return scene


def test_type_that_is_too_small_or_cut_is_found(scene):
    parts = parts_of(scene)
    assert misfits(scene, parts) == []
    scene.word.set_size(8)
    ((pixels, word),) = misfits(scene, parts)
    assert (pixels[-3:], word) == (" px", "word")
    scene.word.set(size=style.TYPE, text="words that leave their part")
    assert misfits(scene, parts) == [("cut", "words that leave their part")]
    assert misfits(scene, [[0, 0, 1, 1]])  # the whole picture on a small screen


@pytest.mark.parametrize("name", list(first_of_each_page()))
def test_type_of_every_explorer_can_be_read_on_a_small_screen(name):
    scene = EXPLORERS[name]().scene
    assert misfits(scene, parts_of(scene)) == []


@pytest.mark.thorough
@pytest.mark.parametrize("name", EXPLORERS)
def test_type_can_be_read_on_a_small_screen_after_every_preset(name):
    explorer = EXPLORERS[name]()
    parts, found = parts_of(explorer.scene), {}
    for preset in explorer.presets:
        explorer.restore(preset)
        found[preset] = misfits(explorer.scene, parts)
    assert not any(found.values()), found
