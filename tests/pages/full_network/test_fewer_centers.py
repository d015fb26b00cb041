"""Few centers: degrees of freedom against the trace of the hat matrix."""

import numpy as np
import pytest
from sklearn.metrics.pairwise import rbf_kernel

from rbflib.lab import EXPLORERS


def test_fewer_centers_counts_degrees_of_freedom():
    explorer = EXPLORERS["fewer_centers"]()
    explorer.set(n_centers=8, alpha=1.0)
    scene = explorer.scene
    centers = scene.centers.get_xdata()[:, None]
    Z = rbf_kernel(scene.X, centers, scene.gamma)
    hat = Z @ np.linalg.solve(Z.T @ Z + np.eye(8), Z.T)
    assert explorer.numbers["degrees of freedom"] == pytest.approx(np.trace(hat))
