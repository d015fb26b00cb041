"""What is seen on the screen: explorers for the notebooks, built on the algorithms of rbflib."""

from rbflib.lab.explorer import Explorer
from rbflib.lab.scenes.full import fewer_centers, interpolation, two_ridges, votes_and_weights
from rbflib.lab.scenes.network import hypothesis
from rbflib.lab.scenes.svm import cover, similarities, svm_bumps
from rbflib.lab.scenes.two_stage import (
    backprop_steps,
    bias_on_off,
    density_trap,
    error_surface,
    full_or_few,
    network_plane,
)

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
        network_plane,
        full_or_few,
        bias_on_off,
        error_surface,
        backprop_steps,
        density_trap,
    )
}

__all__ = ["EXPLORERS", "Explorer", *EXPLORERS]
