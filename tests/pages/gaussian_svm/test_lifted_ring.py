"""The lifted ring, against distances, a rotation matrix, and a count of its own."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from rbflib import make_rings

X, Y = make_rings(100, noise=0.05, random_state=3)
HEIGHT = 1.8  # of z = 1 in the picture


@pytest.mark.parametrize(("turn", "tilt"), [(30, 20), (0, 90), (125, 0), (250, 65)])
def test_samples_are_drawn_as_seen_after_two_rotations(explorer, turn, tilt):
    explorer.set(gamma=1.6, turn=turn, tilt=tilt)
    z = np.exp(-explorer.state["gamma"] * (X**2).sum(axis=1))
    # About the vertical, then about the horizontal line across the view; seen along y.
    rotation = Rotation.from_euler("zx", [turn, tilt], degrees=True)
    expected = rotation.apply(np.column_stack([X, HEIGHT * (z - 0.5)]))[:, [0, 2]]
    scene, over = explorer.scene, z > explorer.state["level"]
    for marks, part in ((scene.above, over), (scene.below, ~over)):
        for sign, line in marks.items():
            assert line.get_xydata() == pytest.approx(expected[part & (sign == Y)])


@pytest.mark.parametrize("gamma", [0.05, 1.0, 30.0])
def test_gap_and_errors_are_those_of_the_distances(explorer, gamma):
    explorer.set(gamma=gamma, level=0.3)
    gamma, numbers = explorer.state["gamma"], explorer.numbers
    radius = np.sqrt(np.log(1 / explorer.state["level"]) / gamma)
    inside = np.linalg.norm(X, axis=1) < radius
    assert numbers["errors of the plane"] == np.sum(inside != (Y > 0))
    outermost = np.linalg.norm(X[Y > 0], axis=1).max()
    innermost = np.linalg.norm(X[Y < 0], axis=1).min()
    gap = np.exp(-gamma * outermost**2) - np.exp(-gamma * innermost**2)
    assert numbers["gap"] == pytest.approx(gap)
    assert gap > 0


def test_gap_is_largest_for_a_bump_in_between(explorer):
    gaps = []
    for gamma in explorer.controls["gamma"].marks:
        explorer.set(gamma=gamma)
        gaps.append(explorer.numbers["gap"])
    assert 10 < np.argmax(gaps) < len(gaps) - 10
    assert max(gaps[0], gaps[-1]) < 0.05 < max(gaps)
    for preset in ("In between", "From above"):
        explorer.restore(preset)
        assert explorer.numbers["errors of the plane"] == 0
