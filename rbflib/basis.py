"""Radial basis functions, which see a point x only through its distance from a center μ::

    Z[n, m] = φ(s),    s = γ‖x_n − μ_m‖²

These functions φ are offered. All fall with the distance, from 1 at the center to 0::

    name                    φ(s)                    positive definite in
    gaussian                e^{−s}                  every dimension
    inverse_quadratic       1 / (1 + s)             every dimension
    inverse_multiquadric    1 / √(1 + s)            every dimension
    truncated               [√s ≤ 1] (1 − √s)²      D ≤ 3

Source: lecture items s3, s5; Fasshauer, *Meshfree Approximation Methods with MATLAB* (2007),
chapters 4 and 5 (positive definiteness; Askey's truncated power function).

Shape letters in all of rbflib: N samples, D features, M centers, K outputs, Q query points.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from rbflib.numerics.checks import check_choice, check_gamma, check_pair
from rbflib.numerics.functions import exp_minus
from rbflib.numerics.similarities import FarQueries, similarity_matrix

BasisName: TypeAlias = Literal["gaussian", "inverse_quadratic", "inverse_multiquadric", "truncated"]


@dataclass(frozen=True)
class Basis:
    """A function φ, and all that the package knows about it: `BASES[φ.name] = φ` adds one."""

    name: str
    phi: Callable[[np.ndarray], np.ndarray]  # φ(s), also at s = ∞
    slope: Callable[[np.ndarray, np.ndarray], np.ndarray]  # φ'(s), from s and φ(s)
    # φ(s_n) / φ(s_a), a the nearest sample, for queries so far from all that both round to 0
    far: Callable[[FarQueries], np.ndarray]

    def __post_init__(self) -> None:
        with np.errstate(all="ignore"):
            ends = self.phi(np.array([0.0, np.inf]))
        if list(ends) != [1, 0]:
            raise ValueError(f"{self.name}: φ(0) and φ(∞) must be 1 and 0, not {ends}.")

    def __call__(self, s: np.ndarray) -> np.ndarray:
        return self.phi(s)


def _truncated_slope(s, _):
    """−(1 − r)/r with r = √s; 0 at the center, where the truncated basis has a tip."""
    r = np.sqrt(np.clip(s, 0, 1))
    return np.divide(r - 1, r, out=np.zeros_like(r), where=r > 0)


def _nearness(q):
    """r²/r_n², without γ: γr² may leave the floats."""
    return q.nearest / q.r2


_ALL = [
    Basis("gaussian", exp_minus, lambda s, phi: -phi, lambda q: exp_minus(q.gamma * q.excess())),
    Basis("inverse_quadratic", lambda s: 1 / (1 + s), lambda s, phi: -(phi**2), _nearness),
    Basis(
        "inverse_multiquadric",
        lambda s: 1 / np.sqrt(1 + s),
        lambda s, phi: -(phi**3) / 2,
        lambda q: np.sqrt(_nearness(q)),
    ),
    Basis(
        "truncated",
        lambda s: np.maximum(1 - np.sqrt(s), 0) ** 2,
        _truncated_slope,
        lambda q: q.r2 == q.nearest,  # no sample is in reach: the nearest answers
    ),
]
BASES: dict[str, Basis] = {basis.name: basis for basis in _ALL}


def design_matrix(
    X: ArrayLike, centers: ArrayLike, gamma: ArrayLike = 1.0, basis: BasisName = "gaussian"
) -> np.ndarray:
    """Similarities Z[n, m] = φ(γ‖x_n − μ_m‖²) to every center (lecture items s1, s3, s5, f3).

    Z (N, M) is in float32 if X and centers are, in float64 otherwise. Raises ValueError if a value
    is not finite, the shapes do not fit, gamma is not positive, or basis is unknown.

    Parameters
    ----------
    X, centers : array-like of shape (N, D) and (M, D)
    gamma : float or array-like of shape (M,), (M, D) or (M, D, D), default=1.0
        Inverse squared width, in 1 / (unit of X)²: one for all centers, one per center, one per
        center and feature, or one symmetric positive definite matrix Γ_m per center, with
        s = (x − μ_m)ᵀ Γ_m (x − μ_m): D + 1, D + 1, 2D or D(D + 3)/2 parameters with the center.
    basis : name in `BASES`, default="gaussian"
    """
    X, centers = check_pair(X, centers)
    phi, gamma = check_basis(basis), check_gamma(gamma, *centers.shape)
    return similarity_matrix(X, centers, gamma, phi)


def check_basis(basis: str) -> Basis:
    """The function φ with this name."""
    return BASES[check_choice("basis", basis, BASES)]
