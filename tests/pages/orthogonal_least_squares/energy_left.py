"""What a least-squares fit leaves, by NumPy's."""

import numpy as np


def share_left(Z, y):
    """Share of the energy of y that a least-squares fit on all columns of Z leaves."""
    return np.sum((y - Z @ np.linalg.lstsq(Z, y)[0]) ** 2) / (y @ y)
