"""What candidates could still explain, kept up to date: against orthogonalizing all of them."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from rbflib.numerics.candidates import Candidates, direction_outside, outside


@pytest.mark.parametrize("scale", [1.0, 1e-3])
def test_energies_and_products_are_those_of_candidates_made_orthogonal(scale, rng):
    """Columns near each other, at the smaller scale, lose most of their energy at once."""
    Z = rng.standard_normal((30, 1)) + scale * rng.standard_normal((30, 12))
    T = rng.standard_normal((30, 2))
    candidates, Q, e, selected = Candidates(Z, T), np.empty((30, 0)), T.copy(), []
    for _ in range(6):
        k = candidates.best()
        left = outside(Q, outside(Q, Z))
        products, energies = left.T @ e, (left**2).sum(axis=0)
        gain = np.delete((products**2).sum(axis=1) / energies, selected)
        free = np.delete(np.arange(12), selected)
        assert k == free[gain.argmax()]
        assert_allclose(candidates.energy[free], energies[free], rtol=1e-6)
        assert_allclose(candidates.products[free], products[free], atol=1e-9)
        Q = np.column_stack([Q, direction_outside(Q, Z[:, k])])
        g = Q[:, -1] @ e
        e -= np.outer(Q[:, -1], g)
        candidates.select(k, Q, g, e)
        selected.append(k)
        assert_allclose(Q.T @ Q, np.eye(len(selected)), atol=1e-14)


@pytest.mark.parametrize("size", [1e-120, 1.0, 1e120])
def test_units_of_columns_change_no_dependence(size, rng):
    """Most of both columns is selected already: what is left is just below the rule, and above."""
    Z, T = rng.standard_normal((30, 2)), rng.standard_normal((30, 1))
    own_share = np.sqrt(np.finfo(float).eps) * np.array([0.9, 1.1])
    norm2 = (Z**2).sum(axis=0) / own_share**2
    candidates = Candidates(size * Z, T, size**2 * norm2)
    assert (candidates.energy > 0).tolist() == [False, True]


def test_dependent_and_empty_columns_are_never_best(rng):
    z, T = rng.standard_normal((10, 1)), rng.standard_normal((10, 1))
    candidates = Candidates(np.column_stack([z, np.zeros(10), 2 * z]), T)
    k = candidates.best()
    assert k in (0, 2)
    q = z / np.linalg.norm(z)
    candidates.select(k, q, q[:, 0] @ T, outside(q, T))
    assert candidates.best() is None
