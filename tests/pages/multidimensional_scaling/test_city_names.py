"""Names on a map stand apart, inside, and in type."""

from itertools import combinations

import numpy as np

from rbflib.lab.pages.multidimensional_scaling.city_names import free_corners


def test_names_stand_apart_and_inside(rng):
    place, sizes = rng.uniform(-0.9, 0.9, (25, 2)) * [1, 0.6], rng.uniform(0.05, 0.3, (25, 2))
    corners = free_corners(place, sizes, top=0.6)
    boxes = [
        np.hstack([corner, corner + size])
        for corner, size in zip(corners, sizes, strict=True)
        if corner is not None
    ]
    assert len(boxes) > 5
    for a, b in combinations(boxes, 2):
        assert np.any(a[2:] <= b[:2]) or np.any(b[2:] <= a[:2])
    assert np.all(np.abs(boxes) <= [1, 0.6, 1, 0.6])
