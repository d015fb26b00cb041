"""The figures in the repository are those that the code draws today."""

import runpy
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from matplotlib.testing.compare import compare_images
from PIL import Image, ImageSequence

from rbflib.lab import EXPLORERS

FIGURES = Path(__file__).parents[1] / "figures"
BUILD = runpy.run_path(str(FIGURES / "build.py"))
draw = BUILD["draw"]


def test_every_explorer_has_its_figure():
    assert {path.stem for path in FIGURES.glob("*.png")} == set(EXPLORERS)


@pytest.mark.parametrize("name", EXPLORERS)
def test_figure_is_what_the_code_draws(tmp_path, name):
    fresh = tmp_path / f"{name}.png"
    fresh.write_bytes(draw(name))
    complaint = compare_images(str(FIGURES / f"{name}.png"), str(fresh), tol=1)
    assert complaint is None, f"{complaint}\nIf the change is meant, run `make figures`."


def test_comparison_notices_another_picture(tmp_path):
    other = tmp_path / "other.png"
    other.write_bytes(draw("two_ridges"))
    assert compare_images(str(FIGURES / "interpolation.png"), str(other), tol=1) is not None


def pictures_of(file):
    return [np.array(p.convert("RGB"), float) for p in ImageSequence.Iterator(Image.open(file))]


def test_moving_figure_is_what_the_code_draws():
    kept = pictures_of(FIGURES / "kmeans_walk.webp")
    fresh = pictures_of(BytesIO(BUILD["draw_walk"]()))
    assert len(kept) == len(fresh)
    for before, after in zip(kept, fresh, strict=True):
        assert np.sqrt(np.mean((before - after) ** 2)) < 3, "run `make figures`"
    assert np.sqrt(np.mean((kept[0] - kept[-1]) ** 2)) > 10


def test_figures_are_small():
    assert all(path.stat().st_size < 300_000 for path in FIGURES.iterdir() if path.is_file())
