"""What the hidden layer says of the samples: how near it comes to them, and with which digits.

A width suits samples and centers if most samples are like some center other than themselves, and
not like all of them. The distance between neighboring centers is of that size.
"""

from dataclasses import dataclass

import numpy as np

from rbflib.numerics.distances import squared_distances
from rbflib.numerics.linear import EPS
from rbflib.numerics.similarities import similarity

# About so many samples tell whether a width suits the distances.
N_PROBES = 100


def probes(X):
    """Some hundred of the samples, or all of them if there are fewer."""
    return X[:: max(1, len(X) // N_PROBES)]


def between(X):
    """Points halfway from some samples to the next, and to others far behind it."""
    x = probes(X).astype(np.float64)
    return np.vstack([(x + np.roll(x, step, axis=0)) / 2 for step in (1, len(x) // 2)])


def neighbor_distance(centers, some=False):
    """Mean distance from a center to its 2D nearest others, all of them or `some`; 0 for one."""
    # Distances beyond ten times their median do not count: one far sample has a center of its own.
    centers = np.unique(centers, axis=0)
    if len(centers) == 1:
        return 0.0
    P = min(2 * centers.shape[1], len(centers) - 1)
    r2 = squared_distances(probes(centers) if some else centers, centers)
    # Each center is its own nearest neighbor, at distance 0.
    r = np.sqrt(np.sort(np.partition(r2, P, axis=1)[:, : P + 1])[:, 1:])
    return r[r <= 10 * np.median(r)].mean()


@dataclass(frozen=True)
class Reach:
    """How samples and centers see each other; a center does not see its own sample."""

    Z: np.ndarray  # similarities (N, M), 0 for the own sample
    r2: np.ndarray  # squared distances, infinite to it

    @property
    def nearest(self):  # similarity of each sample (N,) to its nearest center
        return self.Z.max(axis=1)

    @property
    def lower_quartile(self):  # of similarities
        return np.quantile(self._some(self.Z), 0.25)

    @property
    def apart(self):  # the median distance from a sample to its nearest center
        return np.sqrt(np.median(self.r2.min(axis=1)))

    @property
    def typical(self):  # the median distance from a sample to any center
        return np.sqrt(np.median(self._some(self.r2)))

    def _some(self, A):  # what concerns some hundred centers
        columns = slice(None, None, max(1, A.shape[1] // N_PROBES))
        kept = np.isfinite(self.r2[:, columns])
        return A[:, columns][kept] if kept.any() else A[np.isfinite(self.r2)]


def reach(X, centers, gamma, phi):
    """For X (N, D) and any shape of gamma; None where all points are equal."""
    r2 = squared_distances(X, centers)
    own = r2 == 0
    if own.all():
        return None
    with np.errstate(over="ignore", under="ignore"):
        Z = phi(gamma * r2) if np.ndim(gamma) < 2 else similarity(X, centers, gamma, phi)
    Z[own], r2[own] = 0, np.inf
    return Reach(Z, r2)


@np.errstate(under="ignore")
def layer_rounding(layer, X):
    """By how much a number of layer(X), (N, D) -> (N, M), moves with the last digit of X."""
    # That is about √γ|x|ε for bumps, and at least ε of the number. The median over some samples:
    # one far sample does not spoil the digits of the others.
    x = probes(X).astype(np.float64)
    up = np.indices(x.shape).sum(axis=0) % 2 == 0
    moved = np.nextafter(x, np.where(up, np.inf, -np.inf))
    Z = layer(x)
    change = np.abs(layer(moved) - Z) + EPS * np.abs(Z)
    return float(np.median(np.sqrt((change**2).mean(axis=1))))


def matrix_rounding(gamma):
    """That of similarities by matrices Γ (M, D, D), which are inverses: ε cond Γ; else 0."""
    if np.ndim(gamma) < 3:
        return 0.0
    values = np.linalg.eigvalsh(gamma / _units(gamma))
    return EPS * float(np.median(values[:, -1] / values[:, 0]))


def inverse_covariances(covariances) -> np.ndarray:
    """Σ⁻¹ of every Σ (M, D, D), exactly symmetric and positive definite, or an error."""
    units = _units(covariances)  # as correlations
    try:
        inverses = np.linalg.inv(covariances / units) / units
        inverses = (inverses + inverses.transpose(0, 2, 1)) / 2
        np.linalg.cholesky(inverses)
    except np.linalg.LinAlgError:
        raise ValueError(
            "The samples of a center lie so far from it, beside their own spread, that their "
            "covariance about it has no inverse. Give the centers in the units of X."
        ) from None
    return inverses


def _units(matrices):
    """What makes all diagonals 1, whatever the units of the features: divide by it."""
    unit = np.sqrt(np.einsum("mdd->md", matrices))
    return unit[:, :, None] * unit[:, None, :]
