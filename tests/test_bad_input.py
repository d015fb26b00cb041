"""Bad and odd input: a clear error, or a clear warning with a finite result, or a right result."""

import inspect
import re
import sys
from contextlib import nullcontext
from fractions import Fraction
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.linalg import LinAlgWarning
from sklearn.base import is_classifier, is_regressor
from sklearn.datasets import load_breast_cancer
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC, SVR

import rbflib
from rbflib import (
    ClassicalMDS,
    ELMRegressor,
    FullRBFClassifier,
    FullRBFRegressor,
    KMeans,
    NadarayaWatsonRegressor,
    NearestNeighborClassifier,
    OLSRegressor,
    RBFNetwork,
    RBFNetworkClassifier,
    RBFNetworkRegressor,
    UniformRBFClassifier,
    cluster_gamma,
    design_matrix,
    edit_distance,
    effective_degrees_of_freedom,
    fit_mixture,
    great_circle_distances,
    kmeans_centers,
    lloyd,
    naive_forward_selection,
    neighbor_gamma,
    network_from_svc,
    orthogonal_least_squares,
    random_centers,
    solve_logistic_layer,
    solve_output_layer,
    solve_weights,
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
# What is said of widths.
ALIKE = "of 1: the bumps cannot be told apart"
OUT_OF_REACH = "half of the samples have a similarity"
VOTES = [UniformRBFClassifier, NadarayaWatsonRegressor]

# name, learners, what is changed, the error or warning, and words that it must contain
FOR_LEARNERS = [
    ("NaN in y", SUPERVISED, {"y": changed(Y, 3, np.nan)}, ValueError, "y contains NaN"),
    ("text in X", LEARNERS, {"X": [["a", "b"]] * 20}, ValueError, "could not convert string"),
    ("one target short", SUPERVISED, {"y": Y[1:]}, ValueError, r"inconsistent numbers.*20, 19"),
    ("γ = 0", having("gamma"), {"gamma": 0}, ValueError, "positive number.*got 0.*inverse"),
    ("γ NaN", having("gamma"), {"gamma": np.nan}, ValueError, "positive number.*got nan"),
    ("γ text", ONE_GAMMA, {"gamma": "0.1"}, ValueError, "positive number or \"scale\", got '0.1'"),
    ("γ text", NETWORKS, {"gamma": "0.1"}, ValueError, "Unknown gamma '0.1'.*or pass a number"),
    ("γ by scale", having("gamma"), {"gamma": "scale"}, None, None),
    ("γ per sample", ONE_GAMMA, {"gamma": np.ones(20)}, ValueError, r"\(20,\).*pass one number"),
    ("γ per sample", NETWORKS, {"gamma": np.ones(20)}, ValueError, r"shape \(20,\).*M=10 centers"),
    ("γ of no mixture", NETWORKS, {"gamma": "gmm"}, ValueError, 'gamma="gmm" needs centers="gmm"'),
    ("unknown basis", having("basis"), {"basis": "cubic"}, ValueError, "'cubic'. Choose one of: g"),
    ("λ < 0", having("alpha"), {"alpha": -0.1}, ValueError, r"number, 0 or more.*got -0\.1"),
    ("λ text", having("alpha"), {"alpha": "1"}, ValueError, "number, 0 or more.*got '1'"),
    *[(f"{name} = {value!r}", having(name), {name: value}, ValueError,
       f"{name} must be a whole number, 1 or more, got")
      for name in COUNTS for value in (0, -1, 1.5, "8", True)],
    ("k > N", NEIGHBORS, {"n_neighbors": 21}, ValueError, "only 20 samples.*n_neighbors <= 20"),
    ("k > N", [KMeans], {"n_clusters": 21}, ValueError, "only 20 samples.*n_clusters <= 20"),
    ("k > N", NETWORKS, {"n_centers": 21}, ValueError, "only 20 samples.*n_centers <= 20"),
    ("k > N", [ClassicalMDS], {"n_components": 21}, ValueError, "only 20.*n_components <= 20"),
    ("unknown weights", NEIGHBORS, {"weights": "?"}, ValueError, "one of: uniform, distance"),
    ("array as weights", NEIGHBORS, {"weights": Y}, ValueError, "Choose one of: uniform, distance"),
    ("unknown start", [KMeans], {"init": "?"}, ValueError, "Unknown init.*Choose one of: random"),
    ("start of another shape", [KMeans], {"init": [[1, 2, 3]]}, ValueError, r"must be \(8, 2\)"),
    ("NaN in a start", [KMeans], {"init": [[np.nan, 0]] * 8}, ValueError, "init contains NaN"),
    ("seed text", having("random_state"), {"random_state": "a"}, ValueError, "'a' cannot be used"),
    ("unknown centers", NETWORKS, {"centers": "?"}, ValueError, "one of: random, kmeans, gmm,"),
    ("centers elsewhere", NETWORKS, {"centers": [[1]]}, ValueError, "2 features, but.*have 1"),
    ("NaN in a center", NETWORKS, {"centers": [[np.nan, 0]]}, ValueError, "centers contains NaN"),
    ("unknown output", having("output"), {"output": "?"}, ValueError, "Choose one of: sign, log"),
    ("unknown node", ELMS, {"activation": "relu"}, ValueError, "'relu'. Choose one of: sigmoid"),
    ("unknown metric", [ClassicalMDS], {"metric": "cosine"}, ValueError, "one of: euclidean, prec"),
    ("no table", [ClassicalMDS], {"metric": "precomputed"}, ValueError, "must be square"),
    ("ρ < 0", [OLSRegressor], {"tol": -1}, ValueError, "share of the targets' energy.*got -1"),
    ("one class", NETWORK_CLASSIFIERS, {"y": np.ones(20)}, ValueError, "class only, 1.0; two"),
    ("one sample", NETWORK_CLASSIFIERS, {"X": X[:1], "y": Y[:1]}, ValueError, "one class only"),
    ("one sample", [KMeans], {"X": X[:1]}, ValueError, "n_clusters=8, but.*only 1 samples"),
    ("one sample", [RBFNetworkRegressor], {"X": X[:1], "y": [3.0]}, ValueError, "n_centers=10, b"),
    ("one sample", [ClassicalMDS], {"X": X[:1]}, ValueError, "n_components=2, but"),
    ("numbers as classes", CLASSIFIERS, {"y": X[:, 0]}, ValueError, "expects discrete classes"),
    ("text as numbers", REGRESSORS, {"y": ["a", "b"] * 10}, ValueError, "not convert string"),
    ("X around 1e200", LEARNERS, {"X": 1e200 * X}, ValueError, r"X\[\d+, \d\] = .* beyond 1e\+140"),
    ("X around 1e-200", LEARNERS, {"X": 1e-200 * X}, ValueError, "would vanish.*features up"),
    *[(f"X around {scale}, {rules}", NETWORKS, {"X": scale * X, **rules}, ValueError, words)
      for scale, words in ((1e200, "beyond 1e.140"), (1e-200, "would vanish"))
      for rules in ({"centers": "random"}, {"centers": "gmm"}, {"gamma": "clusters"},
                    {"centers": "random", "gamma": "clusters"})],
    ("query around 1e200", LEARNERS,
     {"X_new": [[1e200, 0]]}, ValueError, r"X\[0, 0\] = 1e\+200 is beyond"),
    ("table around 1e-200", [ClassicalMDS], {"X": 1e-200 * (1 - np.eye(4)),
     "metric": "precomputed"}, ValueError, "would vanish"),
    ("no centers", NETWORKS, {"centers": np.empty((0, 2))}, ValueError, "at least one center"),
    ("centers around 1e200", NETWORKS, {"centers": [[1e200, 0], [0, 1]]}, ValueError,
     r"centers\[0, 0\] = 1e\+200 is beyond"),
    ("query that overflows", ELMS, {"X_new": [[0, 0], [1e120, 0]], "activation": "polynomial"},
     ValueError, "Row 1 of X is so far.*overflows"),
    ("targets of 1e308", REGRESSORS, {"y": 1e308 * Y}, ValueError, "Scale the targets down"),
    ("targets around 1e-310", REGRESSORS, {"y": 1e-310 * Y}, ValueError, "loses.*targets up"),
    *[(f"targets around {scale} in f4", REGRESSORS, {"X": X.astype("f4"), "y": scale * Y}, None,
       None) for scale in (1e-100, 1e39)],
    ("γ beyond the floats", having("gamma"), {"gamma": 10**400}, ValueError, "gamma must be a pos"),
    ("λ beyond the floats", having("alpha"), {"alpha": 10**400}, ValueError, "a finite number"),
    ("nodes far out", ELMS, {"X_new": 1e6 * X}, None, None),
    ("nodes far out in float32, rbf", ELMS, {"X": (1e30 * X).astype(np.float32),
     "activation": "rbf"}, None, None),
    ("all rows equal", INTERPOLATORS, {"X": np.ones((20, 2))}, LinAlgWarning,
     "Rows 0 and 1 .* differ"),
    ("all rows equal", [KMeans, *NETWORKS], {"X": np.ones((20, 2))}, ConvergenceWarning,
     "X holds only 1 distinct samples"),
    ("all rows equal", [ClassicalMDS], {"X": np.ones((20, 2))}, UserWarning, "Only 0 of the 2"),
    ("equal rows, equal targets", INTERPOLATORS, {"X": np.vstack([X[:10]] * 2)}, LinAlgWarning,
     "Rows 0 and 10 of X are equal and have equal targets.*Merge equal rows, or use alpha"),
    ("equal rows, different targets", INTERPOLATORS, {"X": np.vstack([X[:10], X[9::-1]])},
     LinAlgWarning, "Rows 9 and 10 .* their targets differ.*Merge equal rows, or use alpha"),
    ("γ = 1e-300", INTERPOLATORS, {"gamma": 1e-300}, LinAlgWarning, "too small.*larger gamma"),
    ("X around 1e-8", INTERPOLATORS, {"X": 1e-8 * X}, LinAlgWarning, "too small.*or alpha > 0"),
    ("one feature", [ClassicalMDS], {"X": X[:, :1]}, UserWarning, "Only 1 of the 2 components"),
    ("a constant feature", [ClassicalMDS], {"X": X * [1, 0] + 3}, UserWarning, "Only 1 of the 2"),
    ("scales 1e-8 and 1e8", [ClassicalMDS], {"X": X * [1e-8, 1e8]}, UserWarning, "Only 1 of the"),
    ("all rows equal", but(ClassicalMDS, KMeans, *NETWORKS, *INTERPOLATORS),
     {"X": np.ones((20, 2))}, None, None),
    ("equal rows", but(*INTERPOLATORS), {"X": np.vstack([X[:10], X[9::-1]])}, None, None),
    ("equal rows, ridge", INTERPOLATORS, {"X": np.ones((20, 2)), "alpha": 0.1}, None, None),
    *[(f"γ = {gamma}", learners, {"gamma": gamma, **more}, UserWarning,
       f"At gamma=1e.300 .*{words}.*Standardize the features.*or use a gamma such as")
      for gamma, words, all_votes in ((1e-300, ALIKE, VOTES), (1e300, OUT_OF_REACH, []))
      for learners, more in (([*INTERPOLATORS, *NETWORKS], {"alpha": 0.1}), (all_votes, {}))],
    ("γ = 1e-300", [OLSRegressor], {"gamma": 1e-300}, LinAlgWarning, f"ended at 0.*{ALIKE}"),
    ("γ = 1e300", [OLSRegressor], {"gamma": 1e300}, UserWarning, OUT_OF_REACH),
    ("γ = 1e300", VOTES, {"gamma": 1e300}, None, None),
    ("λ = 1e-300", having("alpha"), {"alpha": 1e-300}, None, None),
    ("more nodes or centers than samples", [OLSRegressor], {"max_centers": 21}, None, None),
    *[(f"{name} = N", having(name), {name: 20}, None, None)
      for name in ("n_neighbors", "n_clusters", "n_centers")],
    ("one center", NETWORKS, {"n_centers": 1}, None, None),
    ("one sample", [learner for learner in REGRESSORS if learner not in NETWORKS],
     {"X": X[:1], "y": [3.0]}, None, None),
    ("one sample, one center", [RBFNetworkRegressor], {"X": X[:1], "y": [3.0], "n_centers": 1},
     None, None),
    ("one feature", but(ClassicalMDS), {"X": np.arange(20.0)[:, None]}, None, None),
    ("a constant feature", but(ClassicalMDS, *ELMS), {"X": np.c_[np.arange(20.0), np.ones(20)]},
     None, None),
    ("a constant feature", ELMS, {"X": np.c_[np.arange(20.0), np.ones(20)]}, LinAlgWarning,
     "times the range of the targets.*fewer"),
    ("constant targets", REGRESSORS, {"y": np.ones(20)}, None, None),
    ("targets of 1e300", REGRESSORS, {"y": 1e300 * Y}, None, None),
    ("targets beyond 1e300", REGRESSORS, {"y": 2e300 * Y}, ValueError, "Scale the targets down"),
    ("targets below 1e-292", REGRESSORS, {"y": 5e-293 * Y}, ValueError, "Scale the targets up"),
    ("weights beyond 1e308", [FullRBFRegressor], {"y": 1e300 * Y, "gamma": 1e-3}, ValueError,
     "The weights overflow.*Scale the targets down.*or use alpha > 0, or a larger gamma"),
    ("points around 1e8", LEARNERS, {"X": 1e8 + X}, None, None),
    ("scales 1e-8 and 1e8", but(ClassicalMDS, OLSRegressor, *INTERPOLATORS),
     {"X": X * [1e-8, 1e8]}, None, None),
    ("scales 1e-8 and 1e8", [OLSRegressor, *INTERPOLATORS], {"X": X * [1e-8, 1e8]}, UserWarning,
     f"{OUT_OF_REACH}.*Standardize"),
    ("X around 1e-8", but(OLSRegressor, *INTERPOLATORS, *VOTES), {"X": 1e-8 * X}, None, None),
    ("X around 1e-8", [OLSRegressor], {"X": 1e-8 * X}, LinAlgWarning, f"ended at 0.*{ALIKE}"),
    ("X around 1e-8", VOTES, {"X": 1e-8 * X}, UserWarning, ALIKE),
]  # fmt: skip

GAMMA = np.diag([1.0, 2.0])
FOR_FUNCTIONS = [
    ("svc unfitted", lambda: network_from_svc(SVC()), NotFittedError, "not fitted yet. Call 'fit'"),
    ("svc multi-class", lambda: network_from_svc(SVC().fit(X, np.arange(20) % 3)), ValueError,
     "3 classes.*two classes"),
    ("svc linear", lambda: network_from_svc(SVC(kernel="linear").fit(X, Y)), ValueError,
     r"kernel='linear'; only the Gaussian.*Fit SVC\(kernel=\"rbf\"\)"),
    ("not an svc", lambda: network_from_svc(SVR().fit(X, Y)), TypeError, "reads a .*SVC, got SVR"),
    ("svc pipeline", lambda: network_from_svc(make_pipeline(SVC()).fit(X, Y)), TypeError,
     "got Pipeline. From a Pipeline, pass its last step"),
    ("matrix NaN", lambda: design_matrix(changed(X, 0, np.nan), X), ValueError, "X contains NaN"),
    ("center NaN", lambda: design_matrix(X, [[np.nan, 0]]), ValueError, "centers contains NaN"),
    ("matrix flat", lambda: design_matrix([1.0, 2.0], X), ValueError, "Expected 2D array"),
    ("matrix features", lambda: design_matrix(X, X[:, :1]), ValueError,
     "X has 2 features, but the centers have 1. Pass points from the space"),
    ("γ shape", lambda: design_matrix(X, X, [1, 2, 3]), ValueError, r"\(3,\).*M=20.*\(20, 2\)"),
    ("γ ragged", lambda: design_matrix(X, X, [[1], [1, 2]]), ValueError, "gamma must be a number"),
    ("γ one negative", lambda: design_matrix(X, X[:2], [1, -3]), ValueError, "positive, got -3"),
    ("γ one NaN", lambda: design_matrix(X, X[:2], [1, np.nan]), ValueError, "gamma holds NaN"),
    ("Γ not symmetric", lambda: design_matrix(X, X[:1], [[[1, 1], [0, 1]]]), ValueError,
     r"gamma\[0\] is not symmetric. Each Γ must be an inverse covariance"),
    ("Γ indefinite", lambda: design_matrix(X, X[:2], [GAMMA, -GAMMA]), ValueError,
     r"gamma\[1\] is not positive definite: its smallest eigenvalue is -2"),
    ("Γ singular", lambda: design_matrix(X, X[:1], np.ones((1, 2, 2))), ValueError,
     r"gamma\[0\] is not positive definite"),
    ("network weights", lambda: RBFNetwork(X, [1.0, 2.0]), ValueError, r"\(2,\).*20 centers"),
    ("network weight NaN", lambda: RBFNetwork(X[:1], [np.nan]), ValueError, "weights holds NaN"),
    ("network bias", lambda: RBFNetwork(X, Y, bias=[1, 2]), ValueError, r"bias has shape \(2,\)"),
    ("network γ", lambda: RBFNetwork(X, Y, gamma=0), ValueError, "gamma must be positive, got 0"),
    ("network features", lambda: RBFNetwork(X, Y)(X[:, :1]), ValueError, "1 features, but.*have 2"),
    ("Z NaN", lambda: solve_weights(changed(Z, 0, np.nan), Y), ValueError, "Z contains NaN"),
    ("y NaN", lambda: solve_weights(Z, changed(Y, 0, np.nan)), ValueError, "y contains NaN"),
    ("y short", lambda: solve_weights(Z, Y[1:], 1), ValueError, r"inconsistent numbers.*20, 19"),
    ("no columns", lambda: solve_weights(Z[:, :0], Y, 1), ValueError, r"0 feature.*minimum of 1"),
    ("λ of weights", lambda: solve_weights(Z, Y, -1), ValueError, "finite number, 0 or more"),
    ("λ of freedom", lambda: effective_degrees_of_freedom(Z, -1), ValueError, "0 or more, got -1"),
    ("freedom NaN", lambda: effective_degrees_of_freedom([[np.nan]]), ValueError, "Z contains NaN"),
    ("polynomial NaN", lambda: rbflib.polynomial([[np.nan]], [[1]]), ValueError, "X contains NaN"),
    ("latitude", lambda: great_circle_distances([0, 95], [0, 0]), ValueError,
     r"latitude\[1\] = 95 is beyond a pole.*longitudes come second"),
    ("latitude NaN", lambda: great_circle_distances([np.nan], [0]), ValueError, "latitude"),
    ("a longitude short", lambda: great_circle_distances([0, 1], [0]), ValueError, "inconsistent"),
    ("layer of lists", lambda: solve_output_layer([[1], [2], [4]], [1, 2, 3])[0], None, None),
    ("logistic layer of lists",
     lambda: solve_logistic_layer([[1], [2], [4]], [1, -1, 1], 1)[0], None, None),
    ("logistic layer NaN", lambda: solve_logistic_layer([[np.nan], [1]], [1, -1]), ValueError,
     "Z contains NaN"),
    *[("logistic targets", partial(solve_logistic_layer, Z, targets, 1), ValueError, words)
      for targets, words in ((np.arange(20) % 3, "for K > 2 classes a table"),
                             (Y + 1, "must be .1 for the samples of one"),
                             (np.ones(20), "each class needs a sample"),
                             (-np.ones(20), "each class needs a sample"),
                             (2 * Y[:, None] - 1, "shape .20, 1. must be .1"),
                             (np.c_[2 * Y - 1, 1 - 2 * Y], "shape .20, 2. must be .1"),
                             (np.c_[2 * Y - 1, 1 - 2 * Y, -np.ones(20)], "each class needs"),
                             (np.c_[2 * Y - 1, 2 * Y - 1, 1 - 2 * Y], "one .1 in each row"))],
    *[(f"{select.__name__} {words}", partial(select, **{"Z": Z, "y": Y} | change), ValueError,
       words)
      for select in (orthogonal_least_squares, naive_forward_selection)
      for change, words in (({"max_terms": 0}, "max_terms"), ({"max_terms": True}, "max_terms"),
                            ({"tol": -0.1}, "tol"), ({"y": np.ones(7)}, "inconsistent"),
                            ({"y": np.full(20, np.nan)}, "NaN"), ({"Z": Z + np.inf}, "infinity"),
                            ({"y": np.ones((20, 2, 2))}, "dim"))],
    *[(f"lloyd {words}", partial(lloyd, *data, **more), ValueError, words)
      for data, more, words in (
          ((X, [[0.0]]), {}, "2 features, but the centers"), (([[np.nan]], [[0]]), {}, "NaN"),
          ((X[:1], X[:2]), {}, "centers=2, but there are only 1"),
          ((X, X[:0]), {}, "number of centers must be a whole number, 1 or more"),
          ((X, [[1e200, 0]]), {}, "overflow"),
          ((X, X[:2]), {"max_iter": 0}, "max_iter"),
          ((X, X[:2]), {"sample_weight": -np.ones(20)}, "Negative"),
          ((X, X[:2]), {"sample_weight": np.full(20, 1e308)}, "sum of the sample weights"))],
    *[(f"{choose.__name__} {n}", partial(choose, X, n, 0), ValueError, words)
      for choose in (random_centers, kmeans_centers, fit_mixture)
      for n, words in ((2.5, "n_centers must be a whole"), (21, "n_centers=21, but there are"))],
    *[(f"{rule.__name__} {words}", partial(rule, X, centers), ValueError, words)
      for rule in (neighbor_gamma, cluster_gamma)
      for centers, words in ((X[:, :1], "2 features"), ([[np.nan, 0]], "NaN"))],
    ("tanh features", lambda: rbflib.tanh_neuron(X, X[:, :1]), ValueError, "2 features, but the"),
    *[("tanh γ", partial(rbflib.tanh_neuron, X, X, gamma), ValueError, "gamma must be a finite")
      for gamma in (np.nan, "1", None)],
    ("tanh γ of a fraction", lambda: rbflib.tanh_neuron(X, X, Fraction(1, 2)), None, None),
    ("weights beyond 1e308", lambda: solve_weights(1e-50 * Z, 1e300 * X), ValueError, "overflow"),
    ("edit distance", lambda: edit_distance("a", None), TypeError, "compares two texts, got"),
    ("lists of integers", lambda: solve_weights([[1, 2], [3, 4]], [1, 2]), None, None),
    ("matrix, γ = 1e-300", lambda: design_matrix(X, X, 1e-300), None, None),
    ("matrix, γ = 1e300", lambda: design_matrix(X, X, 1e300), None, None),
    ("matrix, X around 1e300", lambda: design_matrix(1e300 * X, X), None, None),
    *[(f"{learner.__name__} unfitted", lambda learner=learner: learner().predict(X),
       NotFittedError, "not fitted yet. Call 'fit'") for learner in but(ClassicalMDS)],
    ("nodes unfitted", lambda: ELMRegressor().hidden_layer(X), NotFittedError, "Call 'fit'"),
    ("ClassicalMDS unfitted", lambda: ClassicalMDS().transform(X), NotFittedError, "Call 'fit'"),
]  # fmt: skip

CASES = [
    (f"{learner.__name__}: {name}", partial(fit_and_use, learner, **change), outcome, words)
    for name, learners, change, outcome, words in FOR_LEARNERS
    for learner in learners
] + FOR_FUNCTIONS


@pytest.mark.parametrize(
    ("action", "outcome", "words"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_input_gives_a_clear_error_or_warning_or_a_finite_result(action, outcome, words):
    """`outcome` None: no warning (every warning is an error here), and a finite result."""
    if outcome is None:
        expectation = nullcontext()
    elif issubclass(outcome, Warning):
        expectation = pytest.warns(outcome, match=words)
    else:
        expectation = pytest.raises(outcome, match=words)
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
