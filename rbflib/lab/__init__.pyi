from collections.abc import Callable
from typing import TypeAlias

from rbflib.lab.exercises import check, hint, solution
from rbflib.lab.explore import explore
from rbflib.lab.kit.controls import (
    Choice,
    Data,
    LinearSlider,
    LogSlider,
    OptionSlider,
    PenaltySlider,
    Switch,
)
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.predict import predict
from rbflib.lab.kit.scene import Handle, Scene
from rbflib.lab.kit.table import Table
from rbflib.lab.pages.comparison.compare import compare_models
from rbflib.lab.pages.comparison.table import comparison_table
from rbflib.lab.pages.playground.playground import open_table
from rbflib.lab.progress import progress
from rbflib.lab.quizzes import quiz

Opens: TypeAlias = Callable[[], Explorer]

def playground(
    X: object = None, y: object = None, models: dict[str, object] | None = None
) -> Explorer: ...

# On the reader's data, where they are given.
def choose_centers(x: object = None, y: object = None) -> Explorer: ...
def distances_to_map(D: object = None, names: object = None) -> Explorer: ...
def interpolation(x: object = None, y: object = None) -> Explorer: ...
def kmeans_walk(X: object = None) -> Explorer: ...
def many_starts(X: object = None) -> Explorer: ...
def neighbor_regression(x: object = None, y: object = None) -> Explorer: ...
def network_plane(X: object = None, y: object = None) -> Explorer: ...
def overfitting(x: object = None, y: object = None) -> Explorer: ...
def palette(image: object = None) -> Explorer: ...
def svm_bumps(X: object = None, y: object = None) -> Explorer: ...

EXPLORERS: dict[str, Callable[[], Explorer]]

# The explorers, by their names.
all_models: Opens
backprop_steps: Opens
bayes_or_neighbor: Opens
best_threshold: Opens
bias_on_off: Opens
calibration: Opens
center_race: Opens
city_map: Opens
cover: Opens
curse: Opens
density_trap: Opens
digits_map: Opens
eight_models: Opens
equal_models: Opens
error_against_nodes: Opens
error_against_penalty: Opens
error_surface: Opens
fewer_centers: Opens
full_or_few: Opens
gram_schmidt: Opens
greedy_trap: Opens
house_prices: Opens
hypothesis: Opens
lifted_ring: Opens
many_draws: Opens
map_by_hand: Opens
random_layer: Opens
random_or_chosen: Opens
similarities: Opens
thirty_draws: Opens
two_readings: Opens
two_ridges: Opens
votes_and_weights: Opens
votes_to_neighbor: Opens
ways_to_fail: Opens

__all__ = [
    "EXPLORERS",
    "Choice",
    "Data",
    "Explorer",
    "Handle",
    "LinearSlider",
    "LogSlider",
    "OptionSlider",
    "PenaltySlider",
    "Scene",
    "Switch",
    "Table",
    "check",
    "compare_models",
    "comparison_table",
    "explore",
    "hint",
    "open_table",
    "predict",
    "progress",
    "quiz",
    "solution",
]
