"""The models of the comparison, with the settings that each may choose from.

All see standardized features. γ is given as a multiple of 1/D, since the squared distance of two
standardized samples is 2D on average.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, clone
from sklearn.compose import TransformedTargetRegressor
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

from rbflib.elm import ELMClassifier, ELMRegressor
from rbflib.full import FullRBFClassifier, FullRBFRegressor
from rbflib.kmeans import KMeans
from rbflib.mds import ClassicalMDS
from rbflib.neighbors import (
    NadarayaWatsonRegressor,
    NearestNeighborClassifier,
    NearestNeighborRegressor,
)
from rbflib.ols import OLSRegressor
from rbflib.two_stage import RBFNetworkClassifier, RBFNetworkRegressor


class Model(NamedTuple):
    """A model of the series, or a guest."""

    page: str  # that introduces it
    chooses: str  # how it chooses its centers
    make: Callable  # make(classes) -> estimator for two classes ±1, or for numbers
    grid: Callable  # grid(D) -> settings to choose from


class CellMeans(RegressorMixin, BaseEstimator):
    """Every cell of k-means predicts the mean target of its samples."""

    def __init__(self, n_clusters=8, random_state=0):
        self.n_clusters = n_clusters
        self.random_state = random_state

    def fit(self, X, y):
        start = {"init": "k-means++", "random_state": self.random_state}
        found = KMeans(self.n_clusters, **start).fit(X)
        means = [np.mean(y[found.labels_ == k]) for k in range(self.n_clusters)]
        self.cells_ = NearestNeighborRegressor().fit(found.cluster_centers_, means)
        return self

    def predict(self, X):
        return self.cells_.predict(X)


class SignOf(ClassifierMixin, BaseEstimator):
    """Two classes by the sign of a regression on ±1."""

    def __init__(self, regressor):
        self.regressor = regressor

    def fit(self, X, y):
        self.classes_, of = np.unique(y, return_inverse=True)
        self.regressor_ = clone(self.regressor).fit(X, 2.0 * of - 1)
        return self

    def predict(self, X):
        return self.classes_[np.where(self.regressor_.predict(X) > 0, 1, 0)]


WIDTHS = (0.01, 0.03, 0.1, 0.3, 1, 3, 10)
PENALTIES = (1e-3, 1e-2, 1e-1, 1, 10)
COUNTS = (5, 10, 20, 40, 80)


def _widths(D):
    return [width / D for width in WIDTHS]


def _svm(classes):
    from sklearn.svm import SVC, SVR

    return SVC() if classes else SVR()


def _process(classes):
    from sklearn.gaussian_process import GaussianProcessClassifier, GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

    kernel = ConstantKernel(1.0) * RBF(3.0, (0.1, 100))
    if classes:
        return GaussianProcessClassifier(kernel, random_state=0)
    return GaussianProcessRegressor(kernel + WhiteKernel(0.5), random_state=0)


def _perceptron(classes):
    from sklearn.neural_network import MLPClassifier, MLPRegressor

    network = MLPClassifier if classes else MLPRegressor
    return network(solver="lbfgs", max_iter=500, random_state=0)


def _linear(classes):
    from sklearn.linear_model import LogisticRegression, Ridge

    return LogisticRegression(max_iter=1000) if classes else Ridge()


def _choice(for_classes, for_numbers, **settings):
    """make(classes) of two classes of estimators with the same settings."""
    return lambda classes: (for_classes if classes else for_numbers)(**settings)


def _regression(regressor):
    """make(classes) of a regression whose sign decides between two classes."""
    return lambda classes: SignOf(regressor()) if classes else regressor()


def _on_map(classes):
    full = FullRBFClassifier if classes else FullRBFRegressor
    return Pipeline([("map", ClassicalMDS()), ("network", full(alpha=1.0))])


MODELS = {
    "SVM": Model(
        "01", "support vectors", _svm, lambda D: {"gamma": _widths(D), "C": [0.1, 1, 10, 100]}
    ),
    "full network": Model(
        "02",
        "every sample",
        _choice(FullRBFClassifier, FullRBFRegressor),
        lambda D: {"gamma": _widths(D), "alpha": PENALTIES},
    ),
    "k neighbors": Model(
        "03",
        "every sample",
        _choice(NearestNeighborClassifier, NearestNeighborRegressor),
        lambda D: {"n_neighbors": [1, 3, 5, 9, 15, 25, 41], "weights": ["uniform", "distance"]},
    ),
    "kernel regression": Model(
        "03", "every sample", _regression(NadarayaWatsonRegressor), lambda D: {"gamma": _widths(D)}
    ),
    "cell means": Model(
        "04", "cluster means", _regression(CellMeans), lambda D: {"n_clusters": COUNTS}
    ),
    "RBF network": Model(
        "05",
        "cluster means",
        _choice(RBFNetworkClassifier, RBFNetworkRegressor, random_state=0),
        lambda D: {"n_centers": COUNTS, "gamma": _widths(D), "alpha": PENALTIES[1:4]},
    ),
    "OLS": Model(
        "06",
        "one by one",
        _regression(lambda: OLSRegressor(tol=0.0)),
        lambda D: {"max_centers": COUNTS, "gamma": _widths(D)},
    ),
    "ELM": Model(
        "07",
        "random nodes",
        _choice(ELMClassifier, ELMRegressor, random_state=0),
        lambda D: {"n_hidden": [20, 80, 320], "alpha": [*PENALTIES, 100]},
    ),
    "map, then network": Model(
        "08",
        "every sample, on a map",
        _on_map,
        lambda D: {
            "map__n_components": [d for d in (1, 2, 4, 8) if d <= D],
            "network__gamma": _widths(D),
        },
    ),
    "linear model": Model("10", "none", _linear, lambda D: {}),
    "Gaussian process": Model("10", "every sample", _process, lambda D: {}),
    "neural network": Model(
        "10",
        "none",
        _perceptron,
        lambda D: {"hidden_layer_sizes": [(10,), (50,)], "alpha": [1e-2, 1, 10]},
    ),
}
GUESTS = [name for name, model in MODELS.items() if model.page == "10"]


def pipeline(name, classes):
    """The model behind standardized features; targets that are numbers are standardized too."""
    estimator = make_pipeline(StandardScaler(), MODELS[name].make(classes))
    if classes:
        return estimator
    return TransformedTargetRegressor(estimator, transformer=StandardScaler())


def grid(name, classes, D):
    """The settings to choose from, as `GridSearchCV` takes them for `pipeline`."""
    estimator = MODELS[name].make(classes)
    step = type(estimator).__name__.lower() + "__"
    inside = "regressor__" if isinstance(estimator, SignOf) else ""
    outside = "" if classes else "regressor__"
    settings = MODELS[name].grid(D)
    return {outside + step + inside + setting: list(v) for setting, v in settings.items()}
