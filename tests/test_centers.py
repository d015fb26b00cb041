"""Centers and widths, against brute force, NumPy's covariance and scikit-learn's mixture."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial import cKDTree
from scipy.spatial.distance import cdist
from scipy.stats import special_ortho_group
from sklearn.datasets import make_blobs
from sklearn.mixture import GaussianMixture

from rbflib.basis import design_matrix
from rbflib.centers import (
    cluster_gamma,
    fit_mixture,
    kmeans_centers,
    mixture_gamma,
    neighbor_gamma,
    random_centers,
)
from rbflib.datasets import make_moons
from rbflib.numerics.widths import inverse_covariances


def sample(seed, N=60, D=3):
    return np.random.default_rng(seed).standard_normal((N, D))


def far_blobs(seed, D=2):
    """Three clouds far apart, each stretched in its own way, and their labels."""
    rng = np.random.default_rng(seed)
    X, labels = make_blobs([200, 300, 500], D, cluster_std=1, random_state=seed)
    means = 100 * np.eye(3, D) + 50
    stretch = rng.standard_normal((3, D, D))
    centered = X - [X[labels == k].mean(0) for k in labels]
    return means[labels] + np.einsum("nd,nde->ne", centered, stretch[labels]), labels


def test_random_centers_are_different_samples(seed):
    X = sample(seed)
    centers = random_centers(X, 20, seed)
    rows = {tuple(x) for x in X}
    assert len({tuple(mu) for mu in centers}) == 20
    assert all(tuple(mu) in rows for mu in centers)
    assert_array_equal(centers, random_centers(X, 20, seed))
    assert not np.array_equal(centers, random_centers(X, 20, seed + 1))


def test_random_centers_draws_every_sample_equally_often():
    X = np.arange(10.0)[:, None]
    drawn = np.concatenate([random_centers(X, 3, seed).ravel() for seed in range(2000)])
    counts = np.bincount(drawn.astype(int))
    assert_allclose(counts, 600, atol=6 * np.sqrt(600))


def test_mixture_is_where_em_of_scikit_learn_comes_to_rest(seed):
    X, _ = make_moons(100, random_state=seed)
    reference = GaussianMixture(8, tol=1e-15, max_iter=100_000, random_state=seed)
    mean, scale = X.mean(axis=0), X.std(axis=0)
    reference.fit((X - mean) / scale)
    means, covariances, counts = fit_mixture(X, 8, seed)
    assert_allclose((means - mean) / scale, reference.means_, atol=1e-4)
    assert_allclose(covariances / np.outer(scale, scale), reference.covariances_, atol=1e-4)
    assert_allclose(counts, 100 * reference.weights_, atol=0.01)
    assert_allclose(counts.sum(), 100)


@pytest.mark.parametrize("units", [(1, 1, 1), (20, 2e4, 1e-3), (1e-100, 1, 1e100)])
def test_one_component_has_the_covariance_of_the_samples(seed, units):
    X = (sample(seed, 200, 3) @ sample(seed + 1, 3, 3)) * units
    _, covariances, _ = fit_mixture(X, 1, seed)
    expected = np.cov(X.T, bias=True)
    assert_allclose(covariances[0], expected, rtol=1e-5, atol=0)


def test_units_of_features_change_no_mixture_and_no_width(seed):
    """Age and income, in years and in cents, say."""
    X, units = sample(seed, 200, 2), np.array([20, 2e4])
    X[::2] += [3, 0]
    plain, scaled = fit_mixture(X, 2, seed), fit_mixture(X * units, 2, seed)
    assert_allclose(scaled[0], plain[0] * units, rtol=1e-5)
    assert_allclose(scaled[1], plain[1] * np.outer(units, units), rtol=1e-5, atol=0)
    assert_allclose(scaled[2], plain[2], rtol=1e-5)
    # In other units the nearest center must stay nearest: the clusters are moved far apart.
    centers, far = plain[0], 1e9 * np.arange(2)[:, None] * units
    nearest = cdist(X, centers).argmin(axis=1)
    for gamma, gamma_scaled in [
        (mixture_gamma(X, *plain), mixture_gamma(X * units, *scaled)),
        (cluster_gamma(X, centers), cluster_gamma(X * units + far[nearest], centers * units + far)),
    ]:
        assert_allclose(gamma_scaled * np.outer(units, units), gamma, rtol=1e-4)


@pytest.mark.parametrize("column", ["constant", "collinear"])
def test_units_change_no_width_where_the_pooled_covariance_is_singular(column):
    X, units = sample(0, 100, 2), np.array([20, 2e4])
    more = np.full((100, 1), 0.1) if column == "constant" else 3 * X[:, :1]
    X = np.column_stack([X, more])
    units = np.append(units, 1)
    gamma, scaled = cluster_gamma(X, X[:1]), cluster_gamma(X * units, X[:1] * units)
    width = 1 / np.sqrt(2 * gamma[0, :2, :2].diagonal())
    in_units = 1 / np.sqrt(2 * scaled[0, :2, :2].diagonal())
    assert_allclose(in_units, width * units[:2], rtol=1e-6)


def test_mixture_keeps_its_digits_far_from_the_origin(seed):
    X = np.round(sample(seed, N=200, D=2), 3)
    means, covariances, _ = fit_mixture(X, 3, seed)
    far_means, far_covariances, _ = fit_mixture(X + 1e8, 3, seed)
    assert_allclose(far_means - 1e8, means, atol=1e-5)
    assert_allclose(far_covariances, covariances, atol=1e-5)


@pytest.mark.parametrize(("M", "D"), [(2, 1), (3, 1), (12, 1), (5, 2), (30, 2), (4, 5), (40, 5)])
def test_neighbor_gamma_is_the_mean_distance_by_brute_force(M, D):
    centers = sample(M, M, D)
    P = min(2 * D, M - 1)
    distances, _ = cKDTree(centers).query(centers, k=P + 1)
    sigma = distances[:, 1:].mean()
    assert_allclose(neighbor_gamma(centers, centers), 1 / (2 * sigma**2))


def test_neighbor_gamma_counts_equal_centers_once():
    centers = sample(0, 10, 2)
    assert neighbor_gamma(centers, np.tile(centers, (3, 1))) == neighbor_gamma(centers, centers)


def test_neighbor_gamma_of_a_single_center_is_the_spread_of_the_samples():
    X = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 3.0], [0.0, -3.0]])
    assert neighbor_gamma(X, [[0.0, 0.0]]) == pytest.approx(1 / (2 * 5))  # mean of 1, 1, 9, 9
    assert neighbor_gamma([[2.0]], [[2.0]]) == 0.5


def test_cluster_gamma_is_the_inverse_covariance_with_one_imaginary_sample(seed):
    X, labels = far_blobs(seed)
    centers = np.array([X[labels == k].mean(axis=0) for k in range(3)])
    clusters = [X[labels == k] for k in range(3)]
    pooled = sum(len(S) * np.cov(S.T, bias=True) for S in clusters) / 997
    covariances = [(len(S) * np.cov(S.T, bias=True) + pooled) / (len(S) + 1) for S in clusters]
    expected = np.linalg.inv(2 * np.array(covariances))
    assert_allclose(cluster_gamma(X, centers), expected, rtol=1e-6)


def test_cluster_gamma_of_a_center_without_samples_is_finite():
    gamma = cluster_gamma([[0.0], [1.0]], [[0.0], [1.0], [50.0]])
    assert np.isfinite(gamma).all()
    assert (gamma > 0).all()


def test_mixture_gamma_is_the_inverse_covariance_of_the_components(seed):
    X, labels = far_blobs(seed)
    means, covariances, counts = fit_mixture(X, 3, seed)
    gamma = mixture_gamma(X, means, covariances, counts)
    for k, n in enumerate((200, 300, 500)):
        S = X[labels == k]
        m = np.argmin(((means - S.mean(axis=0)) ** 2).sum(axis=1))
        assert_allclose(counts[m], n, rtol=1e-6)
        covariance = np.cov(S.T, bias=True) + 1e-6 * np.diag(X.var(axis=0))  # EM's
        assert_allclose(covariances[m], covariance, rtol=1e-6, atol=1e-8)
        pooled = np.einsum("m,mde->de", counts, covariances) / 997
        regularized = (n * covariance + pooled) / (n + 1)
        assert_allclose(gamma[m], np.linalg.inv(regularized) / 2, rtol=1e-5)


def test_widths_of_as_many_centers_as_samples_reach_the_neighbors():
    X = sample(0, 20, 2)
    sigma = np.sqrt(1 / (2 * neighbor_gamma(X, X)))
    for gamma in (cluster_gamma(X, X), mixture_gamma(X, *fit_mixture(X, 20, 0))):
        assert_allclose(1 / np.sqrt(2 * np.linalg.eigvalsh(gamma)), sigma / 2, rtol=1e-2)


AWKWARD = {
    "scales 1e-8 and 1e8": sample(0, 40, 2) * [1e-8, 1e8],
    "around 1e8": sample(1, 40, 2) + 1e8,
    "constant feature": sample(2, 40, 2) * [1, 0],
    "fewer samples than features": sample(3, 8, 20),
    "tiny": sample(4, 40, 2) * 1e-8,
    "huge": sample(5, 40, 2) * 1e8,
    "float32": sample(6, 40, 2).astype(np.float32),
    "repeated": sample(7, 20, 2).repeat(4, axis=0),
}


@pytest.mark.parametrize("spacing", [1e-200, 1e-170, 1e-155])
@pytest.mark.parametrize("far", [0.0, 1.0])
def test_centers_too_close_for_squares_are_refused(far, spacing):
    X = np.array([[0.0, 0.0], [0.0, far]])
    centers = spacing * np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]])
    with pytest.raises(ValueError, match=r"so close together.*Scale the features up"):
        neighbor_gamma(X, centers)


@pytest.mark.parametrize("spacing", [1e-200, 1e-155])
def test_clusters_too_narrow_for_squares_are_refused(spacing):
    X, centers = np.zeros((3, 2)), spacing * np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]])
    for rule in (cluster_gamma, lambda *pair: mixture_gamma(*pair, np.zeros((3, 2, 2)), 3 * [1])):
        with pytest.raises(ValueError, match=r"so close together.*Scale the features up"):
            rule(X, centers)


def test_clusters_that_are_wide_may_have_centers_close_together():
    X, centers = sample(0, 20, 2), 1e-200 * np.array([[0.0, 0.0], [1.0, 0.0]])
    expected = cluster_gamma(X, 1e-100 * np.array([[0.0, 0.0], [1.0, 0.0]]))
    assert_allclose(cluster_gamma(X, centers), expected)


@pytest.mark.parametrize("X", AWKWARD.values(), ids=AWKWARD)
def test_widths_are_positive_definite_for_awkward_samples(X):
    for choose in (random_centers, kmeans_centers):
        centers = choose(X, 5, 0)
        assert centers.dtype == X.dtype
        assert 0 < neighbor_gamma(X, centers) < np.inf
        assert (np.linalg.eigvalsh(cluster_gamma(X, centers)) > 0).all()
    means, covariances, counts = fit_mixture(X, 5, 0)
    assert means.dtype == X.dtype
    assert (np.linalg.eigvalsh(mixture_gamma(X, means, covariances, counts)) > 0).all()


def test_matrices_are_symmetric_to_the_last_digit(seed):
    X = sample(seed, 100, 6) @ np.diag([1, 1e-6, 1, 1e6, 1, 1])
    centers = kmeans_centers(X, 4, seed)
    for gamma in (cluster_gamma(X, centers), mixture_gamma(X, *fit_mixture(X, 4, seed))):
        assert_array_equal(gamma, gamma.transpose(0, 2, 1))


def test_equal_samples_have_a_mixture():
    X = np.full((5, 2), 3.0)
    means, covariances, counts = fit_mixture(X, 1)
    assert_allclose(means, [[3, 3]])
    assert_allclose(counts, [5])
    assert (np.linalg.eigvalsh(mixture_gamma(X, means, covariances, counts)) > 0).all()


SHAPES = st.tuples(st.integers(0, 10**6), st.integers(2, 12), st.integers(1, 4))


@settings(max_examples=30)
@given(SHAPES, st.floats(1e-3, 1e3), st.floats(-100, 100))
def test_widths_follow_shift_rotation_scale_and_order(shape, scale, shift):
    seed, M, D = shape
    X, centers = sample(seed, 40, D), sample(seed + 1, M, D)
    R = special_ortho_group.rvs(D, random_state=seed) if D > 1 else np.eye(1)
    order = np.random.default_rng(seed).permutation(M)
    moved, moved_centers = scale * (X @ R + shift), scale * (centers @ R + shift)[order]
    expected = neighbor_gamma(X, centers) / scale**2
    assert_allclose(neighbor_gamma(moved, moved_centers), expected, rtol=1e-7)
    turned = (R.T @ cluster_gamma(X, centers) @ R)[order]
    found = scale**2 * cluster_gamma(moved, moved_centers)
    assert_allclose(found, turned, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("value", [0.0, 20.0, 1e8 + 0.1])
@pytest.mark.parametrize("unit", [1e-6, 1.0, 1e6])
def test_a_constant_feature_of_a_mixture_has_a_width_of_the_other_features(value, unit, rng):
    """By the rule of the clusters: a query a little off in it is answered as one within."""
    x = unit * rng.normal(size=60)
    X = np.column_stack([x, np.full(60, unit * value)])
    means, covariances, counts = fit_mixture(X, 6, 0)
    assert_array_equal(covariances[:, 1], 0)
    gamma = mixture_gamma(X, means, covariances, counts)
    clusters = cluster_gamma(X, kmeans_centers(X, 6, 0))
    ratio = gamma[:, 1, 1] / np.median(clusters[:, 1, 1])
    assert (ratio > 0.05).all()
    assert (ratio < 20).all()


@pytest.mark.parametrize("choose", [random_centers, kmeans_centers, fit_mixture])
def test_weighting_equals_repeating(choose, rng):
    X, weight = rng.normal(size=(30, 2)), rng.integers(0, 4, 30)
    order = rng.permutation(30)
    weighted = choose(X[order], 6, 0, weight[order])
    repeated = choose(X.repeat(weight, axis=0), 6, 0)
    if choose is not fit_mixture:
        weighted, repeated = [weighted], [repeated]
    for here, there in zip(weighted, repeated, strict=True):
        assert_allclose(here, there, rtol=1e-9)


def test_random_centers_are_drawn_in_proportion_to_weight():
    X, weight = np.arange(4.0)[:, None], np.array([1.0, 2.0, 3.0, 4.0])
    drawn = [random_centers(X, 1, seed, weight)[0, 0] for seed in range(3000)]
    assert_allclose(np.bincount(np.int64(drawn)), 300 * weight, atol=6 * np.sqrt(900))


@pytest.mark.parametrize("offset", [0, 1e4, 1e7, 1e8, 1e12])
@pytest.mark.parametrize("weighted", [False, True])
def test_matrices_are_positive_definite_wherever_centers_are_given(offset, weighted):
    """Standardized centers beside samples as they came, and few samples, or fewer than centers."""
    for seed in range(60):
        rng = np.random.default_rng(seed)
        N, M, D = rng.integers(1, 8), rng.integers(1, 6), rng.integers(1, 5)
        X, centers = rng.normal(size=(N, D)) + offset, rng.normal(size=(M, D))
        gamma = cluster_gamma(X, centers, rng.uniform(0.1, 2, N) if weighted else None)
        assert (np.linalg.eigvalsh(gamma) > 0).all()
        design_matrix(X, centers, gamma)


def test_a_covariance_that_has_no_inverse_is_refused():
    with pytest.raises(ValueError, match=r"no inverse. Give the centers in the units of X"):
        inverse_covariances(np.array([[[1.0, 1.0], [1.0, 1.0]]]))
    with pytest.raises(ValueError, match="no inverse"):
        inverse_covariances(np.array([np.eye(2), [[1.0, 2.0], [2.0, 1.0]]]))


@pytest.mark.parametrize("weight", [0.25, 0.5, 0.55, 0.65, 1 / 60])
def test_equal_weights_below_one_are_no_weights(weight, seed):
    X = sample(seed, 60, 2)
    mu, all_equal = kmeans_centers(X, 5, seed), np.full(60, weight)
    assert_allclose(cluster_gamma(X, mu, all_equal), cluster_gamma(X, mu), rtol=1e-12)
    mixture, weighted = fit_mixture(X, 5, seed), fit_mixture(X, 5, seed, all_equal)
    assert_allclose(mixture_gamma(X, *weighted), mixture_gamma(X, *mixture), rtol=1e-6)
    assert neighbor_gamma(X, mu, all_equal) == neighbor_gamma(X, mu)


def test_matrices_depend_continuously_on_the_total_of_the_weights():
    """Two samples and two centers leave nothing to estimate; a little more is a little more."""
    X, mu = [[0.0], [1.0]], [[0.3], [1.9]]
    totals = np.linspace(1.5, 5, 200)
    gamma = np.array([cluster_gamma(X, mu, [total / 2] * 2).ravel() for total in totals])
    assert np.abs(np.diff(np.log(gamma), axis=0)).max() < 0.05
    assert gamma[-1, 0] > 2 * gamma[0, 0]


@pytest.mark.parametrize("far", [50.0, 1e8])
@pytest.mark.parametrize(("M", "D"), [(8, 1), (8, 2), (10, 13)])
def test_a_center_of_one_far_sample_does_not_change_the_distance_of_neighbors(far, M, D, seed):
    centers = np.random.default_rng(seed).uniform(size=(M, D))
    lonely = np.vstack([centers, np.full((1, D), far)])
    P = min(2 * D, M - 1)
    distances = np.sort(cdist(centers, centers))[:, 1 : P + 1]
    expected = 1 / (2 * distances.mean() ** 2)
    assert_allclose(neighbor_gamma(lonely, lonely), expected, rtol=1e-9)


def test_a_scatter_that_is_rounding_has_the_width_of_the_neighbors():
    """Means of equal samples miss them by their last digit."""
    X = np.tile([[0.1], [1.1], [3.1]], (10, 1))
    centers = np.nextafter([[0.1], [1.1], [3.1]], 9)
    # Ten samples and one of variance σ² = 2², the mean of 1, 3, 1, 2, 3 and 2.
    assert_allclose(cluster_gamma(X, centers).ravel(), 11 / (2 * 2**2), rtol=1e-6)
