"""What may be chosen in the playground: data, models, and the values of every setting."""

from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

import numpy as np
from sklearn.datasets import load_breast_cancer, load_iris, load_wine

from rbflib.elm import ACTIVATIONS, ELMClassifier
from rbflib.full import FullRBFClassifier, UniformRBFClassifier
from rbflib.lab.kit.controls import Choice, OptionSlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.plane import TOY_DATA
from rbflib.neighbors import NadarayaWatsonRegressor, NearestNeighborClassifier
from rbflib.ols import OLSRegressor
from rbflib.two_stage import RBFNetworkClassifier


class RealData(NamedTuple):
    """A table of scikit-learn's. Its class 1 is +1 here, every other class is −1."""

    load: callable
    n_train: int
    features: dict  # name of the setting that chooses a feature -> the feature at first


# +1 are the benign tumors, the wines of cultivar 2, and the irises of the species versicolor.
REAL_DATA = {
    "breast cancer": RealData(
        load_breast_cancer, 100, {"cancer_x": "mean radius", "cancer_y": "mean texture"}
    ),
    "wine": RealData(load_wine, 90, {"wine_x": "alcohol", "wine_y": "color intensity"}),
    "iris": RealData(load_iris, 75, {"iris_x": "sepal length", "iris_y": "petal width"}),
}


@cache
def table(name):
    """Features (N, D), their names, and classes ±1 (N,)."""
    source = REAL_DATA[name].load()
    names = [str(f).replace("_", " ").removesuffix(" (cm)") for f in source.feature_names]
    return source.data, names, np.where(source.target == 1, 1, -1)


@dataclass(frozen=True)
class Model:
    """What makes a learner, the settings that its arguments are read from, and fixed arguments."""

    learner: callable
    settings: dict
    fixed: dict = field(default_factory=dict)

    def made(self, values, X):
        """A learner that is not fitted, and its arguments.

        No more centers, and no more neighbors, than there are distinct training samples X (N, D).
        """
        arguments = self.fixed | {name: values[setting] for name, setting in self.settings.items()}
        for count in {"n_centers", "max_centers", "n_neighbors"} & set(arguments):
            arguments[count] = min(arguments[count], len(np.unique(X, axis=0)))
        return self.learner(**arguments), arguments


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
        {"n_centers": "n_centers", "alpha": "alpha", "random_state": "draw"},
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


def _powers(low, high, steps):
    """Powers of ten from 10^low to 10^high, `steps` a decade, with two digits."""
    exponents = np.arange(low * steps, high * steps + 1) / steps
    return tuple(float(f"{10**e:.2g}") for e in exponents)


def settings_of_model(model):
    return tuple(MODELS[model].settings.values())


# Value of the setting "data" or "model" -> names of the other settings that it uses.
USED = {
    "data": dict.fromkeys(TOY_DATA, ("n_train", "noise", "draw"))
    | {name: (*source.features, "draw") for name, source in REAL_DATA.items()}
    | {"drawn": ()},
    "model": {model: settings_of_model(model) for model in MODELS},
}
SETTINGS = {
    "data": Choice("data", list(USED["data"]), "two moons"),
    "model": Choice("model", list(MODELS), "network, k-means"),
    "n_train": OptionSlider("samples N", 100, range(20, 201, 20)),
    "noise": OptionSlider("noise", 0.3, [round(0.05 * i, 2) for i in range(11)]),
    **{
        setting: Choice(label, table(name)[1], first)
        for name, source in REAL_DATA.items()
        for label, (setting, first) in zip(
            ("horizontal", "vertical"), source.features.items(), strict=True
        )
    },
    "n_centers": OptionSlider("centers M", 8, range(1, 41)),
    "gamma": OptionSlider("γ", 1.0, _powers(-1, 2, 10)),
    "alpha": OptionSlider("λ", 0.001, [0.0, *_powers(-6, 2, 2)]),
    "C": OptionSlider("C", 1.0, _powers(-2, 4, 4)),
    "n_neighbors": OptionSlider(
        "neighbors k", 5, [*range(1, 11), 12, 15, 20, 25, 30, 40, 50, 70, 100]
    ),
    "vote": Choice("vote", ["uniform", "distance"]),
    "n_hidden": OptionSlider("nodes M", 30, range(5, 201, 5)),
    "node": Choice("node", list(ACTIVATIONS), "sigmoid"),
    "draw": draw_slider("samples"),
}


def used_settings(data, model):
    """Names of the settings that this choice of data and model uses, in their order."""
    used = {"data", "model", *USED["data"][data], *USED["model"][model]}
    return [name for name in SETTINGS if name in used]


def choice_that_uses(name):
    """The first data or model that uses a setting: ("data" or "model", its name)."""
    pairs = [(chooser, *pair) for chooser, used in USED.items() for pair in used.items()]
    return next((chooser, value) for chooser, value, names in pairs if name in names)


# Class and role of the sample that a click adds.
CLICKS = {
    "class +1": (1, "train"),
    "class −1": (-1, "train"),
    "class +1, test": (1, "test"),
    "class −1, test": (-1, "test"),
}
CONTROLS = SETTINGS | {"click": Choice("a click adds", list(CLICKS))}
