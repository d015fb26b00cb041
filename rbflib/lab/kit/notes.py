"""What a picture says of the warnings of its fits: nothing of widths that it compares, and no more
than one note for all of them.
"""

import warnings
from contextlib import contextmanager

import numpy as np

from rbflib.basis import design_matrix
from rbflib.numerics.linear import EPS, rank
from rbflib.numerics.means import column_sizes
from rbflib.numerics.warn import HUGE


@contextmanager
def any_width():
    """Where a picture compares widths, that one of them suits nothing is what it shows."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "At gamma=")
        yield


@contextmanager
def one_note():
    """Where fits are much alike, the first that warns speaks for all."""
    with warnings.catch_warnings(record=True, action="always") as caught:
        yield
    for warning in caught[:1]:
        warnings.warn(warning.message, stacklevel=3)


def note_rounding(networks, X, y):
    """One note of those networks, by name, whose columns for X are dependent within rounding, and
    whose weights are huge for that reason.
    """
    huge, low = HUGE * np.ptp(y), []
    for name, network in networks.items():
        n_columns = network.n_centers + 1
        if np.abs(network.weights).max() > huge and (r := _rank(network, X) + 1) < n_columns:
            low.append(f"{name} {r} of {n_columns} columns")
    if low:
        warnings.warn(f"Rounding decides here. Numerical rank: {', '.join(low)}", stacklevel=2)


def _rank(network, X):
    """Of the centered columns, as `solve_output_layer` has it."""
    Z = design_matrix(X, network.centers, network.gamma, network.basis)
    sigma = np.linalg.svd(Z - Z.mean(axis=0), compute_uv=False)
    return rank(sigma, Z.shape, EPS * column_sizes(Z).max())
