"""Cover's theorem: samples before and after the transform, against a linear machine."""

import numpy as np
import pytest
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.svm import LinearSVC


def drawn(scene):
    """The marks of both classes as one table and their classes."""
    points = {sign: marks.get_xydata() for sign, marks in scene.samples.items()}
    classes = np.concatenate([np.full(len(p), sign) for sign, p in points.items()])
    return np.concatenate(list(points.values())), classes


def test_samples_are_drawn_as_their_similarities_to_the_centers(explorer):
    X, y = drawn(explorer.scene.drawing)
    Z, classes = drawn(explorer.scene.features)
    mu = explorer.scene.centers.get_xydata()
    assert rbf_kernel(X, mu, explorer.state["gamma"]) == pytest.approx(Z)
    assert np.array_equal(y, classes)


@pytest.mark.parametrize("preset", ["Ring: a center in the middle", "Clouds: two opposite corners"])
def test_the_presets_separate_what_no_line_separates_in_the_plane(explorer, preset):
    explorer.restore(preset)
    X, y = drawn(explorer.scene.drawing)
    assert explorer.numbers["errors of a fitted line: in the plane"] > 20
    assert LinearSVC(C=1e4).fit(X, y).score(X, y) < 0.85
    assert explorer.numbers["after the transform"] <= 2
