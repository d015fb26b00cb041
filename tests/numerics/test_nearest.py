"""The two halves of a k-means step, against all distances and plain means."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from rbflib.numerics.nearest import fill_empty_sets, means_of_sets, nearest_center, rough
from tests.seeds import thorough


@pytest.mark.parametrize("offset", [0.0, 2.0**30, -(2.0**40)])
@pytest.mark.parametrize("N", [5, 5000])
@pytest.mark.parametrize("D", [1, 2, 7, 40])
def test_ties_go_to_the_lower_index(D, N, offset, rng):
    """Whole and half numbers: distances are exact, and many of them are equal."""
    X = rng.integers(0, 4, (N, D)) * 1.0
    centers = rng.integers(0, 7, (20, D)) / 2
    expected = cdist(X, centers, "sqeuclidean").argmin(axis=1)
    np.testing.assert_array_equal(nearest_center(X + offset, centers + offset), expected)


@pytest.mark.parametrize("D", [2, *thorough(1, 9, 30)])
@pytest.mark.parametrize(
    "kind",
    [
        "normal",
        "blobs",
        "far",
        "tiny",
        "huge",
        "fill value",
        "scales",
        "grid",
        "copies",
        "subnormal",
    ],
)
def test_nearest_center_is_that_of_all_distances(D, kind, rng):
    X, k = rng.normal(size=(3000, D)), 12
    if kind == "blobs":
        X += 1e4 * rng.integers(0, 3, (3000, 1))
    elif kind == "far":
        X += 1e8
    elif kind == "tiny":
        X *= 1e-30
    elif kind == "huge":
        X *= 1e130
    elif kind == "fill":
        X[rng.integers(0, 3000, 5)] = rng.choice([1e20, 9.97e36, -999, 1e140], (5, 1))
    elif kind == "scales":
        X *= 10.0 ** rng.integers(-8, 9, D)
    elif kind == "grid":
        X = np.round(X)
    elif kind == "copies":
        X = X[rng.integers(0, 40, 3000)]
    elif kind == "subnormal":  # in float32
        X *= 1e-19
    centers = X[rng.choice(3000, k, replace=False)]
    if kind == "fill":
        centers[0] = X[np.abs(X).max(axis=1).argmax()]
    for move in (0, 1e-9, 1e-3, 0.1):
        mu = centers * (1 + move * rng.normal(size=centers.shape))
        labels = nearest_center(X, mu, rough(X, X[rng.integers(3000)]))
        np.testing.assert_array_equal(labels, nearest_center(X, mu))
        np.testing.assert_array_equal(labels[:50], [nearest_center(x[None], mu)[0] for x in X[:50]])
        table = np.array([((X - center) ** 2).sum(axis=1) for center in mu])
        own = table[labels, np.arange(3000)]
        tie = 1e-15 * np.sqrt(table.min(axis=0)) * np.linalg.norm(X, axis=1)
        assert (own <= table.min(axis=0) * (1 + 1e-13) + tie).all()


@pytest.mark.parametrize("shift", [0, 7, 10**6, 10**9])
def test_a_tie_of_means_of_thirds_is_a_tie_anywhere(shift):
    """2/3 and 4/3 are as far from 1 as from each other's mirror: rounding must not decide."""
    for thirds in ([2, 4], [4, 2], [-1, 7]):
        sets = [
            [(t + 2) // 3 + shift if n else t - 2 * ((t + 2) // 3) + shift for n in range(3)]
            for t in thirds
        ]
        X = np.array(sets, float).reshape(-1, 1)
        labels = np.repeat([0, 1], 3)
        mu = means_of_sets(X, labels, np.ones(6), np.zeros((2, 1)))
        exact = [Fraction(sum(s), 3) for s in sets]
        assert abs(exact[0] - 1 - shift) == abs(exact[1] - 1 - shift)
        query = np.full((5000, 1), 1.0 + shift)
        assert (nearest_center(query, mu) == 0).all()
        assert nearest_center(query[:1], mu)[0] == 0


def test_a_sample_on_a_center_belongs_to_it_however_near_another_one_is():
    mu = np.array([[1.0], [np.nextafter(1, 2)]])
    np.testing.assert_array_equal(nearest_center(mu, mu), [0, 1])
    many = nearest_center(mu.repeat(3000, axis=0), mu)
    np.testing.assert_array_equal(many, np.repeat([0, 1], 3000))


@pytest.mark.parametrize("N", [60, 6000])
def test_means_are_weighted_and_a_center_without_a_set_stays(N, rng):
    X, weight, labels = rng.normal(size=(N, 3)), rng.uniform(0, 2, N), rng.integers(0, 4, N)
    weight[labels == 3] = 0
    centers = rng.normal(size=(5, 3))
    means = means_of_sets(X, labels, weight, centers)
    for m in range(3):
        own = labels == m
        expected = np.average(X[own], axis=0, weights=weight[own])
        np.testing.assert_allclose(means[m], expected, rtol=1e-12, atol=1e-14)
    np.testing.assert_array_equal(means[3:], centers[3:])


def test_the_mean_of_equal_numbers_is_that_number(rng):
    X, weight = np.full((50, 1), 1e8 + 0.1), rng.uniform(0, 2, 50)
    for w in (np.ones(50), weight):
        means = means_of_sets(X, rng.integers(0, 3, 50), w, np.zeros((3, 1)))
        np.testing.assert_array_equal(means, X[:3])


@pytest.mark.parametrize("N", [40, 4000])
def test_means_of_whole_numbers_are_rounded_once(N, rng):
    X, weight, labels = rng.integers(-99, 99, (N, 2)), rng.integers(0, 4, N), rng.integers(0, 6, N)
    means = means_of_sets(X * 1.0, labels, weight * 1.0, np.zeros((6, 2)))
    for m in np.unique(labels[weight > 0]):
        own = labels == m
        sums = [Fraction(int(s)) for s in weight[own] @ X[own]]
        np.testing.assert_array_equal(means[m], [float(s / int(weight[own].sum())) for s in sums])


@pytest.mark.parametrize("N", [60, 6000])
def test_one_sample_costs_only_its_own_set_digits(N, rng):
    """A huge one, in a set of its own or of weight 0 in another; and an offset of all."""
    X, labels, weight = rng.normal(size=(N, 2)), rng.integers(0, 3, N), np.ones(N)
    expected = means_of_sets(X, labels, weight, np.zeros((4, 2)))
    with_fill = np.vstack([[[1e20, 1e20]], X, [[1e100, 1e100]]])
    means = means_of_sets(with_fill, np.r_[0, labels, 3], np.r_[0, weight, 1], np.zeros((4, 2)))
    np.testing.assert_allclose(means[:3], expected[:3], rtol=1e-13)
    assert (means[3] == 1e100).all()
    X = np.round(X, 3)
    near = means_of_sets(X, labels, weight, np.zeros((3, 2)))
    far = means_of_sets(X + 1e8, labels, weight, np.zeros((3, 2)))
    np.testing.assert_allclose(far - 1e8, near, atol=3e-8)


def test_centers_that_differ_by_their_last_digit_are_as_near_to_one_sample_of_many():
    X = 1e8 + np.r_[0.0, np.linspace(50, 60, 9000)][:, None]
    nearer = np.nextafter(1e8 - 2.0**-12, 2e8)
    centers = np.array([[1e8 + 2.0**-12], [nearer], [1e8 + 55]])
    assert 1e8 - nearer < 2.0**-12
    assert nearest_center(X, centers)[0] == nearest_center(X[:1], centers)[0] == 0


def test_an_empty_set_gets_the_farthest_sample_and_its_copies():
    X = np.array([[0.0], [9.0], [9.0], [1.0], [5.0]])
    labels, r2 = np.array([0, 0, 0, 0, 2]), np.array([0.0, 81.0, 81.0, 1.0, 0.0])
    filled = fill_empty_sets(X, np.ones(5), labels, r2, 3)
    np.testing.assert_array_equal(filled, [0, 1, 1, 0, 2])
    np.testing.assert_array_equal(labels, [0, 0, 0, 0, 2])


def test_no_set_is_emptied_to_fill_another_one():
    """The farthest sample is alone in its set, but for one of weight 0."""
    X, weight = np.array([[9.0], [8.0], [1.0], [0.0]]), np.array([1.0, 0, 1, 1])
    labels, r2 = np.array([0, 0, 1, 1]), np.array([4.0, 1.0, 1.0, 0.0])
    np.testing.assert_array_equal(fill_empty_sets(X, weight, labels, r2, 3), [0, 0, 2, 1])
