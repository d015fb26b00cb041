"""Exercises of page 08: distances to inner products and back, the map, and new points on it."""

import numpy as np

from rbflib.lab.kit.exercise import Exercise


def squared_distances(B):
    b = np.diag(B)
    return b[:, None] + b - 2 * B


def squared_distances_inputs():
    rng = np.random.default_rng(801)
    points = [rng.normal(size=shape) for shape in [(3, 2), (4, 6), (30, 3)]]
    small = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 1.0]])
    return [(X @ X.T,) for X in (small, *points)]


SQUARED_DISTANCES = Exercise(
    name="8.1",
    reference=squared_distances,
    inputs=squared_distances_inputs,
    mistakes={
        "the factor 2 is forgotten. The inner product is subtracted twice.": (
            lambda B: np.add.outer(np.diag(B), np.diag(B)) - B
        ),
        "wrong sign. The inner product is subtracted.": (
            lambda B: np.add.outer(np.diag(B), np.diag(B)) + 2 * B
        ),
        "wrong axis. This adds b_jj twice; b_ii belongs to the row: b[:, None].": (
            lambda B: 2 * np.diag(B) - 2 * B
        ),
        "the squared lengths are missing. This is -2 b_ij alone.": lambda B: -2 * B,
        "these are the distances. Their squares are asked for.": (
            lambda B: np.sqrt(np.maximum(squared_distances(B), 0))
        ),
    },
    hints=(
        "It is formula (15). The squared lengths b_ii are the diagonal of B: np.diag(B).",
        "b[:, None] + b adds b_ii and b_jj for every pair i, j.",
    ),
)


def inner_products(dist):
    squared = dist**2
    row = squared.mean(axis=1, keepdims=True)
    column = squared.mean(axis=0)
    return -(squared - row - column + squared.mean()) / 2


def inner_products_inputs():
    rng = np.random.default_rng(802)
    points = [rng.normal(size=shape) for shape in [(4, 2), (5, 9), (40, 3)]]
    triangle = np.array([[0.0, 3.0, 5.0], [3.0, 0.0, 4.0], [5.0, 4.0, 0.0]])
    on_a_circle = np.array([[0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0.0]])
    return [(triangle,), (on_a_circle,), *[(_distances(X),) for X in points]]


def _distances(X):
    return np.sqrt(((X[:, None] - X) ** 2).sum(axis=2))


def _without_column_means(dist):
    squared = dist**2
    return -(squared - squared.mean(axis=1, keepdims=True)) / 2


def _with_wrong_axis(dist):
    squared = dist**2
    return -(squared - squared.mean(axis=1) - squared.mean(axis=0) + squared.mean()) / 2


INNER_PRODUCTS = Exercise(
    name="8.2",
    reference=inner_products,
    inputs=inner_products_inputs,
    mistakes={
        "the square is forgotten. Square the distances before their means are taken.": (
            lambda dist: inner_products(np.sqrt(dist))
        ),
        "wrong sign. The larger the distance, the smaller is the inner product.": (
            lambda dist: -inner_products(dist)
        ),
        "the half is forgotten.": lambda dist: 2 * inner_products(dist),
        "the means of the rows only. Those of the columns are subtracted too.": (
            _without_column_means
        ),
        "wrong axis. The mean of a row belongs to its row: .mean(axis=1, keepdims=True).": (
            _with_wrong_axis
        ),
        "the mean of all is missing. It was subtracted twice, so it is added once.": (
            lambda dist: inner_products(dist) + (dist**2).mean() / 2
        ),
        "the mean of all is subtracted. With the rows and the columns it was taken away twice, "
        "so it is added.": lambda dist: inner_products(dist) + (dist**2).mean(),
        "the means are missing. This is -½ of the squared distances.": lambda dist: -(dist**2) / 2,
    },
    hints=(
        "It is formula (24). Begin with squared = dist**2.",
        "squared.mean(axis=1, keepdims=True) has shape (m, 1): the mean of each row, in its row.",
        "Three means: of rows, of columns, of all. The last is added.",
    ),
)


def squared_on_map(eigenvalues, V, d):
    Z = V[:, -d:] * np.sqrt(eigenvalues[-d:])
    return ((Z[:, None, :] - Z) ** 2).sum(axis=2)


def squared_on_map_inputs():
    rng = np.random.default_rng(803)
    small = np.array([[-2.0, -1.0], [0.0, 2.0], [2.0, -1.0]])
    random = [
        (*_eigenpairs(rng.normal(size=(N, D)) * np.arange(1, D + 1)), d)
        for N, D, d in [(4, 3, 2), (6, 9, 3), (40, 5, 2)]
    ]
    return [(*_eigenpairs(small), 1), (*_eigenpairs(small), 2), *random]


def _eigenpairs(X):
    """Eigenvalues of B, the smallest first, and eigenvectors; zeros without rounding."""
    X = _centered(X)
    eigenvalues, V = np.linalg.eigh(X @ X.T)
    return tuple(np.where(np.abs(x) > 1e-9, x, 0.0) for x in (eigenvalues, V))


def _centered(X):
    return X - X.mean(axis=0)


def _squared(Z):
    return ((Z[:, None, :] - Z) ** 2).sum(axis=2)


SQUARED_ON_MAP = Exercise(
    name="8.3",
    reference=squared_on_map,
    inputs=squared_on_map_inputs,
    mistakes={
        "the smallest eigenvalues. They come first, and the largest come last.": (
            lambda eigenvalues, V, d: _squared(V[:, :d] * np.sqrt(eigenvalues[:d]))
        ),
        "the root is forgotten. An eigenvector is multiplied by √λ, not by λ.": (
            lambda eigenvalues, V, d: _squared(V[:, -d:] * eigenvalues[-d:])
        ),
        "the eigenvalues are forgotten. Each eigenvector has length 1, and the dimension √λ.": (
            lambda _eigenvalues, V, d: _squared(V[:, -d:])
        ),
        "rows of V. The eigenvectors are its columns, V[:, k].": (
            lambda eigenvalues, V, d: _squared(V[-d:].T * np.sqrt(eigenvalues[-d:]))
        ),
        "d is forgotten. These are the squared distances of all dimensions.": (
            lambda eigenvalues, V, d: _squared(V * np.sqrt(eigenvalues))
        ),
        "one dimension only. The map has all of the d largest.": (
            lambda eigenvalues, V, d: _squared(V[:, -d, None] * np.sqrt(eigenvalues[-d]))
        ),
        "this is the map itself. The squared distances on it are asked for.": (
            lambda eigenvalues, V, d: V[:, -d:] * np.sqrt(eigenvalues[-d:])
        ),
        "these are the distances. Their squares are asked for.": (
            lambda eigenvalues, V, d: np.sqrt(squared_on_map(eigenvalues, V, d))
        ),
    },
    hints=(
        "eigenvalues[-d:] are the d largest, and V[:, -d:] holds their eigenvectors.",
        "Multiply each column by the root of its eigenvalue. This is the map, one row per sample.",
        "Z[:, None, :] - Z has shape (m, m, d). Square it and sum over axis 2.",
    ),
)


def share_kept(eigenvalues, d):
    return eigenvalues[-d:].sum() / eigenvalues.sum()


def share_kept_inputs():
    rng = np.random.default_rng(804)
    small = np.array([0.0, 1.0, 3.0, 6.0])
    random = [
        (np.append(np.zeros(zeros), np.sort(rng.uniform(0.5, 9, m - zeros))), d)
        for m, zeros, d in [(5, 1, 3), (9, 4, 2), (50, 1, 7)]
    ]
    return [(small, 1), (small, 2), *random]


SHARE_KEPT = Exercise(
    name="8.4",
    reference=share_kept,
    inputs=share_kept_inputs,
    mistakes={
        "this is the share that is lost.": lambda eigenvalues, d: 1 - share_kept(eigenvalues, d),
        "the eigenvalues are squared. They are squared lengths already.": (
            lambda eigenvalues, d: share_kept(eigenvalues**2, d)
        ),
        "the roots of the eigenvalues. The squared distance goes with the eigenvalues.": (
            lambda eigenvalues, d: share_kept(np.sqrt(eigenvalues), d)
        ),
        "the smallest eigenvalues. They come first, and the largest come last.": (
            lambda eigenvalues, d: share_kept(eigenvalues[::-1], d)
        ),
        "dimension d alone. The share of all d dimensions together is asked for.": (
            lambda eigenvalues, d: eigenvalues[-d] / eigenvalues.sum()
        ),
        "eigenvalues are counted. The larger ones weigh more.": (
            lambda eigenvalues, d: d / len(eigenvalues)
        ),
        "this is the sum of the d largest. Divide it by the sum of all.": (
            lambda eigenvalues, d: eigenvalues[-d:].sum()
        ),
        "a percentage. A share is between 0 and 1.": (
            lambda eigenvalues, d: 100 * share_kept(eigenvalues, d)
        ),
    },
    hints=(
        "The d largest come last: eigenvalues[-d:].",
        "Sum the d largest, and divide by the sum of all.",
    ),
)


def place(Z, dist):
    inner = ((Z**2).sum(axis=1) - dist**2) / 2
    return inner @ Z / (Z**2).sum(axis=0)


def place_inputs():
    rng = np.random.default_rng(805)
    small = np.array([[2.0, 0.0], [-2.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    inputs = [(small, np.sqrt([5.0, 5.0, 4.0, 0.0]))]
    for N, D in [(4, 3), (7, 2), (50, 4)]:
        Z = np.linalg.svd(_centered(rng.normal(size=(N, D))), full_matrices=False)
        Z = Z[0] * Z[1]
        outside = rng.uniform(0.5, 1)
        inputs.append((Z, np.sqrt(((Z - rng.normal(size=D)) ** 2).sum(axis=1) + outside)))
    return inputs


def _placed(Z, inner):
    return inner @ Z / (Z**2).sum(axis=0)


def _lengths(Z):
    return (Z**2).sum(axis=1)


PLACE = Exercise(
    name="8.5",
    reference=place,
    inputs=place_inputs,
    mistakes={
        "the square is forgotten. The formula has squared distances.": (
            lambda Z, dist: _placed(Z, (_lengths(Z) - dist) / 2)
        ),
        "the half is forgotten.": lambda Z, dist: 2 * place(Z, dist),
        "wrong sign. It is b_ii - d_i²: the nearer a point, the larger the inner product.": (
            lambda Z, dist: -place(Z, dist)
        ),
        "the squared lengths b_ii are forgotten.": lambda Z, dist: _placed(Z, -(dist**2) / 2),
        "the eigenvalues are forgotten. Divide each coordinate by the λ of its dimension.": (
            lambda Z, dist: (_lengths(Z) - dist**2) / 2 @ Z
        ),
        "it divides by √λ. Divide by λ, the squared length of the column.": (
            lambda Z, dist: place(Z, dist) * np.sqrt((Z**2).sum(axis=0))
        ),
        "this is the nearest fitted point. A new point has a place of its own.": (
            lambda Z, dist: Z[dist.argmin()]
        ),
    },
    hints=(
        "The squared length of each fitted point is (Z**2).sum(axis=1).",
        "λ of each dimension is the squared length of its column: (Z**2).sum(axis=0).",
        "With one row per point, the sum over the points is inner @ Z.",
    ),
)

EXERCISES = (SQUARED_DISTANCES, INNER_PRODUCTS, SQUARED_ON_MAP, SHARE_KEPT, PLACE)
