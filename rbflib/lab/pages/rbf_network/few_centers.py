"""A few centers, by k-means, for the same 40 inputs of a draw of the wave."""

from functools import lru_cache

from rbflib.centers import kmeans_centers
from rbflib.datasets import make_wave
from rbflib.lab.kit.line import SEED

N_INPUTS = 40


@lru_cache(maxsize=1024)  # small ones
def wave_centers(n_centers, draw):
    """Centers (M, 1) of the inputs, which are the same whatever the noise."""
    X, _ = make_wave(N_INPUTS, random_state=SEED + draw)
    return kmeans_centers(X, n_centers, random_state=0)
