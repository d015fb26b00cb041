"""Nearest neighbors and kernel regression: no weights to learn, the samples themselves answer.

Every prediction here is a weighted mean of targets (or a weighted vote of classes):

    h(x) = Σ_n w_n(x) y_n / Σ_n w_n(x)

    ==========================  =============================================================
    k nearest, uniform          w_n = 1 for the k samples nearest to x, 0 for the rest
    k nearest, distance         w_n = 1 / ‖x − x_n‖² for the k nearest, 0 for the rest
    Nadaraya-Watson             w_n = φ(γ‖x − x_n‖²) for every sample
    ==========================  =============================================================

The weights depend on the query x: that is what makes these methods lazy. `fit` stores the
samples, `predict` does all of the work. Fix the weights instead, so that they no longer depend
on x, and they become parameters to learn: the full network of `rbflib.full`.

Of samples at equal distance the one with the lower index is nearer, so the k nearest are always
a definite set. Distances are direct differences wherever they decide: points around 1e8 keep
their neighbors.

Source: lecture items n1 to n11; Cover and Hart, *Nearest Neighbor Pattern Classification*
(1967); Nadaraya, *On Estimating Regression* (1964); Watson, *Smooth Regression Analysis* (1964);
Abu-Mostafa, Magdon-Ismail, Lin, *Learning from Data*, section 6.3.
"""

import numpy as np
from scipy.spatial import cKDTree
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from rbflib.basis import BASES, check_basis
from rbflib.learners import MultiOutputRegressor, check_weights, validate_features
from rbflib.numerics.checks import check_count, check_magnitude, check_one_gamma, check_scale
from rbflib.numerics.distances import (
    BLOCK_SIZE,
    pair_squared_distances,
    row_blocks,
    squared_distances,
)
from rbflib.numerics.similarities import relative_similarity

# A tree finds neighbors faster than brute force when samples are many and features are few.
MIN_TREE_SAMPLES = 100
MAX_TREE_FEATURES = 12


class _NearestNeighbors(BaseEstimator):
    """What the two nearest-neighbor learners share: the stored samples, and the search."""

    def __init__(self, n_neighbors=1, weights="uniform"):
        self.n_neighbors = n_neighbors
        self.weights = weights

    def _store(self, X, targets):
        self._check_parameters(len(X))
        check_scale(X)
        self.samples_, self.targets_ = X.copy(), targets.copy()
        self._tree = None
        if len(X) >= MIN_TREE_SAMPLES and X.shape[1] <= MAX_TREE_FEATURES:
            self._tree = cKDTree(self.samples_)
        return self

    def _check_parameters(self, n_samples):
        k = self.n_neighbors
        check_count("n_neighbors", k)
        if k > n_samples:
            raise ValueError(
                f"n_neighbors={k}, but there are only {n_samples} samples to be neighbors. "
                f"Choose n_neighbors <= {n_samples}, or fit on more samples."
            )
        if self.weights not in ("uniform", "distance"):
            raise ValueError(f'weights must be "uniform" or "distance", got {self.weights!r}.')

    def kneighbors(self, X):
        """The neighbors that answer for each query, nearest first.

        Parameters
        ----------
        X : array-like of shape (Q, D)

        Returns
        -------
        distances : ndarray of shape (Q, n_neighbors)
        indices : ndarray of shape (Q, n_neighbors)
            Rows of the samples given to `fit`.
        """
        check_is_fitted(self)
        r2, index = self._search(check_magnitude(validate_features(self, X)))
        return np.sqrt(r2), index

    def _search(self, X):
        """Squared distances and indices of the neighbors, both (Q, n_neighbors)."""
        X, samples = X.astype(np.float64, copy=False), self.samples_.astype(np.float64, copy=False)
        if self._tree is None:
            return nearest_by_brute_force(X, samples, self.n_neighbors)
        return nearest_by_tree(X, samples, self.n_neighbors, self._tree, self.n_neighbors + 1)

    def _weighted_neighbors(self, X):
        """For one block of queries after the other: the neighbors' weights and targets."""
        check_is_fitted(self)
        X = check_magnitude(validate_features(self, X))
        for rows in row_blocks(len(X), self.n_neighbors * self.targets_[0].size):
            r2, index = self._search(X[rows])
            w = np.ones_like(r2) if self.weights == "uniform" else inverse_square_weights(r2)
            yield w, self.targets_[index]


class NearestNeighborClassifier(ClassifierMixin, _NearestNeighbors):
    """The k nearest samples vote for their classes.

    Parameters
    ----------
    n_neighbors : int, default=1
        k. Lecture item n6 suggests k = √N as a start.
    weights : {"uniform", "distance"}, default="uniform"
        One vote each, or a vote of 1/d². A neighbor at distance 0 outvotes all others; several
        of them have one vote each.

    Attributes
    ----------
    samples_ : ndarray of shape (N, D)
    targets_ : ndarray of shape (N,)
        Each sample's position in `classes_`.
    classes_ : ndarray of shape (K,)
    n_features_in_ : int
        D.

    Raises
    ------
    ValueError
        If n_neighbors is not a whole number from 1 to N, weights is unknown, y is not a list of
        classes, or X holds NaN, infinity or numbers beyond 1e140.

    Notes
    -----
    Equal distances: the lower sample index is nearer. Equal votes: the class that comes first
    in `classes_` wins.

    There is no `sample_weight`: a repeated sample takes two of the k places and pushes another
    sample out, which a weight does not do.

    Lecture items n1, n2, n4, n6; Cover and Hart (1967).

    Examples
    --------
    >>> NearestNeighborClassifier().fit([[0.0], [1.0]], ["low", "high"]).predict([[0.8]])
    array(['high'], dtype='<U4')
    """

    def fit(self, X, y):
        """Store the samples X (N, D) and their classes y (N,)."""
        X, y = validate_data(self, X, y, dtype=[np.float64, np.float32])
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        return self._store(X, codes)

    def predict_proba(self, X):
        """Each class's share of the votes: (Q, D) -> (Q, K)."""
        return np.concatenate([self._shares(w, codes) for w, codes in self._weighted_neighbors(X)])

    def predict(self, X):
        """Class with the most votes: (Q, D) -> (Q,)."""
        winner = self.predict_proba(X).argmax(axis=1)
        return self.classes_[winner]

    def _shares(self, w, codes):
        n_queries, n_classes = len(w), len(self.classes_)
        ballot = codes + n_classes * np.arange(n_queries)[:, None]
        votes = np.bincount(ballot.ravel(), w.ravel(), n_queries * n_classes)
        shares = votes.reshape(n_queries, n_classes) / w.sum(axis=1, keepdims=True)
        # 3 votes of 1/3 are as many as 1 vote of 1: rounding must not decide a tie.
        return shares.round(12)


class NearestNeighborRegressor(MultiOutputRegressor, _NearestNeighbors):
    """The mean target of the k nearest samples.

    Parameters
    ----------
    n_neighbors : int, default=1
        k.
    weights : {"uniform", "distance"}, default="uniform"
        The plain mean, or a mean with weights 1/d². At distance 0 the prediction is that
        sample's own target; where several samples are at distance 0, their mean.

    Attributes
    ----------
    samples_ : ndarray of shape (N, D)
    targets_ : ndarray of shape (N,) or (N, K)
    n_features_in_ : int
        D.

    Notes
    -----
    Errors, equal distances and weights of samples as for `NearestNeighborClassifier`.
    Lecture items n2, n6, n7, n8.

    Examples
    --------
    >>> model = NearestNeighborRegressor(n_neighbors=2).fit([[0.0], [1.0], [5.0]], [0, 2, 9])
    >>> model.predict([[0.4]])
    array([1.])
    """

    def fit(self, X, y):
        """Store the samples X (N, D) and their targets y (N,) or (N, K)."""
        return self._store(*self.validate_training(X, y))

    def predict(self, X):
        """Weighted mean of the neighbors' targets: (Q, D) -> (Q,) or (Q, K)."""
        means = [
            np.einsum("qk,qk...->q...", w / w.sum(axis=1, keepdims=True), targets)
            for w, targets in self._weighted_neighbors(X)
        ]
        return np.concatenate(means).astype(self.targets_.dtype, copy=False)


class NadarayaWatsonRegressor(MultiOutputRegressor, BaseEstimator):
    """Kernel regression: the mean of all targets, weighted by similarity to the query.

        h(x) = Σ_n φ(γ‖x − x_n‖²) y_n / Σ_n φ(γ‖x − x_n‖²)

    Parameters
    ----------
    gamma : float, default=1.0
        Inverse squared width, in 1 / (unit of X)². Large: the nearest sample decides. Small:
        the mean of all targets everywhere.
    basis : str, default="gaussian"
        A name in `BASES`.

    Attributes
    ----------
    samples_ : ndarray of shape (N, D)
        The samples whose weight is not 0.
    targets_ : ndarray of shape (N,) or (N, K)
    sample_weight_ : ndarray of shape (N,)
    n_features_in_ : int
        D.

    Raises
    ------
    ValueError
        If gamma is not positive, basis is unknown, X or y holds NaN or infinity, X numbers
        beyond 1e140, or a sample weight is negative or all are 0.

    Notes
    -----
    Far from every sample all similarities are 0 in floating point, and the formula reads 0/0.
    A factor common to all weights cancels, so there they count from the nearest sample
    (`relative_similarity`).

    Weighting a sample is the same as repeating it. There is no `network_`: the sum of weights
    below the line changes with x, so h is no fixed sum of bumps. Read with the heights
    y_n / Σ_m φ(γ‖x − x_m‖²) it is a bump on every sample, whose height depends on the query.

    Lecture items n8, n9, n10, n11; Nadaraya (1964); Watson (1964).

    Examples
    --------
    >>> NadarayaWatsonRegressor().fit([[0.0], [1.0]], [3.0, 5.0]).predict([[0.5]])
    array([4.])
    """

    def __init__(self, gamma=1.0, basis="gaussian"):
        self.gamma = gamma
        self.basis = basis

    def fit(self, X, y, sample_weight=None):
        """Store the samples X (N, D), targets y (N,) or (N, K), weights (N,) or None."""
        check_basis(self.basis)
        check_one_gamma(self.gamma)  # one width: the query has a single bump
        X, y = self.validate_training(X, y)
        check_magnitude(X)
        weight = check_weights(sample_weight, X)
        present = weight > 0  # a sample of weight 0 must not answer a far query either
        self.samples_, self.targets_ = X[present], y[present]
        self.sample_weight_ = weight[present]
        return self

    def predict(self, X):
        """Weighted mean of all targets: (Q, D) -> (Q,) or (Q, K)."""
        check_is_fitted(self)
        X = check_magnitude(validate_features(self, X))
        gamma = check_one_gamma(self.gamma)
        # Not so small that the only sample in reach of a query would count as 0.
        weight = np.maximum(self.sample_weight_ / self.sample_weight_.max(), 1e-200)
        weighted_targets = (weight * self.targets_.T).T
        h = np.empty((len(X), *self.targets_.shape[1:]), self.targets_.dtype)
        for rows in _query_blocks(len(X), len(self.samples_)):
            w = relative_similarity(X[rows], self.samples_, gamma, BASES[self.basis])
            h[rows] = ((w @ weighted_targets).T / (w @ weight)).T
        return h


def nearest_by_brute_force(X, samples, k):
    """Squared distances and indices, (Q, k) each, of the k samples nearest to each query.

    Every distance is computed, then only those that rounding could confuse with the k-th are
    measured again, directly.
    """
    r2, index = np.empty((len(X), k)), np.empty((len(X), k), dtype=np.intp)
    # `squared_distances` may lose four of its digits to cancellation.
    rounding = 1e5 * (X.shape[1] + 3) * np.finfo(np.float64).eps
    for rows in _query_blocks(len(X), len(samples)):
        approximate = squared_distances(X[rows], samples)
        kth = np.partition(approximate, k - 1, axis=1)[:, k - 1 : k]
        query, sample = np.nonzero(approximate <= kth * (1 + rounding))
        r2[rows], index[rows] = _first_k(X[rows], samples, query, sample, k)
    return r2, index


def _query_blocks(n_queries, n_samples):
    """At least 32 queries, if 8 blocks' memory allows: each block passes over all samples."""
    return row_blocks(n_queries, max(min(n_samples, BLOCK_SIZE // 32), n_samples // 8))


def nearest_by_tree(X, samples, k, tree, n_candidates):
    """The same answer from a k-d tree over the samples.

    Where the last of the tree's candidates is as far as the k-th, more may be waiting at that
    distance: those queries ask again, for four times as many.
    """
    r2, index = np.empty((len(X), k)), np.empty((len(X), k), dtype=np.intp)
    n_candidates = min(n_candidates, len(samples))
    for rows in row_blocks(len(X), n_candidates):
        distance, sample = tree.query(X[rows], n_candidates)
        query = np.repeat(np.arange(len(sample)), n_candidates)
        r2[rows], index[rows] = _first_k(X[rows], samples, query, sample.ravel(), k)
        if n_candidates < len(samples):
            tied = rows.start + np.flatnonzero(distance[:, -1] <= distance[:, k - 1] * (1 + 1e-9))
            if len(tied):
                r2[tied], index[tied] = nearest_by_tree(X[tied], samples, k, tree, 4 * n_candidates)
    return r2, index


def _first_k(X, samples, query, sample, k):
    """Of the candidate pairs (query, sample), the k nearest of each query: lower index first."""
    r2 = pair_squared_distances(X[query], samples[sample])
    order = np.lexsort((sample, r2, query))
    start = np.searchsorted(query[order], np.arange(len(X)))
    chosen = order[start[:, None] + np.arange(k)]
    return r2[chosen], sample[chosen]


def inverse_square_weights(r2):
    """1/d² of neighbors sorted by distance, in units of the nearest one's: (Q, k) -> (Q, k).

    A nearest neighbor at distance 0 leaves weight only to those at distance 0.
    """
    nearest = r2[:, :1]
    return np.divide(nearest, r2, out=(r2 == 0).astype(np.float64), where=nearest > 0)
