"""Few centers: degrees of freedom against the trace of the hat matrix, and the map's errors."""

import numpy as np
import pytest
from sklearn.metrics.pairwise import rbf_kernel

from rbflib.lab.pages.full_network.fewer_centers import tables
from rbflib.lab.pages.full_network.penalty_scale import PENALTY


def test_fewer_centers_counts_degrees_of_freedom(explorer):
    explorer.set(n_centers=8, alpha=1.0)
    centers = explorer.scene.centers.get_xdata()[:, None]
    Z = rbf_kernel(explorer.scene.X, centers, 300)
    hat = Z @ np.linalg.solve(Z.T @ Z + np.eye(8), Z.T)
    assert explorer.numbers["degrees of freedom"] == pytest.approx(np.trace(hat))


@pytest.mark.parametrize(("n_centers", "alpha"), [(1, 100.0), (10, 0.1), (25, 0.0), (40, 1.0)])
def test_map_has_the_test_error_of_the_network_that_is_drawn(explorer, n_centers, alpha):
    explorer.set(n_centers=n_centers, alpha=alpha)
    e_out, _ = tables()
    [[x, y]] = explorer.scene.marks.now.get_xydata()
    assert y == n_centers
    assert e_out[n_centers - 1, round(2 * x + 17)] == pytest.approx(explorer.numbers["E_out"])


def test_smallest_test_error_of_the_map_is_in_a_band_of_equal_freedom(explorer):
    e_out, freedom = tables()
    least = [explorer.scene.marks.least.get_data()]
    assert np.squeeze(least) == pytest.approx([-1, 10])  # λ = 0.1, M = 10
    near = [e_out.min(), e_out[9, 0], e_out[39, np.isclose(PENALTY, 1)][0]]
    assert near == pytest.approx([0.105, 0.106, 0.110], abs=6e-4)
    good = freedom[e_out < 0.15]
    assert 4 < good.min() < good.max() < 25
    assert np.mean(e_out[(freedom > 7) & (freedom < 16)] < 0.15) > 0.9
