"""Ridge weights for many penalties at once."""

import numpy as np

from rbflib.numerics.linear import EPS


class RidgePath:
    """Ridge weights for any λ and any targets, from one SVD: Z = UΣVᵀ, β = V Σ(Σ² + λ)⁻¹ Uᵀy.

    The same weights as `solve_weights`, and the same limit below which σ counts as 0. Z may be
    one matrix (N, M), or a stack of them (…, N, M).

    Attributes
    ----------
    Ut, sigma, Vt : ndarrays of shape (…, R, N), (…, R), (…, R, M), where R = min(N, M)
    kept : ndarray of bool of shape (…, R)
        Which σ are more than rounding.
    """

    def __init__(self, Z):
        U, self.sigma, self.Vt = np.linalg.svd(Z, full_matrices=False)
        self.Ut = U.swapaxes(-1, -2)
        N, M = Z.shape[-2:]
        largest = np.abs(Z).max(axis=(-2, -1))[..., None]
        # As `rbflib.numerics.linear.rounding_of` has it, for a stack.
        limit = np.maximum(min(N, M) * self.sigma[..., :1], (np.sqrt(N) + np.sqrt(M)) * largest)
        self.kept = self.sigma > EPS * limit

    def weights(self, y, alpha):
        """β (…, M) for one λ; of one matrix Z, and for alpha (A,), one row of weights per λ."""
        shrunk = self.sigma / self._penalized(alpha) * (self.Ut @ y)
        if np.ndim(alpha):  # all λ in one product
            return shrunk @ self.Vt
        return (self.Vt.swapaxes(-1, -2) @ shrunk[..., None])[..., 0]

    def degrees_of_freedom(self, alpha):
        """Σ σ²/(σ² + λ), for one λ or for each of alpha (A,)."""
        return (self.sigma**2 / self._penalized(alpha)).sum(axis=-1)

    def _penalized(self, alpha):
        """σ² + λ; infinite where σ is rounding, so that nothing of it is kept."""
        return np.where(self.kept, self.sigma**2 + np.asarray(alpha)[..., None], np.inf)
