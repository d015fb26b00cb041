from rbflib.backprop import TrainingStep, error_and_gradient, train_by_backprop
from rbflib.basis import BASES, design_matrix
from rbflib.centers import (
    cluster_gamma,
    fit_mixture,
    kmeans_centers,
    mixture_gamma,
    neighbor_gamma,
    random_centers,
)
from rbflib.datasets import (
    draw_tumors,
    great_circle_distances,
    make_moons,
    make_rings,
    make_trap,
    make_wave,
    make_xor,
    trap,
    wave,
    world_cities,
)
from rbflib.diagnosis import Diagnosis, diagnose
from rbflib.elm import ELMClassifier, ELMRegressor
from rbflib.full import FullRBFClassifier, FullRBFRegressor, UniformRBFClassifier
from rbflib.kmeans import KMeans, KMeansStep, lloyd
from rbflib.least_squares import (
    effective_degrees_of_freedom,
    solve_logistic_layer,
    solve_output_layer,
    solve_weights,
)
from rbflib.mds import ClassicalMDS, double_centering
from rbflib.neighbors import (
    NadarayaWatsonRegressor,
    NearestNeighborClassifier,
    NearestNeighborRegressor,
)
from rbflib.network import RBFNetwork
from rbflib.ols import OLSPath, OLSRegressor, naive_forward_selection, orthogonal_least_squares
from rbflib.similarity import edit_distance, polynomial, tanh_neuron
from rbflib.svm import network_from_svc
from rbflib.two_stage import RBFNetworkClassifier, RBFNetworkRegressor

__all__ = [
    "BASES",
    "ClassicalMDS",
    "Diagnosis",
    "ELMClassifier",
    "ELMRegressor",
    "FullRBFClassifier",
    "FullRBFRegressor",
    "KMeans",
    "KMeansStep",
    "NadarayaWatsonRegressor",
    "NearestNeighborClassifier",
    "NearestNeighborRegressor",
    "OLSPath",
    "OLSRegressor",
    "RBFNetwork",
    "RBFNetworkClassifier",
    "RBFNetworkRegressor",
    "TrainingStep",
    "UniformRBFClassifier",
    "cluster_gamma",
    "design_matrix",
    "diagnose",
    "double_centering",
    "draw_tumors",
    "edit_distance",
    "effective_degrees_of_freedom",
    "error_and_gradient",
    "fit_mixture",
    "great_circle_distances",
    "kmeans_centers",
    "lloyd",
    "make_moons",
    "make_rings",
    "make_trap",
    "make_wave",
    "make_xor",
    "mixture_gamma",
    "naive_forward_selection",
    "neighbor_gamma",
    "network_from_svc",
    "orthogonal_least_squares",
    "polynomial",
    "random_centers",
    "solve_logistic_layer",
    "solve_output_layer",
    "solve_weights",
    "tanh_neuron",
    "train_by_backprop",
    "trap",
    "wave",
    "world_cities",
]
__version__: str
