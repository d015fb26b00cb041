"""Tables of distances: bad ones become errors, and rounding is taken out of the others."""

import numpy as np
from scipy.linalg import issymmetric

from rbflib.numerics.checks import ROUNDING_SHARE


def check_distance_table(distances):
    """distances (N, N), exactly symmetric, 0 on the diagonal and nowhere negative, or an error."""
    if distances.shape[0] != distances.shape[1]:
        raise ValueError(f"A table of distances must be square, got {distances.shape}.")
    distances = check_not_negative(distances)
    if distances.diagonal().any():
        i = distances.diagonal().argmax()
        if distances[i, i] > _table_tolerance(distances):
            raise ValueError(
                f"The distance of sample {i} to itself is {distances[i, i]:g}; the diagonal must "
                "be 0. If the table holds similarities, largest on the diagonal, turn them into "
                "distances. If that is rounding, as of √(a² + b² − 2ab) far from the origin, "
                "center the points first."
            )
        distances = distances.copy()
        np.fill_diagonal(distances, 0)
    if not issymmetric(distances):
        difference = np.abs(distances - distances.T)
        if difference.max() > _table_tolerance(distances):
            i, j = np.unravel_index(difference.argmax(), difference.shape)
            raise ValueError(
                f"The table is not symmetric: the distance from sample {i} to {j} is "
                f"{distances[i, j]:g}, and back {distances[j, i]:g}."
            )
        distances = (distances + distances.T) / 2
    return distances


def check_not_negative(distances):
    """distances (Q, N) with 0 where rounding has left a number below, or an error."""
    smallest = distances.min()
    if smallest < 0 and smallest < -_table_tolerance(distances):
        q, n = np.unravel_index(distances.argmin(), distances.shape)
        what = f"a distance cannot be {smallest:g}, as in row {q}, column {n}."
        raise ValueError(f"Negative values in data: {what}")
    return np.maximum(distances, 0) if smallest < 0 else distances


def _table_tolerance(distances):
    """What a rule may be broken by, also where all numbers were rounded to float32 before."""
    single = distances.astype(np.float32)
    dtype = single.dtype if (single == distances).all() else distances.dtype
    size = max(distances.max(), -distances.min())
    # All of a table may be rounding, of formulas as 1 − xᵀy.
    return max(ROUNDING_SHARE[dtype] * size, 8 * np.finfo(dtype).eps)
