from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import linalg
from scipy.optimize import minimize
from scipy.spatial.distance import pdist, squareform
from sklearn import manifold
from sklearn.datasets import load_digits, load_iris, load_wine
from sklearn.decomposition import PCA
from sklearn.preprocessing import StandardScaler

from rbflib import (
    ClassicalMDS,
    FullRBFClassifier,
    KMeans,
    design_matrix,
    double_centering,
    great_circle_distances,
    world_cities,
)
from rbflib.datasets import EARTH_RADIUS
from tests.claims.draws import smacof_of_the_page

# Older versions of scikit-learn have none.
PeerMDS = getattr(manifold, "ClassicalMDS", ClassicalMDS)


def test_m1_from_distances_to_inner_products_step_by_step(rng):
    m = 9
    Z = rng.standard_normal((3, m))  # one column per sample, as in the notes
    Z -= Z.mean(axis=1, keepdims=True)
    B = Z.T @ Z
    b, dist2 = np.diag(B), squareform(pdist(Z.T)) ** 2
    # (14), (15)
    assert_allclose(dist2, b[:, None] + b - 2 * B, atol=1e-12)
    # (16), (17): the points are centered, so rows and columns of B sum to 0
    assert_allclose(B.sum(axis=0), 0, atol=1e-12)
    assert_allclose(B.sum(axis=1), 0, atol=1e-12)
    # (18), (19), (20)
    trace = np.trace(B)
    assert trace == pytest.approx((Z**2).sum())
    assert_allclose(dist2.sum(axis=0), trace + m * b)
    assert_allclose(dist2.sum(axis=1), trace + m * b)
    assert dist2.sum() == pytest.approx(2 * m * trace)
    # (21), (22), (23)
    assert_allclose(B, -(dist2 - b[:, None] - b[None, :]) / 2, atol=1e-12)
    row, column = dist2.sum(axis=1, keepdims=True), dist2.sum(axis=0, keepdims=True)
    assert_allclose(B, -(dist2 - (row - trace) / m - (column - trace) / m) / 2, atol=1e-12)
    assert_allclose(B, -(dist2 - row / m - column / m + 2 * trace / m) / 2, atol=1e-12)
    # (25), (26), (27)
    row_mean, column_mean, mean = row / m, column / m, dist2.sum() / m**2
    assert mean == pytest.approx(2 / m * trace)
    # (24), and the library
    assert_allclose(B, -(dist2 - row_mean - column_mean + mean) / 2, atol=1e-12)
    assert_allclose(double_centering(np.sqrt(dist2)), B, atol=1e-12)


def test_m2_the_map_is_the_root_of_the_eigenvalues_times_the_eigenvectors(seed):
    X = np.random.default_rng(seed).standard_normal((12, 5))
    B = double_centering(squareform(pdist(X)))
    Lambda, V = np.linalg.eigh(B)
    assert_allclose(V * Lambda @ V.T, B, atol=1e-12)
    Lambda, V = Lambda[::-1][:3], V[:, ::-1][:, :3]
    Z = (np.sqrt(Lambda)[:, None] * V.T).T
    embedding = ClassicalMDS(3, "precomputed").fit_transform(squareform(pdist(X)))
    assert_allclose(embedding, Z * np.sign((Z * embedding).sum(axis=0)), atol=1e-10)
    # No other map of 3 dimensions has inner products nearer to B than that of the 3 largest.
    best = ((B - Z @ Z.T) ** 2).sum()
    Lambda_all, V_all = np.linalg.eigh(B)
    for chosen in combinations(range(12), 3):
        other = V_all[:, chosen] * np.maximum(Lambda_all[list(chosen)], 0) @ V_all[:, chosen].T
        assert ((B - other) ** 2).sum() >= best - 1e-9


def test_m2_triangle_and_rectangle_by_hand():
    triangle = double_centering([[0, 3, 5], [3, 0, 4], [5, 4, 0]])
    assert_allclose(9 * triangle, [[52, -2, -50], [-2, 25, -23], [-50, -23, 73]])
    rectangle = double_centering([[0, 4, 5, 3], [4, 0, 3, 5], [5, 3, 0, 4], [3, 5, 4, 0]])
    assert_allclose(rectangle[0], [6.25, -1.75, -6.25, 1.75])
    left_right, up_down = np.array([1, -1, -1, 1]) / 2, np.array([1, 1, -1, -1]) / 2
    assert_allclose(rectangle @ left_right, 16 * left_right)
    assert_allclose(rectangle @ up_down, 9 * up_down)
    assert np.trace(rectangle) == 25


def test_m3_distances_come_back_at_full_rank_and_else_by_the_eigenvalues_left_out(seed):
    X = np.random.default_rng(seed).standard_normal((15, 5))
    d2 = squareform(pdist(X)) ** 2
    eigenvalues = ClassicalMDS(1).fit(X).eigenvalues_
    for n_components in range(1, 6):
        Z = ClassicalMDS(n_components).fit_transform(X)
        lost = d2 - squareform(pdist(Z)) ** 2
        assert (lost > -1e-9).all()  # a projection never makes a distance longer
        # (20): squared distances over all pairs sum to 2m tr(B)
        assert lost.sum() == pytest.approx(2 * 15 * eigenvalues[n_components:].sum(), abs=1e-9)
    assert_allclose(squareform(pdist(Z)) ** 2, d2, atol=1e-9)


@pytest.mark.parametrize("load", [load_iris, load_wine])
def test_m4_equal_to_principal_components_and_to_the_peer(load):
    X = StandardScaler().fit_transform(load().data)
    Z = ClassicalMDS(3).fit_transform(X)
    _, V = np.linalg.eigh(X.T @ X)
    component = X @ V[:, -1]  # an eigenvector of XXᵀ with the same eigenvalue, of length √λ
    assert_allclose(X @ (X.T @ component), component * (component @ component), atol=1e-8)
    for other in (PCA(3).fit_transform(X), PeerMDS(n_components=3).fit_transform(X)):
        assert_allclose(Z * np.sign((Z * other).sum(axis=0)), other, atol=1e-8)


def test_m5_great_circle_distances_have_negative_eigenvalues():
    _, latitude, longitude = world_cities()
    distances = great_circle_distances(latitude, longitude)
    with pytest.warns(UserWarning, match="are not Euclidean"):
        model = ClassicalMDS(3, "precomputed").fit(distances)
    eigenvalues = model.eigenvalues_
    assert eigenvalues[-1] < -0.1 * eigenvalues[0]
    # What it means: squared distances along the negative directions count as negative, ...
    Lambda, V = np.linalg.eigh(double_centering(distances))
    coordinates = V * np.sqrt(np.abs(Lambda))
    difference2 = (coordinates[:, None] - coordinates[None]) ** 2
    assert_allclose(difference2 @ np.sign(Lambda), distances**2, rtol=1e-8, atol=1)
    # ... so the positive directions alone overshoot every distance.
    overshoot = np.sqrt(difference2 @ (Lambda > 0)) - distances
    assert overshoot.min() > -1e-3
    assert overshoot.max() > 100
    # The map in three dimensions is the globe: directions from its middle are those on Earth.
    phi, lam = np.radians(latitude), np.radians(longitude)
    globe = np.column_stack([np.cos(phi) * np.cos(lam), np.cos(phi) * np.sin(lam), np.sin(phi)])
    turn, size = linalg.orthogonal_procrustes(model.embedding_, globe - globe.mean(axis=0))
    fitted = model.embedding_ @ turn
    fitted *= size / (fitted**2).sum()
    spread = ((globe - globe.mean(axis=0)) ** 2).sum()
    assert ((fitted - (globe - globe.mean(axis=0))) ** 2).sum() < 0.05 * spread


def test_m6_new_points_are_placed_after_the_fit(rng):
    X, new = rng.standard_normal((30, 3)), rng.standard_normal((6, 3))
    to_fitted = np.sqrt(((new[:, None] - X[None]) ** 2).sum(axis=2))
    by_distances = ClassicalMDS(3, "precomputed").fit(squareform(pdist(X)))
    placed = by_distances.transform(to_fitted)
    seen = np.sqrt(((placed[:, None] - by_distances.embedding_[None]) ** 2).sum(axis=2))
    assert_allclose(seen, to_fitted, atol=1e-9)
    by_points = ClassicalMDS(3).fit(X)
    signs = np.sign((by_points.embedding_ * by_distances.embedding_).sum(axis=0))
    assert_allclose(by_points.transform(new) * signs, placed, atol=1e-9)


def test_m8_majorization_is_that_of_the_peer_and_no_step_raises_the_stress():
    smacof, errors = smacof_of_the_page()
    for seed in range(20):
        rng = np.random.default_rng(seed)
        table = squareform(pdist(rng.standard_normal((12, 4))))
        Z = rng.standard_normal((12, 2))
        options, peer = {"n_init": 1, "max_iter": 1, "normalized_stress": False}, Z
        for _ in range(40):  # step by step: versions differ in when they stop
            peer, _ = manifold.smacof(table, init=peer, **options)
        assert_allclose(pdist(smacof(table, Z, 40)), pdist(peer), rtol=1e-6)
        stress = [errors(table, Z)[0]]
        for _ in range(40):
            Z = smacof(table, Z, 1)
            stress.append(errors(table, Z)[0])
        assert np.diff(stress).max() < 1e-12


def test_m8_of_two_aims_each_map_reaches_its_own():
    smacof, errors = smacof_of_the_page()
    _, latitude, longitude = world_cities()
    tables, digits = [great_circle_distances(latitude, longitude)], load_digits().data
    for seed in range(20):
        some = np.random.default_rng(seed).permutation(digits)[:100]
        tables.append(squareform(pdist(some)))
    for table in tables:
        Lambda, V = np.linalg.eigh(double_centering(table))
        classical = V[:, -2:] * np.sqrt(Lambda[-2:])
        (stress, products), (stress_after, products_after) = (
            errors(table, Z) for Z in (classical, smacof(table, classical))
        )
        assert stress_after < 0.85 * stress
        assert products_after > 1.1 * products


def test_question_4_a_tetrahedron_has_no_exact_picture_in_the_plane():
    tetrahedron = np.ones((4, 4)) - np.eye(4)  # six equal distances
    model = ClassicalMDS(3, "precomputed").fit(tetrahedron)
    assert_allclose(model.eigenvalues_, [0.5, 0.5, 0.5, 0], atol=1e-12)
    assert_allclose(pdist(model.embedding_), 1, atol=1e-12)  # exact in space
    flat = ClassicalMDS(2, "precomputed").fit_transform(tetrahedron)
    lost = 1 - (pdist(flat) ** 2).sum() / 6
    assert lost == pytest.approx(1 / 3)  # one of three equal eigenvalues

    # No picture in the plane has six equal distances: the best found from 50 starts keeps an error.
    def stress(z):
        return ((pdist(z.reshape(4, 2)) - 1) ** 2).sum()

    rng = np.random.default_rng(0)
    best = min(minimize(stress, rng.standard_normal(8)).fun for _ in range(50))
    square = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]) * (2 + np.sqrt(2)) / 4
    assert best == pytest.approx(stress(square))  # 0.17: all searches end at a larger square
    assert np.sqrt(best / 6) == pytest.approx(0.169, abs=1e-3)
    corner = np.array([[0, 0], [1, 0], [0.5, np.sqrt(0.75)], [0.5, np.sqrt(0.75) / 3]])
    views = [np.sqrt(stress(square / np.ptp(square) / np.sqrt(2)) / 6), np.sqrt(stress(corner) / 6)]
    assert_allclose(views, [0.239, 0.299], atol=1e-3)


def test_question_5_zero_eigenvalues_are_dependent_dimensions(seed):
    X = np.random.default_rng(seed).standard_normal((10, 3))

    def n_positive(X):
        return int((ClassicalMDS(1).fit(X).eigenvalues_ > 1e-9).sum())

    assert n_positive(X) == 3
    assert n_positive(np.column_stack([X, X[:, 0]])) == 3  # two columns that say the same
    assert n_positive(np.column_stack([X, X.sum(axis=1)])) == 3  # or any dependence: it is rank
    assert n_positive(np.column_stack([X, np.ones(10)])) == 3
    # And without any dependence: 10 centered points span no more than 9 dimensions.
    wide = np.random.default_rng(seed).standard_normal((10, 20))
    assert n_positive(wide) == 9


def test_question_6_an_eigenvalue_is_its_dimensions_share_of_squared_distance(seed):
    X = np.random.default_rng(seed).standard_normal((20, 4)) * [4, 3, 2, 1]
    model = ClassicalMDS(4).fit(X)
    total = (pdist(X) ** 2).sum()
    for column, eigenvalue in zip(model.embedding_.T, model.eigenvalues_, strict=False):
        share = (pdist(column[:, None]) ** 2).sum() / total
        assert share == pytest.approx(eigenvalue / model.eigenvalues_.sum())
    # And yes, it is a square root: a coordinate's length is the root of its eigenvalue.
    assert_allclose(np.linalg.norm(model.embedding_, axis=0), np.sqrt(model.eigenvalues_[:4]))


def test_question_7_samples_need_no_centering_before(seed):
    X = np.random.default_rng(seed).standard_normal((12, 3))
    shift = np.array([100.0, -20.0, 3.0])
    assert_allclose(squareform(pdist(X + shift)), squareform(pdist(X)), atol=1e-12)
    B = double_centering(squareform(pdist(X + shift)))
    centered = X - X.mean(axis=0)
    assert_allclose(B, centered @ centered.T, atol=1e-11)
    assert not np.allclose(B, (X + shift) @ (X + shift).T)
    assert_allclose(
        ClassicalMDS().fit_transform(X + shift), ClassicalMDS().fit_transform(X), atol=1e-11
    )


@pytest.mark.parametrize("load", [load_iris, load_wine])
def test_question_8_scaling_keeps_more_than_any_choice_of_attributes(load):
    X = StandardScaler().fit_transform(load().data)
    total = (pdist(X) ** 2).sum()
    for n_components in (1, 2, 3):
        kept = (pdist(ClassicalMDS(n_components).fit_transform(X)) ** 2).sum() / total
        by_columns = [
            (pdist(X[:, columns]) ** 2).sum() / total
            for columns in combinations(range(X.shape[1]), n_components)
        ]
        assert kept > 1.2 * max(by_columns)


def halves_of_the_wines(seed):
    """Features scaled by the first half, and cultivars, of two random halves."""
    X, y = load_wine(return_X_y=True)
    order = np.random.default_rng(seed).permutation(len(X))
    train, test = order[:89], order[89:]
    scaler = StandardScaler().fit(X[train])
    return scaler.transform(X[train]), y[train], scaler.transform(X[test]), y[test]


def test_a_network_learns_the_same_on_a_map_of_full_rank():
    for seed in range(30):
        X, y, X_test, _ = halves_of_the_wines(seed)
        network = FullRBFClassifier(0.05, 0.1).fit(X, y)
        full = ClassicalMDS(13).fit(X)
        twin = FullRBFClassifier(0.05, 0.1).fit(full.embedding_, y)
        outputs = network.network_(X_test)
        assert_allclose(twin.network_(full.transform(X_test)), outputs, atol=1e-9)


@pytest.mark.parametrize("n_components", [1, 2, 5])
def test_similarities_on_a_map_grow_by_gamma_times_the_lost_squared_distance_at_most(n_components):
    for seed in range(20):
        X, *_ = halves_of_the_wines(seed)
        Z = ClassicalMDS(n_components).fit_transform(X)
        grown = np.exp(-0.05 * pdist(Z) ** 2) - np.exp(-0.05 * pdist(X) ** 2)
        assert grown.min() > -1e-12
        assert np.all(grown <= 0.05 * (pdist(X) ** 2 - pdist(Z) ** 2) + 1e-12)


def test_what_sees_distances_only_is_the_same_on_a_map_and_nothing_else():
    for seed in range(20):
        X, *_ = halves_of_the_wines(seed)
        Z = ClassicalMDS(13).fit_transform(X)
        rng = np.random.default_rng(seed)
        w, widths = rng.normal(size=13), rng.uniform(0.01, 0.1, (len(X), 13))
        labels = [KMeans(3, init=A[:3], n_init=1).fit(A).labels_ for A in (X, Z)]
        assert np.array_equal(*labels)
        assert_allclose(design_matrix(Z, Z, 0.05), design_matrix(X, X, 0.05), atol=1e-9)
        changed = design_matrix(Z, Z, widths) - design_matrix(X, X, widths)
        assert np.abs(changed).max() > 0.1
        assert np.abs(np.tanh(X @ w) - np.tanh(Z @ w)).max() > 0.1


def test_gaussian_of_a_table_is_a_kernel_exactly_if_the_table_is_euclidean():
    """Schoenberg 1938, on tables of either kind."""

    def lowest(table):
        gammas = np.array([0.1, 1, 10]) / np.max(table) ** 2
        return min(np.linalg.eigvalsh(np.exp(-gamma * table**2))[0] for gamma in gammas)

    _, latitude, longitude = world_cities()
    ways = great_circle_distances(latitude, longitude)
    with pytest.warns(UserWarning, match="are not Euclidean"):
        globe = ClassicalMDS(3, "precomputed").fit_transform(ways)
    assert lowest(ways) < -1e-4
    assert lowest(squareform(pdist(globe))) > -1e-12
    for seed in range(20):
        X = np.random.default_rng(seed).normal(size=(12, 4))
        assert lowest(squareform(pdist(X))) > -1e-12
        assert lowest(squareform(pdist(X, "cityblock"))) < lowest(squareform(pdist(X)))


def flat_map_errors(r, seed):
    """Twelve places within r km of a pole: (mean error in % of the mean way, lowest λ in %)."""
    rng = np.random.default_rng(seed)
    height = 1 - rng.uniform(0, 1, 12) * (1 - np.cos(r / EARTH_RADIUS))
    latitude = 90 - np.degrees(np.arccos(height))
    distances = great_circle_distances(latitude, rng.uniform(-180, 180, 12))
    eigenvalues, V = np.linalg.eigh(double_centering(distances))
    seen = pdist(V[:, -2:] * np.sqrt(eigenvalues[-2:]))
    given = squareform(distances, checks=False)
    lowest = 100 * eigenvalues[0] / eigenvalues[-1]
    return 100 * np.abs(seen - given).mean() / given.mean(), lowest


def test_a_country_twice_as_large_has_a_map_with_four_times_the_error():
    radii = [250, 500, 1000, 2000, 4000, 8000]
    found = np.array([[flat_map_errors(r, seed) for seed in range(30)] for r in radii])
    errors, lowest = found.mean(axis=1).T
    assert_allclose(errors, [0.003, 0.012, 0.047, 0.19, 0.77, 3.3], rtol=0.03)
    best, worst = found[:, :, 0].min(axis=1), found[:, :, 0].max(axis=1)
    assert_allclose(best, [0.002, 0.008, 0.030, 0.12, 0.48, 1.9], rtol=0.07)
    assert_allclose(worst, [0.004, 0.017, 0.068, 0.27, 1.1, 5.0], rtol=0.065)
    assert_allclose(lowest, [-0.01, -0.03, -0.11, -0.44, -1.8, -7.9], rtol=0.03, atol=0.005)
    assert np.all(np.abs(errors[1:] / errors[:-1] - 4) < 0.3)
