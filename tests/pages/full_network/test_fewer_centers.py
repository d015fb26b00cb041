"""Few centers: degrees of freedom against the trace of the hat matrix."""

import numpy as np
import pytest
from sklearn.metrics.pairwise import rbf_kernel


def test_fewer_centers_counts_degrees_of_freedom(explorer):
    explorer.set(n_centers=8, alpha=1.0)
    scene = explorer.scene
    centers = scene.centers.get_xdata()[:, None]
    Z = rbf_kernel(scene.X, centers, scene.gamma)
    hat = Z @ np.linalg.solve(Z.T @ Z + np.eye(8), Z.T)
    assert explorer.numbers["degrees of freedom"] == pytest.approx(np.trace(hat))


def test_smallest_test_error_of_the_map_is_at_ten_centers(explorer):
    found = {}
    for n_centers in (8, 9, 10, 11, 12, 20, 40):
        for alpha in (0.0, 0.0316, 0.1, 0.316, 1.0, 3.16):
            explorer.set(n_centers=n_centers, alpha=alpha)
            found[n_centers, alpha] = explorer.numbers["E_out"]
    assert min(found, key=found.get) == (10, 0.1)
    near = [found[10, 0.1], found[10, 0.0], found[40, 1.0]]
    assert near == pytest.approx([0.105, 0.106, 0.110], abs=6e-4)
