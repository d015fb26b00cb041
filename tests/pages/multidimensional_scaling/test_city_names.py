"""Names on a map stand apart, inside, and in type."""

from itertools import combinations

import numpy as np

from rbflib import world_cities
from rbflib.lab.pages.multidimensional_scaling.city_names import free_corners, name_stamps


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


def test_first_name_has_a_place_where_nothing_is_free():
    x, y = np.meshgrid(np.linspace(-0.5, 0.5, 15), np.linspace(-0.55, 0.55, 15))
    place = np.column_stack([x.ravel(), y.ravel()])
    first, *_ = free_corners(place, np.full((225, 2), 0.3), top=0.6)
    assert np.all(np.abs([first, first + 0.3]) <= [1, 0.6])
    assert free_corners(np.roll(place, 1, axis=0), np.full((225, 2), 0.3), top=0.6)[1] is None


def test_every_name_is_set_in_type():
    heights = {stamp.shape[0] for stamp in name_stamps()}
    assert len(heights) == 1
    assert all(stamp[:, :, 3].any() for stamp in name_stamps())
    widths = {
        name: stamp.shape[1] for name, stamp in zip(world_cities()[0], name_stamps(), strict=True)
    }
    assert widths["Buenos Aires"] > 2 * widths["Rome"]
