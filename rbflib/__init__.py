"""Radial basis function networks: one hypothesis, and many ways to choose its parts.

h(x) = output( Σ_m β_m φ(γ‖x − μ_m‖²) + b )
"""

from rbflib.basis import BASES, design_matrix
from rbflib.datasets import draw_tumors, make_moons, make_rings, make_wave, make_xor, wave
from rbflib.full import FullRBFClassifier, FullRBFRegressor, UniformRBFClassifier
from rbflib.network import RBFNetwork, effective_degrees_of_freedom, solve_weights
from rbflib.similarity import edit_distance, polynomial, tanh_neuron
from rbflib.svm import network_from_svc

__all__ = [
    "BASES",
    "FullRBFClassifier",
    "FullRBFRegressor",
    "RBFNetwork",
    "UniformRBFClassifier",
    "design_matrix",
    "draw_tumors",
    "edit_distance",
    "effective_degrees_of_freedom",
    "make_moons",
    "make_rings",
    "make_wave",
    "make_xor",
    "network_from_svc",
    "polynomial",
    "solve_weights",
    "tanh_neuron",
    "wave",
]
__version__ = "0.1.0"
