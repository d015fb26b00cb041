"""The radial basis function network.

    h(x) = Σ_m β_m φ(γ‖x − μ_m‖²) + b

Every model of the lecture ends in this hypothesis: an `RBFNetwork`. A learner is one way to
choose the centers μ, the widths γ and the weights β.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rbflib.basis import BASES, BasisName, check_basis, design_matrix
from rbflib.numerics.checks import check_network, check_pair
from rbflib.numerics.distances import map_rows
from rbflib.numerics.similarities import similarity


@dataclass(frozen=True, eq=False)
class RBFNetwork:
    """h(x) = Σ_m β_m φ(γ‖x − μ_m‖²) + b, as a function that cannot change.

    The arrays are copied and read-only, in the precision of the centers, float32 or float64.
    `dataclasses.replace` makes a changed network. Raises ValueError if shapes do not fit each
    other, a value is NaN or infinite, gamma is not positive, or basis is unknown. Lecture items s1,
    f1, r1.

    Parameters
    ----------
    centers, weights : array-like of shape (M, D), and (M,) or (M, K)
        Centers μ_m, and weights β_m of one output, or of K outputs.
    bias, gamma : float or array-like of shape (K,), default=0.0, and as in `design_matrix`
        b, added to the output, and γ, the inverse squared width, 1.0 by default.
    basis : name in `BASES`, default="gaussian"

    Examples
    --------
    >>> network = RBFNetwork(centers=[[0.0], [2.0]], weights=[1.0, -1.0])
    >>> network([[1.0]])
    array([0.])
    """

    centers: np.ndarray
    weights: np.ndarray
    bias: float | np.ndarray
    gamma: float | np.ndarray
    basis: BasisName

    def __init__(
        self,
        centers: ArrayLike,
        weights: ArrayLike,
        bias: ArrayLike = 0.0,
        gamma: ArrayLike = 1.0,
        basis: BasisName = "gaussian",
    ) -> None:
        check_basis(basis)
        object.__setattr__(self, "basis", basis)
        for name, value in check_network(centers, weights, bias, gamma).items():
            object.__setattr__(self, name, _read_only(value))

    def __reduce__(self) -> tuple[Any, ...]:
        # A copied or unpickled array can be written to: build anew, and freeze again.
        return type(self), (self.centers, self.weights, self.bias, self.gamma, self.basis)

    @property
    def n_centers(self) -> int:
        """M."""
        return len(self.centers)

    def transform(self, X: ArrayLike) -> np.ndarray:
        """Design matrix of X: the similarity to every center, (N, D) -> (N, M)."""
        return design_matrix(X, self.centers, self.gamma, self.basis)

    def __call__(self, X: ArrayLike) -> np.ndarray:
        """h(x) of every row of X, in blocks of rows to save memory: (N, D) -> (N,) or (N, K)."""
        X, _ = check_pair(X, self.centers)
        phi, dtype = BASES[self.basis], np.result_type(X, self.centers)

        def h(x):
            return similarity(x, self.centers, self.gamma, phi) @ self.weights + self.bias

        return map_rows(h, X, max(self.centers.shape), self.weights.shape[1:], dtype)


def _read_only(value):
    if np.ndim(value) == 0:
        return float(value)
    value = np.array(value)
    value.flags.writeable = False
    return value
