"""Bad and odd input: a clear error, or a clear warning with a finite result, or a right result."""

import csv
import inspect
import re
import sys
from contextlib import nullcontext
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.linalg import LinAlgWarning
from sklearn.base import is_classifier, is_regressor
from sklearn.datasets import load_breast_cancer
from sklearn.exceptions import ConvergenceWarning, NotFittedError  # noqa: F401  in a table
from sklearn.pipeline import make_pipeline  # noqa: F401
from sklearn.svm import SVC, SVR  # noqa: F401

import rbflib
from rbflib import (
    ClassicalMDS,
    ELMRegressor,
    FullRBFClassifier,
    FullRBFRegressor,
    KMeans,
    NearestNeighborClassifier,
    OLSRegressor,
    RBFNetwork,
    RBFNetworkClassifier,
    RBFNetworkRegressor,
    cluster_gamma,
    design_matrix,
    fit_mixture,
    great_circle_distances,
    train_by_backprop,
)

RNG = np.random.default_rng(0)
X = RNG.standard_normal((20, 2))
Y = np.arange(20) % 2  # classes and numbers at once
Z = design_matrix(X, X[:5])

PUBLIC = [getattr(rbflib, name) for name in rbflib.__all__]
LEARNERS = [member for member in PUBLIC if hasattr(member, "get_params")]
REGRESSORS = [learner for learner in LEARNERS if is_regressor(learner())]
CLASSIFIERS = [learner for learner in LEARNERS if is_classifier(learner())]
NETWORK_CLASSIFIERS = [c for c in CLASSIFIERS if c is not NearestNeighborClassifier]
SUPERVISED = REGRESSORS + CLASSIFIERS


def having(parameter, but=()):
    """The learners that have this parameter."""
    named = [learner for learner in LEARNERS if parameter in inspect.signature(learner).parameters]
    return [learner for learner in named if learner not in but]


NEIGHBORS = having("n_neighbors")
NETWORKS = having("n_centers")
ELMS = having("n_hidden")
INTERPOLATORS = [FullRBFClassifier, FullRBFRegressor]
ONE_GAMMA = having("gamma", but=NETWORKS)


def but(*left_out):
    return [learner for learner in LEARNERS if learner not in left_out]


def changed(array, index, value):
    """A float copy with one entry replaced."""
    array = np.array(array, dtype=float)
    array[index] = value
    return array


def fit_and_use(learner, X=X, y=Y, X_new=None, **parameters):
    """What the fitted learner makes of X_new: predictions, or a map."""
    seeded = {"random_state": 0} if learner in having("random_state") else {}
    model = learner(**seeded | parameters).fit(X, y)
    use = model.predict if hasattr(model, "predict") else model.transform
    return use(X if X_new is None else X_new)


COUNTS = ["max_centers", "max_iter", "n_centers", "n_clusters", "n_components", "n_hidden",
          "n_init", "n_neighbors"]  # fmt: skip
OUT_OF_REACH = "half of the samples have a similarity"
VOTES = [rbflib.UniformRBFClassifier, rbflib.NadarayaWatsonRegressor]
GAMMA = np.diag([1.0, 2.0])
NAMES = globals() | {name: getattr(rbflib, name) for name in rbflib.__all__}


def rows_of(what):
    """The cases of a table; their parts are expressions in our names and those of rbflib."""
    file = Path(__file__).with_name(f"bad_input_of_{what}.csv")
    with file.open(encoding="utf-8", newline="") as lines:
        _, *rows = csv.reader(lines, delimiter=";", quoting=csv.QUOTE_NONE)
    return rows


# name, action, the error or warning or "", and words that it must contain
CASES = [
    (f"{learner.__name__}: {name}", partial(fit_and_use, learner, **eval(change, NAMES)), *outcome)
    for name, learners, change, *outcome in rows_of("learners")
    for learner in eval(learners, NAMES)
]
CASES += [
    (name, partial(eval, call, NAMES), *outcome) for name, call, *outcome in rows_of("functions")
]
CASES += [
    (f"{learner.__name__}: {name} = {value!r}", partial(fit_and_use, learner, **{name: value}),
     "ValueError", f"{name} must be a whole number, 1 or more, got")
    for name in COUNTS for value in (0, -1, 1.5, "8", True) for learner in having(name)
]  # fmt: skip
CASES += [
    (f"{learner.__name__} unfitted", lambda learner=learner: learner().predict(X),
     "NotFittedError", "not fitted yet. Call 'fit'") for learner in but(ClassicalMDS)
]  # fmt: skip


@pytest.mark.parametrize(
    ("action", "outcome", "words"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_input_gives_a_clear_error_or_warning_or_a_finite_result(action, outcome, words):
    """No outcome: no warning (every warning is an error here), and a finite result."""
    kind = eval(outcome or "None", NAMES)
    if kind is None:
        expectation = nullcontext()
    elif issubclass(kind, Warning):
        expectation = pytest.warns(kind, match=words)
    else:
        expectation = pytest.raises(kind, match=words)
    with expectation:
        assert np.isfinite(action()).all()


MANY = {"X": RNG.standard_normal((200, 2)), "y": np.tile(Y, 10)}
NUMBERS = [
    (learner, name) for name in [*COUNTS, "alpha", "gamma", "tol"] for learner in having(name)
]


@pytest.mark.filterwarnings("ignore:The design matrix has")  # of a hundred nodes
@pytest.mark.filterwarnings("ignore:Only 2 of the 100:UserWarning")
@pytest.mark.parametrize(("learner", "name"), NUMBERS)
def test_numbers_of_any_type_are_parameters(learner, name):
    kinds = [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint64]
    broken = [np.float16, np.float32, np.float64, np.longdouble, Fraction, np.array]
    for value in [2, 100 if name != "n_init" else 3] if name in COUNTS else [1, 0.5]:
        data = MANY if name in COUNTS else {}
        expected = fit_and_use(learner, **data, **{name: value})
        for kind in (kinds if value != 0.5 else []) + (broken if name not in COUNTS else []):
            found = fit_and_use(learner, **data, **{name: kind(value)})
            np.testing.assert_allclose(found, expected, rtol=1e-6, err_msg=kind)


WEIGHTED = [
    learner for learner in LEARNERS if "sample_weight" in inspect.signature(learner.fit).parameters
]


@pytest.mark.parametrize("learner", WEIGHTED)
def test_bad_sample_weights_are_refused(learner):
    bad = [-np.ones(20), np.zeros(20), [1, 1], np.full(20, np.nan)]
    for message, weight in zip(("Negative", "non-zero", "shape", "NaN"), bad, strict=True):
        with pytest.raises(ValueError, match=message):
            learner().fit(X, Y, sample_weight=weight)


@pytest.mark.parametrize(
    ("use", "instead"),
    [
        (lambda X: FullRBFRegressor().fit(X, X[:, 0]), "RBFNetworkRegressor"),
        (lambda X: FullRBFRegressor(alpha=1).fit(X, X[:, 0]), "RBFNetworkRegressor"),
        (lambda X: FullRBFClassifier().fit(X, X[:, 0] > 0), "fewer centers"),
        (lambda X: OLSRegressor(5).fit(X, X[:, 0]), "RBFNetworkRegressor"),
        (lambda X: ELMRegressor(6000).fit(X, X[:, 0]), "hidden nodes"),
        (
            lambda X: RBFNetworkRegressor(5000, centers="random", gamma=1.0).fit(X, X[:, 0]),
            "fewer centers",
        ),
        (lambda X: ClassicalMDS().fit(np.broadcast_to(X[:, :1], (6000, 6000))), "by transform"),
        (lambda X: ClassicalMDS(metric="precomputed").fit(np.zeros((6000, 6000))), "by transform"),
        (lambda X: design_matrix(X, X), "fewer rows of X at a time"),
        (lambda X: cluster_gamma(X.reshape(15, 800), X.reshape(15, 800)[:14]), "fewer features"),
        (lambda X: fit_mixture(X.reshape(15, 800), 14), "fewer features"),
        (lambda X: train_by_backprop(RBFNetwork(X, X[:, 0]), X, X[:, 0]), "fewer samples"),
        (lambda X: great_circle_distances(X[:, 0], X[:, 1]), "fewer points"),
    ],
)
def test_a_fit_that_memory_cannot_hold_is_refused_before_it_starts(use, instead, monkeypatch):
    free = SimpleNamespace(available=2**28 + 1)
    monkeypatch.setattr("psutil.virtual_memory", lambda: free)
    with pytest.raises(MemoryError, match=rf"needs .* GB .* 0.268 GB are free.*{instead}"):
        use(np.random.default_rng(0).standard_normal((6000, 2)))


@pytest.mark.parametrize("learner", LEARNERS)
def test_an_interrupted_fit_leaves_the_learner_as_it_was(learner, monkeypatch):
    """Interrupted before its last step, which sets all that was found."""
    model = learner(**{"random_state": 0} if learner in having("random_state") else {}).fit(X, Y)
    before = dict(vars(model))

    def interrupt(*args, **kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules[learner.__module__], "keep", interrupt)
    with pytest.raises(KeyboardInterrupt):
        model.fit(np.column_stack([X, X[:, 0]]), 1 - Y)
    assert vars(model).keys() == before.keys()
    assert all(vars(model)[name] is value for name, value in before.items())


@pytest.mark.parametrize("learner", NEIGHBORS)
def test_neighbors_set_after_fit_are_checked(learner):
    model = learner().fit(X, Y).set_params(n_neighbors=21)
    for use in (model.predict, model.kneighbors):
        with pytest.raises(ValueError, match="n_neighbors=21, but there are only 20 samples"):
            use(X)
    with pytest.raises(ValueError, match=r"Unknown weights 'foo'.*one of: uniform, distance"):
        model.set_params(n_neighbors=1, weights="foo").predict(X)


@pytest.mark.parametrize(
    ("model", "change"),
    [
        (ELMRegressor(random_state=0), {"activation": "rbf", "n_hidden": 3}),
        (ClassicalMDS(), {"metric": "precomputed"}),
        (RBFNetworkRegressor(random_state=0), {"gamma": 1e6, "basis": "truncated"}),
        (KMeans(random_state=0), {"n_clusters": 2}),
    ],
)
def test_what_was_fitted_is_used_until_the_next_fit(model, change):
    use = model.fit(X, Y).transform if isinstance(model, ClassicalMDS) else model.fit(X, Y).predict
    expected = use(X)
    model.set_params(**change)
    np.testing.assert_array_equal(use(X), expected)


def test_probabilities_need_a_fit_for_them():
    model = RBFNetworkClassifier(random_state=0).fit(X, Y).set_params(output="logistic")
    with pytest.raises(NotFittedError, match=r'Fitted with output="sign".*fit again'):
        model.predict_proba(X)


@pytest.mark.parametrize("learner", SUPERVISED)
def test_a_fit_without_targets_names_the_learner(learner):
    with pytest.raises(TypeError, match=rf"^{learner.__name__}\.fit\(\) missing"):
        learner().fit(X)


@pytest.mark.parametrize("learner", [FullRBFClassifier, OLSRegressor, RBFNetworkClassifier])
def test_the_gamma_that_a_warning_of_the_width_names_serves(learner):
    """A raw table: features from hundredths to thousands."""
    table, target = load_breast_cancer(return_X_y=True)
    model = learner(gamma=1.0)
    if learner is OLSRegressor:
        model.set_params(max_centers=20)  # a hundred would fit the noise, at any width
    with pytest.warns((UserWarning, LinAlgWarning), match=OUT_OF_REACH) as caught:
        before = model.fit(table[::2], target[::2]).score(table[1::2], target[1::2])
    named = float(re.search(r"such as (\S+)\.( |$)", str(caught[0].message))[1])
    assert caught[0].filename == __file__
    model.set_params(gamma=named, **({"alpha": 1e-3} if learner in having("alpha") else {}))
    assert model.fit(table[::2], target[::2]).score(table[1::2], target[1::2]) > before
