"""Ridge weights of a stack of hidden layers, against those of each layer."""

import numpy as np
import pytest
from sklearn.linear_model import Ridge

from rbflib.numerics.linear import RidgePath


@pytest.mark.parametrize("shape", [(30, 4), (6, 6), (5, 9)])
def test_stacked_least_squares_are_lstsq_and_ridge(rng, shape):
    H, y = rng.normal(size=(3, *shape)), rng.normal(size=shape[0])
    for alpha in (0.0, 0.1):
        for layer, beta in zip(H, RidgePath(H).weights(y, alpha), strict=True):
            expected = (
                Ridge(alpha, fit_intercept=False, solver="cholesky").fit(layer, y).coef_
                if alpha
                else np.linalg.lstsq(layer, y)[0]
            )
            assert beta == pytest.approx(expected)


def test_direction_that_is_zero_but_for_rounding_is_left_out(rng):
    column = rng.normal(size=(8, 1))
    beta = RidgePath(np.hstack([column, column])).weights(column[:, 0], 0.0)
    assert beta == pytest.approx([0.5, 0.5])
