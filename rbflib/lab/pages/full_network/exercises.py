"""Exercises of page 02: the design matrix, three kinds of weights, degrees of freedom."""

import numpy as np

from rbflib.lab.kit.exercise import Exercise


def similarities(X, centers, gamma):
    squared_distance = ((X[:, None, :] - centers) ** 2).sum(axis=2)
    return np.exp(-gamma * squared_distance)


def similarities_inputs():
    rng = np.random.default_rng(201)
    return [
        (np.array([[0.0, 0.0], [1.0, 2.0]]), np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 2.0]]), 0.5),
        (np.array([[0.0], [1.0], [3.0]]), np.array([[1.0], [2.0]]), 1.0),
        *[
            (rng.normal(size=(N, D)), rng.normal(size=(M, D)), gamma)
            for N, M, D, gamma in [(4, 4, 3, 0.3), (4, 2, 4, 0.1), (40, 15, 3, 2.0)]
        ],
    ]


def _distances(X, centers):
    return np.sqrt(((X[:, None, :] - centers) ** 2).sum(axis=2))


SIMILARITIES = Exercise(
    name="2.1",
    reference=similarities,
    inputs=similarities_inputs,
    mistakes={
        "the square is forgotten. The exponent holds the squared distance.": (
            lambda X, centers, gamma: np.exp(-gamma * _distances(X, centers))
        ),
        "wrong axis. The squares are summed over the features, the last axis.": (
            lambda X, centers, gamma: np.exp(-gamma * ((X[:, None, :] - centers) ** 2).sum(axis=1))
        ),
        "Z is turned over. One row per sample, one column per center.": (
            lambda X, centers, gamma: similarities(X, centers, gamma).T
        ),
        "γ is forgotten.": lambda X, centers, gamma: similarities(X, centers, 1.0),
        "the minus sign is forgotten. A similarity never grows with the distance.": (
            lambda X, centers, gamma: similarities(X, centers, -gamma)
        ),
        "these are the squared distances. Their similarities are asked for.": (
            lambda X, centers, gamma: _distances(X, centers) ** 2
        ),
    },
    hints=(
        "X[:, None, :] - centers has shape (N, M, D): every sample minus every center.",
        "Square it, and sum over the features: .sum(axis=2).",
    ),
)


def interpolation_weights(Z, y):
    return np.linalg.solve(Z, y)


def _square_inputs(seed):
    """Design matrices with a center on every sample, and targets."""
    rng = np.random.default_rng(seed)
    small = np.array([[1.0, 0.5], [0.5, 1.0]]), np.array([3.0, 0.0])
    points = [rng.normal(size=(N, 3)) for N in (3, 8, 25)]
    return [small, *[(similarities(x, x, 2.0), rng.normal(size=len(x))) for x in points]]


INTERPOLATION_WEIGHTS = Exercise(
    name="2.2",
    reference=interpolation_weights,
    inputs=lambda: _square_inputs(202),
    mistakes={
        "it multiplies by Z. The weights solve Zβ = y.": lambda Z, y: Z @ y,
        "these are votes, β = y. Here the weights are solved for.": lambda Z, y: y,
        "it divides entry by entry. Zβ = y is a system of equations.": lambda Z, y: y / Z,
        "* multiplies entry by entry. The matrix product is @.": (
            lambda Z, y: np.linalg.inv(Z) * y
        ),
        "1 / Z divides entry by entry. It is not the inverse of a matrix.": (
            lambda Z, y: (1 / Z) @ y
        ),
    },
    hints=("NumPy solves Zβ = y: np.linalg.solve.",),
)


def ridge_weights(Z, y, lam):
    return np.linalg.solve(Z.T @ Z + lam * np.eye(Z.shape[1]), Z.T @ y)


def ridge_inputs():
    rng = np.random.default_rng(203)
    small = np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]), np.array([1.0, 2.0, 3.0])
    pairs = zip(_square_inputs(204), [0.5, 0.1, 1.0, 3.0], strict=True)
    square = [(*pair, lam) for pair, lam in pairs]
    random = [
        (rng.normal(size=(N, M)), rng.normal(size=N), lam)
        for N, M, lam in [(9, 4, 0.2), (40, 9, 5)]
    ]
    return [(*small, 1.0), *square[:2], *random, *square[2:]]


def _identity(Z):
    return np.eye(Z.shape[1])


RIDGE_WEIGHTS = Exercise(
    name="2.3",
    reference=ridge_weights,
    inputs=ridge_inputs,
    mistakes={
        "no penalty. These are the weights of least squares, λ = 0.": (
            lambda Z, y, lam: np.linalg.solve(Z.T @ Z, Z.T @ y)
        ),
        "λ on the wrong side. It belongs to the matrix, ZᵀZ + λI, and not to Zᵀy.": (
            lambda Z, y, lam: np.linalg.solve(Z.T @ Z, Z.T @ y + lam)
        ),
        "λ stands outside of the inverse. It is added to ZᵀZ before that is inverted.": (
            lambda Z, y, lam: np.linalg.solve(Z.T @ Z, Z.T @ y) + lam
        ),
        "λ on every entry. It belongs on the diagonal: λ times np.eye(M).": (
            lambda Z, y, lam: np.linalg.solve(Z.T @ Z + lam, Z.T @ y)
        ),
        "λ with the wrong sign. A price is added, so ZᵀZ + λI.": (
            lambda Z, y, lam: ridge_weights(Z, y, -lam)
        ),
        "λ has one row per sample. ZᵀZ has one per column of Z: np.eye(Z.shape[1]).": (
            lambda Z, y, lam: np.linalg.solve(Z.T @ Z + lam * np.eye(len(Z)), Z.T @ y)
        ),
        "λ is divided by N. In ZᵀZ + λI both sums were multiplied by N already.": (
            lambda Z, y, lam: ridge_weights(Z, y, lam / len(Z))
        ),
        "this is kernel ridge, (Z + λI)⁻¹y. It is another model, and Z must be square for it.": (
            lambda Z, y, lam: np.linalg.solve(Z + lam * _identity(Z), y)
        ),
        "this is kernel ridge, (Z + λI)⁻¹y. Here λI is added to ZᵀZ, so it has M rows.": (
            lambda Z, y, lam: np.linalg.solve(Z + lam * np.eye(len(Z)), y)
        ),
    },
    hints=(
        "For λ = 0 the weights solve ZᵀZβ = Zᵀy. Begin with that.",
        "λ is added to the diagonal only: lam * np.eye(M), with M the number of columns of Z.",
    ),
)


def degrees_of_freedom(Z, lam):
    sigma = np.linalg.svd(Z, compute_uv=False)
    return np.sum(sigma**2 / (sigma**2 + lam))


def degrees_of_freedom_inputs():
    rng = np.random.default_rng(205)
    random = [(rng.normal(size=(N, M)), lam) for N, M, lam in [(5, 3, 0.5), (4, 9, 2.0)]]
    small = [(np.diag([2.0, 1.0]), 1.0), (np.array([[3.0, 0.0], [0.0, 0.5], [0.0, 0.0]]), 2.0)]
    return [*small, *random, (rng.normal(size=(60, 20)), 10.0)]


def _shares(Z, lam, power):
    sigma = np.linalg.svd(Z, compute_uv=False)
    return sigma**power / (sigma**power + lam)


DEGREES_OF_FREEDOM = Exercise(
    name="2.4",
    reference=degrees_of_freedom,
    inputs=degrees_of_freedom_inputs,
    mistakes={
        "the squares are forgotten. Each direction keeps σ²/(σ² + λ).": (
            lambda Z, lam: np.sum(_shares(Z, lam, 1))
        ),
        "these are the shares that are lost. Kept are σ²/(σ² + λ).": (
            lambda Z, lam: np.sum(1 - _shares(Z, lam, 2))
        ),
        "these are the single shares. Their sum is asked for.": lambda Z, lam: _shares(Z, lam, 2),
        "a mean instead of the sum.": lambda Z, lam: np.mean(_shares(Z, lam, 2)),
        "λ is squared as well.": lambda Z, lam: degrees_of_freedom(Z, lam**2),
    },
    hints=(
        "np.linalg.svd(Z, compute_uv=False) gives the singular values σ.",
        "Each direction counts σ²/(σ² + λ). Sum them.",
    ),
)

EXERCISES = (SIMILARITIES, INTERPOLATION_WEIGHTS, RIDGE_WEIGHTS, DEGREES_OF_FREEDOM)
