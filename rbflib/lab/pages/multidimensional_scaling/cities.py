"""Cities of a round Earth: their distances, the maps made from these, and the true map."""

import warnings
from functools import lru_cache

import numpy as np
from scipy.linalg import orthogonal_procrustes

from rbflib.datasets import great_circle_distances, world_cities
from rbflib.mds import ClassicalMDS

NAMES, LATITUDE, LONGITUDE = world_cities()
CITY_DISTANCES = great_circle_distances(LATITUDE, LONGITUDE)


def nearest_cities(home, n):
    """Numbers of the n cities nearest to home, home first."""
    return np.argsort(CITY_DISTANCES[NAMES.index(home)], kind="stable")[:n]


@lru_cache(maxsize=64)
def map_of_cities(home, n):
    """Z (n, positive eigenvalues), and all eigenvalues (n,), of the n cities around home.

    An eigenvalue below 1e-4 of the largest counts as 0: the table is known to about a kilometer.
    """
    chosen = nearest_cities(home, n)
    table = CITY_DISTANCES[np.ix_(chosen, chosen)]
    with warnings.catch_warnings():
        # That these distances are not Euclidean is what the scene shows.
        warnings.filterwarnings("ignore", "The distances are not Euclidean")
        eigenvalues = ClassicalMDS(1, metric="precomputed").fit(table).eigenvalues_
        positive = int(np.sum(eigenvalues > 1e-4 * eigenvalues[0]))
        Z = ClassicalMDS(positive, metric="precomputed").fit(table).embedding_
    return Z, eigenvalues


def seen_from(home, chosen):
    """Unit vectors (n, 3) from the Earth's middle: east, north and up, as they are at home."""
    h = NAMES.index(home)
    phi, phi_h = np.radians(LATITUDE[chosen]), np.radians(LATITUDE[h])
    lam = np.radians(LONGITUDE[chosen] - LONGITUDE[h])
    east = np.cos(phi) * np.sin(lam)
    north = np.sin(phi) * np.cos(phi_h) - np.cos(phi) * np.sin(phi_h) * np.cos(lam)
    up = np.sin(phi) * np.sin(phi_h) + np.cos(phi) * np.cos(phi_h) * np.cos(lam)
    return np.column_stack([east, north, up])


def on_true_map(chosen):
    """Longitude and latitude in degrees as a flat map (n, 2), in true proportion in its middle.

    Longitudes count from the first city, so that the map is not cut near it.
    """
    east = (LONGITUDE[chosen] - LONGITUDE[chosen[0]] + 180) % 360 - 180
    return np.column_stack([narrowing(chosen) * east, LATITUDE[chosen]])


def narrowing(chosen):
    """Length of a degree of longitude, in degrees of latitude, in the middle of these cities."""
    return np.cos(np.radians(LATITUDE[chosen].mean()))


def turned_for_reading(Z, home, chosen):
    """The map (n, d) turned or mirrored, which changes no distance: (n, 2 or d).

    A map of up to two dimensions is turned towards the true map; one of three or more towards the
    globe as it is seen from above home.
    """
    target = on_true_map(chosen) if Z.shape[1] < 3 else seen_from(home, chosen)
    d = max(2, Z.shape[1])
    Z = np.pad(Z, [(0, 0), (0, d - Z.shape[1])])
    target = np.pad(target - target.mean(axis=0), [(0, 0), (0, d - target.shape[1])])
    return Z @ orthogonal_procrustes(Z, target)[0]
