"""Warnings to the caller of a fit: what was wrong, where, and what to do."""

import warnings

import numpy as np
from scipy.linalg import LinAlgWarning
from sklearn.exceptions import ConvergenceWarning

from rbflib.numerics.distances import squared_distances

# Similarities below this are as good as 0, and above 1 minus this as good as 1.
NO_SIMILARITY = 1e-8

# The share of samples of which it must hold: few centers need not be near all of them.
MOST, NEARLY_ALL = 0.5, 0.9

# So many samples tell whether a width suits the distances.
N_PROBES = 200


def warn_of_width(X, centers, gamma, phi, stacklevel, singular=False):
    """One γ at which nearly all samples X (N, D) are like no center, or like every center.

    A center on the sample itself does not count. A singular matrix has a warning of its own.
    """
    r2 = _some_distances(X, centers)
    apart = r2 > 0
    if not apart.any():
        return
    with np.errstate(over="ignore"):
        similarity = phi(gamma * r2)
    nearest = similarity.max(axis=1, where=apart, initial=0)
    if np.quantile(nearest, MOST if len(centers) == len(X) else NEARLY_ALL) < NO_SIMILARITY:
        state = "nearly all similarities are 0: the network answers at its centers only"
    elif similarity.min() > 1 - NO_SIMILARITY and not singular:
        state = "nearly all similarities are 1: the bumps cannot be told apart"
    else:
        return
    warnings.warn(
        f"At gamma={gamma:.3g} {state}. Standardize the features (StandardScaler), or choose a "
        f"gamma that suits their distances, such as {1 / np.median(r2[apart]):.2g}.",
        UserWarning,
        stacklevel=stacklevel,
    )


def _some_distances(X, centers):
    return squared_distances(X[:: max(1, len(X) // N_PROBES)], centers)


def warn_why_singular(X, y, alpha=0.0):
    """The similarity matrix of X is as good as singular, and λ is lost in its rounding."""
    lost = f"alpha={alpha:g} is lost in rounding beside similarities of 1. " if alpha else ""
    more = f"alpha > {(len(X) * np.finfo(float).eps) ** 2 if alpha else 0:.0e}"
    why, remedy = _why_singular(X, y)
    text = f"{lost}{why}. The weights are those of least squares. {remedy} {more}."
    warnings.warn(text.replace("0e+00", "0"), LinAlgWarning, stacklevel=4)


def _why_singular(X, y):
    """The pair of equal rows that is to blame, or a width too large for the spacing; a remedy."""
    _, first, inverse = np.unique(X, axis=0, return_index=True, return_inverse=True)
    original = first[inverse]
    repeated = np.flatnonzero(original != np.arange(len(X)))
    if len(repeated) == 0:
        why = "The similarity matrix is numerically singular: gamma is too small for the spacing"
        return why, f"Use a larger gamma, such as {1 / np.median(_some_distances(X, X)):.2g}, or"
    differ = (y[repeated] != y[original[repeated]]).reshape(len(repeated), -1).any(axis=1)
    j = repeated[differ.argmax()]  # a contradiction where there is one, else the first pair
    targets = "but their targets differ, so no exact fit exists"
    if not differ.any():
        targets = "and have equal targets"
    return f"Rows {original[j]} and {j} of X are equal {targets}", "Merge equal rows, or use"


def warn_if_not_euclidean(smallest, largest, dtype):
    """The table of distances has a negative eigenvalue."""
    # The square root of the rounding unit: distances that were rounded once stay silent.
    if smallest < -np.sqrt(np.finfo(dtype).eps) * max(largest, 0):
        warnings.warn(
            "The distances are not Euclidean: B has the eigenvalue "
            f"{smallest:.3g} beside the largest, {largest:.3g}. No points have exactly these "
            "distances; the map is made from the positive eigenvalues.",
            UserWarning,
            stacklevel=4,
        )


def warn_if_not_positive(positive):
    """Some of the components asked for have no positive eigenvalue."""
    if not positive.all():
        warnings.warn(
            f"Only {positive.sum()} of the {len(positive)} components asked for have a positive "
            "eigenvalue; the other columns of the map are 0.",
            UserWarning,
            stacklevel=5,
        )


def warn_of_empty_clusters(labels, k, n_distinct, n_iter, max_iter):
    """Some of k clusters are empty; X holds so many distinct samples."""
    n_used = len(np.unique(labels))
    if n_distinct < k:
        reason = f"X holds only {n_distinct} distinct samples: choose n_clusters <= {n_distinct}"
    elif n_iter == max_iter:
        reason = f"the run was stopped by max_iter={max_iter}: choose a larger one"
    else:
        reason = "some samples lie too close together to be distinguished: choose fewer clusters"
    warnings.warn(
        f"{k - n_used} of n_clusters={k} clusters are empty, because {reason}.",
        ConvergenceWarning,
        stacklevel=3,
    )
