"""Steps of EM, against scikit-learn's; that they end where its own end is tested in centers."""

import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture

from rbflib.numerics.mixture import expected, maximized, mixture_at_rest


@pytest.mark.parametrize(
    ("N", "D", "M"),
    [(30, 1, 4), (100, 2, 30), (100, 7, 3), pytest.param(30_000, 3, 5, id="in blocks")],
)
def test_steps_are_those_of_scikit_learn(N, D, M):
    X, weight = np.random.default_rng(N).standard_normal((D, N)), np.ones(N)
    reg_covar = 1e-3
    start = maximized(X, np.random.default_rng(M).dirichlet(np.ones(M), N).T, reg_covar)
    r, likelihood = expected(X, start, weight)
    step = maximized(X, r, reg_covar)
    peer = GaussianMixture(M, max_iter=1, reg_covar=reg_covar, weights_init=start.shares)
    precisions = np.linalg.inv(start.covariances)
    peer.set_params(means_init=start.means, precisions_init=precisions)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        peer.fit(X.T)
    np.testing.assert_allclose(step.shares, peer.weights_, rtol=1e-9)
    np.testing.assert_allclose(step.means, peer.means_, atol=1e-9)
    np.testing.assert_allclose(step.covariances, peer.covariances_, atol=1e-9)
    of_pi = -D / 2 * np.log(2 * np.pi)
    assert likelihood + of_pi == pytest.approx(peer.lower_bound_, abs=1e-9)


@pytest.mark.parametrize("seed", [3, 4, 5, 7])
def test_steps_start_where_those_of_scikit_learn_do(seed):
    """Samples without groups, where each start ends elsewhere."""
    X = np.random.default_rng(seed).uniform(-1.7, 1.7, (60, 2))
    peer = GaussianMixture(4, tol=1e-13, max_iter=20_000, random_state=seed).fit(X)
    mixture = mixture_at_rest(X, 4, seed, np.ones(60))
    np.testing.assert_allclose(mixture.means, peer.means_, atol=1e-4)


def test_em_that_is_still_moving_says_so_once(monkeypatch):
    monkeypatch.setattr("rbflib.numerics.mixture.MAX_STEPS", 20)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        mixture_at_rest(np.random.default_rng(0).uniform(-1, 1, (50, 1)), 5, 0, np.ones(50))
    assert [warning.category for warning in caught] == [ConvergenceWarning]
    assert "EM was still moving after 20 steps" in str(caught[0].message)


def test_other_warnings_of_the_mixture_are_shown():
    with pytest.warns(ConvergenceWarning, match="distinct clusters"):
        mixture_at_rest(np.repeat([[-1.0], [1.0]], 3, axis=0), 4, 0, np.ones(6))
