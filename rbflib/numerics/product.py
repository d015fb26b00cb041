"""The output of a network in blocks of rows; a Gaussian one's as one matrix product."""

import numpy as np

from rbflib.numerics.distances import row_blocks, squared_norms
from rbflib.numerics.similarities import similarity

# When a Gaussian network's sum may go without the distances: see `GaussianProduct`.
MAX_PRODUCT_ERROR = 1e-13
MIN_PRODUCT_SHARE = 1e-4


def weighted_sum(X, centers, weights, bias, gamma, phi):
    """Σ_m β_m φ(γ‖x − μ_m‖²) + b, for checked input: (N, D) -> (N,) or (N, K)."""
    h = np.empty((len(X), *weights.shape[1:]), np.result_type(X, centers))
    blocks = row_blocks(len(X), max(centers.shape))
    # In a single block time does not matter: the formula as it stands.
    product = None
    if len(blocks) > 1:
        product = GaussianProduct(centers, weights, gamma, phi, blocks[0].stop)
    for rows in blocks:
        total = product(X[rows]) if product else None
        if total is None:
            total = similarity(X[rows], centers, gamma, phi) @ weights
        h[rows] = total + bias
    return h


class GaussianProduct:
    """The sum of a Gaussian network with one γ by a matrix product, without the distances.

        Σ_m β_m e^{−γ‖x − μ_m‖²} = e^{−γ‖x‖²} Σ_m (β_m e^{−γ‖μ_m‖²}) e^{2γxᵀμ_m}

    x and μ_m count from the mean of the centers. The exponents on the right are larger than
    those on the left and cancel: rounding changes each term by a share of it, at most

        (D + 4) ε γ (‖x‖ + R)²,    R = max_m ‖μ_m‖

    The product is used where this share is below 1e-13, and where the terms do not cancel to
    less than 1e-4 of Σ|β_m| all over a block: nine digits of its largest output are right then,
    and usually twelve.
    """

    @np.errstate(all="ignore")  # nothing is within reach of infinity or NaN
    def __init__(self, centers, weights, gamma, phi, n_rows):
        self.reach = 0.0  # the largest ‖x‖ for which the share is below the limit
        if phi.__name__ != "gaussian" or np.ndim(gamma) > 0 or len(centers) == 0:
            return
        D = centers.shape[1]
        self.shift = centers.mean(axis=0, dtype=np.float64)
        mu = centers - self.shift
        mu2 = squared_norms(mu)
        share = (D + 4) * np.finfo(float).eps * gamma
        self.reach = np.sqrt(MAX_PRODUCT_ERROR / share) - np.sqrt(mu2.max())
        if self.reach > 0:
            self.gamma, self.slopes = gamma, 2 * gamma * mu.T
            self.heights = (np.exp(-gamma * mu2) * weights.T).T
            self.memory = np.empty((n_rows, len(mu)))  # one block's, used again and again
            self.least = MIN_PRODUCT_SHARE * np.abs(weights).sum(axis=0)

    def __call__(self, X):
        """The sum at up to n_rows points, (Q, D) -> (Q,) or (Q, K); None where digits are lost."""
        if not self.reach > 0:
            return None
        with np.errstate(over="ignore"):
            x = X - self.shift
            x2 = squared_norms(x)
        if not np.sqrt(x2.max()) < self.reach:
            return None
        Z = np.matmul(x, self.slopes, out=self.memory[: len(x)])
        np.exp(Z, out=Z)
        total = (np.exp(-self.gamma * x2) * (Z @ self.heights).T).T
        return total if (np.abs(total).max(axis=0) >= self.least).all() else None
