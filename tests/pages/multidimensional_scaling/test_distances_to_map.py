"""The map from a table of distances, against scikit-learn and brute force."""

from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.spatial.distance import pdist, squareform
from sklearn.decomposition import PCA
from sklearn.manifold import ClassicalMDS as PeerMDS

from rbflib.lab.pages.multidimensional_scaling.flat_maps import COLUMNS, NOT_CENTERED, POINTS
from tests.pages.conftest import built
from tests.seeds import thorough

# The square and the tetrahedron have equal eigenvalues: their maps may be turned in any way.
UNTIED = ["random points in space", "a feature twice", "shifted by 10", "iris flowers"]


def opened(**state):
    explorer, start = built("distances_to_map")
    explorer.set(**start | state)
    return explorer


def shown_percent(text):
    return float(text.removesuffix(" %"))


def drawn_points(explorer):
    """Dots of the map from distances, (n, 2)."""
    marks = [mark for mark in explorer.scene.points if mark.get_visible()]
    return np.concatenate([mark.get_xydata() for mark in marks])


@pytest.mark.parametrize("data", UNTIED)
@pytest.mark.parametrize("d", [2, *thorough(1)])
def test_map_is_that_of_scikit_learn_from_the_table_of_distances(data, d):
    table = squareform(pdist(POINTS[data]()))
    peer = PeerMDS(n_components=d, metric="precomputed").fit_transform(table)
    drawn = drawn_points(opened(data=data, d=d))
    assert_allclose(pdist(drawn), pdist(peer), atol=1e-9)


@pytest.mark.parametrize("data", POINTS)
def test_bars_are_the_shares_of_principal_components(data):
    explorer = opened(data=data, d=3)
    X = POINTS[data]()
    share = np.zeros(4)
    share[: X.shape[1]] = PCA().fit(X).explained_variance_ratio_
    heights = [bar.get_height() for bar in explorer.scene.left_out]
    assert_allclose(heights, share, atol=1e-12)
    kept = min(100, 100 * share[:3].sum())
    assert shown_percent(explorer.numbers["squared distance on the map"]) == pytest.approx(
        kept, abs=0.05
    )


@pytest.mark.parametrize("data", ["random points in space", "iris flowers"])
@pytest.mark.parametrize("d", [2, *thorough(1, 3)])
def test_features_kept_are_the_best_of_all_choices(data, d):
    X = POINTS[data]()
    explorer = opened(data=data, way=COLUMNS, d=d)
    ways = combinations(range(X.shape[1]), d)
    best = max(np.sum(pdist(X[:, way]) ** 2) for way in ways) / np.sum(pdist(X) ** 2)
    shown = shown_percent(explorer.numbers["squared distance on the map"])
    assert shown == pytest.approx(100 * best, abs=0.051)
    filled = [bar.get_height() > 0 for bar in explorer.scene.used]
    named = [
        int(x) - 1 for x in explorer.numbers["map made of"].removeprefix("features ").split(", ")
    ]
    assert np.flatnonzero(filled).tolist() == named


def test_not_centered_is_the_eigenvalue_problem_of_the_raw_inner_products():
    X = POINTS["shifted by 10"]()
    eigenvalues, V = np.linalg.eigh(X @ X.T)
    Z = V[:, :-3:-1] * np.sqrt(eigenvalues[:-3:-1])
    drawn = drawn_points(opened(data="shifted by 10", way=NOT_CENTERED))
    assert_allclose(pdist(drawn), pdist(Z), atol=1e-9)
    centered = drawn_points(opened(data="shifted by 10"))
    assert np.sum(pdist(drawn) ** 2) < 0.9 * np.sum(pdist(centered) ** 2)


@pytest.mark.parametrize(("point", "right", "up"), [(3, 0.5, -0.25), (8, -0.7, 0.4)])
def test_lines_and_numbers_of_a_moved_point(point, right, up):
    still = drawn_points(opened())
    explorer = opened(point=point, right=right, up=up)
    scene, Z = explorer.scene, drawn_points(explorer)
    assert_allclose(Z[point - 1] - still[point - 1], [right, up])
    assert_allclose(np.delete(Z, point - 1, axis=0), np.delete(still, point - 1, axis=0))
    given, seen = pdist(POINTS["random points in space"]()), pdist(Z)
    change = seen / given - 1
    n_lines = [len(lines.get_segments()) for lines in (scene.kept, scene.short, scene.long)]
    assert n_lines == [
        np.sum(np.abs(change) <= 0.05),
        np.sum(change < -0.05),
        np.sum(change > 0.05),
    ]
    stress = np.sqrt(np.sum((seen - given) ** 2) / np.sum(given**2))
    assert explorer.numbers["stress"] == pytest.approx(stress)
    assert explorer.numbers["pairs distorted"] == f"{n_lines[1] + n_lines[2]} of 28"
    i, j = np.transpose(np.triu_indices(8, 1))[np.abs(seen - given).argmax()]
    assert explorer.numbers["worst pair"].startswith(f"{i + 1}–{j + 1}, ")
    assert_allclose(scene.worst.get_xydata()[[0, -1]], Z[[i, j]])
