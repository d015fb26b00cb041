"""What is seen on the screen: explorers for the notebooks, built on the algorithms of rbflib."""

from rbflib.lab.explorer import Explorer
from rbflib.lab.scenes.full import fewer_centers, interpolation, two_ridges, votes_and_weights
from rbflib.lab.scenes.network import hypothesis
from rbflib.lab.scenes.ols import choose_centers, equal_terms, gram_schmidt, greedy_trap
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
        gram_schmidt,
        choose_centers,
        equal_terms,
        greedy_trap,
    )
}

__all__ = ["EXPLORERS", "Explorer", *EXPLORERS]
