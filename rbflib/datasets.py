"""The lecture's toy data, drawn afresh from a seed, with Gaussian noise.

Classes are −1 and +1; `noise` is a standard deviation. Real data comes from scikit-learn.
"""

from __future__ import annotations

import csv
from importlib.resources import files
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import check_array, check_consistent_length, check_random_state

from rbflib.learners import RandomState
from rbflib.numerics.checks import check_memory

EARTH_RADIUS = 6371.0  # km, the mean
Data: TypeAlias = tuple[np.ndarray, np.ndarray]  # X (N, D) and y (N,)


def wave(X: ArrayLike) -> np.ndarray:
    """The noise-free target of `make_wave`: sin(2πx) + x/2, (N, 1) -> (N,)."""
    x = np.asarray(X)[:, 0]
    return np.sin(2 * np.pi * x) + x / 2


def make_wave(n_samples: int = 20, noise: float = 0.2, random_state: RandomState = None) -> Data:
    """One period of a wave, one sample in each of N strips of [0, 1]. X (N, 1), sorted; y (N,)."""
    rng = check_random_state(random_state)
    X = ((np.arange(n_samples) + rng.uniform(0.1, 0.9, n_samples)) / n_samples)[:, None]
    return X, wave(X) + noise * rng.standard_normal(n_samples)


def trap(X: ArrayLike) -> np.ndarray:
    """The noise-free target of `make_trap`: 0 up to x = 0, then sin(3πx), (N, 1) -> (N,)."""
    x = np.asarray(X)[:, 0]
    return np.where(x > 0, np.sin(3 * np.pi * x), 0.0)


def make_trap(n_samples: int = 400, noise: float = 0.02, random_state: RandomState = None) -> Data:
    """Samples crowded where the target is flat: centers that follow them miss the other part.

    Nine of ten lie in [−4, 0], the others in [0, 2], where the target has three periods. X (N, 1),
    the crowded ones first, y (N,).
    """
    rng = check_random_state(random_state)
    crowded = n_samples - n_samples // 10
    X = np.vstack([rng.uniform(-4, 0, (crowded, 1)), rng.uniform(0, 2, (n_samples - crowded, 1))])
    return X, trap(X) + noise * rng.standard_normal(n_samples)


def make_rings(n_samples: int = 100, noise: float = 0.1, random_state: RandomState = None) -> Data:
    """A disk (+1) inside a ring (−1): no straight line separates them. X (N, 2), y (N,)."""
    rng = check_random_state(random_state)
    y = np.where(np.arange(n_samples) % 2, 1, -1)
    disk, ring = 0.5 * np.sqrt(rng.uniform(size=n_samples)), rng.uniform(1, 1.4, n_samples)
    angle = rng.uniform(0, 2 * np.pi, n_samples)
    X = np.where(y > 0, disk, ring)[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    return X + noise * rng.standard_normal(X.shape), y


def make_xor(n_samples: int = 100, noise: float = 0.3, random_state: RandomState = None) -> Data:
    """Four clouds at (±1, ±1), +1 where both signs agree. X (N, 2), y (N,)."""
    rng = check_random_state(random_state)
    corner = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]])[np.arange(n_samples) % 4]
    return corner + noise * rng.standard_normal((n_samples, 2)), corner.prod(axis=1)


def make_moons(n_samples: int = 100, noise: float = 0.3, random_state: RandomState = None) -> Data:
    """Two half moons that reach into each other, about the origin. X (N, 2), y (N,)."""
    rng = check_random_state(random_state)
    y = np.where(np.arange(n_samples) % 2, 1, -1)
    angle = rng.uniform(0, np.pi, n_samples)
    X = y[:, None] * np.column_stack([np.cos(angle), np.sin(angle)]) + y[:, None] * [-0.5, -0.25]
    return X + noise * rng.standard_normal(X.shape), y


def draw_tumors(n_samples: int = 100, random_state: RandomState = None) -> Data:
    """Tumors from scikit-learn's breast cancer set: benign +1, malignant −1. X (N, 2), y (N,).

    Logarithms of mean radius and mean texture, standardized over all 569 tumors; none comes twice.
    """
    from sklearn.datasets import load_breast_cancer  # late: readers of many formats come along

    rng = check_random_state(random_state)
    table = load_breast_cancer()
    X = np.log(table.data[:, :2])
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    drawn = rng.choice(len(X), n_samples, replace=False)
    return X[drawn], 2 * table.target[drawn] - 1


def world_cities() -> tuple[list[str], np.ndarray, np.ndarray]:
    """Large cities of all inhabited continents: names, degrees north (N,) and degrees east (N,)."""
    table = files("rbflib").joinpath("data", "world_cities.csv").read_text(encoding="utf-8")
    names, latitude, longitude = zip(*list(csv.reader(table.splitlines()))[1:], strict=True)
    return list(names), np.array(latitude, dtype=float), np.array(longitude, dtype=float)


def great_circle_distances(latitude: ArrayLike, longitude: ArrayLike) -> np.ndarray:
    """Shortest ways over the globe between points given in degrees: (N,), (N,) -> (N, N) in km.

    Haversine formula, latitude φ, longitude λ: sin²(d/2R) = sin²(Δφ/2) + cos φ₁ cos φ₂ sin²(Δλ/2).
    Raises ValueError or MemoryError if a number is not finite, a latitude is beyond ±90, the two
    have not one length, or 4 tables of that size need more memory than is free.
    """
    latitude, longitude = _degrees(latitude, "latitude"), _degrees(longitude, "longitude")
    check_consistent_length(latitude, longitude)
    n = np.abs(latitude).argmax()
    if abs(latitude[n]) > 90:
        raise ValueError(
            f"latitude[{n}] = {latitude[n]:.10g} is beyond a pole: latitudes are −90 to 90 "
            "degrees, and longitudes come second."
        )
    check_memory(32 * len(latitude) ** 2, "Use fewer points.")
    phi, lam = np.radians(latitude), np.radians(longitude)
    h = np.sin(np.subtract.outer(phi, phi) / 2) ** 2
    h += np.outer(np.cos(phi), np.cos(phi)) * np.sin(np.subtract.outer(lam, lam) / 2) ** 2
    return 2 * EARTH_RADIUS * np.arcsin(np.sqrt(np.minimum(h, 1)))


def _degrees(values, name) -> np.ndarray:
    """Finite numbers as an array (N,)."""
    values = np.atleast_1d(values)
    return check_array(values, dtype=np.float64, ensure_2d=False, input_name=name).ravel()
