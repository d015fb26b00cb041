"""EM that comes to rest, or says that it has not.

A step with shares p_m, means μ_m and covariances C_m:

    E    r[m, n] = p_m N(x_n; μ_m, C_m) / Σ_j p_j N(x_n; μ_j, C_j)
    M    p_m = Σ_n r[m, n] / N,    μ_m and C_m = mean and covariance of X with the weights r[m]

Where samples have weights w_n, each r[m, n] counts w_n times, and N is their sum.

The steps are scikit-learn's `GaussianMixture`'s, from the same start. There each component has a
turn of its own; here as many as fit the cache take theirs together. The samples are columns,
x_n = X[:, n]: differences from the means are quick then.
"""

import warnings
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from rbflib.numerics.distances import row_blocks

# Added to every variance of standardized samples, so that none is 0.
REG_COVAR = 1e-6

# EM stops where a step changes the mean log-likelihood by less. The likelihood is flat at its top:
# where steps gain δ, the means are still some √δ off. Rounding alone makes changes of 1e-13.
SMALLEST_GAIN = 1e-12
MAX_STEPS = 3000


class Mixture(NamedTuple):
    """M Gaussians."""

    shares: np.ndarray  # (M,)
    means: np.ndarray  # (M, D)
    covariances: np.ndarray  # (M, D, D)


def mixture_at_rest(X, n_components, random_state, weight):
    """The mixture that EM finds from the sets of k-means; X (N, D) is standardized."""
    # Warns if one more step of EM would still change the likelihood.
    from sklearn.cluster import KMeans  # late: few fits need it

    kmeans = KMeans(n_components, n_init=1, random_state=random_state)
    sets = kmeans.fit(X, sample_weight=weight).labels_
    r = (sets == np.arange(n_components)[:, None]).astype(np.float64)
    X, before = np.ascontiguousarray(X.T), -np.inf
    for _ in range(MAX_STEPS):
        mixture = maximized(X, weight * r, REG_COVAR)
        r, likelihood = expected(X, mixture, weight)
        if abs(likelihood - before) < SMALLEST_GAIN:
            break
        before = likelihood
    else:
        text = f"EM was still moving after {MAX_STEPS} steps: the samples hardly tell "
        text += f"{n_components} components apart, and the means could as well lie elsewhere. "
        text += "Choose another number of centers, or the centers of k-means."
        warnings.warn(text, ConvergenceWarning, stacklevel=3)
    return maximized(X, weight * r, REG_COVAR)


@np.errstate(under="ignore")
def expected(X, mixture, weight):
    """Chance r[m, n] that sample n is of component m, and the mean log-likelihood (but for 2π)."""
    log_p = np.empty((len(mixture.means), X.shape[1]))
    for block in row_blocks(len(log_p), X.size, min_rows=1):
        log_p[block] = _log_weights(X, *(part[block] for part in mixture))
    top = log_p.max(axis=0)
    log_p -= top
    r = np.exp(log_p, out=log_p)
    total = r.sum(axis=0)
    r /= total
    return r, np.average(top + np.log(total), weights=weight)


def _log_weights(X, shares, means, covariances):
    """log p_m N(x_n; μ_m, C_m) without the part of 2π, (M, N)."""
    L = np.linalg.cholesky(covariances)
    white = np.linalg.inv(L) @ (X - means[:, :, None])
    log_size = np.log(np.diagonal(L, axis1=1, axis2=2)).sum(axis=1)
    q = np.einsum("mdn,mdn->mn", white, white)
    q *= -0.5
    q += (np.log(shares) - log_size)[:, None]
    return q


@np.errstate(under="ignore")
def maximized(X, r, reg_covar):
    """The likeliest mixture where r[m, n] of sample n is of component m."""
    counts = r.sum(axis=1) + 10 * np.finfo(np.float64).eps  # or an empty component would have none
    means = (r @ X.T) / counts[:, None]
    M, D = means.shape
    covariances = np.empty((M, D, D))
    for block in row_blocks(M, X.size, min_rows=1):
        d = X - means[block, :, None]
        covariances[block] = (d * r[block, None]) @ d.transpose(0, 2, 1)
    covariances /= counts[:, None, None]
    covariances += reg_covar * np.eye(D)
    return Mixture(counts / counts.sum(), means, covariances)
