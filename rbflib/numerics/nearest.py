"""The nearest center of every sample, asked again and again while the centers move.

The assignment of k-means takes NM distances. A small table of them is simply computed. In a large
one, two bounds save most of the work and leave the answer the same, to the last label:

1. ‖x − μ‖² ≥ (1 − ε)(‖x‖² + ‖μ‖²) − 2x·μ, about the mean of X. One matrix product gives the right
   side for all pairs, and ε covers its rounding. Only centers that come below the sample's own in
   this bound are measured.
2. A sample's `rival` is how near any center but its own can be, at least. When the centers move,
   it shrinks by no more than the largest move. While the own center is nearer than that, nothing
   has changed, and the sample is left alone.

Of centers at equal distance the one with the lower index is nearer.

Source: Hamerly, *Making k-means even faster* (2010).
"""

import numpy as np

from rbflib.numerics.distances import (
    BLOCK_SIZE,
    MAX_DIRECT_FEATURES,
    own_squared_distances,
    pair_squared_distances,
    squared_distances,
    squared_norms,
)

# Up to so many distances, computing all of them costs less than avoiding some.
SMALL_TABLE = 2**14


class NearestCenter:
    """nearest(centers) is labels (N,) and squared distances (N,), for the same X (N, D) each time.

    Centers (M, D) that have moved only a little cost little: pass the last labels too, with the
    squared distances to their centers as they are now.
    """

    def __init__(self, X, n_centers):
        N, D = X.shape
        self.X, self.row_numbers = X, np.arange(N)
        self.small = N * n_centers <= SMALL_TABLE and D <= MAX_DIRECT_FEATURES
        self.shift = X.mean(axis=0)
        self.deviations = np.ones((N, D + 1))  # the last column multiplies ‖μ‖²
        np.subtract(X, self.shift, out=self.deviations[:, :-1])
        if not self.small:
            self.shrink = 1 - 4 * (D + 8) * np.finfo(np.float64).eps  # 1 − ε
            self.size = self.shrink * squared_norms(self.deviations[:, :-1])
            self.rival = np.zeros(N)
            # One block's memory, used again and again.
            self.bounds = np.empty((n_centers, min(N, max(1, BLOCK_SIZE // n_centers))))

    def __call__(self, centers, labels=None, r2=None):
        """Labels (N,), and squared distances (N,), from the previous ones where there are any."""
        centers = centers.astype(np.float64, copy=False)
        if self.small:
            table = squared_distances(self.X, centers)
            labels = table.argmin(axis=1)
            return labels.astype(np.int32), table[self.row_numbers, labels]
        # [−2μ, (1 − ε)‖μ‖²], whose product with [x, 1] is the bound without ‖x‖².
        mu = centers - self.shift
        slopes = np.column_stack([-2 * mu, self.shrink * squared_norms(mu)])
        if labels is None or r2 is None:
            guesses = [self._bounds(rows, slopes).argmin(axis=0) for rows in self._blocks()]
            labels = np.concatenate(guesses).astype(np.int32)
            r2 = own_squared_distances(self.X, centers, labels)
        else:
            # For a sample that fills an empty set, the old center is a new rival. That set's
            # center has come from at least as far as the rival was, so none of it is left.
            self.rival -= np.sqrt(pair_squared_distances(centers, self.centers).max())
            labels, r2 = labels.copy(), r2.copy()
        for rows in self._blocks(self.rival <= np.sqrt(r2)):
            self._settle(rows, slopes, centers, labels, r2)
        self.centers = centers
        return labels, r2

    def _blocks(self, mask: slice | np.ndarray = slice(None)):
        rows, step = self.row_numbers[mask], self.bounds.shape[1]
        return [rows[start : start + step] for start in range(0, len(rows), step)]

    def _bounds(self, rows, slopes):
        out = self.bounds[:, : len(rows)]
        return np.matmul(slopes, self.deviations.take(rows, axis=0).T, out=out)

    def _settle(self, rows, slopes, centers, labels, r2):
        """Find the nearest center for some rows, and write labels, r2 and rival there."""
        own, own_r2, size = labels.take(rows), r2.take(rows), self.size.take(rows)
        bounds = self._bounds(rows, slopes)
        bounds[own, self.row_numbers[: len(rows)]] = np.inf
        rival = np.sqrt(np.maximum(bounds.min(axis=0) + size, 0))
        # The factor outweighs the rounding of all later subtractions.
        self.rival[rows] = rival * (1 - 1e-12)
        behind = np.flatnonzero(self.rival[rows] <= np.sqrt(own_r2))
        if len(behind):
            rows, own, own_r2 = rows[behind], own[behind], own_r2[behind]
            below = bounds.take(behind, axis=1) <= own_r2 - size[behind]
            labels[rows], r2[rows] = self._measure(rows, below, own, own_r2, centers)
            self.rival[rows] = 0  # the center that was the own one may be a rival now

    def _measure(self, rows, below, own, own_r2, centers):
        """Nearest of a row's own center and those below it in the bound: lower index first."""
        m, n = np.nonzero(below)
        table = np.full(below.shape, np.inf)
        table[m, n] = pair_squared_distances(
            self.X.take(rows.take(n), axis=0), centers.take(m, axis=0)
        )
        column = self.row_numbers[: len(rows)]
        table[own, column] = own_r2
        nearest = table.argmin(axis=0)
        return nearest, table[nearest, column]
