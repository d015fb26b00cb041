"""Where the centers go and how wide their bumps are: from the samples alone, without targets.

Three ways to choose M centers:

    random samples       μ_m = M samples, drawn without replacement
    k-means              μ_m = mean of the samples nearest to it
    Gaussian mixture     μ_m = mean of component m, by expectation maximization (EM)

Three ways to choose their widths, with γ = 1 / 2σ², or Γ_m = Σ_m⁻¹ / 2 for a covariance Σ_m:

    neighbors            σ = mean distance from a center to its 2D nearest other centers
    clusters             Σ_m = covariance of the samples nearest to μ_m
    mixture              Σ_m = covariance of component m

Source: lecture items r1 to r3; Moody and Darken, "Fast learning in networks of locally-tuned
processing units", Neural Computation 1 (1989); Bishop, *Neural Networks for Pattern Recognition*
(1995), section 5.9; Friedman, "Regularized discriminant analysis", Journal of the American
Statistical Association 84 (1989), for the pooled covariance.
"""

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import check_random_state

from rbflib.kmeans import KMeans
from rbflib.learners import RandomState, check_weights, count_samples
from rbflib.numerics.checks import (
    check_count,
    check_distance,
    check_memory,
    check_samples,
    check_samples_and_centers,
)
from rbflib.numerics.distances import squared_distances
from rbflib.numerics.means import column_sizes, mean_and_scale
from rbflib.numerics.mixture import mixture_at_rest
from rbflib.numerics.nearest import nearest_center
from rbflib.numerics.sets import equal_rows


def random_centers(
    X: ArrayLike,
    n_centers: int,
    random_state: RandomState = None,
    sample_weight: ArrayLike | None = None,
) -> np.ndarray:
    """M of the samples, drawn without replacement.

    Parameters
    ----------
    X : array-like of shape (N, D)
    n_centers : int
        M.
    random_state : int, RandomState or None, default=None
    sample_weight : array-like of shape (N,), default=None
        Chances of being drawn. Equal samples are drawn once, with their joint weight.

    Returns
    -------
    centers : ndarray of shape (M, D)
        Copies of each other where X holds fewer than M distinct samples.

    Raises
    ------
    ValueError
        If n_centers is not a whole number between 1 and N, X holds NaN, infinity or numbers
        beyond 1e140, or a weight is negative or all are 0.

    Notes
    -----
    Lecture item r2.
    """
    X = check_samples(X)
    n_centers = _check_n_centers(n_centers, X, sample_weight)
    samples, weight = _distinct_samples(X, sample_weight, n_centers)
    chance = None if np.ptp(weight) == 0 else weight / weight.sum()
    rng = check_random_state(random_state)
    return samples[rng.choice(len(samples), n_centers, replace=False, p=chance)]


def kmeans_centers(
    X: ArrayLike,
    n_centers: int,
    random_state: RandomState = None,
    sample_weight: ArrayLike | None = None,
) -> np.ndarray:
    """The M cluster means that k-means finds from a k-means++ start.

    Parameters
    ----------
    X : array-like of shape (N, D)
    n_centers : int
        M.
    random_state : int, RandomState or None, default=None
    sample_weight : array-like of shape (N,), default=None
        Weighting a sample is the same as repeating it.

    Returns
    -------
    centers : ndarray of shape (M, D)

    Raises
    ------
    ValueError
        If n_centers is not a whole number between 1 and N, X holds NaN, infinity or numbers
        beyond 1e140, or a weight is negative or all are 0.

    Warns
    -----
    ConvergenceWarning
        If X holds fewer than M distinct samples.

    Notes
    -----
    Lecture items r1, r2.
    """
    X = check_samples(X)
    n_centers = _check_n_centers(n_centers, X, sample_weight)
    kmeans = KMeans(n_clusters=n_centers, init="k-means++", random_state=random_state)
    return kmeans.fit(X, sample_weight=sample_weight).cluster_centers_


def fit_mixture(
    X: ArrayLike,
    n_centers: int,
    random_state: RandomState = None,
    sample_weight: ArrayLike | None = None,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Means and covariances of a mixture of M Gaussians, fitted by EM.

    Parameters
    ----------
    X : array-like of shape (N, D)
    n_centers : int
        M.
    random_state : int, RandomState or None, default=None
    sample_weight : array-like of shape (N,), default=None
        Weighting a sample is the same as repeating it.

    Returns
    -------
    centers : ndarray of shape (M, D)
        Means of the components.
    covariances : ndarray of shape (M, D, D)
        0 in the rows and columns of a constant feature.
    counts : ndarray of shape (M,)
        Samples that each component stands for: N, or the total weight, times its share.

    Raises
    ------
    ValueError
        If n_centers is not a whole number between 1 and N, X holds NaN, infinity or numbers
        beyond 1e140, or a weight is negative or all are 0.
    MemoryError
        If the matrices need more memory than is free: 40 MD² bytes.

    Warns
    -----
    ConvergenceWarning
        If EM is still moving after 3000 steps, as where components overlap and could as well lie
        elsewhere; or if X holds fewer than M distinct samples.

    Notes
    -----
    EM takes the steps of scikit-learn's `GaussianMixture` on standardized samples, and goes on
    until the means are at rest to about four digits. So neither points around 1e8 nor features of
    very different units cost digits, and no unit changes the mixture. A millionth of a feature's
    variance is added to its variance in every component. Lecture items r2, r3.
    """
    X = check_samples(X)
    n_centers = _check_n_centers(n_centers, X, sample_weight)
    _check_matrices(n_centers, X.shape[1])
    samples, weight = _distinct_samples(X, sample_weight, n_centers)
    mean, scale = mean_and_scale(samples, weight)
    constant = np.ptp(samples, axis=0) <= _rounding(samples)
    Z = np.where(constant, 0, (samples - mean) / scale)
    mixture = mixture_at_rest(Z, n_centers, random_state, weight)
    scale[constant] = 0
    centers = (mean + scale * mixture.means).astype(X.dtype)
    return centers, mixture.covariances * np.outer(scale, scale), weight.sum() * mixture.shares


def _check_n_centers(n_centers, X, sample_weight):
    at_most = count_samples(*check_weights(sample_weight, X))
    return check_count("n_centers", n_centers, at_most=at_most)


def _distinct_samples(X, sample_weight, at_least):
    """Distinct samples and the weight of each, so that weighting is repeating in every draw.

    Sorted, as the order of rows must not matter where some are repeated; in their own order where
    all weigh the same. Some come more than once if there are too few.
    """
    weight, unit = check_weights(sample_weight, X)
    first, group = equal_rows(X)
    weight = np.bincount(group, weight)
    kept = np.flatnonzero(weight)
    if np.ptp(weight[kept]) == 0:
        kept = kept[first[kept].argsort()]
    if len(kept) < at_least:
        kept = np.resize(kept, at_least)
        weight = weight / np.bincount(kept, minlength=len(weight)).clip(1)
    return X[first[kept]], unit * weight[kept]


def _rounding(X):
    """A spread of no more than this, of each feature (D,), is rounding: the feature is constant."""
    return 8 * np.finfo(X.dtype).eps * column_sizes(X)


def neighbor_gamma(
    X: ArrayLike, centers: ArrayLike, sample_weight: ArrayLike | None = None
) -> float:
    """One γ for all centers, from the mean distance between neighboring centers.

        γ = 1 / 2σ²,    σ = mean over m and over the P nearest neighbors μ_j of ‖μ_m − μ_j‖

    P = 2D: on a grid those are the neighbors on either side along every axis (all other
    centers, if there are fewer). One common width, because one width per center turns two centers
    that happen to lie close together into spikes. Equal centers count once.

    Parameters
    ----------
    X : array-like of shape (N, D)
        Samples. Used only if no two centers differ: σ is then the root mean square distance of
        the samples from the center, or 1 if that is 0 too.
    centers : array-like of shape (M, D)
    sample_weight : array-like of shape (N,), default=None
        Weights in that mean square.

    Returns
    -------
    gamma : float

    Raises
    ------
    ValueError
        If X or centers hold NaN, infinity or numbers beyond 1e140, their numbers of features
        differ, or the distance is below 1e-140.

    Notes
    -----
    A sample at distance σ has similarity e^{−1/2} ≈ 0.61. Lecture item r3.
    """
    X, centers = check_samples_and_centers(X, centers)
    weight, _ = check_weights(sample_weight, X)
    return float(1 / (2 * check_distance(_neighbor_distance(X, centers, weight)) ** 2))


def cluster_gamma(
    X: ArrayLike, centers: ArrayLike, sample_weight: ArrayLike | None = None
) -> np.ndarray:
    """One matrix per center, from the covariance of the samples nearest to it.

        Γ_m = Σ_m⁻¹ / 2,    Σ_m = (Σ_{x ∈ S_m} (x − μ_m)(x − μ_m)ᵀ + W) / (|S_m| + 1)

    S_m are the samples nearest to μ_m. W stands for one imaginary sample per cluster, which lies
    as those of all clusters do on average, their pooled covariance:

        W = Σ_m Σ_{x ∈ S_m} (x − μ_m)(x − μ_m)ᵀ / (N − M)

    It hardly counts in a large cluster. A cluster of one sample, or of fewer samples than
    features, gets a sensible width from it. No unit of a feature drowns another there, though the
    nearest center is found by distances of the features as they are. Where W is singular, as for
    few samples of many features, its diagonal stands for it; a feature without any spread in the
    clusters has σ²/D in place of 0, with the neighbor distance σ of `neighbor_gamma`.

    Parameters
    ----------
    X : array-like of shape (N, D)
    centers : array-like of shape (M, D)
    sample_weight : array-like of shape (N,), default=None
        Weighting a sample is the same as repeating it.

    Returns
    -------
    gamma : ndarray of shape (M, D, D)

    Raises
    ------
    ValueError
        If X or centers hold NaN, infinity or numbers beyond 1e140, their numbers of features
        differ, or a width is below 1e-140.
    MemoryError
        If the matrices need more memory than is free: 40 MD² bytes.

    Notes
    -----
    Clusters that lie side by side get narrow bumps: on a line, a cluster of length h has the
    variance h²/12, and its bump has fallen to e^{−3/2} ≈ 0.22 at the border. With D features a
    sample has s ≈ D/2 to its own center, so in many dimensions bumps hardly reach their own
    samples: this rule is for few features. Lecture items r3, s5.
    """
    X, centers = check_samples_and_centers(X, centers)
    _check_matrices(*centers.shape)
    weight, unit = check_weights(sample_weight, X)
    X, weight = X[weight > 0], unit * weight[weight > 0]
    labels = nearest_center(X, centers)
    counts = np.bincount(labels, weight, minlength=len(centers))
    D = X.shape[1]
    scatters = np.zeros((len(centers), D, D))
    for m, mu in enumerate(centers):
        own = labels == m
        r = (X[own] - mu).astype(np.float64)
        scatters[m] = (weight[own] * r.T) @ r
    return _regularized_gamma(X, centers, scatters, counts, weight)


def mixture_gamma(
    X: ArrayLike, centers: ArrayLike, covariances: ArrayLike, counts: ArrayLike
) -> np.ndarray:
    """One matrix per center, from the covariances of a Gaussian mixture.

        Γ_m = Σ_m⁻¹ / 2,    Σ_m = (n_m C_m + W) / (n_m + 1),    W = Σ_m n_m C_m / (N − M)

    C_m is the covariance of component m and n_m the samples that it stands for. The imaginary
    sample, as in `cluster_gamma`, keeps a component that has shrunk onto one sample wide
    enough to be of use.

    Parameters
    ----------
    X : array-like of shape (N, D)
    centers : array-like of shape (M, D)
    covariances : array-like of shape (M, D, D)
    counts : array-like of shape (M,)
        The three results of `fit_mixture`.

    Returns
    -------
    gamma : ndarray of shape (M, D, D)

    Raises
    ------
    ValueError
        If X or centers hold NaN, infinity or numbers beyond 1e140, their numbers of features
        differ, or a width is below 1e-140.

    Notes
    -----
    Lecture items r3, s5.
    """
    X, centers = check_samples_and_centers(X, centers)
    counts = np.asarray(counts)
    scatters = counts[:, None, None] * np.asarray(covariances)
    return _regularized_gamma(X, centers, scatters, counts, np.ones(len(X)))


def _check_matrices(M, D):
    """An error where memory cannot hold M matrices (D, D), five times."""
    check_memory(40 * M * D**2, 'Use gamma="neighbors", fewer centers, or fewer features.')


def _regularized_gamma(X, centers, scatters, counts, weight):
    """Σ_m⁻¹ / 2 with Σ_m = (scatter_m + W) / (n_m + 1)."""
    M, D = centers.shape
    freedom = counts.sum() - M
    W = scatters.sum(axis=0) / freedom if freedom > 0.5 else np.zeros((D, D))
    if _is_singular(W):
        s2 = W.diagonal()
        s2 = np.where(s2 > _rounding(X) ** 2, s2, _neighbor_distance(X, centers, weight) ** 2 / D)
        W = np.diag(s2)
    check_distance(np.sqrt(W.diagonal().min()))
    covariances = (scatters + W) / (counts + 1)[:, None, None]
    # As correlations, so that the inverse does not depend on the units of the features.
    unit = np.sqrt(np.einsum("mdd->md", covariances))
    units = unit[:, :, None] * unit[:, None, :]
    inverses = np.linalg.inv(covariances / units) / units
    return (inverses + inverses.transpose(0, 2, 1)) / 4  # Σ⁻¹/2, symmetric to the last digit


def _is_singular(covariance):
    """Whether, in units of each feature, some direction has no variance but for rounding."""
    variances = covariance.diagonal()
    if not variances.all():
        return True
    unit = np.sqrt(variances)
    return np.linalg.eigvalsh(covariance / np.outer(unit, unit))[0] < 1e-10


def _neighbor_distance(X, centers, weight):
    """σ of `neighbor_gamma`."""
    centers = np.unique(centers, axis=0)
    if len(centers) == 1:
        return np.sqrt(np.average(squared_distances(X, centers)[:, 0], weights=weight)) or 1.0
    n_neighbors = min(2 * centers.shape[1], len(centers) - 1)
    r2 = squared_distances(centers, centers)
    nearest = np.partition(r2, n_neighbors, axis=1)[:, : n_neighbors + 1]
    # Each center is its own nearest neighbor, at distance 0: it adds nothing to the sum.
    return np.sqrt(nearest).sum() / (len(centers) * n_neighbors)
