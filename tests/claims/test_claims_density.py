"""Page 03: kernel regression is the mean of y under a density of x and y."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import quad
from scipy.stats import norm

from rbflib import NadarayaWatsonRegressor


@pytest.mark.parametrize("gamma", [5.0, 50.0])
def test_n12_mean_under_the_parzen_density_is_kernel_regression(rng, gamma):
    X, y, x = rng.uniform(size=(15, 1)), rng.normal(size=15), 0.4
    sigma = 1 / np.sqrt(2 * gamma)

    def density(t):
        return np.mean(norm.pdf(x, X[:, 0], sigma) * norm.pdf(t, y, sigma))

    total = quad(density, -10, 10, points=np.sort(y), limit=200)[0]
    mean = quad(lambda t: t * density(t), -10, 10, points=np.sort(y), limit=200)[0] / total
    model = NadarayaWatsonRegressor(gamma=gamma).fit(X, y)
    assert_allclose(mean, model.predict([[x]])[0], rtol=1e-6, atol=1e-8)
