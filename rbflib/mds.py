"""Classical multidimensional scaling: from a table of distances back to a map.

    d²_ij = b_ii + b_jj − 2b_ij                              distances from inner products
    b_ij  = −½(d²_ij − d²_i. − d²_.j + d²_..)                and back: double centering
    B = VΛVᵀ,    Z = VΛ^½                                    rows of Z are the points of the map

A dot is the mean over that index; subtracting it puts the origin in the centroid. Of Λ the largest
eigenvalues are kept, one per dimension of the map: each is the sum of squares of its coordinate.

Source: lecture items m1 to m6, formulas (14) to (27), there with one column per sample; Torgerson,
*Theory and Methods of Scaling* (1958); Gower, "Adding a point to vector diagrams in multivariate
analysis", Biometrika 55 (1968), 582-585.
"""

from __future__ import annotations

from typing import Literal, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils import Tags, check_array
from sklearn.utils.validation import check_is_fitted

from rbflib.learners import Learner, keep, validate_features, validate_points
from rbflib.numerics.checks import FLOATS, check_choice, check_count, check_memory
from rbflib.numerics.distance_table import check_distance_table, check_not_negative
from rbflib.numerics.means import centered
from rbflib.numerics.spectra import Spectrum
from rbflib.numerics.warn import warn_if_not_euclidean, warn_if_not_positive

# An eigenvalue of less than this, in units of ε times the largest one, counts as 0. Whatever N is,
# rounding leaves 1 to 4, and up to some tens where distances are roots of differences.
EIGENVALUE_ROUNDING = 32


def double_centering(distances: ArrayLike) -> np.ndarray:
    """Inner products B (N, N) of points about their centroid, from their distances alone.

    B is symmetric, in float64, and its rows and columns sum to 0. Formulas (21) to (27). Raises
    ValueError if distances is not such a table, or holds NaN or infinity. Lecture item m1.

    Parameters
    ----------
    distances : array-like of shape (N, N), symmetric, not negative, 0 on the diagonal

    Examples
    --------
    >>> double_centering([[0.0, 2.0], [2.0, 0.0]])
    array([[ 1., -1.],
           [-1.,  1.]])
    """
    distances = check_array(distances, dtype=FLOATS, input_name="distances")
    d2 = np.square(check_distance_table(distances), dtype=np.float64)
    row = d2.mean(axis=1, keepdims=True)  # d²_i.
    d2 -= row
    d2 -= row.T - row.mean()  # d²_.j, as the table is symmetric, and d²_..
    d2 *= -0.5
    return d2


class ClassicalMDS(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Learner):
    """Classical multidimensional scaling, also known as principal coordinates analysis.

    For points, B = XXᵀ with X centered. XᵀX, (D, D), has the same eigenvalues other than 0, and the
    smaller of the two is used; the map is that of principal component analysis. There is no
    `sample_weight`: a repeated sample is another point of the map. Memory: for "precomputed" 2 to 4
    matrices (N, N) of float64 beside the table, of which B is kept. Warns with UserWarning if B has
    an eigenvalue below 0 by more than rounding: no points in a Euclidean space have these
    distances, and the map is made from the positive eigenvalues; or if fewer than n_components of
    them are above 0 by more than rounding: the other columns are 0. Lecture items m2 to m6.

    Parameters
    ----------
    n_components : int, the dimensions of the map, from 1 to N, default=2
    metric : {"euclidean", "precomputed"}, default="euclidean"
        Whether X holds points (N, D), or a table of distances (N, N).

    Attributes
    ----------
    embedding_ : ndarray of shape (N, n_components)
        The map Z. Of the two signs of a column, the one that makes its largest entry positive.
    eigenvalues_ : ndarray of shape (N,), all of B, falling; computed when first asked for
    n_features_in_ : int, the number of features D, or N for "precomputed"

    Raises
    ------
    ValueError, MemoryError
        In fit, if X holds NaN, infinity or numbers beyond 1e140, a parameter is invalid, memory is
        short, or a table is not square, symmetric, 0 on the diagonal and nowhere negative.
        Deviations of up to 1e-6 of its largest entry (1.5e-3 in float32) become the mean of both
        entries, or 0.

    Examples
    --------
    >>> Z = ClassicalMDS(metric="precomputed").fit_transform([[0, 3, 5], [3, 0, 4], [5, 4, 0]])
    >>> round(float(np.linalg.norm(Z[0] - Z[2])), 9)
    5.0
    """

    embedding_: np.ndarray

    def __init__(
        self, n_components: int = 2, metric: Literal["euclidean", "precomputed"] = "euclidean"
    ) -> None:
        self.n_components = n_components
        self.metric = metric

    def fit(self, X: ArrayLike, y: object = None) -> Self:
        """Make the map of X: points (N, D), or distances (N, N). y is ignored."""
        metric = check_choice("metric", self.metric, ("euclidean", "precomputed"))
        samples = validate_points(self, X)
        k = check_count("n_components", self.n_components, at_most=len(samples))
        size = len(samples) if metric == "precomputed" else min(samples.shape)
        check_memory(16 * size**2, "Use fewer samples, and place the others by transform.")
        fit = _fit_distances if metric == "precomputed" else _fit_points
        Z, axes, spectrum, mean = fit(samples, k)
        Z = Z.astype(samples.dtype)
        return keep(self, X, embedding_=Z, _axes=axes, _spectrum=spectrum, _mean=mean)

    def fit_transform(self, X: ArrayLike, y: object = None) -> np.ndarray:
        """Make the map of X, and return it: (N, n_components)."""
        return self.fit(X).embedding_

    def transform(self, X: ArrayLike) -> np.ndarray:
        """Place new points, (Q, D) or their distances (Q, N), on the map: (Q, n_components).

        Gower's formula, with the distances d_i to the fitted points, which do not move:
        z = Λ⁻¹Zᵀ ½(b_ii − d²_i). The bracket is the inner product with point i, up to a constant
        that Zᵀ takes to 0. For points this is z = Λ⁻¹ZᵀX(x − mean). Raises ValueError if X holds
        NaN, infinity, negative distances, numbers beyond 1e140 or other columns.
        """
        X = validate_features(self, X)
        if self._mean is None:  # fitted on distances
            d2 = np.square(check_not_negative(X), dtype=np.float64)
            b = 0.5 * (self._spectrum.S.diagonal() - d2)
            # Zᵀ takes a constant to 0 but for rounding, which a small Λ would make large.
            b -= b.mean(axis=1, keepdims=True)
        else:
            b = X - self._mean
        return (b @ self._axes).astype(X.dtype)

    @property
    def eigenvalues_(self) -> np.ndarray:
        check_is_fitted(self, "embedding_")
        Z = self.embedding_
        return _pad(self._spectrum.eigenvalues(), len(Z)).astype(Z.dtype)  # XXᵀ has more than XᵀX

    @property
    def _n_features_out(self):
        return self.embedding_.shape[1]

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = tags.input_tags.positive_only = self.metric == "precomputed"
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


def _fit_points(X, k):
    """Z (N, k), and the matrix (D, k) that takes a centered point to the map."""
    N, D = X.shape
    # Points that were rounded to their dtype lie off their plane by this sum of squares.
    rounding = max(N, D) * float(np.abs(X).max() * np.finfo(X.dtype).eps) ** 2
    X, mean = centered(X)
    spectrum = Spectrum(X.T @ X if D < N else X @ X.T)
    eigenvalues, V = spectrum.largest(min(k, D, N))
    axes = V if D < N else X.T @ V / _root(eigenvalues)
    axes = np.where(_positive(eigenvalues, k, np.float64, rounding), _pad(axes, k), 0)
    Z = X @ axes
    signs = _signs(Z)
    return Z * signs, axes * signs, spectrum, mean


def _fit_distances(distances, k):
    """Z (N, k), and the matrix (N, k) that takes inner products to the map."""
    spectrum = Spectrum(double_centering(distances))
    eigenvalues, V = spectrum.largest(k)
    warn_if_not_euclidean(spectrum.smallest(), eigenvalues[0], distances.dtype)
    V = np.where(_positive(eigenvalues, k, distances.dtype), V * _signs(V), 0)
    return V * _root(eigenvalues), V / _root(eigenvalues), spectrum, None


def _positive(eigenvalues, k, dtype, rounding=0.0):
    """Which of the k columns have an eigenvalue above 0 by more than rounding."""
    rounding += EIGENVALUE_ROUNDING * np.finfo(dtype).eps * max(eigenvalues[0], 0)
    positive = _pad(eigenvalues, k) > rounding
    warn_if_not_positive(positive)
    return positive


def _root(eigenvalues):
    """√λ, and 1 where λ is not positive: those columns are 0 anyway."""
    return np.sqrt(np.where(eigenvalues > 0, eigenvalues, 1))


def _pad(columns, k):
    """Zeros behind the last axis up to length k."""
    return np.pad(columns, [(0, 0)] * (columns.ndim - 1) + [(0, k - columns.shape[-1])])


def _signs(Z):
    """+1 or −1 per column: multiplied by it, its largest entry is positive."""
    return np.where(Z[np.abs(Z).argmax(axis=0), np.arange(Z.shape[1])] < 0, -1.0, 1.0)
