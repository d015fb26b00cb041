"""The map that the hand draws, against the table and brute force."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.spatial.distance import pdist, squareform

from rbflib import great_circle_distances, world_cities
from rbflib.lab.pages.multidimensional_scaling.cities import nearest_cities

TEN = nearest_cities("London", 10)
TABLE = great_circle_distances(*(x[TEN] for x in world_cities()[1:]))
NAMES = [world_cities()[0][city] for city in TEN]


def in_km(explorer):
    """Where the dots are drawn, (10, 2), in km."""
    scene = explorer.scene
    return scene.dots.get_xydata() * -explorer.controls["x0"].bounds[0]


def bars(explorer):
    """Change of each distance as its bar shows it, (10, 10) below the diagonal, in km."""
    shown = np.zeros((10, 10))
    table = explorer.scene.table
    for line in table.short.get_segments() + table.long.get_segments():
        (x, y), (end, _) = line
        shown[int(y), int(x)] = (end - x) / 0.46 * 1000
    return shown


@pytest.mark.parametrize("preset", ["In a circle", "One is wrong", "By the formula", "Turned"])
def test_bars_lines_and_numbers_are_those_of_the_drawn_distances(explorer, preset):
    explorer.restore(preset)
    explorer.set(city="Rome")
    change = squareform(pdist(in_km(explorer))) - TABLE
    assert_allclose(bars(explorer), np.tril(np.clip(change, -1000, 1000)), atol=1e-6)
    given = squareform(TABLE, checks=False)
    error = np.abs(pdist(in_km(explorer)) - given)
    assert explorer.numbers["mean error in km"] == f"{error.mean():.0f}"
    assert explorer.numbers["within 5 %"] == f"{np.sum(error <= 0.05 * given)} of 45"
    rome, scene = NAMES.index("Rome"), explorer.scene
    share = np.delete(change[rome] / np.maximum(TABLE[rome], 1), rome)
    n_lines = [len(lines.get_segments()) for lines in (scene.kept, scene.short, scene.long)]
    assert n_lines == [np.sum(np.abs(share) <= 0.05), np.sum(share < -0.05), np.sum(share > 0.05)]


def test_map_by_the_formula_is_torgersons_to_the_kilometer(explorer):
    explorer.restore("By the formula")
    centering = np.eye(10) - 0.1
    eigenvalues, V = np.linalg.eigh(-0.5 * centering @ TABLE**2 @ centering)
    peer = V[:, -2:] * np.sqrt(eigenvalues[-2:])
    formula = in_km(explorer)
    assert_allclose(pdist(formula), pdist(peer), atol=1.5)
    assert np.corrcoef(formula[:, 0], world_cities()[2][TEN])[0, 1] > 0.98  # east is at the right
