"""What is seen on the screen: explorers for the notebooks, built on the algorithms of rbflib."""

from rbflib.lab.explorer import Explorer
from rbflib.lab.scenes.full import fewer_centers, interpolation, two_ridges, votes_and_weights
from rbflib.lab.scenes.kmeans import kmeans_walk, many_starts, palette, ways_to_fail
from rbflib.lab.scenes.neighbors import (
    curse,
    neighbor_regression,
    two_readings,
    votes_to_neighbor,
)
from rbflib.lab.scenes.network import hypothesis
from rbflib.lab.scenes.playground import playground
from rbflib.lab.scenes.svm import cover, similarities, svm_bumps

# Name -> function without arguments that builds the explorer as a notebook shows it.
EXPLORERS = {
    builder.__name__: builder
    for builder in (
        hypothesis,
        svm_bumps,
        similarities,
        cover,
        interpolation,
        two_ridges,
        votes_and_weights,
        fewer_centers,
        votes_to_neighbor,
        neighbor_regression,
        two_readings,
        curse,
        kmeans_walk,
        many_starts,
        ways_to_fail,
        palette,
        playground,
    )
}

__all__ = ["EXPLORERS", "Explorer", *EXPLORERS]
