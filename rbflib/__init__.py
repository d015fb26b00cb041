"""Radial basis function networks: one hypothesis, and many ways to choose its parts.

h(x) = output( Σ_m β_m φ(γ‖x − μ_m‖²) + b )
"""

import lazy_loader  # imports a name at its first use (SPEC 1); type checkers read __init__.pyi

_TABLE = """
backprop       TrainingStep error_and_gradient train_by_backprop
basis          BASES design_matrix
centers        cluster_gamma fit_mixture kmeans_centers mixture_gamma neighbor_gamma random_centers
datasets       draw_tumors great_circle_distances make_moons make_rings make_trap make_wave \
               make_xor trap wave world_cities
elm            ELMClassifier ELMRegressor
full           FullRBFClassifier FullRBFRegressor UniformRBFClassifier
kmeans         KMeans KMeansStep lloyd
least_squares  effective_degrees_of_freedom solve_logistic_layer solve_output_layer solve_weights
mds            ClassicalMDS double_centering
neighbors      NadarayaWatsonRegressor NearestNeighborClassifier NearestNeighborRegressor
network        RBFNetwork
ols            OLSPath OLSRegressor naive_forward_selection orthogonal_least_squares
similarity     edit_distance polynomial tanh_neuron
svm            network_from_svc
two_stage      RBFNetworkClassifier RBFNetworkRegressor
"""
_NAMES = {module: names for module, *names in map(str.split, _TABLE.strip().splitlines())}
__all__ = sorted(name for names in _NAMES.values() for name in names)
_MODULES = [*_NAMES, "lab", "learners", "numerics"]
__getattr__, __dir__, _ = lazy_loader.attach(__name__, _MODULES, _NAMES)
__version__ = "0.2.0"
