"""The figures in the repository are those that the code draws today, and its contact sheet."""

import re
import runpy
import sys
from io import BytesIO
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest
from matplotlib.axis import Axis
from matplotlib.testing.compare import compare_images
from matplotlib.text import Text
from PIL import Image, ImageSequence

from tests.color_checks import borrowed_class_colors, faint, too_much_alike
from tests.each_explorer import a_few
from tests.seeds import thorough

FIGURES = Path(__file__).parents[1] / "figures"
sys.path.append(str(FIGURES))  # as Python does for `python figures/build.py`
BUILD = runpy.run_path(str(FIGURES / "build.py"))
draw, to_png, LECTURE = BUILD["draw"], BUILD["to_png"], BUILD["drawings"]()


def assert_same_picture(tmp_path, kept, fresh):
    """Of a file and fresh bytes."""
    path = tmp_path / kept.name
    path.write_bytes(fresh)
    complaint = compare_images(str(kept), str(path), tol=1)
    assert complaint is None, f"{complaint}\nIf the change is meant, run `make figures`."


def unfit_texts(figure):
    """Texts of a drawn figure that its edge cuts off, or that ask the reader to move something."""
    ticks = {
        label
        for axes in figure.axes
        for axis in axes.findobj(Axis)
        for label in axis.get_ticklabels(which="both")
    }
    width, height = figure.bbox.size
    unfit = []
    for text in set(figure.findobj(Text)) - ticks:
        left, bottom, right, top = text.get_window_extent().extents
        inside = left > -1 and bottom > -1 and right < width + 1 and top < height + 1
        if text.get_text() and not (inside and not re.search("drag|click", text.get_text())):
            unfit.append(text.get_text())
    return sorted(unfit)


def test_every_drawing_is_on_a_page():
    """Unlike states of explorers, which slides show."""
    pages = (FIGURES.parent / "notebooks/source").glob("*.md")
    text = "".join(path.read_text(encoding="utf-8") for path in pages)
    drawn = [n for n, shown in LECTURE.items() if n.endswith(f"_{shown.figure.__name__}")]
    assert drawn
    assert [name for name in drawn if f'drawing("{name}")' not in text] == []


@pytest.mark.parametrize("name", a_few())
def test_figure_is_what_the_code_draws(tmp_path, name):
    assert_same_picture(tmp_path, FIGURES / f"{name}.png", draw(name))


def first_pictures():
    """Every picture of the lecture; those after a page's first are for `make test-all`."""
    for _, names in groupby(sorted(LECTURE), key=lambda name: name[0]):
        first, *others = names
        yield first
        yield from thorough(*others)


@pytest.mark.parametrize("name", list(first_pictures()))
def test_picture_of_the_lecture_is_what_the_code_draws(tmp_path, name):
    figure = LECTURE[name].figure()
    assert_same_picture(tmp_path, FIGURES / f"lecture/{name}.png", to_png(figure))
    assert unfit_texts(figure) == []
    assert borrowed_class_colors(figure) == faint(figure) == []
    assert [axes for axes in figure.axes if too_much_alike(axes)] == []


def test_graph_of_the_pages_is_what_their_heads_say(tmp_path):
    kept = FIGURES.parent / "notebooks/prerequisites.png"
    assert_same_picture(tmp_path, kept, to_png(BUILD["prerequisites"]()))


def pictures_of(file):
    return [np.array(p.convert("RGB"), float) for p in ImageSequence.Iterator(Image.open(file))]


@pytest.mark.thorough
def test_moving_figure_is_what_the_code_draws():
    kept = pictures_of(FIGURES / "kmeans_walk.webp")
    fresh = pictures_of(BytesIO(BUILD["draw_walk"]()))
    assert len(kept) == len(fresh)
    for before, after in zip(kept, fresh, strict=True):
        assert np.sqrt(np.mean((before - after) ** 2)) < 3, "run `make figures`"
    assert np.sqrt(np.mean((kept[0] - kept[-1]) ** 2)) > 10
