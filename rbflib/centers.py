"""Centers and widths of the hidden layer, from the samples alone, without targets.

    random samples      μ_m = M samples, drawn without replacement
    k-means             μ_m = mean of the samples nearest to it
    Gaussian mixture    μ_m = mean of component m, by expectation maximization (EM)

    neighbors           γ = 1 / 2σ²,      σ = mean distance from a center to its 2D nearest others
    clusters            Γ_m = Σ_m⁻¹ / 2,  Σ_m = covariance of the samples nearest to μ_m
    mixture             Γ_m = Σ_m⁻¹ / 2,  Σ_m = covariance of component m

In every function weighting a sample is the same as repeating it, and a value that is NaN or beyond
1e140, a weight below 0, or another number of features is a ValueError. Source: lecture items r1 to
r3; Moody and Darken, *Fast Learning in Networks of Locally-Tuned Processing Units* (1989); Bishop,
*Neural Networks for Pattern Recognition* (1995), section 5.9; Friedman, *Regularized Discriminant
Analysis* (1989), for the pooled covariance.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import check_random_state

from rbflib.kmeans import KMeans
from rbflib.learners import RandomState, as_counts, check_weights, check_weights_and_count
from rbflib.numerics.checks import check_memory, check_sample_pair, check_samples, check_width
from rbflib.numerics.distances import equal_rows, squared_distances
from rbflib.numerics.means import column_sizes, mean_and_scale
from rbflib.numerics.mixture import mixture_at_rest
from rbflib.numerics.nearest import nearest_center
from rbflib.numerics.widths import inverse_covariances, neighbor_distance

Weights = ArrayLike | None  # one per sample (N,), or 1 each
FEWER = 'Use gamma="neighbors", fewer centers, or fewer features.'


def random_centers(
    X: ArrayLike, n_centers: int, random_state: RandomState = None, sample_weight: Weights = None
) -> np.ndarray:
    """M of the samples, (M, D), drawn without replacement (lecture item r2).

    Some are copies of others where X holds fewer than M distinct samples. Raises ValueError if a
    value or weight is out of range, or n_centers is not in 1, …, N.

    Parameters
    ----------
    X, n_centers, random_state : array-like of shape (N, D), int M, and int, RandomState or None
    sample_weight : array-like of shape (N,), default=None
        Chances of being drawn. Equal samples are drawn once, with their total weight.
    """
    samples, weight, n_centers = _distinct_samples(X, sample_weight, n_centers)
    chance = None if np.ptp(weight) == 0 else weight / weight.sum()
    rng = check_random_state(random_state)
    return samples[rng.choice(len(samples), n_centers, replace=False, p=chance)]


def kmeans_centers(
    X: ArrayLike, n_centers: int, random_state: RandomState = None, sample_weight: Weights = None
) -> np.ndarray:
    """The M cluster means (M, D) of k-means from a k-means++ start (lecture items r1, r2).

    Parameters and errors are those of `random_centers`. Warns with ConvergenceWarning if X holds
    fewer than M distinct samples.
    """
    X = check_samples(X)
    weight, unit, n_centers = check_weights_and_count(sample_weight, X, "n_centers", n_centers)
    kmeans = KMeans(n_clusters=n_centers, init="k-means++", random_state=random_state)
    # In units that change no digit, and let no cost overflow.
    return kmeans.fit(X, sample_weight=min(unit, 2.0**40) * weight).cluster_centers_


def fit_mixture(
    X: ArrayLike, n_centers: int, random_state: RandomState = None, sample_weight: Weights = None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Means and covariances of a mixture of M Gaussians, fitted by EM.

    Parameters and errors are those of `random_centers`, and MemoryError if 40 MD² bytes are not
    free. EM takes the steps of scikit-learn's `GaussianMixture` on standardized samples until the
    means are at rest to about four digits, so neither large offsets nor the units of features
    matter. A millionth of each feature's variance is added in every component. Warns with
    ConvergenceWarning if EM is still moving after 3000 steps, or X holds fewer than M distinct
    samples. Lecture items r2, r3.

    Returns
    -------
    centers, covariances, counts : ndarray of shape (M, D), (M, D, D) and (M,)
        Covariances are 0 in the rows and columns of a constant feature. A component stands for as
        many samples as N, or the total weight, times its share.
    """
    samples, weight, n_centers = _distinct_samples(X, sample_weight, n_centers)
    check_memory(40 * n_centers * samples.shape[1] ** 2, FEWER)
    mean, scale = mean_and_scale(samples, weight)
    constant = np.ptp(samples, axis=0) <= _rounding(samples)
    Z = np.where(constant, 0, (samples - mean) / scale)
    mixture = mixture_at_rest(Z, n_centers, random_state, weight)
    scale[constant] = 0
    centers = (mean + scale * mixture.means).astype(samples.dtype)
    return centers, mixture.covariances * np.outer(scale, scale), weight.sum() * mixture.shares


def _distinct_samples(X, sample_weight, n_centers):
    """Distinct samples, M of them or more, and their total weights; and M as an int."""
    X = check_samples(X)
    weight, unit, M = check_weights_and_count(sample_weight, X, "n_centers", n_centers)
    first, group = equal_rows(X)
    weight = np.bincount(group, weight)
    kept = np.flatnonzero(weight)
    # Sorted, so that the order of repeated rows does not matter; as in X if all weigh the same.
    if np.ptp(weight[kept]) == 0:
        kept = kept[first[kept].argsort()]
    if len(kept) < M:  # then some come more than once
        kept = np.resize(kept, M)
        weight = weight / np.bincount(kept, minlength=len(weight)).clip(1)
    return X[first[kept]], as_counts(weight[kept], unit), M


def _rounding(X):
    """A spread of no more than this, of each feature (D,), is rounding: the feature is constant."""
    return 8 * np.finfo(X.dtype).eps * column_sizes(X)


def neighbor_gamma(X: ArrayLike, centers: ArrayLike, sample_weight: Weights = None) -> float:
    """One γ for all centers, from the mean distance between neighboring centers::

        γ = 1 / 2σ²,    σ = mean over m and over the P nearest neighbors μ_j of ‖μ_m − μ_j‖

    P = 2D, the neighbors along all axes of a grid, or M − 1 if that is less; equal centers count
    once, and distances of more than ten times the median do not: one far sample has a center of its
    own. If all are equal, σ is the root mean square distance of the samples from them, or 1 if that
    is 0. The width is common to all, because two centers that happen to lie close together would
    get tiny widths of their own. Raises ValueError if a value or weight is out of range, numbers of
    features differ, or σ is below 1e-140. Lecture item r3.

    Parameters
    ----------
    X, centers, sample_weight : array-like of shape (N, D), (M, D), and (N,), default=None
        The weights count in that mean square.

    Returns
    -------
    gamma : float: a sample at distance σ from a center has the similarity e^{−1/2} ≈ 0.61
    """
    X, centers = check_sample_pair(X, centers)
    weight, _ = check_weights(sample_weight, X)
    return float(1 / (2 * check_width(_neighbor_distance(X, centers, weight)) ** 2))


def cluster_gamma(X: ArrayLike, centers: ArrayLike, sample_weight: Weights = None) -> np.ndarray:
    """One matrix per center, (M, D, D), from the covariance of the samples nearest to it::

        Γ_m = Σ_m⁻¹ / 2,    Σ_m = (A_m + W) / (|S_m| + 1),    W = Σ_m A_m / (N − M)

    S_m are the samples nearest to μ_m, and A_m = Σ_{x ∈ S_m} (x − μ_m)(x − μ_m)ᵀ. The pooled
    covariance W counts as one more sample: a cluster of few samples gets its width from it. If
    N − M is below 1, the variance σ²/D with the σ of `neighbor_gamma` makes up for what is missing;
    a feature without spread in the clusters has it alone. Where W is singular, as for few samples
    of many features, its diagonal stands for it. Units matter only for which center is nearest. On
    a line, a cluster of length h has variance h²/12, and its bump falls to e^{−3/2} ≈ 0.22 at the
    border. A sample has s ≈ D/2 to its own center: the rule is for up to 3 features.

    Raises ValueError or MemoryError as in `neighbor_gamma`, or if centers lie so far from their
    samples that a covariance about them has no inverse, or 40 MD² bytes are not free. Lecture items
    r3, s5.

    Parameters
    ----------
    X, centers, sample_weight : array-like of shape (N, D), (M, D), and (N,), default=None
        A total weight below N is scaled up to N: equal weights below 1 are no weights.
    """
    X, centers = check_sample_pair(X, centers)
    M, D = centers.shape
    check_memory(40 * M * D**2, FEWER)
    weight = as_counts(*check_weights(sample_weight, X))
    X, weight = X[weight > 0], weight[weight > 0]
    labels = nearest_center(X, centers)
    counts = np.bincount(labels, weight, minlength=M)
    scatters = np.zeros((M, D, D))
    for m, mu in enumerate(centers):
        r = (X[labels == m] - mu).astype(np.float64)
        scatters[m] = (weight[labels == m] * r.T) @ r
    return _regularized_gamma(X, centers, scatters, counts, weight)


def mixture_gamma(
    X: ArrayLike, centers: ArrayLike, covariances: ArrayLike, counts: ArrayLike
) -> np.ndarray:
    """One matrix per center, (M, D, D), from the results of `fit_mixture`::

        Γ_m = Σ_m⁻¹ / 2,    Σ_m = (n_m C_m + W) / (n_m + 1),    W = Σ_m n_m C_m / (N − M)

    C_m is the covariance of component m, and n_m the samples that it stands for. W counts as one
    more sample: without it, a component of a single sample has no width. Raises ValueError as in
    `neighbor_gamma`. Lecture items r3, s5.

    Parameters
    ----------
    X, centers : array-like of shape (N, D) and (M, D)
    covariances, counts : array-like of shape (M, D, D) and (M,)
    """
    X, centers = check_sample_pair(X, centers)
    counts = np.asarray(counts)
    scatters = counts[:, None, None] * np.asarray(covariances)
    return _regularized_gamma(X, centers, scatters, counts, np.ones(len(X)))


def _regularized_gamma(X, centers, scatters, counts, weight):
    """Σ_m⁻¹ / 2 with Σ_m = (scatter_m + W) / (n_m + 1)."""
    M, D = centers.shape
    scatter, freedom = scatters.sum(axis=0), counts.sum() - M
    constant = scatter.diagonal() <= max(freedom, 1) * _rounding(X) ** 2
    own = np.where(constant, max(freedom, 1), max(1 - freedom, 0))
    if own.any():
        scatter = scatter + np.diag(own * _neighbor_distance(X, centers, weight) ** 2 / D)
    W = scatter / max(freedom, 1)
    unit = np.sqrt(W.diagonal())
    # Singular: in units of each feature, some direction has no variance but for rounding.
    if not unit.all() or np.linalg.eigvalsh(W / np.outer(unit, unit))[0] < 1e-10:
        W = np.diag(W.diagonal())
    check_width(np.sqrt(W.diagonal().min()))
    return inverse_covariances((scatters + W) / (counts + 1)[:, None, None]) / 2


def _neighbor_distance(X, centers, weight):
    """σ of `neighbor_gamma`."""
    sigma = neighbor_distance(centers)
    if sigma == 0 and len(np.unique(centers, axis=0)) == 1:
        return np.sqrt(np.average(squared_distances(X, centers[:1])[:, 0], weights=weight)) or 1.0
    return sigma


# What learners take by name.
CENTERS = {"random": random_centers, "kmeans": kmeans_centers, "gmm": fit_mixture}
WIDTHS = {"neighbors": neighbor_gamma, "clusters": cluster_gamma, "gmm": mixture_gamma}
