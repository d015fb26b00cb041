"""Radial basis functions, which see a point x only through its distance from a center μ::

    Z[n, m] = φ(s),    s = γ‖x_n − μ_m‖²

Four functions φ are offered. All are 1 at the center and never grow with the distance::

    name                    φ(s)                    positive definite in
    gaussian                e^{−s}                  every dimension
    inverse_quadratic       1 / (1 + s)             every dimension
    inverse_multiquadric    1 / √(1 + s)            every dimension
    truncated               [√s ≤ 1] (1 − √s)²      D ≤ 3

Source: lecture items s3, s5; Fasshauer, *Meshfree Approximation Methods with MATLAB* (2007),
chapters 4 and 5 (positive definiteness; Askey's truncated power function).

Shape letters in all of rbflib: N samples, D features, M centers, K outputs, Q query points.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from rbflib.numerics.checks import check_choice, check_gamma, check_points, check_same_features
from rbflib.numerics.functions import exp_minus
from rbflib.numerics.similarities import similarity_matrix


def gaussian(s: np.ndarray) -> np.ndarray:
    """φ(s) = e^{−s}."""
    return exp_minus(s)


def inverse_quadratic(s: np.ndarray) -> np.ndarray:
    """φ(s) = 1 / (1 + s)."""
    return 1 / (1 + s)


def inverse_multiquadric(s: np.ndarray) -> np.ndarray:
    """φ(s) = 1 / √(1 + s)."""
    return 1 / np.sqrt(1 + s)


def truncated(s: np.ndarray) -> np.ndarray:
    """φ(s) = [√s ≤ 1] (1 − √s)²."""
    return np.maximum(1 - np.sqrt(s), 0) ** 2


BASES: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    phi.__name__: phi for phi in (gaussian, inverse_quadratic, inverse_multiquadric, truncated)
}


def design_matrix(
    X: ArrayLike, centers: ArrayLike, gamma: ArrayLike = 1.0, basis: str = "gaussian"
) -> np.ndarray:
    """Similarities Z[n, m] = φ(γ‖x_n − μ_m‖²) to every center (lecture items s1, s3, s5, f3).

    Parameters
    ----------
    X, centers : array-like of shape (N, D) and (M, D)
        Samples x_n, and centers μ_m.
    gamma : float or array-like of shape (M,), (M, D) or (M, D, D), default=1.0
        Inverse squared width, in 1 / (unit of X)²: one for all centers, one per center, one per
        center and feature, or one symmetric positive definite matrix Γ_m per center, with
        s = (x − μ_m)ᵀ Γ_m (x − μ_m): D + 1, D + 1, 2D or D(D + 3)/2 parameters with the center.
    basis : str, default="gaussian"
        The function φ: "gaussian", "inverse_quadratic", "inverse_multiquadric" or "truncated".

    Returns
    -------
    Z : ndarray of shape (N, M)
        float32 if X and centers are float32, float64 otherwise.

    Raises
    ------
    ValueError
        If a value is not finite, the shapes do not fit, gamma is not positive, or basis is unknown.
    """
    X, centers = check_points(X, "X"), check_points(centers, "centers")
    check_same_features(X, centers)
    phi, gamma = check_basis(basis), check_gamma(gamma, *centers.shape)
    return similarity_matrix(X, centers, gamma, phi)


def check_basis(basis: str) -> Callable[[np.ndarray], np.ndarray]:
    """The function φ with this name."""
    return BASES[check_choice("basis", basis, BASES)]
