"""A recipe: data and a model with its settings. It is fitted, written as code, kept in a file.

Everything that the playground knows about data and models stands here, without a picture or a
widget: which settings there are, which of them a choice uses, and what values they may have.
"""

import csv
import io
import json
import math
import warnings
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.svm import SVC

from rbflib.datasets import make_moons, make_rings, make_xor
from rbflib.elm import ACTIVATIONS, ELMClassifier
from rbflib.full import FullRBFClassifier, UniformRBFClassifier
from rbflib.neighbors import NadarayaWatsonRegressor, NearestNeighborClassifier
from rbflib.network import RBFNetwork
from rbflib.ols import OLSRegressor
from rbflib.svm import network_from_svc
from rbflib.two_stage import RBFNetworkClassifier

SEED, N_TEST = 7, 400

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
    order = np.random.default_rng(SEED).permutation(len(source.data))
    names = [str(f).replace("_", " ").removesuffix(" (cm)") for f in source.feature_names]
    return source.data[order], names, np.where(source.target[order] == 1, 1, -1)


@dataclass(frozen=True)
class Model:
    """A learner, the settings that its arguments are read from, and arguments that are fixed."""

    learner: type
    settings: dict
    fixed: dict = field(default_factory=dict)

    def arguments(self, values):
        return self.fixed | {name: values[setting] for name, setting in self.settings.items()}


_TWO_STAGE = {"n_centers": "n_centers", "gamma": "gamma", "alpha": "alpha", "random_state": "draw"}
MODELS = {
    "Gaussian SVM": Model(SVC, {"gamma": "gamma", "C": "C"}),
    "uniform votes": Model(UniformRBFClassifier, {"gamma": "gamma"}),
    "full network": Model(FullRBFClassifier, {"gamma": "gamma", "alpha": "alpha"}),
    "nearest neighbors": Model(
        NearestNeighborClassifier, {"n_neighbors": "n_neighbors", "weights": "vote"}
    ),
    "kernel regression": Model(NadarayaWatsonRegressor, {"gamma": "gamma"}),
    "network, k-means": Model(RBFNetworkClassifier, _TWO_STAGE),
    "network, random": Model(RBFNetworkClassifier, _TWO_STAGE, {"centers": "random"}),
    "network, mixture": Model(
        RBFNetworkClassifier,
        {name: setting for name, setting in _TWO_STAGE.items() if name != "gamma"},
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
        """From values of all settings (or more)."""
        names = used_settings(values["data"], values["model"])
        return cls(tuple((name, values[name]) for name in names), tuple(added))

    def __getitem__(self, name):
        return dict(self.settings)[name]

    def in_words(self):
        """The settings without data and model: "γ = 1, λ = 0.1"."""
        return ", ".join(
            f"{SETTINGS[name].label} = {value if isinstance(value, str) else format(value, 'g')}"
            for name, value in self.settings
            if name not in ("data", "model")
        )


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
    base = _base_samples(recipe)
    added = [
        np.array([s[:3] for s in recipe.added if s.role == role], dtype=float).reshape(-1, 3)
        for role in ("train", "test")
    ]
    (X, y), (X_test, y_test) = [
        (np.vstack([points, extra[:, :2]]), np.hstack([classes, extra[:, 2]]))
        for points, classes, extra in zip(base[::2], base[1::2], added, strict=True)
    ]
    return Samples(X, y, X_test, y_test)


def _base_samples(recipe):
    X, y, n = np.empty((0, 2)), np.empty(0), 0
    data = recipe["data"]
    if data in TOY_DATA:
        n = recipe["n_train"]
        X, y = TOY_DATA[data](n + N_TEST, noise=recipe["noise"], random_state=SEED)
    elif data in REAL_DATA:
        n = REAL_DATA[data].n_train
        features, _, y = table(data)
        X = features[:, _columns(recipe)]
        X = (X - X[:n].mean(axis=0)) / X[:n].std(axis=0)
    return Samples(X[:n], y[:n], X[n:], y[n:])


def _columns(recipe):
    """Positions of the two chosen features in the table."""
    data = recipe["data"]
    return [table(data)[1].index(recipe[setting]) for setting in REAL_DATA[data].settings]


def learner_of(recipe):
    """The learner with its arguments, not fitted; and a note where an argument was too large.

    No more centers, and no more neighbors, than there are distinct samples.
    """
    model, values = MODELS[recipe["model"]], dict(recipe.settings)
    arguments = model.arguments(values)
    n_distinct = len(np.unique(samples_of(recipe).X, axis=0))
    notes = []
    for name in {"n_centers", "max_centers", "n_neighbors"} & set(arguments):
        if arguments[name] > n_distinct:
            label = SETTINGS[model.settings[name]].label
            notes.append(f"{label} is {n_distinct} here, one a distinct sample")
            arguments[name] = n_distinct
    return model.learner(**arguments), arguments, notes


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
    with warnings.catch_warnings(record=True) as caught:  # shown whenever the recipe is
        warnings.simplefilter("always")
        learner.fit(X, y)
    notes += [f"Note: {warning.message}" for warning in caught]
    h, network, predict = _answers(learner)

    def error(X, y):
        return float(np.mean(np.where(predict(X) > 0, 1, -1) != y))

    e_out = error(X_test, y_test) if len(y_test) else None
    return Result(h, network, error(X, y), e_out, *_size(learner, network), tuple(notes))


def _answers(learner):
    """How to ask a fitted learner: h, its network if it has one, and the prediction."""
    if isinstance(learner, SVC):
        network = network_from_svc(learner)
        return network, network, network
    network = getattr(learner, "network_", None)
    if isinstance(learner, NearestNeighborClassifier):
        return _vote_margin(learner), network, learner.predict
    return getattr(learner, "decision_function", learner.predict), network, learner.predict


def _size(learner, network):
    if isinstance(learner, ELMClassifier):
        return learner.n_hidden, "nodes"
    if network:
        return network.n_centers, "centers"
    return len(learner.samples_), "samples kept"


def _vote_margin(learner):
    """Share of the votes for +1 minus share for −1."""
    return lambda X: learner.predict_proba(X) @ [-1, 1]


def code_of(recipe):
    """Statements that reproduce a recipe: run in order, they print E_in and E_out."""
    learner, arguments, _ = learner_of(recipe)
    written = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
    prepare, sources, n = _code_of_samples(recipe)
    is_svc, here = isinstance(learner, SVC), type(learner).__name__
    predicted = "network_from_svc(model)(X)" if is_svc else "model.predict(X)"
    names = sorted([*sources["rbflib"], "network_from_svc" if is_svc else here])
    imports = ["import numpy as np"]
    imports += [f"from sklearn.datasets import {name}" for name in sources["sklearn"]]
    imports += ["from sklearn.svm import SVC"] if is_svc else []
    e_out = f", wrong[{n}:].mean()" if len(samples_of(recipe).y_test) else ""
    return [
        *imports,
        f"from rbflib import {', '.join(names)}",
        *prepare,
        f"model = {here}({written})",
        f"model.fit(X[:{n}], y[:{n}])",
        f"wrong = np.where({predicted} > 0, 1, -1) != y",
        f"print(wrong[:{n}].mean(){e_out})",
    ]


def _code_of_samples(recipe):
    """Statements that make X and y, training samples first; what they import; how many train."""
    data = recipe["data"]
    sources = {"rbflib": [], "sklearn": []}
    lines, n = ["X, y = np.empty((0, 2)), np.empty(0)"], 0
    if data in TOY_DATA:
        n, name = recipe["n_train"], TOY_DATA[data].__name__
        sources["rbflib"] = [name]
        lines = [f"X, y = {name}({n + N_TEST}, noise={recipe['noise']}, random_state={SEED})"]
    elif data in REAL_DATA:
        n, name = REAL_DATA[data].n_train, REAL_DATA[data].load.__name__
        sources["sklearn"] = [name]
        lines = [
            f"table = {name}()",
            f"order = np.random.default_rng({SEED}).permutation(len(table.data))",
            f"X = table.data[order][:, {_columns(recipe)}]",
            f"X = (X - X[:{n}].mean(axis=0)) / X[:{n}].std(axis=0)",
            "y = np.where(table.target[order] == 1, 1, -1)",
        ]
    if recipe.added:
        for role in ("train", "test"):
            points = [list(s[:3]) for s in recipe.added if s.role == role]
            lines.append(f"{role} = np.array({points}).reshape(-1, 3)")
        lines.append(f"X = np.vstack([X[:{n}], train[:, :2], X[{n}:], test[:, :2]])")
        lines.append(f"y = np.hstack([y[:{n}], train[:, 2], y[{n}:], test[:, 2]])")
        n += sum(s.role == "train" for s in recipe.added)
    return lines, sources, n


def as_csv(recipes):
    """A table of recipes with their numbers and their code, one line each."""
    names = list(SETTINGS)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["state", *names, "added", "e_in", "e_out", "size", "code"])
    for number, recipe in enumerate(recipes, start=1):
        values, result = dict(recipe.settings), fit(recipe)
        settings = [values.get(name, "") for name in names]
        numbers = [result.e_in, "" if result.e_out is None else result.e_out, result.size]
        writer.writerow(
            [number, *settings, len(recipe.added), *numbers, "; ".join(code_of(recipe))]
        )
    return text.getvalue()


# A file: the controls as they stand, the samples added to each data set, and the kept states.

FORMAT, VERSION = "rbflib playground", 1
CLICKS = ("class +1", "class −1", "class +1, test", "class −1, test")
CONTROLS = SETTINGS | {"click": Setting("a click adds", CLICKS, CLICKS[0])}
MAX_ADDED, MAX_KEPT, MAX_COORDINATE = 300, 100, 100


@dataclass
class Session:
    """All that a file holds."""

    controls: dict
    added: dict  # name of the data -> tuple of Sample
    kept: list  # of Recipe
    beside: int = 0  # number of the kept state that is shown beside, or 0


def to_json(session):
    """A session as text."""
    kept = [dict(r.settings) | {"added": [list(s) for s in r.added]} for r in session.kept]
    content = {
        "format": FORMAT,
        "version": VERSION,
        "controls": session.controls,
        "added": {data: [list(s) for s in samples] for data, samples in session.added.items()},
        "kept": kept,
        "beside": session.beside,
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def from_json(text):
    """A session from text; ValueError says what is wrong, where, and what to do."""
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(
            f"This is not JSON: line {error.lineno}, column {error.colno}: {error.msg}. "
            "Load a file that Save has written."
        ) from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(
            f'This is no playground file: it does not say "format": "{FORMAT}". '
            "Load a file that Save has written."
        )
    if content.get("version") != VERSION:
        raise ValueError(
            f"The file has version {content.get('version')!r}, and this rbflib reads version "
            f"{VERSION}. Open it with the rbflib that wrote it, or save anew."
        )
    _check_keys(content, ["format", "version", "controls", "added", "kept", "beside"], "the file")
    controls = _read_settings(content["controls"], list(CONTROLS), "controls")
    added = _read_object(content["added"], "added")
    for data in added:
        _read_value(data, SETTINGS["data"], "added")
    kept = _read_list(content["kept"], "kept", MAX_KEPT)
    beside = content["beside"]
    if isinstance(beside, bool) or beside not in range(len(kept) + 1):
        raise ValueError(
            f"beside is {beside!r}. Write the number of a kept state, 1 to {len(kept)}, or 0."
        )
    return Session(
        controls,
        {data: _read_samples(samples, f"added, {data}") for data, samples in added.items()},
        [_read_recipe(state, f"kept, state {i}") for i, state in enumerate(kept, start=1)],
        beside,
    )


def _read_recipe(state, where):
    state = _read_object(state, where)
    for name in ("data", "model"):
        if name not in state:
            raise ValueError(f"{where}: {name} is missing. Write it, or remove the state.")
        _read_value(state[name], SETTINGS[name], f"{where}, {name}")
    names = used_settings(state["data"], state["model"])
    _check_keys(state, [*names, "added"], where)
    values = _read_settings({name: state[name] for name in names}, names, where)
    recipe = Recipe.of(values, _read_samples(state["added"], f"{where}, added"))
    if not samples_of(recipe).can_be_learned:
        raise ValueError(
            f"{where}: its training samples are not of both classes. Add some, or remove the state."
        )
    return recipe


def _read_settings(values, names, where):
    values = _read_object(values, where)
    _check_keys(values, names, where)
    return {name: _read_value(values[name], CONTROLS[name], f"{where}, {name}") for name in names}


def _read_value(value, setting, where):
    """The value as it stands in the setting's list."""
    values = setting.values
    if isinstance(values[0], str):
        if value not in values:
            raise ValueError(f"{where}: {value!r} is unknown. Choose one of: {', '.join(values)}.")
        return value
    if not _is_number(value):
        raise ValueError(f"{where}: {value!r} is not a number. Write one.")
    if not values[0] <= value <= values[-1]:
        raise ValueError(
            f"{where}: {value} is out of range. Write a number from {values[0]} to {values[-1]}."
        )
    nearest = min(values, key=lambda mark: abs(mark - value))
    if nearest != value:
        raise ValueError(f"{where}: {value} is between two marks of the slider. Write {nearest}.")
    return nearest


def _read_samples(rows, where):
    rows = enumerate(_read_list(rows, where, MAX_ADDED), start=1)
    return tuple(_read_sample(row, f"{where}, sample {i}") for i, row in rows)


def _read_sample(row, where):
    if not isinstance(row, list) or len(row) != 4:
        raise ValueError(f'{where}: {row!r}. Write four entries: [x1, x2, class, "train"].')
    *point, y, role = row
    for x in point:
        if not _is_number(x) or not abs(x) <= MAX_COORDINATE:
            raise ValueError(
                f"{where}: the coordinate {x!r} is not a number from −{MAX_COORDINATE} to "
                f"{MAX_COORDINATE}. Write one, or remove the sample."
            )
    if not _is_number(y) or y not in (-1, 1):
        raise ValueError(f"{where}: the class is {y!r}. Write 1 or -1.")
    if role not in ("train", "test"):
        raise ValueError(f'{where}: the role is {role!r}. Write "train" or "test".')
    return Sample(*map(float, point), int(y), role)


def _read_object(value, where):
    if not isinstance(value, dict):
        raise ValueError(f"{where}: {value!r} is not an object. Write {{…}} with names and values.")
    return value


def _read_list(value, where, longest):
    if not isinstance(value, list):
        raise ValueError(f"{where}: {value!r} is not a list. Write […].")
    if len(value) > longest:
        raise ValueError(f"{where}: {len(value)} entries are too many. Leave at most {longest}.")
    return value


def _check_keys(value, names, where):
    missing = [name for name in names if name not in value]
    if missing:
        raise ValueError(f"{where}: {', '.join(missing)} missing. Write it, or save anew.")
    unknown = [name for name in value if name not in names]
    if unknown:
        raise ValueError(f"{where}: {', '.join(unknown)} not known here. Remove it, or save anew.")


def _is_number(value):
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < math.inf
