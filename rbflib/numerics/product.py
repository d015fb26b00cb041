"""The sum of a Gaussian network as one matrix product."""

import numpy as np

from rbflib.numerics.distances import squared_norms

# When a Gaussian network's sum may go without the distances: see `GaussianProduct`.
MAX_PRODUCT_ERROR = 1e-13
MIN_PRODUCT_SHARE = 1e-4


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
    def __init__(self, network, n_rows):
        self.reach = 0.0  # the largest ‖x‖ for which the share is below the limit
        if network.basis != "gaussian" or np.ndim(network.gamma) > 0 or network.n_centers == 0:
            return
        D, gamma = network.centers.shape[1], network.gamma
        self.shift = network.centers.mean(axis=0, dtype=np.float64)
        mu = network.centers - self.shift
        mu2 = squared_norms(mu)
        share = (D + 4) * np.finfo(float).eps * gamma
        self.reach = np.sqrt(MAX_PRODUCT_ERROR / share) - np.sqrt(mu2.max())
        if self.reach > 0:
            self.gamma, self.slopes = gamma, 2 * gamma * mu.T
            self.heights = (np.exp(-gamma * mu2) * network.weights.T).T
            self.memory = np.empty((n_rows, len(mu)))  # one block's, used again and again
            self.least = MIN_PRODUCT_SHARE * np.abs(network.weights).sum(axis=0)

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
