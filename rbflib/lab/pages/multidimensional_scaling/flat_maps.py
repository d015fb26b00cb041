"""Small sets of points, and three ways to make a flat map of them."""

import warnings
from functools import lru_cache

import numpy as np
from scipy.spatial.distance import pdist, squareform

from rbflib.lab.kit.columns import TableError, as_numbers, columns_of
from rbflib.lab.kit.report import run
from rbflib.lab.kit.table import Table
from rbflib.lab.kit.your_data import YourData, code_of
from rbflib.mds import ClassicalMDS

# Lines of Python that make points in a unit in which their largest distance is 2. The random ones
# are eight in space, the least spread along the third axis.
_RANDOM = """
    X = np.random.default_rng(345).normal(size=(8, 3)) * [0.55, 0.45, 0.28]
    X = 2 * X / pdist(X).max()
"""
POINTS_CODE = {
    "random points": _RANDOM,
    "square": """
        X = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * np.sqrt(2)
    """,
    "tetrahedron": """
        X = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]) / np.sqrt(2)
    """,
    "a feature twice": f"""{_RANDOM}
    X = X[:, [0, 1, 0]]
    X = 2 * X / pdist(X).max()
    """,
    "shifted by 10": f"""{_RANDOM}
    X = X + [0, 0, 10]
    """,
    "iris flowers": """
        from sklearn.datasets import load_iris
        from sklearn.preprocessing import scale
        X = scale(load_iris().data)[[11, 33, 41, 50, 81, 84, 107, 118, 119]]
        X = 2 * X / pdist(X).max()
    """,
}
MDS, COLUMNS, NOT_CENTERED = "MDS", "features kept", "XXᵀ, not centered"
N_BARS = 4


MOST = 9  # points that a picture can name


@lru_cache(maxsize=32)
def points(data):
    if isinstance(data, YourData):
        return data.arrays[0]
    return run("from scipy.spatial.distance import pdist", POINTS_CODE[data])["X"]


def given_of(data):
    """The distances of all pairs of points (P,), and the points' names."""
    if isinstance(data, YourData):
        return data.arrays[1:]
    X = points(data)
    return pdist(X), [str(i + 1) for i in range(len(X))]


def of_distances(D, names=None):
    """Points that classical scaling makes of distances (N, N).

    A file or a frame has names above its columns, or in the first one.
    """
    is_table = isinstance(D, Table)
    columns = dict(D.columns) if is_table else columns_of(D)
    named = [*columns] if is_table or hasattr(D, "keys") else range(1, len(columns) + 1)
    if columns and np.isnan(as_numbers(columns[(first := next(iter(columns)))])).all():
        named = columns.pop(first)
    names = [*map(str, named if names is None else names)]
    given = np.array([as_numbers(x) for x in columns.values()])
    n = len(given)
    if not 3 <= n <= MOST or given.shape != (n, n) or len(names) != n:
        raise TableError(
            f"Distances are a table of N rows, N columns and N names, and N goes from 3 to {MOST}, "
            f"such as D[:{MOST}, :{MOST}]. This one has {n} columns and {len(names)} names."
        )
    for i, j in np.argwhere(np.isnan(given) | ((given == 0) & ~np.eye(n, dtype=bool))):
        words = "is missing or 0. Give a number above 0, or leave one of the two out."
        raise TableError(f"The distance from {names[i]} to {names[j]} {words}")
    with warnings.catch_warnings(action="ignore"):  # a note says it
        map_of_all = ClassicalMDS(n, metric="precomputed").fit(given)
    positive = map_of_all.eigenvalues_ > 1e-9 * map_of_all.eigenvalues_[0]
    if positive.sum() < 2:
        raise TableError("These points lie on one line. Add one that does not.")
    unit = 1.8 / given.max()
    notes = [f"1.8 here is {given.max():g}, the largest distance"]
    if map_of_all.eigenvalues_[-1] < -1e-6 * map_of_all.eigenvalues_[0]:
        notes.append("no points have exactly these distances")
    if names != [*map(str, range(1, n + 1))]:
        notes.append(", ".join(f"{i + 1}: {name}" for i, name in enumerate(names)))
    return YourData(
        (unit * map_of_all.embedding_[:, positive], unit * squareform(given, checks=False), names),
        tuple(notes),
        code_of(of_distances, "D, names", D),
        {
            r"X = np\.random.*\n.*": "X, given, names = data.arrays",
            r"given, seen, n = pdist\(X\), ": "seen, n = ",
            r"ends\[pair\] \+ 1": "names[ends[pair]]",
        },
    )


# What a map is made by: what its dimensions are called, and their parts of the squared distance.
WAYS = {
    MDS: ("eigenvalues", lambda X: ClassicalMDS(1).fit(X).eigenvalues_),
    COLUMNS: ("features", lambda X: X.var(axis=0)),
    NOT_CENTERED: ("eigenvalues of XXᵀ", lambda X: np.linalg.svd(X, compute_uv=False) ** 2),
}
# Lines of Python that make the map Z of d dimensions, and say which are used. Counted in its
# largest entry, a regular figure has exactly equal eigenvalues: its map is not turned by rounding.
WAY_CODE = {
    MDS: """
        from rbflib import ClassicalMDS
        size, rank = np.abs(X).max(), np.linalg.matrix_rank(X - X.mean(axis=0))
        Z = size * ClassicalMDS(min({d}, rank)).fit_transform(X / size)
        used = range({d})
    """,
    COLUMNS: """
        used = np.sort(np.argsort(-X.var(axis=0).round(9), kind="stable")[:{d}])
        Z = X[:, used]
    """,
    NOT_CENTERED: """
        U, sigma, _ = np.linalg.svd(X, full_matrices=False)
        Z = (U * sigma)[:, :{d}]
        used = range({d})
    """,
}


@lru_cache(maxsize=256)
def flat_map(data, way, d):
    """The map about its mean, 3 columns wide; shares of N_BARS dimensions; which are used."""
    X = points(data)
    made, parts = run(WAY_CODE[way].format(d=d), X=X), WAYS[way][1](X)
    Z = made["Z"] - made["Z"].mean(axis=0)
    share = np.pad(parts / parts.sum(), (0, N_BARS))[:N_BARS]
    return np.pad(Z, [(0, 0), (0, 3 - Z.shape[1])]), share, made["used"]
