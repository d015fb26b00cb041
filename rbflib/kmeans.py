"""k-means: Lloyd's algorithm, half a step at a time.

Choose centers μ and sets S so that every sample is near the center of its set:

    E(S, μ) = Σ_m Σ_{n ∈ S_m} w_n ‖x_n − μ_m‖²                     (w_n = 1 without weights)

The best S and μ together are intractable to find. Each alone is easy, and Lloyd alternates:

    assign    centers fixed: the best set of a sample is that of its nearest center
    update    sets fixed: ∂E/∂μ_m = −2 Σ_{n ∈ S_m} w_n (x_n − μ_m) vanishes at the mean of S_m

Neither half step raises E, and N samples can be split into sets in finitely many ways, so it stops
in a minimum, which depends on the start. E is the lecture's N·E_in and scikit-learn's inertia.

Source: lecture items k1 to k9; Lloyd, *Least Squares Quantization in PCM* (1982); Arthur and
Vassilvitskii, *k-means++: The Advantages of Careful Seeding* (2007).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Self, TypeAlias

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import ClassNamePrefixFeaturesOutMixin, ClusterMixin, TransformerMixin
from sklearn.utils import check_random_state

from rbflib.learners import (
    Array,
    Learner,
    RandomState,
    check_weights,
    check_weights_and_count,
    keep,
    validate_features,
    validate_points,
)
from rbflib.numerics import nearest
from rbflib.numerics.checks import check_choice, check_count, check_sample_pair, check_start
from rbflib.numerics.distances import equal_rows, map_rows, own_squared_distances, squared_distances
from rbflib.numerics.nearest import nearest_center
from rbflib.numerics.warn import warn_of_empty_clusters

StartName: TypeAlias = Literal["random", "k-means++"]


def lloyd(
    X: ArrayLike, centers: ArrayLike, max_iter: int = 300, sample_weight: ArrayLike | None = None
) -> Iterator[KMeansStep]:
    """Lloyd's algorithm from given centers, every half step recorded.

    A sample at equal distance from two centers, up to the rounding of the centers, goes to the one
    with the lower index. A center whose set is empty moves to the sample farthest from its own
    center and takes it over, which lowers the cost; if every sample lies on a center, it stays.
    Centers have the precision of X, float32 or float64; costs are float64. Raises ValueError if a
    value is NaN or beyond 1e140, max_iter < 1, M > N, or X and centers differ in D. Lecture items
    k2 to k5.

    Parameters
    ----------
    X, centers, sample_weight : array-like of shape (N, D), (M, D) and (N,), default=None
        Samples, where the centers start, and weights w_n: a weight of 2 equals two samples.
    max_iter : int, the most updates, default=300

    Returns
    -------
    steps : iterator of KMeansStep
        start, assign, update, assign, …, update, assign. It ends when no label has changed, or
        after max_iter updates; labels and centers always agree.

    Examples
    --------
    >>> for step in lloyd([[0.0], [1.0], [5.0]], centers=[[0.0], [1.0]]):
    ...     print(step.phase, step.centers.ravel(), step.labels, step.cost)
    start [0. 1.] [-1 -1 -1] 16.0
    assign [0. 1.] [0 1 1] 16.0
    update [0. 3.] [0 1 1] 8.0
    assign [0. 3.] [0 0 1] 5.0
    update [0.5 5. ] [0 0 1] 0.5
    assign [0.5 5. ] [0 0 1] 0.5
    """
    X, centers = check_sample_pair(X, centers)
    max_iter, what = check_count("max_iter", max_iter), "the number of centers"
    weight, unit, _ = check_weights_and_count(sample_weight, X, what, len(centers))
    return _lloyd(X, centers.astype(X.dtype), max_iter, weight, unit)


def _lloyd(X, centers, max_iter, weight, unit):
    """The steps of `lloyd` for checked input, with the weights in units of `unit`."""
    dtype, X = X.dtype, X.astype(np.float64, copy=False)
    prepared = None if nearest.is_small(X, len(centers)) else nearest.rough(X, X[0])
    labels = nearest_center(X, centers, prepared)
    r2 = own_squared_distances(X, centers, labels)
    cost = unit * (weight @ r2)
    yield KMeansStep("start", centers, np.full_like(labels, -1), cost)
    yield KMeansStep("assign", centers, labels, cost)
    for _ in range(max_iter):
        sets = nearest.fill_empty_sets(X, weight, labels, r2, len(centers))
        centers = nearest.means_of_sets(X, sets, weight, centers).astype(dtype, copy=False)
        r2 = own_squared_distances(X, centers, sets)
        # The mean is the best center: only rounding can say that the cost has risen.
        cost = min(cost, unit * (weight @ r2))
        yield KMeansStep("update", centers, sets, cost)
        labels = nearest_center(X, centers, prepared)
        moved = (labels != sets).nonzero()[0]
        r2[moved] = own_squared_distances(X[moved], centers, labels[moved])
        cost = min(cost, unit * (weight @ r2))
        yield KMeansStep("assign", centers, labels, cost)
        if len(moved) == 0:
            return


@dataclass(frozen=True, eq=False)
class KMeansStep:
    """One half step of Lloyd's algorithm. The arrays are read-only.

    Attributes
    ----------
    phase : {"start", "assign", "update"}
        What has just been done: nothing yet, new sets, or new centers.
    centers, labels : ndarray of shape (M, D) and (N,)
        The centers, and the index of each sample's set; −1 at the start.
    cost : float, E; at the start, that of the first assignment
    """

    phase: Literal["start", "assign", "update"]
    centers: np.ndarray
    labels: np.ndarray
    cost: float

    def __post_init__(self) -> None:
        self.centers.setflags(write=False)
        self.labels.setflags(write=False)


class KMeans(ClassNamePrefixFeaturesOutMixin, TransformerMixin, ClusterMixin, Learner):
    """k-means by Lloyd's algorithm, every half step of the best run kept.

    Weighting a sample is the same as repeating it, for random starts too: distinct samples are
    drawn, in proportion to their total weights. Warns with ConvergenceWarning if clusters stay
    empty, because there are fewer distinct samples than clusters. Lecture items k1 to k9.

    Parameters
    ----------
    n_clusters : int, the number of centers M, default=8
    init : {"random", "k-means++"} or array-like of shape (M, D), default="random"
        "random": k distinct samples. "k-means++": samples drawn one by one, in proportion to the
        squared distance from the centers drawn before. Or the centers themselves, for one run.
    n_init, max_iter : int, default=1 and 300
        Runs from different starts, of which that of least cost is kept; updates per run at most.
    random_state : int, RandomState or None, default=None

    Attributes
    ----------
    cluster_centers_, labels_ : ndarray of shape (M, D) and (N,)
        The centers, and the index of each sample's nearest one.
    inertia_, n_iter_ : float and int
        The cost E, the lecture's N·E_in, and the number of assignments until no label changed, the
        last one included; or max_iter.
    history_ : list of KMeansStep
        All half steps of the best run, about 4N bytes per iteration. `lloyd` does not keep them.
    n_features_in_ : int
    """

    cluster_centers_: np.ndarray
    labels_: np.ndarray
    inertia_: float
    n_iter_: int
    history_: list[KMeansStep]

    def __init__(
        self,
        n_clusters: int = 8,
        init: StartName | Array = "random",
        n_init: int = 1,
        max_iter: int = 300,
        random_state: RandomState = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.init = init
        self.n_init = n_init
        self.max_iter = max_iter
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: object = None, sample_weight: ArrayLike | None = None) -> Self:
        """Cluster the samples X (N, D), with weights (N,) or None. y is not used."""
        samples = validate_points(self, X)
        n_init = check_count("n_init", self.n_init)
        max_iter = check_count("max_iter", self.max_iter)
        limits = "n_clusters", self.n_clusters
        weight, unit, k = check_weights_and_count(sample_weight, samples, *limits)
        starts = self._starts(samples, weight, k, n_init)
        runs = (list(_lloyd(samples, start, max_iter, weight, unit)) for start in starts)
        history = min(runs, key=lambda steps: steps[-1].cost)
        last, n_iter = history[-1], min(len(history) // 2, max_iter)
        if len(np.unique(last.labels)) < k:
            n_distinct = len(np.unique(samples[weight > 0], axis=0))
            warn_of_empty_clusters(last.labels, k, n_distinct, n_iter, max_iter)
        found = {"cluster_centers_": last.centers.copy(), "labels_": last.labels.copy()}
        return keep(self, X, **found, inertia_=last.cost, n_iter_=n_iter, history_=history)

    def predict(self, X: ArrayLike) -> np.ndarray:
        """Index of the nearest center: (Q, D) -> (Q,)."""
        return self._nearest(X)[1]

    def transform(self, X: ArrayLike) -> np.ndarray:
        """Distance to every center: (Q, D) -> (Q, M)."""
        X, centers = validate_features(self, X), self.cluster_centers_
        M, dtype = len(centers), np.result_type(X, centers)
        return map_rows(lambda x: np.sqrt(squared_distances(x, centers)), X, M, (M,), dtype)

    def score(
        self, X: ArrayLike, y: object = None, sample_weight: ArrayLike | None = None
    ) -> float:
        """Minus the cost of X (Q, D) about the fitted centers. y is not used."""
        X, labels = self._nearest(X)
        weight, unit = check_weights(sample_weight, X)
        return -float(unit * (weight @ own_squared_distances(X, self.cluster_centers_, labels)))

    @property
    def _n_features_out(self):
        return len(self.cluster_centers_)  # scikit-learn names the columns of `transform` by it

    def _nearest(self, X):
        X = validate_features(self, X).astype(np.float64, copy=False)
        return X, nearest_center(X, self.cluster_centers_)

    def _starts(self, X, weight, k, n_init):
        """The centers (M, D) that each run starts from."""
        if not isinstance(self.init, str):
            yield check_start(self.init, X, k)
            return
        check_choice("init", self.init, STARTS, ", or give the centers as an array")
        rng = check_random_state(self.random_state)
        first, group = equal_rows(X)
        weight = np.bincount(group, weight)
        samples, weight = X[first[weight > 0]], weight[weight > 0]
        for _ in range(n_init):
            if len(samples) < k:  # some centers must be copies of others
                yield samples[np.arange(k) % len(samples)]
            else:
                yield samples[STARTS[self.init](samples, weight, k, rng)]


def _random_start(samples, weight, n_centers, rng):
    """Indices of samples drawn without replacement, in proportion to their weights."""
    return rng.choice(len(samples), n_centers, replace=False, p=weight / weight.sum())


def _kmeans_plus_plus_start(samples, weight, n_centers, rng):
    """Indices of samples drawn in proportion to weight times squared distance from the drawn."""
    chosen = [rng.choice(len(samples), p=weight / weight.sum())]
    r2 = np.full(len(samples), np.inf)
    while len(chosen) < n_centers:
        r2 = np.minimum(r2, squared_distances(samples, samples[chosen[-1:]])[:, 0])
        chance = weight * r2
        if not chance.any():  # the rest lies on the drawn, as far as floats can tell
            chance = np.where(np.isin(np.arange(len(samples)), chosen), 0, weight)
        chosen.append(rng.choice(len(samples), p=chance / chance.sum()))
    return chosen


STARTS = {"random": _random_start, "k-means++": _kmeans_plus_plus_start}
