"""Similarities that are not radial, for contrast.

    polynomial      (1 + x·x')²           a Mercer kernel, but it grows with ‖x‖: not radial
    tanh_neuron     tanh(γ x·x' + 1)      a neuron's view of x; neither radial nor a kernel
    edit_distance   fewest single edits   a distance between texts, which are not even vectors

Source: lecture item s3.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rbflib.numerics.checks import check_finite, check_pair


def polynomial(X: ArrayLike, centers: ArrayLike) -> np.ndarray:
    """(1 + x_n·μ_m)²: (N, D), (M, D) -> (N, M)."""
    return (1 + _inner_products(X, centers)) ** 2


def tanh_neuron(X: ArrayLike, centers: ArrayLike, gamma: float = 1.0) -> np.ndarray:
    """tanh(γ x_n·μ_m + 1), for any finite γ: (N, D), (M, D) -> (N, M)."""
    return np.tanh(check_finite("gamma", gamma) * _inner_products(X, centers) + 1)


def edit_distance(a: str, b: str) -> int:
    """Fewest insertions, deletions and substitutions that turn text a into text b.

    Row i of the table holds the distances from a[:i] to every beginning of b (Wagner and Fischer,
    *The String-to-String Correction Problem*, 1974). Raises TypeError if a or b is not a text.
    """
    if not (isinstance(a, str) and isinstance(b, str)):
        raise TypeError(f"edit_distance compares two texts, got {type(a)} and {type(b)}.")
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, start=1):
        above, row = row, [i]
        for j, other in enumerate(b, start=1):
            substituted = above[j - 1] + (letter != other)
            row.append(min(above[j] + 1, row[j - 1] + 1, substituted))
    return row[-1]


def _inner_products(X, centers):
    X, centers = check_pair(X, centers)
    return X @ centers.T
