"""The toy data: shapes, seeds and what each set is meant to show."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_breast_cancer
from sklearn.preprocessing import scale

from rbflib import draw_tumors, make_moons, make_rings, make_trap, make_wave, make_xor, trap, wave


def test_wave_is_its_formula(rng):
    x = rng.uniform(-3, 3, 50)
    assert_allclose(wave(x[:, None]), np.sin(2 * np.pi * x) + x / 2, rtol=1e-14)
    assert_allclose(wave([[0.0], [0.25], [1.0]]), [0, 1.125, 0.5], atol=1e-15)


def test_wave_has_one_sample_in_each_strip(rng):
    X, _ = make_wave(37, random_state=int(rng.integers(2**31)))
    assert X.shape == (37, 1)
    assert_array_equal(np.floor(X[:, 0] * 37), np.arange(37))


def test_noise_of_the_wave_has_the_standard_deviation_asked_for(rng):
    X, y = make_wave(20_000, noise=0.3, random_state=int(rng.integers(2**31)))
    residual = y - wave(X)
    assert residual.std() == pytest.approx(0.3, rel=0.03)
    assert residual.mean() == pytest.approx(0, abs=0.01)
    X, y = make_wave(20, noise=0, random_state=0)
    assert_array_equal(y, wave(X))


def test_trap_has_nine_of_ten_samples_where_its_target_is_flat(rng):
    X, y = make_trap(2000, noise=0.05, random_state=int(rng.integers(2**31)))
    assert X.shape == (2000, 1)
    assert np.mean(X < 0) == 0.9
    assert (X.min(), X.max(), X[X > 0].min()) == pytest.approx((-4, 2, 0), abs=0.1)
    assert np.std(y - trap(X)) == pytest.approx(0.05, rel=0.1)


@pytest.mark.parametrize("make", [make_moons, make_rings, make_xor])
def test_noise_in_the_plane_has_the_standard_deviation_asked_for(make, rng):
    seed = int(rng.integers(2**31))
    clean, noisy = (make(10_000, noise=noise, random_state=seed)[0] for noise in (0, 0.2))
    assert np.std(noisy - clean) == pytest.approx(0.2, rel=0.03)


def test_a_disk_lies_in_a_ring_and_both_in_all_directions(rng):
    X, y = make_rings(4000, noise=0, random_state=int(rng.integers(2**31)))
    r = np.hypot(*X.T)
    assert_array_equal(np.unique(y, return_counts=True), [[-1, 1], [2000, 2000]])
    assert r[y > 0].max() == pytest.approx(0.5, abs=0.01)
    assert (r[y < 0].min(), r[y < 0].max()) == pytest.approx((1, 1.4), abs=0.01)
    assert np.mean(r[y > 0] < 0.25) == pytest.approx(1 / 4, abs=0.05)  # a quarter of its area
    assert_allclose((X / r[:, None]).mean(axis=0), 0, atol=0.05)


def test_four_clouds_lie_at_the_corners_and_agree_across(rng):
    X, y = make_xor(400, noise=0, random_state=int(rng.integers(2**31)))
    corners, counts = np.unique(X, axis=0, return_counts=True)
    assert_array_equal(corners, [[-1, -1], [-1, 1], [1, -1], [1, 1]])
    assert_array_equal(counts, 100)
    assert_array_equal(y, np.sign(X).prod(axis=1))


def test_one_moon_is_the_other_turned_by_half_a_circle(rng):
    X, y = make_moons(4000, noise=0, random_state=int(rng.integers(2**31)))
    plus, minus = X[y > 0], -X[y < 0]
    for moon in (plus, minus):
        assert_allclose(np.hypot(*(moon - [-0.5, -0.25]).T), 1, rtol=1e-12)
        assert moon[:, 1].min() >= -0.25
    # Each reaches into the other: the tip of one lies within the other's circle.
    assert np.hypot(*(plus - [0.5, 0.25]).T).min() < 0.6


def test_tumors_are_standardized_logarithms_of_real_ones_and_none_comes_twice(rng):
    table = load_breast_cancer()
    X, y = draw_tumors(569, random_state=int(rng.integers(2**31)))
    assert_allclose(X.mean(axis=0), 0, atol=1e-12)
    assert_allclose(X.std(axis=0), 1, rtol=1e-12)
    expected = scale(np.log(table.data[:, :2]))
    order, original = np.lexsort(X.T), np.lexsort(expected.T)
    assert_allclose(X[order], expected[original], rtol=1e-9, atol=1e-12)
    assert_array_equal(y[order] > 0, table.target[original] == 1)  # benign is +1
