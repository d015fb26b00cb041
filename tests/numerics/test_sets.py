import numpy as np
import pytest

from rbflib.numerics.sets import SetMeans, distinct_rows, fill_empty_sets, groups_of_equal_rows


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


@pytest.mark.parametrize("same_key", [False, True])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_groups_of_equal_rows(dtype, same_key, monkeypatch):
    if same_key:  # as good as impossible: each row's sum of bits is 0
        monkeypatch.setattr("rbflib.numerics.sets._keys", lambda X: np.zeros(len(X), np.uint64))
    X = np.array([[3, 1], [0.0, 2], [3, 1], [-0.0, 2], [1, 3], [3, 1.5]], dtype)
    first, group = groups_of_equal_rows(X)
    np.testing.assert_array_equal(first, [0, 1, 4, 5])
    np.testing.assert_array_equal(group, [0, 1, 0, 1, 2, 3])
