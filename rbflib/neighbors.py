"""Nearest neighbors and kernel regression: weighted means of targets, or votes for classes.

    h(x) = Σ_n w_n(x) y_n / Σ_n w_n(x)

    k nearest, uniform     w_n = 1 for the k samples nearest to x, 0 for the rest
    k nearest, distance    w_n = 1 / ‖x − x_n‖² for the k nearest, 0 for the rest
    Nadaraya-Watson        w_n = φ(γ‖x − x_n‖²) for every sample

Distances are direct differences wherever they decide: points around 1e8 keep their neighbors.
Differences below 1e-162 have squares of 0, and such samples count as equal. A fit raises ValueError
if a parameter is invalid, or a number is NaN, infinite or out of range.

Source: lecture items n1 to n11; Cover and Hart, *Nearest Neighbor Pattern Classification*
(1967); Nadaraya, *On Estimating Regression* (1964); Watson, *Smooth Regression Analysis* (1964);
Abu-Mostafa, Magdon-Ismail, Lin, *Learning from Data*, section 6.3.
"""

from __future__ import annotations

from typing import Literal, Self

import numpy as np
from numpy.typing import ArrayLike, DTypeLike
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from rbflib.basis import BasisName, check_basis
from rbflib.learners import (
    Gamma,
    Learner,
    MultiOutputRegressor,
    encode_classes,
    keep,
    one_gamma,
    positive_weights,
    validate_features,
    validate_samples,
)
from rbflib.numerics.checks import check_choice, check_count
from rbflib.numerics.distances import map_rows
from rbflib.numerics.means import precision
from rbflib.numerics.search import NeighborSearch, inverse_square_weights
from rbflib.numerics.similarities import level_ties, relative_similarity
from rbflib.numerics.warn import Layer, warn_of_votes


class _NearestNeighbors(Learner):
    """What the two nearest-neighbor learners share: the stored samples, and the search."""

    samples_: np.ndarray
    targets_: np.ndarray

    def __init__(
        self, n_neighbors: int = 1, weights: Literal["uniform", "distance"] = "uniform"
    ) -> None:
        self.n_neighbors = n_neighbors
        self.weights = weights

    def _store(self, X, samples, targets, **found):
        self._checked_neighbors(len(samples))
        samples = samples.copy()
        search = NeighborSearch(samples)
        return keep(self, X, samples_=samples, targets_=targets.copy(), _search=search, **found)

    def kneighbors(self, X: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
        """Distances and row numbers of the nearest samples, nearest first: (Q, D) -> two (Q, k)."""
        X, k = validate_features(self, X), self._checked_neighbors(len(self.samples_))
        r2, index = self._search(X, k)
        return np.sqrt(r2), index

    def _checked_neighbors(self, n_samples):
        """n_neighbors as an int; it and `weights` may have been set after the fit."""
        check_choice("weights", self.weights, ("uniform", "distance"))
        return check_count("n_neighbors", self.n_neighbors, at_most=n_samples)

    def _answer(self, X, combine, shape, dtype: DTypeLike = np.float64):
        """combine(w, targets), with the weights and targets of each query's neighbors."""
        X, k = validate_features(self, X), self._checked_neighbors(len(self.samples_))

        def answer(x):
            r2, index = self._search(x, k)
            w = np.ones_like(r2) if self.weights == "uniform" else inverse_square_weights(r2)
            return combine(w, self.targets_[index])

        return map_rows(answer, X, k * self.targets_[0].size, shape, dtype)


class NearestNeighborClassifier(ClassifierMixin, _NearestNeighbors):
    """The k nearest samples vote for their classes.

    Of samples at equal distance the one with the lower index is nearer. Of classes with equal votes
    the first in `classes_` wins. There is no `sample_weight`: a repeated sample takes two of the k
    places, which no weight does. Lecture items n1, n2, n4, n6.

    Parameters
    ----------
    n_neighbors : int, default=1
        k, from 1 to N. Lecture item n6 suggests k = √N as a start.
    weights : {"uniform", "distance"}, default="uniform"
        One vote each, or 1/d² votes. Samples at distance 0 outvote all others, with one vote each.

    Attributes
    ----------
    samples_, targets_, classes_ : ndarray of shape (N, D), (N,) and (K,)
        The training samples, each one's position in `classes_`, and the classes, sorted.
    n_features_in_ : int

    Examples
    --------
    >>> NearestNeighborClassifier().fit([[0.0], [1.0]], ["low", "high"]).predict([[0.8]])
    array(['high'], dtype='<U4')
    """

    classes_: np.ndarray

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Store the samples X (N, D) and their classes y (N,)."""
        samples, y = validate_samples(self, X, y)
        classes, codes = encode_classes(y)
        return self._store(X, samples, codes, classes_=classes)

    def predict_proba(self, X: ArrayLike) -> np.ndarray:
        """Each class's share of the votes: (Q, D) -> (Q, K)."""
        check_is_fitted(self)
        return self._answer(X, self._shares, self.classes_.shape)

    def predict(self, X: ArrayLike) -> np.ndarray:
        """Class with the most votes: (Q, D) -> (Q,)."""
        winner = self.predict_proba(X).argmax(axis=1)
        return self.classes_[winner]

    def _shares(self, w, codes):
        n_queries, n_classes = len(w), len(self.classes_)
        ballot = codes + n_classes * np.arange(n_queries)[:, None]
        votes = np.bincount(ballot.ravel(), w.ravel(), n_queries * n_classes)
        total = w.sum(axis=1)
        # 3 votes of 1/3 are as many as 1 vote of 1: rounding must not decide a tie.
        return level_ties(votes.reshape(n_queries, n_classes), 1e-12 * total) / total[:, None]


class NearestNeighborRegressor(MultiOutputRegressor, _NearestNeighbors):
    """The mean target of the k nearest samples.

    Of samples at equal distance the one with the lower index is nearer. There is no
    `sample_weight`: a repeated sample takes two of the k places. Lecture items n2, n6, n7, n8.

    Parameters
    ----------
    n_neighbors : int, k, from 1 to N, default=1
    weights : {"uniform", "distance"}, default="uniform"
        The plain mean, or a mean with weights 1/d²: the mean of those at distance 0, if any.

    Attributes
    ----------
    samples_, targets_ : ndarray of shape (N, D) and (N,) or (N, K)
        Training samples and targets; float32 if X is, and if the digits of the targets fit in.
    n_features_in_ : int
    """

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Store the samples X (N, D) and their targets y (N,) or (N, K)."""
        samples, y, _ = self.validate_training(X, y)
        dtype = precision(samples.dtype, np.abs(y).max(axis=0), y)
        return self._store(X, samples, y.astype(dtype))

    def predict(self, X: ArrayLike) -> np.ndarray:
        """Weighted mean of the neighbors' targets: (Q, D) -> (Q,) or (Q, K)."""
        check_is_fitted(self)

        def mean(w, y):
            return np.einsum("qk,qk...->q...", w / w.sum(axis=1, keepdims=True), y)

        return self._answer(X, mean, self.targets_.shape[1:], self.targets_.dtype)


class NadarayaWatsonRegressor(MultiOutputRegressor, Learner):
    """Kernel regression: the mean of all targets, weighted by similarity to the query.

    h(x) = Σ_n φ(γ‖x − x_n‖²) y_n / Σ_n φ(γ‖x − x_n‖²). Where all similarities round to 0, they are
    computed relative to the largest one. Weighting a sample is the same as repeating it. There is
    no `network_`: the heights of the bumps, y_n / Σ_m φ(γ‖x − x_m‖²), depend on the query. Lecture
    items n8, n9, n10, n11.

    Parameters
    ----------
    gamma : float or "scale", default=1.0
        Inverse squared width, in 1 / (unit of X)²; "scale" is 1/(D·var X). For small γ h is the
        mean of all targets, for large γ the target of the nearest sample.
    basis : name in `BASES`, default="gaussian"

    Attributes
    ----------
    samples_, targets_, sample_weight_ : ndarray of shape (N, D), (N,) or (N, K), and (N,)
        The samples of weight above 0, their targets, and their weights; the largest is 1.
    gamma_ : float, γ of the fit
    n_features_in_ : int
    """

    samples_: np.ndarray
    targets_: np.ndarray
    sample_weight_: np.ndarray
    gamma_: float

    def __init__(self, gamma: Gamma = 1.0, basis: BasisName = "gaussian") -> None:
        self.gamma = gamma
        self.basis: BasisName = basis

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Store the samples X (N, D), targets y (N,) or (N, K), weights (N,) or None."""
        samples, y, _ = self.validate_training(X, y)
        weight = positive_weights(sample_weight, samples)
        present = weight > 0  # a sample of weight 0 must not answer a far query either
        samples, y, weight = samples[present], y[present], weight[present] / weight.max()
        y = y.astype(precision(samples.dtype, np.abs(y).max(axis=0), y))
        gamma = one_gamma(self.gamma, samples, weight)
        warn_of_votes(samples, Layer(samples, gamma, check_basis(self.basis)), stacklevel=3)
        return keep(self, X, samples_=samples, targets_=y, sample_weight_=weight, gamma_=gamma)

    def predict(self, X: ArrayLike) -> np.ndarray:
        """Weighted mean of all targets: (Q, D) -> (Q,) or (Q, K)."""
        X, phi = validate_features(self, X, "gamma_"), check_basis(self.basis)
        targets = self.targets_
        # Not so small that the only sample in reach of a query would count as 0.
        weight = np.maximum(self.sample_weight_, 1e-200)
        weighted_targets = (weight * targets.T).T

        def mean(x):
            w = relative_similarity(x, self.samples_, self.gamma_, phi)
            return ((w @ weighted_targets).T / (w @ weight)).T

        return map_rows(mean, X, len(targets), targets.shape[1:], targets.dtype)
