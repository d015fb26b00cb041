import numpy as np
import pytest

from rbflib.numerics.sets import distinct_rows, equal_rows, fill_empty_sets


def test_distinct_rows():
    X = np.array([[1.0, 2.0], [0.0, 2.0], [1.0, 2.0], [-0.0, 2.0], [5.0, 0.0]])
    samples, weight = distinct_rows(X, np.array([1.0, 2.0, 3.0, 4.0, 0.0]))
    np.testing.assert_array_equal(samples, [[0.0, 2.0], [1.0, 2.0]])
    np.testing.assert_array_equal(weight, [6.0, 4.0])


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_groups_of_equal_rows_and_the_first_row_of_each(dtype):
    X = np.array([[3, 1], [0.0, 2], [3, 1], [-0.0, 2], [1, 3], [3, 1.5]], dtype)
    first, group = equal_rows(X)
    np.testing.assert_array_equal(first[group], [0, 1, 0, 1, 4, 5])
    assert sorted(group[[0, 1, 4, 5]]) == [0, 1, 2, 3]


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
