"""The models for a reader's data, and the reader's own: anything with fit and predict."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from rbflib.elm import ELMRegressor
from rbflib.full import FullRBFRegressor
from rbflib.lab.grader.readers_code import FunctionError, ReadersCode
from rbflib.lab.pages.playground.settings import MODELS, TWO_STAGE, Model
from rbflib.neighbors import NadarayaWatsonRegressor, NearestNeighborRegressor
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
    """What a fitted model predicts on the points of a picture, and what it measures."""

    on_grid: np.ndarray  # (Q,)
    centers: np.ndarray  # (M, D), where it is a network
    e_in: float
    e_out: float
    seconds: float
    remarks: tuple


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
    """(a learner that is not fitted, its arguments) or ModelError; `own` are the reader's."""
    if name in own:
        return own[name], None
    known = FOR_CLASSES if samples.has_classes else FOR_NUMBERS
    if name not in known:
        kinds = ("numbers", "classes") if samples.has_classes else ("classes", "numbers")
        raise ModelError(f"{name} is for {kinds[0]}, and {samples.target} holds {kinds[1]}.")
    return known[name].made(values, X[: samples.n_train])


def fit(name, trial, samples, X, grid):
    """Fit a model to the features X (N, D) of the samples, and measure it; or ModelError.

    `trial` is a Trial of it, or the reader's code that is one.
    """
    n, remarks = samples.n_train, {}
    try:
        if isinstance(trial, ReadersCode):
            trial.begin()
        on_all, on_grid, centers, seconds = trial(X, samples.y, n, grid)
        remarks = getattr(trial, "remarks", {})
        wrong = _errors(_checked(on_all, len(X), samples), samples)
        on_grid = _checked(on_grid, len(grid), samples)
    except FunctionError as fault:
        raise ModelError(f"{name} {fault}") from None
    except Exception as error:  # whatever a model gives
        raise ModelError(f"{name}: {type(error).__name__}: {error}") from error
    return Fit(on_grid, centers, wrong[:n].mean(), wrong[n:].mean(), seconds, tuple(remarks))


def _checked(given, n_rows, samples):
    """What a model has predicted, as an array (n_rows,)."""
    given = np.asarray(given)
    if given.size != n_rows:
        raise ValueError(f"predict gives shape {given.shape} for {n_rows} rows")
    if np.iscomplexobj(given):
        raise ValueError("predict gives complex numbers")
    given = given.reshape(n_rows)
    if samples.has_classes and not (known := np.isin(given, samples.y)).all():
        names = " or ".join(map(str, np.unique(samples.y)[:3]))
        raise ValueError(f"predict gives {given[~known][0]}, and not a class such as {names}")
    if not samples.has_classes and not np.isfinite(given.astype(float)).all():
        raise ValueError("predict gives NaN or infinity")
    return given


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
