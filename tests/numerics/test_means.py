"""Means and spreads that keep their digits: against rational numbers and plain formulas."""

from fractions import Fraction

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from rbflib.numerics.means import centered, mean_and_scale, power_of_two, precision, remove_mean


@pytest.mark.parametrize("offset", [0.0, 1e8])
def test_centered_points_keep_their_digits(offset, rng):
    X = offset + rng.standard_normal((40, 3))
    columns = [[Fraction(x) for x in column] for column in X.T.tolist()]
    exact = np.array([[float(x - sum(c) / 40) for x in c] for c in columns]).T
    deviations, mean = centered(X)
    assert_allclose(deviations, exact, atol=1e-14)
    assert_allclose(mean, X.mean(axis=0), rtol=1e-15, atol=1e-14)


@pytest.mark.parametrize("factor", [1e-200, 1.0, 1e150])
def test_mean_and_scale_are_weighted_whatever_the_unit(factor, rng):
    X, weight = rng.standard_normal((50, 3)), rng.integers(0, 3, 50) * 1.0
    X[:, 2] = 0.1
    X[weight == 0] = 1e3  # counts nothing
    mean, scale = mean_and_scale(factor * X, weight)
    repeated = np.repeat(X, weight.astype(int), axis=0)
    assert_allclose(mean, factor * repeated.mean(axis=0), rtol=1e-10, atol=1e-12 * factor)
    assert_allclose(scale[:2], factor * repeated[:, :2].std(axis=0), rtol=1e-10)
    assert scale[2] == 1


def test_a_nearly_constant_column_becomes_0(rng):
    columns = np.column_stack([rng.standard_normal(30), 1 + 1e-12 * rng.standard_normal(30)])
    weight = rng.uniform(1, 2, 30)
    expected = columns[:, 0] - np.average(columns[:, 0], weights=weight)
    mean = remove_mean(columns, weight, 1e-8)
    assert_allclose(columns[:, 0], expected, rtol=1e-12)
    assert_array_equal(columns[:, 1], 0)
    assert mean[1] == pytest.approx(1)


@pytest.mark.parametrize("size", [5e-324, 1e-310, 0.7, 1.0, 3.0, 1e300, 1.7e308])
def test_dividing_by_a_power_of_two_leaves_one_to_two(size):
    unit = power_of_two(size)
    assert 1 <= size / unit < 2
    assert size / unit * unit == size


def test_single_precision_is_kept_where_it_serves_every_output():
    """Rounding of sums of size 100 spoils an output that varies by 0.01, whatever the others do."""
    y = np.column_stack([np.linspace(0, 1000, 9), np.linspace(0, 0.01, 9)])
    assert precision(np.float32, [100.0, 1.0], y) == np.float32
    assert precision(np.float32, [100.0, 100.0], y) == np.float64
    # The numbers of a sum below 1e-31 lose digits in float32, and those below 1e-45 vanish.
    for unit, kept in [(1e-30, np.float32), (1e-33, np.float64), (0.0, np.float32)]:
        assert precision(np.float32, unit, unit * y[:, 0]) == kept
