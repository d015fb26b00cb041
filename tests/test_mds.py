"""Classical scaling against scikit-learn's ClassicalMDS, and PCA."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.distance import cdist, pdist, squareform
from sklearn import manifold
from sklearn.datasets import load_iris
from sklearn.decomposition import PCA
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline

from rbflib import ClassicalMDS, double_centering, great_circle_distances, world_cities
from tests.seeds import thorough

# Older versions of scikit-learn have none.
PeerMDS = getattr(manifold, "ClassicalMDS", ClassicalMDS)


def points(seed, n_samples=30, n_features=4):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((n_samples, n_features)) * np.arange(n_features, 0, -1)


def table(X):
    return squareform(pdist(X))


def not_euclidean(n_samples=40):
    """Distances around a circle, along it: a metric, but of no points in a Euclidean space."""
    gap = np.abs(np.subtract.outer(np.arange(n_samples), np.arange(n_samples)))
    return np.minimum(gap, n_samples - gap).astype(float)


def assert_same_up_to_sign(Z, expected, atol):
    signs = np.sign((Z * expected).sum(axis=0))
    assert_allclose(Z * signs, expected, atol=atol)


@pytest.mark.parametrize(("n_samples", "n_features"), [(30, 4), (12, 12), (10, 25), (500, 6)])
def test_map_is_that_of_peer_and_of_principal_components(seed, n_samples, n_features):
    X = points(seed, n_samples, n_features)
    peer = PeerMDS(n_components=3).fit(X)
    principal = PCA(3).fit_transform(X)
    for model in (ClassicalMDS(3).fit(X), ClassicalMDS(3, metric="precomputed").fit(table(X))):
        assert_same_up_to_sign(model.embedding_, peer.embedding_, atol=1e-7)
        assert_same_up_to_sign(model.embedding_, principal, atol=1e-7)
        assert_allclose(model.eigenvalues_[:3], peer.eigenvalues_[:3], rtol=1e-9)


@pytest.mark.parametrize(
    ("X", "metric"),
    [
        (points(0), "euclidean"),
        (points(0, 10, 25), "euclidean"),
        (table(points(0)), "precomputed"),
        (table(points(0, 600)), "precomputed"),
    ],
)
def test_all_eigenvalues_are_those_of_the_centered_table(X, metric):
    model = ClassicalMDS(2, metric).fit(X)
    B = double_centering(X if metric == "precomputed" else table(X))
    expected = np.linalg.eigvalsh(B)[::-1]
    assert model.eigenvalues_.shape == (len(X),)
    assert_allclose(model.eigenvalues_, expected, atol=1e-10 * expected[0])
    assert (np.diff(model.eigenvalues_) <= 0).all()
    assert_allclose((model.embedding_**2).sum(axis=0), expected[:2], rtol=1e-10)


@pytest.mark.parametrize("n_samples", [50, 450])
def test_largest_entry_of_each_column_is_positive(n_samples):
    for model, X in [
        (ClassicalMDS(3), points(1, n_samples)),
        (ClassicalMDS(3, "precomputed"), table(points(1, n_samples))),
    ]:
        Z = model.fit_transform(X)
        assert (Z.max(axis=0) == np.abs(Z).max(axis=0)).all()


def test_equal_distances_are_all_equal_eigenvalues():
    n_samples = 600
    model = ClassicalMDS(2, "precomputed").fit(np.ones((n_samples, n_samples)) - np.eye(n_samples))
    assert_allclose(model.eigenvalues_, [0.5] * (n_samples - 1) + [0], atol=1e-10)
    assert_allclose(model.embedding_.T @ model.embedding_, 0.5 * np.eye(2), atol=1e-10)


@pytest.mark.parametrize("n_samples", [40, 600])
def test_a_table_that_is_not_euclidean_warns(n_samples):
    distances = not_euclidean(n_samples)
    with pytest.warns(UserWarning, match="are not Euclidean"):
        model = ClassicalMDS(2, "precomputed").fit(distances)
    assert model.eigenvalues_[-1] < -0.05 * model.eigenvalues_[0]
    # The map of a circle's arc lengths is a circle.
    radius = np.linalg.norm(model.embedding_, axis=1)
    assert radius.std() < 1e-6 * radius.mean()


@pytest.mark.parametrize("n_samples", [40, 600])
def test_euclidean_tables_do_not_warn(seed, n_samples):
    X = points(seed, n_samples)
    for distances in (table(X), table(X).astype(np.float32), 1e-9 * table(X)):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            ClassicalMDS(3, "precomputed").fit(distances)


@pytest.mark.parametrize(
    ("X", "metric"),
    [
        (np.ones((5, 3)), "euclidean"),
        (np.zeros((5, 5)), "precomputed"),
        (np.zeros((500, 500)), "precomputed"),
        (np.ones((1, 3)), "euclidean"),
    ],
)
def test_equal_points_fall_on_one_spot(X, metric):
    with pytest.warns(UserWarning, match="Only 0 of the 1"):
        model = ClassicalMDS(1, metric).fit(X)
    assert_array_equal(model.embedding_, 0)
    assert_array_equal(model.transform(X), 0)
    assert_array_equal(model.eigenvalues_, 0)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("metric", ["euclidean", "precomputed"])
@pytest.mark.parametrize("n_samples", [3, 500, *thorough(4, 5, 20)])
def test_points_of_a_flat_space_have_no_more_components(n_samples, metric, dtype, rng):
    for rank in (1, 2):
        flat = (rng.standard_normal((n_samples, rank)) @ rng.standard_normal((rank, 3))) + 1
        X = (flat if metric == "euclidean" else table(flat)).astype(dtype)
        with pytest.warns(UserWarning, match=f"Only {rank} of the 3"):
            model = ClassicalMDS(3, metric).fit(X)
        assert_array_equal(model.embedding_[:, rank:], 0)
        # New points off the line, or off the plane, have no place outside it.
        new = flat[:2] + np.array([0.1, 0.2, -0.1])
        new = new if metric == "euclidean" else cdist(new, flat)
        assert_array_equal(model.transform(new.astype(dtype))[:, rank:], 0)


def test_a_point_between_collinear_ones_falls_on_their_line():
    line = [[0, 1, 2], [1, 0, 1], [2, 1, 0]]
    with pytest.warns(UserWarning, match="Only 1 of the 2"):
        model = ClassicalMDS(metric="precomputed").fit(line)
    assert_allclose(model.transform([[2.5, 1.5, 0.5]]), [[1.5, 0]], atol=1e-12)
    with pytest.warns(UserWarning, match="Only 2 of the 3"), pytest.warns(match="not Euclidean"):
        ClassicalMDS(3, metric="precomputed").fit(not_euclidean(4))


@pytest.mark.parametrize("metric", ["euclidean", "precomputed"])
def test_a_small_component_of_single_precision_is_kept(metric):
    X = points(0, 200, 2) * [1, 0.02 if metric == "precomputed" else 1e-4]
    X = X if metric == "euclidean" else table(X)
    single = ClassicalMDS(2, metric).fit(X.astype(np.float32)).embedding_
    expected = ClassicalMDS(2, metric).fit_transform(X)
    assert_allclose(single[:, 1], expected[:, 1], atol=0.02 * np.abs(expected[:, 1]).max())


@pytest.mark.parametrize(("n_samples", "n_features"), [(30, 4), (10, 25), (500, 3)])
def test_new_points_are_placed_as_by_principal_components(seed, n_samples, n_features):
    X, new = points(seed, n_samples, n_features), points(seed + 100, 7, n_features)
    principal = PCA(2).fit(X)
    expected = principal.transform(new)
    by_points = ClassicalMDS().fit(X)
    by_distances = ClassicalMDS(metric="precomputed").fit(table(X))
    for placed, model in [
        (by_points.transform(new), by_points),
        (by_distances.transform(cdist(new, X)), by_distances),
    ]:
        signs = np.sign((model.embedding_ * principal.transform(X)).sum(axis=0))
        assert_allclose(placed * signs, expected, atol=1e-7)


@pytest.mark.parametrize("n_samples", [4, 500, *thorough(7, 100)])
@pytest.mark.parametrize("height", [1e-2, 1e-4, 1e-6])
def test_new_points_keep_their_place_along_a_small_component(n_samples, height):
    X = points(1, n_samples, 2) * [1, height]
    model = ClassicalMDS(metric="precomputed").fit(table(X))
    new = points(2, 5, 2) * [1, height]
    by_points = PCA(2).fit(X)
    signs = np.sign((model.embedding_ * by_points.transform(X)).sum(axis=0))
    for placed, expected in [
        (model.transform(table(X)), by_points.transform(X) * signs),
        (model.transform(cdist(new, X)), by_points.transform(new) * signs),
    ]:
        # Squared distances are rounded by ε: places along the small component by ε / height.
        assert_allclose(placed[:, 1], expected[:, 1], atol=1e-14 * n_samples / height)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_repeated_points_share_their_place(seed):
    X = points(seed, 10, 3)
    Z = ClassicalMDS(metric="precomputed").fit_transform(table(np.tile(X, (2, 1))))
    assert_allclose(Z[:10], Z[10:], atol=1e-6)
    # Twice the points have twice the inner products' weight, and the same map.
    assert_same_up_to_sign(Z[:10], ClassicalMDS().fit_transform(X), atol=1e-6)


def test_cross_validation_slices_a_table_of_distances():
    X, y = load_iris(return_X_y=True)
    pipeline = make_pipeline(ClassicalMDS(metric="precomputed"), KNeighborsClassifier())
    search = GridSearchCV(pipeline, {"classicalmds__n_components": [2]}, cv=5).fit(table(X), y)
    assert search.best_score_ > 0.9


def test_great_circle_distances_are_those_on_the_sphere():
    names, latitude, longitude = world_cities()
    phi, lam = np.radians(latitude), np.radians(longitude)
    x = np.column_stack([np.cos(phi) * np.cos(lam), np.cos(phi) * np.sin(lam), np.sin(phi)])
    expected = 6371.0 * 2 * np.arcsin(cdist(x, x) / 2)  # from the chord
    distances = great_circle_distances(latitude, longitude)
    assert_allclose(distances, expected, atol=1e-6)
    assert_array_equal(distances, distances.T)
    assert_array_equal(distances.diagonal(), 0)
    assert great_circle_distances([0, 0], [0, 180])[0, 1] == pytest.approx(np.pi * 6371)
    # Of these antipodes the formula's square root is above 1 by a last digit.
    antipodes = great_circle_distances([-74.6, 74.6], [-137.4, -137.4 + 180])
    assert antipodes[0, 1] == pytest.approx(np.pi * 6371)
    assert len(set(names)) == len(names) >= 30


def test_points_far_from_the_origin_keep_their_map():
    X = np.round(points(0) * 2**10) / 2**10  # exact beside 1e8
    near, far = ClassicalMDS().fit_transform(X), ClassicalMDS().fit_transform(X + 1e8)
    assert_allclose(far, near, atol=1e-10)
