import numpy as np
import pytest

from rbflib import BASES, RBFNetwork
from rbflib.lab.kit.plane import level_line, on_grid


@pytest.mark.parametrize("basis", BASES)
@pytest.mark.parametrize("shape", [(), (5,), (5, 2)])
def test_surface_on_a_grid_is_the_network_at_its_points(rng, basis, shape):
    network = RBFNetwork(
        rng.normal(size=(5, 2)), rng.normal(size=5), 0.3, rng.uniform(0.5, 2, shape), basis
    )
    x, y = np.linspace(-2, 2, 7), np.linspace(-1, 1, 4)
    expected = [[network([[a, b]])[0] for a in x] for b in y]
    assert on_grid(network, x, y) == pytest.approx(np.array(expected), abs=1e-12)


def test_level_line_of_a_round_bump_is_its_circle():
    x = y = np.linspace(-2, 2, 201)
    h = np.exp(-np.add.outer(y**2, x**2))
    line = level_line(x, y, h, level=np.exp(-1))
    radius = np.hypot(*line)[~np.isnan(line[0])]
    assert radius == pytest.approx(1, abs=1e-3)
