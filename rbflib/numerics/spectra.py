"""A few eigenpairs of a large symmetric matrix."""

import numpy as np
from scipy import linalg
from scipy.sparse.linalg import ArpackError, LinearOperator, eigsh

# Few eigenpairs of a larger matrix come from Lanczos iterations, all others from LAPACK.
MIN_LANCZOS_SIZE = 400
MAX_LANCZOS_SHARE = 0.02

# Of more, Lanczos iterations may miss a copy of a repeated eigenvalue, and the answer is tested.
SURE_EIGENPAIRS = 2


class Spectrum:
    """Eigenvalues of a symmetric matrix S, no more of them than are asked for."""

    def __init__(self, S):
        self.S = S
        self.all = None
        self.top = None

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
    if len(S) >= MIN_LANCZOS_SIZE and k <= MAX_LANCZOS_SHARE * len(S) and S.diagonal().any():
        try:
            eigenvalues, V = _lanczos(S, k)
            if k <= SURE_EIGENPAIRS or not _misses_one(S, eigenvalues, V):
                return eigenvalues, V
        except ArpackError:  # no convergence: LAPACK copes
            pass
    eigenvalues, V = linalg.eigh(S)
    return eigenvalues[::-1], V[:, ::-1]


def _lanczos(S, k):
    size = np.abs(S.diagonal()).max()
    operator = _product_with(S, size)
    eigenvalues, V = eigsh(operator, k, which="LA", v0=_start(len(S)), ncv=max(4 * k, 30))
    order = eigenvalues.argsort()[::-1]
    return size * eigenvalues[order], V[:, order]


def _misses_one(S, eigenvalues, V):
    """Whether an eigenvalue above the last of these is left: of many equal ones some are missed."""
    size = np.abs(S.diagonal()).max()
    S_product, scaled, c = _product_with(S, size), eigenvalues / size, eigenvalues[0] / size

    def others(v):  # S + cI, with 0 for the eigenvalues found
        v = v.ravel()
        return S_product @ v + c * v - V @ ((scaled + c) * (V.T @ v))

    operator = LinearOperator(S.shape, others, dtype=np.float64)
    top = eigsh(operator, 1, which="LA", v0=_start(len(S), 1), tol=1e-3, return_eigenvectors=False)
    return top[0] - c > scaled[-1] + 1e-9 * c


def smallest_eigenvalue(S, largest):
    """Smallest eigenvalue of S to 1e-4 of the largest, from above: as the largest of cI − S."""
    size = np.abs(S.diagonal()).max()
    S_product = _product_with(S, size)
    c = largest / size
    shifted = LinearOperator(S.shape, lambda v: c * v - S_product @ v, dtype=np.float64)
    top = eigsh(shifted, 1, which="LA", v0=_start(len(S)), tol=1e-4, return_eigenvectors=False)[0]
    return size * (c - top)


def _product_with(S, size):
    """v -> Sv/size. The iterations stop by an absolute measure, hence a matrix of size 1."""
    # symv reads one half of S: the product takes half of the time.
    return LinearOperator(
        S.shape, lambda v: linalg.blas.dsymv(1 / size, S.T, v.ravel()), dtype=np.float64
    )


def _start(n, seed=0):
    """A start with a part along every eigenvector, the same at every call."""
    return np.random.default_rng(seed).standard_normal(n)
