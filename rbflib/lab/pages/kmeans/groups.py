"""Samples in the plane, most of them in groups, which k-means is to find."""

from functools import lru_cache

import numpy as np

from rbflib.datasets import make_moons
from rbflib.lab.kit.your_data import YourData

X_REACH, Y_REACH = 2.6, 2.2  # half the width and height of the plane


def _clouds(centers, size, spread, seed):
    rng = np.random.default_rng(seed)
    return np.concatenate([c + spread * rng.standard_normal((size, 2)) for c in centers])


def _iris_petals():
    from sklearn.datasets import load_iris  # late: readers of many formats come along

    petals = load_iris().data[:, 2:]
    return (petals - petals.mean(axis=0)) / petals.std(axis=0)


def _square():
    return np.random.default_rng(5).uniform((-2.2, -1.9), (2.2, 1.9), size=(160, 2))


FOUR = [(-1.5, 1.1), (1.4, 1.2), (-1.1, -1.1), (1.3, -0.9)]
WALK_DATA = {
    "four clouds": lambda: _clouds(FOUR, 40, 0.42, 87),
    "no groups": _square,
    "two moons": lambda: 1.2 * make_moons(160, noise=0.15, random_state=2)[0],
    "iris petals": _iris_petals,
}


@lru_cache(maxsize=32)
def walk_data(data):
    """Samples (N, 2) of an entry of WALK_DATA, or the reader's."""
    return data.arrays[0] if isinstance(data, YourData) else WALK_DATA[data]()


OF_READER = "X = data.arrays[0]"

# The same samples in lines of Python.
WALK_CODE = {
    "four clouds": f"""
        rng, corners = np.random.default_rng(87), {FOUR}
        X = np.concatenate([c + 0.42 * rng.standard_normal((40, 2)) for c in corners])
    """,
    "no groups": """
        X = np.random.default_rng(5).uniform((-2.2, -1.9), (2.2, 1.9), size=(160, 2))
    """,
    "two moons": """
        from rbflib import make_moons
        X = 1.2 * make_moons(160, noise=0.15, random_state=2)[0]
    """,
    "iris petals": """
        from sklearn.datasets import load_iris
        X = load_iris().data[:, 2:]
        X = (X - X.mean(axis=0)) / X.std(axis=0)
    """,
}
