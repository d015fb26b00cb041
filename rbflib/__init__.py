"""Radial basis function networks: one hypothesis, and many ways to choose its parts.

h(x) = output( Σ_m β_m φ(γ‖x − μ_m‖²) + b )

Names are imported when they are first asked for (SPEC 1): scikit-learn alone takes a second.
`__init__.pyi` lists the same names for type checkers and editors.
"""

import lazy_loader

_NAMES = {
    "backprop": ["TrainingStep", "error_and_gradient", "train_by_backprop"],
    "basis": ["BASES", "design_matrix"],
    "centers": [
        "cluster_gamma",
        "fit_mixture",
        "kmeans_centers",
        "mixture_gamma",
        "neighbor_gamma",
        "random_centers",
    ],
    "datasets": [
        "draw_tumors",
        "great_circle_distances",
        "make_moons",
        "make_rings",
        "make_trap",
        "make_wave",
        "make_xor",
        "trap",
        "wave",
        "world_cities",
    ],
    "elm": ["ELMClassifier", "ELMRegressor"],
    "full": ["FullRBFClassifier", "FullRBFRegressor", "UniformRBFClassifier"],
    "kmeans": ["KMeans", "KMeansStep", "lloyd"],
    "least_squares": [
        "effective_degrees_of_freedom",
        "solve_logistic_layer",
        "solve_output_layer",
        "solve_weights",
    ],
    "mds": ["ClassicalMDS", "double_centering"],
    "neighbors": [
        "NadarayaWatsonRegressor",
        "NearestNeighborClassifier",
        "NearestNeighborRegressor",
    ],
    "network": ["RBFNetwork"],
    "ols": ["OLSPath", "OLSRegressor", "naive_forward_selection", "orthogonal_least_squares"],
    "similarity": ["edit_distance", "polynomial", "tanh_neuron"],
    "svm": ["network_from_svc"],
    "two_stage": ["RBFNetworkClassifier", "RBFNetworkRegressor"],
}
__all__ = sorted(name for names in _NAMES.values() for name in names)
__getattr__, __dir__, _ = lazy_loader.attach(
    __name__, [*_NAMES, "lab", "learners", "numerics"], _NAMES
)
__version__ = "0.2.0"
