"""A photograph in few colors: errors of the nearest color, and pixels upright."""

import numpy as np
import pytest
from sklearn.metrics import pairwise_distances_argmin_min

from rbflib.lab.pages.kmeans.palette import palettes


@pytest.mark.parametrize(("photo", "k"), [("flower", 6), ("china", 24)])
def test_palette_measures_the_error_of_the_nearest_color(explorer, photo, k):
    explorer.set(photo_name=photo, k=k)
    X, found = palettes(photo, k)
    for name, (colors, _) in zip(["k-means", "random"], found, strict=True):
        _, distance = pairwise_distances_argmin_min(X, colors)
        error = 255 * np.sqrt(np.mean(distance**2) / 3)
        assert explorer.numbers[f"error with {name} colors"] == pytest.approx(error)
    assert f"of {160 * 240 * 3:,}" in explorer.summary
