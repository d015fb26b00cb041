"""A few eigenpairs of a large symmetric matrix."""

import numpy as np
from scipy import linalg
from scipy.sparse.linalg import ArpackError, LinearOperator, eigsh

# So few eigenpairs of a larger matrix come from Lanczos iterations, all others from LAPACK: of
# more, Lanczos iterations may miss a copy of a repeated eigenvalue.
MIN_LANCZOS_SIZE, MAX_LANCZOS_PAIRS = 400, 2


class Spectrum:
    """Eigenvalues of a symmetric matrix S, no more of them than are asked for."""

    def __init__(self, S):
        self.S, self.all, self.top = S, None, None

    def largest(self, k):
        """The k largest eigenvalues, falling, and their vectors."""
        eigenvalues, V = largest_eigenpairs(self.S, k)
        self.top = eigenvalues[0]
        if len(eigenvalues) == len(self.S):
            self.all = eigenvalues
        return eigenvalues[:k], V[:, :k]

    def smallest(self):
        """The smallest eigenvalue, to 1e-4 of the largest; `largest` must have been asked for."""
        return smallest_eigenvalue(self.S, self.top) if self.all is None else self.all[-1]

    def eigenvalues(self):
        """All of them, falling."""
        if self.all is None:
            self.all = linalg.eigvalsh(self.S)[::-1]
        return self.all


def largest_eigenpairs(S, k):
    """Eigenvalues of a symmetric matrix, falling, and their vectors: the k largest, or all."""
    if len(S) >= MIN_LANCZOS_SIZE and k <= MAX_LANCZOS_PAIRS and S.diagonal().any():
        product, size = _scaled_product(S)
        try:
            eigenvalues, V = eigsh(product, k, which="LA", v0=_start(len(S)), ncv=30)
            order = eigenvalues.argsort()[::-1]
            return size * eigenvalues[order], V[:, order]
        except ArpackError:  # no convergence: LAPACK copes
            pass
    eigenvalues, V = linalg.eigh(S)
    return eigenvalues[::-1], V[:, ::-1]


def smallest_eigenvalue(S, largest):
    """Smallest eigenvalue of S to 1e-4 of the largest, from above: as the largest of cI − S."""
    product, size = _scaled_product(S)
    c = largest / size
    shifted = LinearOperator(S.shape, lambda v: c * v - product @ v, dtype=np.float64)
    top = eigsh(shifted, 1, which="LA", v0=_start(len(S)), tol=1e-4, return_eigenvectors=False)[0]
    return size * (c - top)


def _scaled_product(S):
    """v -> Sv/size, and the size: the iterations stop by an absolute measure, made for size 1."""
    size = np.abs(S.diagonal()).max()
    times = linalg.blas.dsymv  # it reads one half of S, in half of the time
    return LinearOperator(S.shape, lambda v: times(1 / size, S.T, v.ravel()), dtype=float), size


def _start(n):
    """A start with a part along every eigenvector, the same at every call."""
    return np.random.default_rng(0).standard_normal(n)
