"""Sets of samples: their means, empty ones, and equal rows."""

import numpy as np

from rbflib.numerics.sets import SetMeans, distinct_rows, fill_empty_sets


def test_distinct_rows():
    X = np.array([[1.0, 2.0], [0.0, 2.0], [1.0, 2.0], [-0.0, 2.0], [5.0, 0.0]])
    samples, weight = distinct_rows(X, np.array([1.0, 2.0, 3.0, 4.0, 0.0]))
    np.testing.assert_array_equal(samples, [[0.0, 2.0], [1.0, 2.0]])
    np.testing.assert_array_equal(weight, [6.0, 4.0])


def test_means_of_sets_are_weighted_and_a_center_without_a_set_stays(rng):
    X, weight, labels = rng.standard_normal((60, 3)), rng.uniform(0, 2, 60), rng.integers(0, 4, 60)
    shift, centers = X.mean(axis=0), rng.standard_normal((5, 3))
    means = SetMeans(np.column_stack([X - shift, np.ones(60)]), shift, weight, 5)
    for _ in range(2):  # asked again, with other sets
        found = means(labels.astype(np.int32), centers)
        for m in range(4):
            own = labels == m
            np.testing.assert_allclose(found[m], np.average(X[own], axis=0, weights=weight[own]))
        np.testing.assert_array_equal(found[4], centers[4])
        labels = rng.permutation(labels)


def test_an_empty_set_gets_the_farthest_sample_and_its_copies():
    X = np.array([[0.0], [9.0], [9.0], [1.0], [5.0]])
    labels, r2 = np.array([0, 0, 0, 0, 2]), np.array([0.0, 81.0, 81.0, 1.0, 0.0])
    filled = fill_empty_sets(X, np.ones(5), labels, r2, 3)
    np.testing.assert_array_equal(filled, [0, 1, 1, 0, 2])
    np.testing.assert_array_equal(labels, [0, 0, 0, 0, 2])
