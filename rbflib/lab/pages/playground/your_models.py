"""The models for a reader's data, and the reader's own: anything with fit and predict."""

import copy
from collections.abc import Mapping
from time import perf_counter
from typing import NamedTuple

import numpy as np
from sklearn.base import clone

from rbflib.elm import ELMRegressor
from rbflib.full import FullRBFRegressor
from rbflib.lab.pages.playground.settings import MODELS, TWO_STAGE, Model
from rbflib.neighbors import (
    NadarayaWatsonRegressor,
    NearestNeighborRegressor,
)
from rbflib.network import RBFNetwork
from rbflib.ols import OLSRegressor
from rbflib.two_stage import RBFNetworkRegressor

NAMES = ("network, k-means", "network, random", "full network", "nearest neighbors", "ELM")
FOR_NUMBERS = {
    "network, k-means": Model(RBFNetworkRegressor, TWO_STAGE),
    "network, random": Model(RBFNetworkRegressor, TWO_STAGE, {"centers": "random"}),
    "full network": Model(FullRBFRegressor, MODELS["full network"].settings),
    "nearest neighbors": Model(NearestNeighborRegressor, MODELS["nearest neighbors"].settings),
    "ELM": Model(ELMRegressor, MODELS["ELM"].settings),
    "OLS network": Model(OLSRegressor, MODELS["OLS network"].settings, {"tol": 0.0}),
    "kernel regression": Model(NadarayaWatsonRegressor, {"gamma": "gamma"}),
}
FOR_CLASSES = {name: MODELS[name] for name in (*NAMES, "Gaussian SVM", "uniform votes")}


class ModelError(ValueError):
    """Why a model cannot be shown, in words for its author."""


class Fit(NamedTuple):
    """A fitted model, and what it measures."""

    predict: callable  # (Q, D) -> (Q,)
    network: RBFNetwork | None
    e_in: float
    e_out: float
    seconds: float


def check_models(models):
    """ValueError unless each has a name of its own, and fit and predict."""
    if not isinstance(models, Mapping):
        kind = type(models).__name__
        raise ModelError(f'models is a {kind}. Give each model a name: models={{"mine": model}}.')
    for name, model in models.items():
        if not isinstance(name, str):
            raise ModelError(f"The name of a model must be a text, such as {str(name)!r}.")
        if name in FOR_CLASSES or name in FOR_NUMBERS:
            raise ModelError(f"There is a model {name!r} already. Give yours another name.")
        if isinstance(model, type):
            raise ModelError(f"{name!r} is a class. Give one of its objects: {model.__name__}().")
        missing = [method for method in ("fit", "predict") if not hasattr(model, method)]
        if missing:
            raise ModelError(
                f"{name!r} is a {type(model).__name__} without {' and '.join(missing)}. "
                "A model has fit(X, y) and predict(X)."
            )


def learner_of(name, values, samples, own, X):
    """(a learner that is not fitted, its arguments) or ModelError; `own` are the reader's.

    No more centers, and no more neighbors, than there are distinct training samples X (N, D).
    """
    if name in own:
        return _fresh(own[name]), None
    known = FOR_CLASSES if samples.has_classes else FOR_NUMBERS
    if name not in known:
        kinds = ("numbers", "classes") if samples.has_classes else ("classes", "numbers")
        raise ModelError(f"{name} is for {kinds[0]}, and {samples.target} holds {kinds[1]}.")
    arguments = known[name].arguments(values)
    for count in {"n_centers", "max_centers", "n_neighbors"} & set(arguments):
        n_distinct = len(np.unique(X[: samples.n_train], axis=0))
        arguments[count] = min(arguments[count], n_distinct)
    return known[name].learner(**arguments), arguments


def _fresh(model):
    """A copy that has learned nothing; of what scikit-learn cannot clone, as it is."""
    return clone(model) if hasattr(model, "get_params") else copy.deepcopy(model)


def fit(name, learner, X, samples):
    """Fit a learner to the features X (N, D) of the samples, and measure it; or ModelError."""
    n, y = samples.n_train, samples.y

    def predict(points):
        given = np.asarray(learner.predict(points))
        if given.size != len(points):
            raise ValueError(f"predict gives shape {given.shape} for {len(points)} rows")
        given = given.reshape(len(points))
        if samples.has_classes and not (known := np.isin(given, samples.y)).all():
            names = " or ".join(map(str, np.unique(samples.y)[:3]))
            raise ValueError(f"predict gives {given[~known][0]}, and not a class such as {names}")
        if not samples.has_classes and not np.isfinite(given.astype(float)).all():
            raise ValueError("predict gives NaN or infinity")
        return given

    started = perf_counter()
    try:
        learner.fit(X[:n], y[:n])
        seconds = perf_counter() - started
        wrong = _errors(predict(X), samples)
    except Exception as error:  # whatever a model raises
        raise ModelError(f"{name}: {type(error).__name__}: {error}") from error
    network = getattr(learner, "network_", None)
    return Fit(predict, network, wrong[:n].mean(), wrong[n:].mean(), seconds)


def _errors(predicted, samples):
    """Of classes, whether it is wrong; of numbers, the squared error in units of the variance."""
    if samples.has_classes:
        return predicted != samples.y
    return (predicted - samples.y) ** 2 / samples.y[: samples.n_train].var()


def baseline(samples):
    """E_out of the model that always gives the most frequent class, or the mean."""
    train, test = np.split(samples.y, [samples.n_train])
    if not samples.has_classes:
        return np.mean((test - train.mean()) ** 2) / train.var()
    names, counts = np.unique(train, return_counts=True)
    return np.mean(test != names[counts.argmax()])
