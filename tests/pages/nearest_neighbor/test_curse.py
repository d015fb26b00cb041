"""Distances and samples in many features, against the binomial and a sum of its own."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from scipy.stats import binom

from rbflib.lab.pages.nearest_neighbor.curse import distances_from_one_point, samples_for_density


def test_distances_from_one_point_are_those_of_the_first_features(rng):
    by_features = distances_from_one_point()
    generator = np.random.default_rng(5)
    point, others = generator.uniform(size=50), generator.uniform(size=(2000, 50))
    for D in (1, 7, 50):
        assert by_features[D - 1] == pytest.approx(cdist(others[:, :D], point[None, :D])[:, 0])


def test_curse_measures_what_it_draws(explorer):
    explorer.set(D=10, n_samples=500, delta=0.2)
    distance = distances_from_one_point()[9, :500]
    numbers = explorer.numbers
    spread = distance.std() / distance.mean()
    assert numbers["spread / mean of the distances"] == pytest.approx(spread)
    assert numbers["farthest / nearest"] == pytest.approx(distance.max() / distance.min())
    steps = explorer.scene.steps.get_ydata()
    assert steps.sum() == pytest.approx(1)
    middle = np.average(np.linspace(0.02, 2.58, 65), weights=steps[:-1])
    assert middle == pytest.approx(1, abs=0.01)
    assert explorer.scene.nearest.get_xdata()[0] == pytest.approx(distance.min() / distance.mean())


@pytest.mark.parametrize(("D", "volume"), [(1, 0.2), (2, np.pi / 100), (3, 4 * np.pi / 3000)])
def test_dense_sampling_needs_as_many_as_the_binomial_says(D, volume):
    N = 10 ** samples_for_density(D, 0.1)
    assert binom.pmf(0, np.ceil(N), volume) <= 0.5
    assert binom.pmf(0, np.floor(N), volume) >= 0.5


def test_dense_sampling_in_many_features_keeps_its_digits():
    # V = π⁵ δ¹⁰ / 5!, far too small for 1 − V to differ from 1 by it.
    volume = np.pi**5 * 0.01**10 / 120
    assert samples_for_density(10, 0.01) == pytest.approx(np.log10(np.log(2) / volume), rel=1e-12)
