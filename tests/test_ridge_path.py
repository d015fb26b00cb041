import numpy as np
import pytest
from numpy.testing import assert_allclose

from rbflib import design_matrix, effective_degrees_of_freedom, make_wave, solve_weights
from rbflib.lab.ridge_path import RidgePath


@pytest.mark.parametrize("shape", [(20, 5), (5, 5), (5, 20)])
def test_ridge_path_gives_the_weights_and_the_freedom_of_each_penalty(shape, rng):
    Z, y = rng.standard_normal(shape), rng.standard_normal(shape[0])
    Z[:, 1] = Z[:, 0]  # one singular value is rounding
    alphas = np.array([0.0, 1e-6, 1e-2, 10.0])
    path = RidgePath(Z)
    freedom = path.degrees_of_freedom(alphas)
    for alpha, beta, free in zip(alphas, path.weights(y, alphas), freedom, strict=True):
        assert_allclose(beta, solve_weights(Z, y, alpha), rtol=1e-8, atol=1e-12)
        assert_allclose(path.weights(y, alpha), beta, rtol=1e-12)
        assert free == pytest.approx(effective_degrees_of_freedom(Z, alpha))


def test_ridge_paths_of_a_stack_are_those_of_its_matrices(rng):
    Z, y = rng.standard_normal((3, 10, 4)), rng.standard_normal(10)
    stack = RidgePath(Z)
    for i in range(3):
        assert_allclose(stack.weights(y, 0.1)[i], RidgePath(Z[i]).weights(y, 0.1), rtol=1e-12)
        assert_allclose(stack.degrees_of_freedom(0.1)[i], RidgePath(Z[i]).degrees_of_freedom(0.1))


@pytest.mark.parametrize("gamma", [1e-3, 0.1, 1.0])
def test_what_counts_as_rounding_is_what_it_is_for_a_single_fit(gamma):
    X, _ = make_wave(60, random_state=0)
    Z = design_matrix(X, X[::3], gamma)
    assert RidgePath(Z).degrees_of_freedom(0.0) == effective_degrees_of_freedom(Z)
