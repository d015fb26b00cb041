"""Similarities φ(γ‖x − μ‖²) in blocks of rows, at infinite distances, and far from every sample."""

from functools import partial
from typing import NamedTuple

import numpy as np

from rbflib.numerics.checks import check_memory
from rbflib.numerics.distances import map_rows, row_blocks, scaled_distances, squared_distances


def similarity_matrix(X, centers, gamma, phi):
    """φ(γ‖x_n − μ_m‖²) of every pair, for checked input: (N, D), (M, D) -> (N, M)."""
    dtype = np.result_type(X, centers)
    n_bytes = len(X) * len(centers) * dtype.itemsize
    check_memory(n_bytes, "Take fewer rows of X at a time, as calling a network does, or centers.")
    if X is centers and np.ndim(gamma) == 0:
        return _similarities_among(X, gamma, phi)
    M, layer = len(centers), partial(similarity, centers=centers, gamma=gamma, phi=phi)
    return map_rows(layer, X, max(centers.shape), (M,), dtype)


def _similarities_among(X, gamma, phi):
    """The same for the samples among themselves, each pair once: (N, D) -> (N, N)."""
    Z = np.empty((len(X), len(X)), X.dtype)
    for rows in row_blocks(len(X), max(X.shape)):
        from_here, after = slice(rows.start, None), slice(rows.stop, None)
        Z[rows, from_here] = similarity(X[rows], X[from_here], gamma, phi)
        Z[after, rows] = Z[rows, after].T
    return Z


def similarity(X, centers, gamma, phi):
    """One block of them, in float64."""
    with np.errstate(over="ignore", under="ignore"):  # s = ∞ is a good answer: φ(∞) = 0
        return phi(scaled_distances(X, centers, gamma))


def level_ties(votes, rounding):
    """Votes (Q,) for one class against another, or (Q, K), where rounding decides no tie."""
    # Votes that differ by no more than this, a number or (Q,), are made equal: to 0, or the
    # largest.
    if votes.ndim == 1:
        return np.where(np.abs(votes) <= rounding, votes.dtype.type(0), votes)
    most = votes.max(axis=1, keepdims=True)
    return np.where(votes >= most - np.reshape(rounding, (-1, 1)), most, votes)


def relative_similarity(X, samples, gamma, phi, far=1e-100):
    """φ(γ‖x − x_n‖²), never all 0: (Q, D), (N, D) -> (Q, N)."""
    # Far from every sample all similarities are 0 in floating point. A common factor changes
    # neither a weighted mean nor the winner of a vote, so below `far`, long before numbers end,
    # they count from the nearest sample, which has this similarity.
    w = similarity(X, samples, gamma, phi)
    rows = w.max(axis=1) < far
    if rows.any():
        r2 = squared_distances(X[rows], samples)
        queries = FarQueries(X[rows], samples, gamma, r2, r2.min(axis=1, keepdims=True))
        with np.errstate(over="ignore"):
            w[rows] = far * phi.far(queries)
    return w


class FarQueries(NamedTuple):
    """Queries X (Q, D) far from all samples (N, D), and r_n² (Q, N), the least of them (Q, 1)."""

    X: np.ndarray
    samples: np.ndarray
    gamma: float
    r2: np.ndarray
    nearest: np.ndarray

    def excess(self):
        """r_n² − r² with the nearest sample a at distance r, as (a − x_n)·((x − a) + (x − x_n))."""
        # The product keeps the digits that the difference of two huge squares has lost.
        X, samples = (part.astype(np.float64, copy=False) for part in (self.X, self.samples))
        excess = np.zeros_like(self.r2)
        for x, x_n, a in zip(X.T, samples.T, samples[self.r2.argmin(axis=1)].T, strict=True):
            excess += np.subtract.outer(a, x_n) * np.subtract.outer((x - a) + x, x_n)
        return excess - excess.min(axis=1, keepdims=True)
