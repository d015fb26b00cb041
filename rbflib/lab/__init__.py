"""What is seen on the screen: explorers for the notebooks, built on the algorithms of rbflib."""

from rbflib.lab.explorer import Explorer
from rbflib.lab.scenes.full import fewer_centers, interpolation, two_ridges, votes_and_weights
from rbflib.lab.scenes.mds import city_map, digits_map, distances_to_map
from rbflib.lab.scenes.network import hypothesis
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
        distances_to_map,
        city_map,
        digits_map,
    )
}

__all__ = ["EXPLORERS", "Explorer", *EXPLORERS]
