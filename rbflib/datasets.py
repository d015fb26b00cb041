"""The lecture's toy data, drawn afresh from a seed.

Real data comes from scikit-learn. Classes are −1 and +1.
"""

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.utils import check_random_state


def wave(X):
    """The noise-free target of `make_wave`: sin(2πx) + x/2, (N, 1) -> (N,)."""
    x = np.asarray(X)[:, 0]
    return np.sin(2 * np.pi * x) + x / 2


def make_wave(n_samples=20, noise=0.2, random_state=None):
    """Samples of one period of a wave on [0, 1], with Gaussian noise.

    Returns X (N, 1), sorted, one sample in each of N equal strips, and y (N,).
    """
    rng = check_random_state(random_state)
    X = ((np.arange(n_samples) + rng.uniform(0.1, 0.9, n_samples)) / n_samples)[:, None]
    return X, wave(X) + noise * rng.standard_normal(n_samples)


def make_rings(n_samples=100, noise=0.1, random_state=None):
    """A disk (+1) inside of a ring (−1): no straight line separates them. X (N, 2), y (N,)."""
    rng = check_random_state(random_state)
    y = np.where(np.arange(n_samples) % 2, 1, -1)
    radius = np.where(
        y > 0, 0.5 * np.sqrt(rng.uniform(size=n_samples)), rng.uniform(1, 1.4, n_samples)
    )
    angle = rng.uniform(0, 2 * np.pi, n_samples)
    X = radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    return X + noise * rng.standard_normal(X.shape), y


def make_xor(n_samples=100, noise=0.3, random_state=None):
    """Four clouds at (±1, ±1), +1 where both signs agree. X (N, 2), y (N,)."""
    rng = check_random_state(random_state)
    corner = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]])[np.arange(n_samples) % 4]
    return corner + noise * rng.standard_normal((n_samples, 2)), corner.prod(axis=1)


def make_moons(n_samples=100, noise=0.3, random_state=None):
    """Two half moons that reach into each other, about the origin. X (N, 2), y (N,)."""
    rng = check_random_state(random_state)
    y = np.where(np.arange(n_samples) % 2, 1, -1)
    angle = rng.uniform(0, np.pi, n_samples)
    X = y[:, None] * np.column_stack([np.cos(angle), np.sin(angle)]) + y[:, None] * [-0.5, -0.25]
    return X + noise * rng.standard_normal(X.shape), y


def draw_tumors(n_samples=100, random_state=None):
    """Tumors drawn from scikit-learn's breast cancer set: benign +1, malignant −1.

    Two features, the logarithms of mean radius and mean texture, standardized over all 569
    tumors. X (N, 2), y (N,); no tumor is drawn twice.
    """
    rng = check_random_state(random_state)
    table = load_breast_cancer()
    X = np.log(table.data[:, :2])
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    drawn = rng.choice(len(X), n_samples, replace=False)
    return X[drawn], 2 * table.target[drawn] - 1
