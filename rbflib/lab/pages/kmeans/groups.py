"""Samples in the plane, most of them in groups, which k-means is to find."""

from functools import lru_cache

from rbflib.lab.kit.report import run
from rbflib.lab.kit.your_data import YourData

X_REACH, Y_REACH = 2.6, 2.2  # half the width and height of the plane


FOUR = [(-1.5, 1.1), (1.4, 1.2), (-1.1, -1.1), (1.3, -0.9)]
OF_READER = "X = data.arrays[0]"

# Lines of Python that make the samples.
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


def _made_by(code):
    return lambda: run(code)["X"]


WALK_DATA = {data: _made_by(code) for data, code in WALK_CODE.items()}


@lru_cache(maxsize=32)
def walk_data(data):
    """Samples (N, 2) of an entry of WALK_DATA, or the reader's."""
    return data.arrays[0] if isinstance(data, YourData) else WALK_DATA[data]()
