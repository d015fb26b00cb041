"""The map of cities, against plain linear algebra and the globe."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.spatial.distance import pdist, squareform

from rbflib import great_circle_distances, world_cities
from rbflib.lab.pages.multidimensional_scaling.cities import nearest_cities


def drawn_cities(explorer):
    """Home, the near side and the far side of the map from distances, (n, 2)."""
    drawing = explorer.scene.mds_map
    return np.concatenate([dots.get_xydata() for dots in (drawing.home, drawing.near, drawing.far)])


@pytest.mark.parametrize(("home", "n", "d"), [("London", 33, 2), ("Lima", 12, 2), ("Tokyo", 9, 1)])
def test_map_of_cities_is_that_of_scikit_learn_in_another_unit(explorer, home, n, d):
    explorer.set(home=home, n=n, d=d)
    names, latitude, longitude = world_cities()
    from_home = great_circle_distances(latitude, longitude)[names.index(home)]
    chosen = np.argsort(from_home)[:n]
    table = great_circle_distances(latitude[chosen], longitude[chosen])
    peer = peer_map(table, d)
    drawn = drawn_cities(explorer)
    assert len(drawn) == n
    ratio = pdist(drawn) / pdist(peer)
    assert_allclose(ratio, ratio.mean(), rtol=1e-6)
    error = np.abs(pdist(peer) - squareform(table, checks=False)).mean()
    assert float(explorer.numbers["mean error in km"]) == pytest.approx(error, abs=0.51)


def peer_map(table, d):
    """Torgerson's map by plain linear algebra: scikit-learn refuses tables like these."""
    centering = np.eye(len(table)) - 1 / len(table)
    eigenvalues, V = np.linalg.eigh(-0.5 * centering @ table**2 @ centering)
    return V[:, : -d - 1 : -1] * np.sqrt(eigenvalues[: -d - 1 : -1])


def test_eigenvalues_drawn_are_those_of_the_centered_table(explorer):
    explorer.set(n=20, d=2)
    table = great_circle_distances(*(x[nearest_cities("London", 20)] for x in world_cities()[1:]))
    centering = np.eye(20) - 1 / 20
    eigenvalues = np.linalg.eigvalsh(-0.5 * centering @ table**2 @ centering)[::-1]
    share, scene = eigenvalues / eigenvalues[0], explorer.scene
    drawn = [dots.get_xydata() for dots in (scene.used, scene.positive, scene.negative)]
    assert [len(dots) for dots in drawn] == [2, 18 - np.sum(share < -1e-4), np.sum(share < -1e-4)]
    assert_allclose(np.concatenate(drawn)[:, 1], share, atol=1e-9)
    assert explorer.numbers["negative"] == np.sum(share < -1e-4)
    assert explorer.numbers["positive eigenvalues"] == np.sum(share > 1e-4)


def test_true_map_has_longitude_to_the_east_and_latitude_to_the_north(explorer):
    explorer.set(home="Cairo", n=15)
    _, latitude, longitude = world_cities()
    chosen = nearest_cities("Cairo", 15)
    drawing = explorer.scene.true_map
    drawn = np.concatenate([drawing.home.get_xydata(), drawing.near.get_xydata()])
    assert np.corrcoef(drawn[:, 0], longitude[chosen])[0, 1] == pytest.approx(1)
    assert np.corrcoef(drawn[:, 1], latitude[chosen])[0, 1] == pytest.approx(1)
    degree = np.ptp(drawn, axis=0) / [np.ptp(longitude[chosen]), np.ptp(latitude[chosen])]
    assert degree[0] / degree[1] == pytest.approx(np.cos(np.radians(latitude[chosen].mean())))
