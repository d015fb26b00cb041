"""EM at rest; that its means are scikit-learn's is tested where it finds centers."""

import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from rbflib.numerics.mixture import mixture_at_rest


def test_one_more_step_moves_nothing():
    X = np.random.default_rng(0).standard_normal((100, 2)) + 3 * np.eye(2)[np.arange(100) % 2]
    mixture = mixture_at_rest(X, 2, 0)
    r = mixture.predict_proba(X)
    np.testing.assert_allclose(mixture.means_, r.T @ X / r.sum(axis=0)[:, None], atol=1e-6)


def test_em_that_is_still_moving_says_so_once(monkeypatch):
    monkeypatch.setattr("rbflib.numerics.mixture.MAX_STEPS", 20)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        mixture_at_rest(np.random.default_rng(0).uniform(-1, 1, (50, 1)), 5, 0)
    assert [warning.category for warning in caught] == [ConvergenceWarning]
    assert "EM was still moving after 20 steps" in str(caught[0].message)


def test_other_warnings_of_the_mixture_are_heard():
    with pytest.warns(ConvergenceWarning, match="distinct clusters"):
        mixture_at_rest(np.repeat([[-1.0], [1.0]], 3, axis=0), 4, 0)
