"""What all learners share: targets, classes, widths, weights and digits, by hand."""

import re

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.base import BaseEstimator

from rbflib.learners import (
    SignClassifier,
    check_weights,
    count_samples,
    fitted_network,
    keep,
    one_gamma,
)


class Signs(SignClassifier, BaseEstimator):
    """Nothing but what classifiers share; its outputs are given."""

    def fit(self, X, h):
        return keep(self, X, network_=lambda X: np.array(h), classes_=np.array(["a", "b", "c"]))


@pytest.mark.parametrize(
    ("y", "targets"),
    [(["b", "a", "b"], [1, -1, 1]), ([2, 7, 5], [[1, -1, -1], [-1, -1, 1], [-1, 1, -1]])],
)
def test_targets_are_plus_one_for_a_class_and_minus_one_for_others(y, targets):
    _, found, kept = Signs().validate_training([[0.0], [1.0], [2.0]], y)
    assert_array_equal(found, targets)
    assert_array_equal(kept["classes_"], sorted(set(y)))


BARELY_APART = [[1e3, 1e3 + 1e-10, 0], [1, 1 + 1e-11, 0], [-2e6, -2e6, -1]]


@pytest.mark.parametrize(("h", "classes"), [([-0.5, 0.0, 0.5], "aab"), (BARELY_APART, "abc")])
def test_of_outputs_that_are_equal_but_for_rounding_the_first_class_wins(h, classes):
    X = np.zeros((3, 1))
    assert_array_equal(Signs().fit(X, h).predict(X), [*classes])


def test_a_width_by_scale_is_that_of_the_samples_each_as_often_as_its_weight_says(rng):
    X, weight = rng.normal(size=(30, 3)) / 9 + [5, 6, 7], rng.integers(0, 4, 30)
    repeated = X.repeat(weight, axis=0)
    assert one_gamma("scale", X, weight) == pytest.approx(1 / (3 * repeated.var()))
    assert one_gamma("scale", 0 * X) == 1
    assert one_gamma(0.5, X) == 0.5


@pytest.mark.parametrize("unit", [5e-324, 1.0, 2.0**1000])
def test_weights_and_their_unit_are_the_weights_that_were_given(unit):
    given = unit * np.array([3.0, 0.0, 7.0])
    weight, found = check_weights(given, np.eye(3))
    assert_array_equal(weight * found, given)
    assert 1 <= weight.max() < 2


@pytest.mark.parametrize("weight", [[1, 1, 1e-320], [1e-310, 1e-310, 1e300], [0, 5e-324, 1]])
def test_weights_too_far_apart_for_their_sum_are_refused(weight):
    least = min(w for w in weight if w > 0)
    words = f"The smallest sample weight above 0 is {least:g}, the largest {max(weight):g}"
    with pytest.raises(ValueError, match=f"{re.escape(words)}.*Set the smallest ones to 0"):
        check_weights(weight, np.eye(3))


def test_samples_are_counted_as_often_as_their_weights_say_and_once_at_least():
    assert count_samples(np.array([1.0, 1.5]), 2.0) == 5
    assert count_samples(np.array([1.0, 1.5]), 0.5) == 2


@pytest.mark.parametrize(
    ("weights", "bias", "dtype"),
    [([1, -1], 1, np.float32), ([1e4, -1e4], 1, np.float64), ([1, -1], 1e4, np.float64)],
)
def test_a_network_is_in_float32_where_all_of_its_terms_leave_digits(weights, bias, dtype):
    X = np.array([[0], [1]], np.float32)
    assert fitted_network(X, [0, 1], X, np.array(weights), bias).centers.dtype == dtype
