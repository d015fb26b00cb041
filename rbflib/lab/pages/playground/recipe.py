"""A recipe: data, a model with its settings, and samples added by hand; fitted and measured."""

import warnings
from dataclasses import dataclass
from functools import lru_cache
from itertools import starmap
from typing import NamedTuple

import numpy as np

from rbflib.elm import ELMClassifier
from rbflib.lab.kit.plane import SEED, TOY_DATA, plane_data
from rbflib.lab.pages.playground.settings import MODELS, REAL_DATA, SETTINGS, table, used_settings
from rbflib.neighbors import NearestNeighborClassifier
from rbflib.network import RBFNetwork
from rbflib.svm import network_from_svc

# The first samples that somebody draws do not tell yet whether a width suits their distances.
TELL_WIDTH = 5


class Sample(NamedTuple):
    """A sample that was added by hand."""

    x1: float
    x2: float
    y: int
    role: str  # train or test


@dataclass(frozen=True)
class Recipe:
    """The settings that are used, as (name, value) pairs, and the samples added by hand."""

    settings: tuple
    added: tuple = ()

    @classmethod
    def of(cls, values, added=()):
        """From values of all settings (or more), and samples as tuples or lists."""
        names = used_settings(values["data"], values["model"])
        return cls(tuple((name, values[name]) for name in names), tuple(starmap(Sample, added)))

    @property
    def as_dict(self):
        """The settings, and the samples as lists: what JSON can hold."""
        return dict(self.settings) | {"added": [list(sample) for sample in self.added]}

    def __getitem__(self, name):
        return dict(self.settings)[name]


class Samples(NamedTuple):
    """Training and test samples: (N, 2), (N,), (Q, 2), (Q,)."""

    X: np.ndarray
    y: np.ndarray
    X_test: np.ndarray
    y_test: np.ndarray

    @property
    def can_be_learned(self):
        return len(np.unique(self.y)) == 2


@lru_cache(maxsize=64)
def samples_of(recipe):
    """The samples of a recipe: those of its data, then those added by hand."""
    X, y, X_test, y_test = _base_samples(recipe)
    train, test = [
        np.reshape([s[:3] for s in recipe.added if s.role == role], (-1, 3))
        for role in ("train", "test")
    ]
    return Samples(
        np.vstack([X, train[:, :2]]),
        np.hstack([y, train[:, 2]]),
        np.vstack([X_test, test[:, :2]]),
        np.hstack([y_test, test[:, 2]]),
    )


def _base_samples(recipe):
    data = recipe["data"]
    if data in TOY_DATA:
        return plane_data(data, recipe["n_train"], recipe["draw"], noise=recipe["noise"])
    if data not in REAL_DATA:
        return np.empty((0, 2)), np.empty(0), np.empty((0, 2)), np.empty(0)
    n = REAL_DATA[data].n_train
    features, _, y = table(data)
    order = np.random.default_rng(SEED + recipe["draw"]).permutation(len(y))
    X, y = features[order][:, columns_of(recipe)], y[order]
    X = (X - X[:n].mean(axis=0)) / X[:n].std(axis=0)
    return X[:n], y[:n], X[n:], y[n:]


def columns_of(recipe):
    """Positions of the two chosen features in the table."""
    data = recipe["data"]
    return [table(data)[1].index(recipe[setting]) for setting in REAL_DATA[data].features]


def learner_of(recipe):
    """The learner with its arguments, not fitted; and a note where an argument was too large."""
    model, values = MODELS[recipe["model"]], dict(recipe.settings)
    learner, arguments = model.made(values, samples_of(recipe).X)
    notes = [
        f"{SETTINGS[setting].label} is {arguments[name]} here, one a distinct sample"
        for name, setting in model.settings.items()
        if arguments[name] != values[setting]
    ]
    return learner, arguments, notes


class Result(NamedTuple):
    """A fitted recipe: what it measures and how to ask it for h."""

    h: callable  # (Q, 2) -> (Q,)
    network: RBFNetwork | None
    e_in: float
    e_out: float | None
    size: int
    counted: str  # what size counts
    notes: tuple

    @property
    def errors(self):
        """Numbers to show; E_out in words where there is no test sample."""
        e_out = "unknown without test samples" if self.e_out is None else self.e_out
        return {"E_in": self.e_in, "E_out": e_out}


@lru_cache(maxsize=256)
def fit(recipe):
    """Fit a recipe and measure it."""
    X, y, X_test, y_test = samples_of(recipe)
    learner, _, notes = learner_of(recipe)
    # They are shown whenever the recipe is.
    with warnings.catch_warnings(record=True, action="always") as caught:
        if len(X) < TELL_WIDTH:
            warnings.filterwarnings("ignore", "At gamma=")
        learner.fit(X, y)
    notes += [f"Note: {warning.message}" for warning in caught]
    h, network = _answers(learner)
    e_in, e_out = [
        float(np.mean((h(X) > 0) != (y > 0))) if len(y) else None
        for X, y in ((X, y), (X_test, y_test))
    ]
    return Result(h, network, e_in, e_out, *_size(learner, network), tuple(notes))


def _answers(learner):
    """h of a fitted learner, and its network if it has one."""
    if type(learner).__name__ == "SVC":
        network = network_from_svc(learner)
        return network, network
    if isinstance(learner, NearestNeighborClassifier):
        # Share of the votes for +1 minus share for −1.
        return lambda X: learner.predict_proba(X) @ [-1, 1], None
    h = getattr(learner, "decision_function", learner.predict)
    return h, getattr(learner, "network_", None)


def _size(learner, network):
    if isinstance(learner, ELMClassifier):
        return learner.n_hidden, "nodes"
    if network:
        return network.n_centers, "centers"
    return len(learner.samples_), "samples"
