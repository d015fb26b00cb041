"""Bad and odd input: a clear error, or a clear warning with a finite result, or a right result."""

from contextlib import nullcontext
from functools import partial

import numpy as np
import pytest
from scipy.linalg import LinAlgWarning
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC, SVR

import rbflib
from rbflib import (
    FullRBFClassifier,
    FullRBFRegressor,
    RBFNetwork,
    UniformRBFClassifier,
    design_matrix,
    edit_distance,
    effective_degrees_of_freedom,
    network_from_svc,
    solve_weights,
)

RNG = np.random.default_rng(0)
X = RNG.standard_normal((20, 2))
Y = np.arange(20) % 2  # classes and numbers at once
Z = design_matrix(X, X[:5])
LEARNERS = [FullRBFRegressor, FullRBFClassifier, UniformRBFClassifier]
CLASSIFIERS = LEARNERS[1:]
SOLVERS = LEARNERS[:2]


def changed(array, index, value):
    """A float copy with one entry replaced."""
    array = np.array(array, dtype=float)
    array[index] = value
    return array


def fit_predict(learner, X=X, y=Y, X_new=None, **parameters):
    return learner(**parameters).fit(X, y).predict(X if X_new is None else X_new)


def read_only(array):
    array = array.copy()
    array.flags.writeable = False
    return array


# name, learners, what is changed, the error or warning, and words that it must contain
FOR_LEARNERS = [
    ("NaN in X", LEARNERS, {"X": changed(X, 3, np.nan)}, ValueError, "does not accept missing"),
    ("infinity in X", LEARNERS, {"X": changed(X, 3, np.inf)}, ValueError, "X contains infinity"),
    ("NaN in y", LEARNERS, {"y": changed(Y, 3, np.nan)}, ValueError, "y contains NaN"),
    ("infinity in y", LEARNERS, {"y": changed(Y, 3, np.inf)}, ValueError, "y contains infinity"),
    ("NaN at predict", LEARNERS, {"X_new": [[0, np.nan]]}, ValueError, "X contains NaN"),
    ("infinity at predict", LEARNERS, {"X_new": [[0, np.inf]]}, ValueError, "X contains infinity"),
    ("empty", LEARNERS, {"X": X[:0], "y": Y[:0]}, ValueError, r"0 sample.*minimum of 1 is"),
    ("empty at predict", LEARNERS, {"X_new": X[:0]}, ValueError, r"0 sample.*minimum of 1"),
    ("no features", LEARNERS, {"X": X[:, :0]}, ValueError, r"0 feature.*minimum of 1 is required"),
    ("flat X", LEARNERS, {"X": X[:, 0]}, ValueError, r"Expected 2D array[\s\S]*Reshape your"),
    ("text in X", LEARNERS, {"X": [["a", "b"]] * 20}, ValueError, "could not convert string"),
    ("complex X", LEARNERS, {"X": X + 1j}, ValueError, "Complex data not supported"),
    ("one target short", LEARNERS, {"y": Y[1:]}, ValueError, r"inconsistent numbers.*20, 19"),
    ("features at predict", LEARNERS, {"X_new": np.ones((4, 3))}, ValueError, "3 features, but.*2"),
    ("γ = 0", LEARNERS, {"gamma": 0}, ValueError, "gamma must be positive, got 0.*inverse squared"),
    ("γ < 0", LEARNERS, {"gamma": -2.5}, ValueError, r"must be positive, got -2\.5"),
    ("γ NaN", LEARNERS, {"gamma": np.nan}, ValueError, "gamma holds NaN.*must be finite"),
    ("γ infinite", LEARNERS, {"gamma": np.inf}, ValueError, "gamma holds NaN or infinity"),
    ("γ text", LEARNERS, {"gamma": "scale"}, ValueError, "gamma must be a number.*'scale'"),
    ("γ a sample", LEARNERS, {"gamma": np.ones(20)}, ValueError, r"shape \(20,\).*pass one number"),
    ("unknown basis", LEARNERS, {"basis": "cubic"}, ValueError, "'cubic'. Choose one of: gaussian"),
    ("basis not a name", LEARNERS, {"basis": np.exp}, ValueError, "Unknown basis.*Choose one of"),
    ("λ < 0", SOLVERS, {"alpha": -0.1}, ValueError, r"finite number, 0 or more, got -0\.1"),
    ("λ NaN", SOLVERS, {"alpha": np.nan}, ValueError, "finite number, 0 or more, got nan"),
    ("λ infinite", SOLVERS, {"alpha": np.inf}, ValueError, "finite number, 0 or more, got inf"),
    ("λ text", SOLVERS, {"alpha": "1"}, ValueError, "finite number, 0 or more, got '1'"),
    ("one class", CLASSIFIERS, {"y": np.ones(20)}, ValueError, "one class only.*two are needed"),
    ("one sample", CLASSIFIERS, {"X": X[:1], "y": Y[:1]}, ValueError, "one class only.*two are"),
    ("numbers as classes", CLASSIFIERS, {"y": X[:, 0]}, ValueError, "expects discrete classes"),
    ("text as numbers", LEARNERS[:1], {"y": ["a", "b"] * 10}, ValueError, "not convert string"),
    ("all rows equal", SOLVERS, {"X": np.ones((20, 2))}, LinAlgWarning, "Rows 0 and 1 .* differ"),
    ("equal rows, equal targets", SOLVERS, {"X": np.vstack([X[:10]] * 2), "y": Y}, LinAlgWarning,
     "Rows 0 and 10 of X are equal and have equal targets.*Merge equal rows, or use alpha"),
    ("equal rows, different targets", SOLVERS, {"X": np.vstack([X[:10], X[9::-1]])}, LinAlgWarning,
     "Rows 9 and 10 of X are equal but their targets differ.*Merge equal rows, or use alpha"),
    ("γ = 1e-300", SOLVERS, {"gamma": 1e-300}, LinAlgWarning, "gamma is too small.*larger gamma"),
    ("X around 1e-8", SOLVERS, {"X": 1e-8 * X}, LinAlgWarning, "gamma is too small.*or alpha > 0"),
    ("γ = 1e-300, votes", LEARNERS[2:], {"gamma": 1e-300}, None, None),
    ("γ = 1e300", LEARNERS, {"gamma": 1e300}, None, None),
    ("λ = 1e-300", SOLVERS, {"alpha": 1e-300}, None, None),
    ("λ = 1e300", SOLVERS, {"alpha": 1e300}, None, None),
    ("one sample, regression", LEARNERS[:1], {"X": X[:1], "y": [3.0]}, None, None),
    ("one feature", LEARNERS, {"X": np.arange(20.0)[:, None]}, None, None),
    ("constant targets", LEARNERS[:1], {"y": np.ones(20)}, None, None),
    ("targets of 1e300", LEARNERS[:1], {"y": 1e300 * Y}, None, None),
    ("equal rows, votes", LEARNERS[2:], {"X": np.vstack([X[:10], X[9::-1]])}, None, None),
    ("equal rows, ridge", SOLVERS, {"X": np.ones((20, 2)), "alpha": 0.1}, None, None),
    ("points around 1e8", LEARNERS, {"X": 1e8 + X}, None, None),
    ("scales 1e-8 and 1e8", LEARNERS, {"X": X * [1e-8, 1e8]}, None, None),
    ("X around 1e200", LEARNERS, {"X": 1e200 * X}, None, None),
    ("float32", LEARNERS, {"X": (4 * X).astype(np.float32)}, None, None),
    ("integers", LEARNERS, {"X": np.arange(40).reshape(20, 2)}, None, None),
    ("lists", LEARNERS, {"X": X.tolist(), "y": Y.tolist()}, None, None),
    ("Fortran order", LEARNERS, {"X": np.asfortranarray(X)}, None, None),
    ("read-only", LEARNERS, {"X": read_only(X), "y": read_only(Y)}, None, None),
]  # fmt: skip

GAMMA = np.diag([1.0, 2.0])
SVC_3 = SVC().fit(X, np.arange(20) % 3)
FOR_FUNCTIONS = [
    ("svc unfitted", lambda: network_from_svc(SVC()), NotFittedError, "not fitted yet. Call 'fit'"),
    ("svc multi-class", lambda: network_from_svc(SVC_3), ValueError, "3 classes.*two classes"),
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
    ("matrix basis", lambda: design_matrix(X, X, basis="sinc"), ValueError, "'sinc'. Choose one"),
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
    ("network bias infinite", lambda: RBFNetwork(X, Y, np.inf), ValueError, "bias holds NaN"),
    ("network γ", lambda: RBFNetwork(X, Y, gamma=0), ValueError, "gamma must be positive, got 0"),
    ("network basis", lambda: RBFNetwork(X, Y, basis="?"), ValueError, "Unknown basis"),
    ("network features", lambda: RBFNetwork(X, Y)(X[:, :1]), ValueError, "1 features, but.*have 2"),
    ("network NaN", lambda: RBFNetwork(X, Y)([[np.nan, 0]]), ValueError, "X contains NaN"),
    ("Z NaN", lambda: solve_weights(changed(Z, 0, np.nan), Y), ValueError, "Z contains NaN"),
    ("Z NaN, ridge", lambda: solve_weights(changed(Z, 0, np.nan), Y, 1), ValueError, "Z contains"),
    ("y NaN", lambda: solve_weights(Z, changed(Y, 0, np.nan)), ValueError, "y contains NaN"),
    ("y NaN, ridge", lambda: solve_weights(Z, changed(Y, 0, np.nan), 1), ValueError, "y contains"),
    ("y short", lambda: solve_weights(Z, Y[1:], 1), ValueError, r"inconsistent numbers.*20, 19"),
    ("no columns", lambda: solve_weights(Z[:, :0], Y, 1), ValueError, r"0 feature.*minimum of 1"),
    ("λ of weights", lambda: solve_weights(Z, Y, -1), ValueError, "finite number, 0 or more"),
    ("λ of freedom", lambda: effective_degrees_of_freedom(Z, -1), ValueError, "0 or more, got -1"),
    ("freedom NaN", lambda: effective_degrees_of_freedom([[np.nan]]), ValueError, "Z contains NaN"),
    ("polynomial NaN", lambda: rbflib.polynomial([[np.nan]], [[1]]), ValueError, "X contains NaN"),
    ("edit distance", lambda: edit_distance("a", None), TypeError, "compares two texts, got"),
    ("lists of integers", lambda: solve_weights([[1, 2], [3, 4]], [1, 2]), None, None),
    ("matrix, γ = 1e-300", lambda: design_matrix(X, X, 1e-300), None, None),
    ("matrix, γ = 1e300", lambda: design_matrix(X, X, 1e300), None, None),
    ("matrix, X around 1e300", lambda: design_matrix(1e300 * X, X), None, None),
    *[(f"{learner.__name__} unfitted", lambda learner=learner: learner().predict(X),
       NotFittedError, "not fitted yet. Call 'fit'") for learner in LEARNERS],
]  # fmt: skip

CASES = [
    (f"{learner.__name__}: {name}", partial(fit_predict, learner, **change), outcome, words)
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
