"""The figures in the repository are those that the code draws today."""

import runpy
from pathlib import Path

import pytest
from matplotlib.testing.compare import compare_images

from rbflib.lab import EXPLORERS

FIGURES = Path(__file__).parents[1] / "figures"
draw = runpy.run_path(str(FIGURES / "build.py"))["draw"]


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
