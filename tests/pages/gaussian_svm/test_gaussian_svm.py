"""Page 01: similarities and machines, against their formulas and scikit-learn."""

from itertools import product

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.svm import LinearSVC

from rbflib import design_matrix, make_rings
from rbflib.lab.pages.gaussian_svm.drawings import is_separable
from tests.pages.conftest import opened


def drawn(scene):
    """The marks of both classes as one table and their classes."""
    points = {sign: marks.get_xydata() for sign, marks in scene.samples.items()}
    classes = np.concatenate([np.full(len(p), sign) for sign, p in points.items()])
    return np.concatenate(list(points.values())), classes


def test_samples_are_drawn_as_their_similarities_to_the_centers():
    explorer = opened("cover")
    X, y = drawn(explorer.scene.drawing)
    Z, classes = drawn(explorer.scene.features)
    mu = explorer.scene.centers.get_xydata()
    assert rbf_kernel(X, mu, explorer.state["gamma"]) == pytest.approx(Z)
    assert np.array_equal(y, classes)


@pytest.mark.parametrize("preset", ["Ring", "Clouds, first pair"])
def test_the_presets_separate_what_no_line_separates_in_the_plane(preset):
    explorer = opened("cover", preset)
    X, y = drawn(explorer.scene.drawing)
    assert explorer.numbers["errors of a fitted line: in the plane"] > 20
    assert LinearSVC(C=1e4).fit(X, y).score(X, y) < 0.85
    assert explorer.numbers["after the transform"] <= 2


X, Y = make_rings(100, noise=0.05, random_state=3)
HEIGHT = 1.8  # of z = 1 in the picture


@pytest.mark.parametrize(("turn", "tilt"), [(30, 20), (0, 90), (125, 0), (250, 65)])
def test_samples_are_drawn_as_seen_after_two_rotations(turn, tilt):
    explorer = opened("lifted_ring", gamma=1.6, turn=turn, tilt=tilt)
    z = np.exp(-explorer.state["gamma"] * (X**2).sum(axis=1))
    # About the vertical, then about the horizontal line across the view; seen along y.
    rotation = Rotation.from_euler("zx", [turn, tilt], degrees=True)
    expected = rotation.apply(np.column_stack([X, HEIGHT * (z - 0.5)]))[:, [0, 2]]
    scene, over = explorer.scene, z > explorer.state["level"]
    for marks, part in ((scene.above, over), (scene.below, ~over)):
        for sign, line in marks.items():
            assert line.get_xydata() == pytest.approx(expected[part & (sign == Y)])


def test_gap_is_largest_for_a_bump_in_between():
    gammas = opened("lifted_ring").controls["gamma"].marks
    gaps = [opened("lifted_ring", gamma=gamma).numbers["gap"] for gamma in gammas]
    assert 10 < np.argmax(gaps) < len(gaps) - 10
    assert max(gaps[0], gaps[-1]) < 0.05 < max(gaps)
    for preset in ("In between", "From above"):
        assert opened("lifted_ring", preset).numbers["errors of the plane"] == 0


SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


def not_separated(Z):
    return [y for y in product([-1, 1], repeat=4) if not is_separable(Z, np.array(y))]


def test_a_line_fails_on_the_diagonals_only_and_the_similarity_to_one_corner_separates_all():
    assert not_separated(SQUARE) == [(-1, 1, -1, 1), (1, -1, 1, -1)]
    assert not_separated(np.hstack([SQUARE, design_matrix(SQUARE, SQUARE[:1])])) == []
