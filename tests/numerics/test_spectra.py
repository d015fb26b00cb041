"""A few eigenpairs of a large symmetric matrix: against matrices of known spectrum."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from rbflib.numerics.spectra import Spectrum, largest_eigenpairs, smallest_eigenvalue
from tests.seeds import thorough


def spectrum(values, seed=0):
    V = np.linalg.qr(np.random.default_rng(seed).standard_normal((len(values), len(values))))[0]
    return V * values @ V.T


@pytest.mark.parametrize("size", [1.0, *thorough(1e-12, 1e12)])
@pytest.mark.parametrize(
    "values",
    [
        np.r_[5.0, 3.0, np.zeros(498)],
        np.r_[5.0, 3.0, np.linspace(1, 0, 498)],
        np.r_[5.0, 5.0, 5.0, np.zeros(497)],
        np.r_[5.0, 4.999999, np.linspace(4, -4.5, 498)],
        np.r_[5.0, 3.0, np.linspace(1, -2, 497), -9.0],
    ],
)
def test_iterations_find_the_ends_of_the_spectrum(values, size):
    S = spectrum(size * values)
    S = (S + S.T) / 2
    largest, V = largest_eigenpairs(S, 2)
    assert len(largest) == 2  # the iterations did run
    assert_allclose(largest, size * values[:2], rtol=1e-10)
    assert_allclose(S @ V, V * largest, atol=1e-8 * size)
    assert smallest_eigenvalue(S, largest[0]) == pytest.approx(size * values.min(), abs=1e-3 * size)


@pytest.mark.parametrize("n", [800, *thorough(600, 900)])
@pytest.mark.parametrize("k", [8, *thorough(3, 5, 6, 7)])
def test_iterations_miss_no_copy_of_a_repeated_eigenvalue(k, n):
    bits = (np.arange(n)[:, None] >> np.arange(10)) & 1  # differences count: many are equal
    S = -np.square(np.abs(bits[:, None] - bits).sum(axis=2), dtype=float)
    S -= S.mean(axis=0)
    S -= S.mean(axis=1)[:, None]
    expected = np.linalg.eigvalsh(S)[::-1]
    assert_allclose(largest_eigenpairs(S, k)[0][:k], expected[:k], rtol=1e-9)


@pytest.mark.parametrize("n", [30, 600])
def test_a_spectrum_gives_both_ends_and_all_between(n):
    values = np.linspace(5, -1, n)
    S = spectrum(values)
    whole = Spectrum((S + S.T) / 2)
    largest, V = whole.largest(2)
    assert_allclose(largest, values[:2], rtol=1e-9)
    assert V.shape == (n, 2)
    assert whole.smallest() == pytest.approx(-1, abs=1e-3)
    assert_allclose(whole.eigenvalues(), values, atol=1e-10)
