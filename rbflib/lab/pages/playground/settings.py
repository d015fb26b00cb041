"""What may be chosen in the playground: data, models, and the values of every setting."""

from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

import numpy as np
from sklearn.datasets import load_breast_cancer, load_iris, load_wine

from rbflib.datasets import make_moons, make_rings, make_xor
from rbflib.elm import ACTIVATIONS, ELMClassifier
from rbflib.full import FullRBFClassifier, UniformRBFClassifier
from rbflib.lab.kit.controls import Choice, OptionSlider
from rbflib.neighbors import NadarayaWatsonRegressor, NearestNeighborClassifier
from rbflib.ols import OLSRegressor
from rbflib.two_stage import RBFNetworkClassifier

DATA_SEED, N_TEST = 7, 400

TOY_DATA = {"two moons": make_moons, "disk in a ring": make_rings, "four clouds": make_xor}


class RealData(NamedTuple):
    """A table of scikit-learn's. Its class 1 is +1 here, every other class is −1."""

    load: callable
    n_train: int
    positive: str
    settings: tuple  # names of the settings that choose the two features
    first: tuple  # the features that are chosen at first


REAL_DATA = {
    "breast cancer": RealData(
        load_breast_cancer, 100, "benign", ("cancer_x", "cancer_y"), ("mean radius", "mean texture")
    ),
    "wine": RealData(
        load_wine, 90, "cultivar 2", ("wine_x", "wine_y"), ("alcohol", "color intensity")
    ),
    "iris": RealData(
        load_iris, 75, "versicolor", ("iris_x", "iris_y"), ("sepal length", "petal width")
    ),
}
DRAWN = "drawn"


@cache
def table(name):
    """Features (N, D), their names, and classes ±1 (N,), in the order of one shuffle."""
    source = REAL_DATA[name].load()
    order = np.random.default_rng(DATA_SEED).permutation(len(source.data))
    names = [str(f).replace("_", " ").removesuffix(" (cm)") for f in source.feature_names]
    return source.data[order], names, np.where(source.target[order] == 1, 1, -1)


@dataclass(frozen=True)
class Model:
    """What makes a learner, the settings that its arguments are read from, and fixed arguments."""

    learner: callable
    settings: dict
    fixed: dict = field(default_factory=dict)

    def arguments(self, values):
        return self.fixed | {name: values[setting] for name, setting in self.settings.items()}


def _gaussian_svm(**arguments):
    from sklearn.svm import SVC  # late: with it come most parts of scikit-learn

    return SVC(**arguments)


TWO_STAGE = {"n_centers": "n_centers", "gamma": "gamma", "alpha": "alpha", "random_state": "draw"}


MODELS = {
    "Gaussian SVM": Model(_gaussian_svm, {"gamma": "gamma", "C": "C"}),
    "uniform votes": Model(UniformRBFClassifier, {"gamma": "gamma"}),
    "full network": Model(FullRBFClassifier, {"gamma": "gamma", "alpha": "alpha"}),
    "nearest neighbors": Model(
        NearestNeighborClassifier, {"n_neighbors": "n_neighbors", "weights": "vote"}
    ),
    "kernel regression": Model(NadarayaWatsonRegressor, {"gamma": "gamma"}),
    "network, k-means": Model(RBFNetworkClassifier, TWO_STAGE),
    "network, random": Model(RBFNetworkClassifier, TWO_STAGE, {"centers": "random"}),
    "network, mixture": Model(
        RBFNetworkClassifier,
        {name: setting for name, setting in TWO_STAGE.items() if name != "gamma"},
        {"centers": "gmm", "gamma": "gmm"},
    ),
    "OLS network": Model(
        OLSRegressor, {"max_centers": "n_centers", "gamma": "gamma"}, {"tol": 0.0}
    ),
    "ELM": Model(
        ELMClassifier,
        {"n_hidden": "n_hidden", "activation": "node", "alpha": "alpha", "random_state": "draw"},
    ),
}


class Setting(NamedTuple):
    """What may be chosen: a label, all values that it may have, and the first one."""

    label: str
    values: tuple
    first: object


def _powers(low, high, steps):
    """Powers of ten from 10^low to 10^high, `steps` a decade, with two digits."""
    exponents = np.arange(low * steps, high * steps + 1) / steps
    return tuple(float(f"{10**e:.2g}") for e in exponents)


def _features(name):
    return {
        setting: Setting(label, tuple(table(name)[1]), first)
        for setting, label, first in zip(
            REAL_DATA[name].settings, ("horizontal", "vertical"), REAL_DATA[name].first, strict=True
        )
    }


SETTINGS = {
    "data": Setting("data", (*TOY_DATA, *REAL_DATA, DRAWN), "two moons"),
    "model": Setting("model", tuple(MODELS), "network, k-means"),
    "n_train": Setting("samples N", tuple(range(20, 201, 20)), 100),
    "noise": Setting("noise", tuple(round(0.05 * i, 2) for i in range(11)), 0.3),
    **_features("breast cancer"),
    **_features("wine"),
    **_features("iris"),
    "n_centers": Setting("centers M", tuple(range(1, 41)), 8),
    "gamma": Setting("γ", _powers(-1, 2, 10), 1.0),
    "alpha": Setting("λ", (0.0, *_powers(-6, 2, 2)), 0.001),
    "C": Setting("C", _powers(-2, 4, 4), 1.0),
    "n_neighbors": Setting("neighbors k", (*range(1, 11), 12, 15, 20, 25, 30, 40, 50, 70, 100), 5),
    "vote": Setting("vote", ("uniform", "distance"), "uniform"),
    "n_hidden": Setting("nodes M", tuple(range(5, 201, 5)), 30),
    "node": Setting("node", tuple(ACTIVATIONS), "sigmoid"),
    "draw": Setting("draw", tuple(range(31)), 0),
}


def settings_of_data(data):
    if data in TOY_DATA:
        return ("n_train", "noise")
    return REAL_DATA[data].settings if data in REAL_DATA else ()


def settings_of_model(model):
    return tuple(MODELS[model].settings.values())


def used_settings(data, model):
    """Names of the settings that this choice of data and model uses, in their order."""
    used = {"data", "model", *settings_of_data(data), *settings_of_model(model)}
    return [name for name in SETTINGS if name in used]


def choice_that_uses(name):
    """The first data or model that uses a setting: ("data" or "model", its name)."""
    for chooser, settings_of in [("data", settings_of_data), ("model", settings_of_model)]:
        for value in SETTINGS[chooser].values:
            if name in settings_of(value):
                return chooser, value
    raise ValueError(f"No data and no model uses the setting {name!r}.")


CLICKS = ("class +1", "class −1", "class +1, test", "class −1, test")
CONTROLS = SETTINGS | {"click": Setting("a click adds", CLICKS, CLICKS[0])}


def control_of(setting):
    """A control of the kit for a setting."""
    if isinstance(setting.values[0], str):
        return Choice(setting.label, list(setting.values), setting.first)
    return OptionSlider(setting.label, setting.first, setting.values)
