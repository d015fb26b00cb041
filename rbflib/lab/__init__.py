"""What is seen on the screen: explorers, quizzes and exercises on the algorithms of rbflib."""

from rbflib.lab.exercises import check, hint, solution
from rbflib.lab.explorer import Explorer
from rbflib.lab.predict import predict
from rbflib.lab.quiz import quiz
from rbflib.lab.scenes.elm import error_against_nodes, random_layer, random_or_chosen
from rbflib.lab.scenes.full import fewer_centers, interpolation, two_ridges, votes_and_weights
from rbflib.lab.scenes.kmeans import kmeans_walk, many_starts, palette, ways_to_fail
from rbflib.lab.scenes.mds import city_map, digits_map, distances_to_map
from rbflib.lab.scenes.neighbors import (
    curse,
    neighbor_regression,
    two_readings,
    votes_to_neighbor,
)
from rbflib.lab.scenes.network import hypothesis
from rbflib.lab.scenes.ols import choose_centers, equal_terms, gram_schmidt, greedy_trap
from rbflib.lab.scenes.playground import playground
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
        votes_to_neighbor,
        neighbor_regression,
        two_readings,
        curse,
        kmeans_walk,
        many_starts,
        ways_to_fail,
        palette,
        network_plane,
        full_or_few,
        bias_on_off,
        error_surface,
        backprop_steps,
        density_trap,
        gram_schmidt,
        choose_centers,
        equal_terms,
        greedy_trap,
        random_layer,
        error_against_nodes,
        random_or_chosen,
        distances_to_map,
        city_map,
        digits_map,
        playground,
    )
}

__all__ = ["EXPLORERS", "Explorer", "check", "hint", "predict", "quiz", "solution", *EXPLORERS]
