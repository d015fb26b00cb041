"""Pages 01 and 02: the space in which a Gaussian is an inner product, and lengths in it."""

from math import factorial

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.kernel_ridge import KernelRidge
from sklearn.svm import SVC

from rbflib import design_matrix, make_wave


def features(x, n, gamma):
    """The first n features of the power series of a Gaussian: (N,) -> (N, n)."""
    powers = [np.sqrt((2 * gamma) ** i / factorial(i)) * x**i for i in range(n)]
    return np.exp(-gamma * x[:, None] ** 2) * np.stack(powers, axis=1)


@pytest.mark.parametrize("gamma", [0.5, 1.0, 2.0])
def test_s8_partial_inner_products_tend_to_the_gaussian(rng, gamma):
    x = rng.uniform(-1.5, 1.5, 12)
    kernel = design_matrix(x[:, None], x[:, None], gamma)
    errors = [
        np.abs(features(x, n, gamma) @ features(x, n, gamma).T - kernel).max() for n in (2, 8, 60)
    ]
    assert errors[0] > errors[1] > errors[2]
    assert errors[2] < 1e-12


def test_s8_margin_from_alpha_and_kernel_is_that_of_explicit_features(rng):
    x, y = rng.uniform(-1.5, 1.5, 40), np.where(rng.random(40) < 0.5, -1, 1)
    machine = SVC(kernel="rbf", gamma=1.0, C=1.0).fit(x[:, None], y)
    beta, centers = machine.dual_coef_[0], machine.support_vectors_
    w = beta @ features(centers[:, 0], 60, 1.0)
    assert_allclose(beta @ design_matrix(centers, centers, 1.0) @ beta, w @ w, rtol=1e-9)


def ridges(seed, lam=0.1):
    X, y = make_wave(20, noise=0.3, random_state=seed)
    K = design_matrix(X, X, 100)
    ridge = np.linalg.solve(K @ K + lam * np.eye(20), K @ y)
    kernel_ridge = KernelRidge(kernel="rbf", gamma=100, alpha=lam).fit(X, y).dual_coef_
    return X, y, K, ridge, kernel_ridge


def test_f11_each_ridge_wins_by_its_own_length(seed):
    _, y, K, ridge, kernel_ridge = ridges(seed)

    def price(beta, length):
        return np.sum((K @ beta - y) ** 2) + 0.1 * beta @ length @ beta

    assert price(ridge, np.eye(20)) < price(kernel_ridge, np.eye(20))
    assert price(kernel_ridge, K) < price(ridge, K)


def test_f12_another_bump_with_the_same_values_on_the_samples_makes_the_function_longer(seed):
    X, _, K, _, beta = ridges(seed)
    new = np.random.default_rng(seed).uniform(0, 1, (1, 1))
    K21 = design_matrix(np.vstack([X, new]), np.vstack([X, new]), 100)
    for height in (-1.0, 0.5, 2.0):
        longer = np.append(beta - height * np.linalg.solve(K, K21[:20, 20]), height)
        assert_allclose(K21[:20] @ longer, K @ beta, atol=1e-6)
        assert longer @ K21 @ longer > beta @ K @ beta


def test_s3_truncated_basis_on_the_corners_of_a_cube_in_ten_dimensions():
    """Page 01: the smallest eigenvalue is about -0.14."""
    corners = 0.47 * np.array(list(np.ndindex(*[2] * 10)), dtype=float)
    smallest = np.linalg.eigvalsh(design_matrix(corners, corners, 1.0, "truncated"))[0]
    assert smallest == pytest.approx(-0.142, abs=0.0005)
