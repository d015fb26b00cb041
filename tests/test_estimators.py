"""Every public estimator keeps scikit-learn's rules. New classes are found by themselves."""

import inspect

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import BaseEstimator, clone, is_classifier
from sklearn.exceptions import NotFittedError
from sklearn.svm import SVC
from sklearn.utils.estimator_checks import check_estimator

import rbflib
from rbflib.elm import ACTIVATIONS
from tests.seeds import thorough

ESTIMATORS = [
    member
    for member in (getattr(rbflib, name) for name in rbflib.__all__)
    if inspect.isclass(member) and issubclass(member, BaseEstimator)
]
# Tested one at a time on every class that has the parameter.
VARIANTS = {
    "activation": list(ACTIVATIONS)[1:],
    "alpha": [0.1],
    "basis": list(rbflib.BASES)[1:],
    "centers": ["random", "gmm"],
    "init": ["k-means++"],
    "metric": ["precomputed"],
    "gamma": [0.5],
    "output": ["logistic"],
    "weights": ["distance"],
}


def build(Estimator, **parameters):
    """The model with these parameters, and with one random draw if it draws at random."""
    seeded = {"random_state": 0} if has_parameter(Estimator, "random_state") else {}
    return Estimator(**seeded, **parameters)


def has_parameter(Estimator, name):
    return name in inspect.signature(Estimator).parameters


CASES = [build(Estimator) for Estimator in ESTIMATORS] + [
    build(Estimator, **{name: value})
    for Estimator in ESTIMATORS
    for name in VARIANTS
    if has_parameter(Estimator, name)
    for value in VARIANTS[name]
]
CASES += [
    build(Estimator, **parameters)
    for Estimator in (rbflib.RBFNetworkRegressor, rbflib.RBFNetworkClassifier)
    for parameters in ({"gamma": "clusters"}, {"centers": "gmm", "gamma": "gmm"})
]
CASES.sort(key=repr)


def defaults_first(models):
    """The defaults of every class; its variants are for `make test-all`."""
    return [
        model if repr(model) == repr(build(type(model))) else thorough(model)[0] for model in models
    ]


ON_POINTS = [model for model in CASES if getattr(model, "metric", "") != "precomputed"]

# Some variants of these are too coarse for the good score that scikit-learn asks for on its task
# of ten features; the defaults are not.
COARSE = (rbflib.NadarayaWatsonRegressor, rbflib.RBFNetworkRegressor)

# scikit-learn's data has equal or very near rows, and classes that a hyperplane separates:
# interpolation, k-means and the logistic output warn of them, as they should.
pytestmark = [
    pytest.mark.filterwarnings("ignore::scipy.linalg.LinAlgWarning"),
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning"),
    pytest.mark.filterwarnings("ignore:At gamma="),  # ten standardized features are far apart
]


def random_task(rng):
    """Samples, and targets that are classes and numbers at once."""
    X = rng.standard_normal((60, 3))
    return X, (X[:, 0] * X[:, 1] > 0).astype(int)


@pytest.mark.parametrize("estimator", defaults_first(CASES), ids=repr)
def test_estimator_passes_every_check_of_scikit_learn(estimator):
    variant = repr(estimator) != repr(build(type(estimator)))
    excused = variant and isinstance(estimator, COARSE)
    coarse = {"check_regressors_train": "coarse"} if excused else {}
    results = check_estimator(estimator, expected_failed_checks=coarse, on_skip=None)
    # Arrays of other libraries need a setting of the whole process and are not promised.
    others = {result["check_name"] for result in results if result["status"] != "passed"}
    assert others <= {"check_array_api_input", *coarse}
    assert len(results) > 40


def answers(model, Q):
    return model.predict(Q) if hasattr(model, "predict") else model.transform(Q)


@pytest.mark.parametrize("model", defaults_first(ON_POINTS), ids=repr)
def test_changing_the_data_after_the_fit_changes_nothing(model, rng):
    X, y = random_task(rng)
    y = y.astype(float)  # which a fit need not convert
    fitted, Q = clone(model).fit(X, y), X.copy()
    before = answers(fitted, Q)
    X[:], y[:] = 0, 0
    assert_array_equal(answers(fitted, Q), before)


@pytest.mark.parametrize("model", defaults_first(ON_POINTS), ids=repr)
def test_the_kind_of_container_does_not_change_the_model(model, rng):
    X = rng.integers(0, 50, (60, 3))
    y, read_only = X.sum(axis=1) % 2, X.astype(float)
    read_only.flags.writeable = False
    expected = answers(clone(model).fit(X * 1.0, y), X * 1.0)
    for kind in [X, X.tolist(), np.asfortranarray(X, dtype=float), read_only, X.astype(np.int8)]:
        assert_allclose(answers(clone(model).fit(kind, y), kind), expected, rtol=1e-5, atol=1e-8)


def wavy_samples(rng=None):
    rng = rng or np.random.default_rng(0)
    X = np.round(2**10 * rng.uniform(-1, 1, (80, 2))) / 2**10  # exact beside 1e8
    return X, np.sin(3 * X[:, 0]) * X[:, 1] + 0.05 * rng.standard_normal(80)


# Models whose digits fit into float32 on smooth data, beside the defaults.
SMOOTH = [
    rbflib.FullRBFRegressor(100.0, 0.1),
    *[rbflib.NearestNeighborRegressor(k, w) for k, w in [(1, "uniform"), (3, "distance")]],
    *[rbflib.NadarayaWatsonRegressor(basis=basis) for basis in rbflib.BASES],
    *[
        rbflib.RBFNetworkRegressor(5, centers=centers, gamma=gamma, alpha=0.1, random_state=0)
        for centers in ("random", "kmeans")
        for gamma in ("neighbors", "clusters", 0.7)
    ],
    rbflib.ClassicalMDS(),
]
WEIGHTS_TOO_LARGE = [
    rbflib.FullRBFRegressor(2.0),
    rbflib.FullRBFRegressor(1.0, 1e-10),
    rbflib.OLSRegressor(tol=0),
    rbflib.RBFNetworkRegressor(20, gamma=0.1, random_state=0),
    rbflib.ELMRegressor(random_state=0),
    rbflib.ELMRegressor(60, "rbf", random_state=0),
]


@pytest.mark.filterwarnings("ignore:At gamma=")
@pytest.mark.parametrize("offset", [0, 1000])
@pytest.mark.parametrize(
    "model", [*defaults_first(ON_POINTS), *SMOOTH, *WEIGHTS_TOO_LARGE], ids=repr
)
def test_float32_is_as_good_as_float64(model, offset, rng):
    """Of the same numbers. What does not fit into float32 is computed and kept in float64."""
    for _ in range(4):
        X, y = wavy_samples(rng)
        X, y = (X + offset).astype(np.float32), y.astype(np.float32) + np.float32(offset)
        y = y > offset if is_classifier(model) else y
        Q = X + np.float32(0.01)
        double = clone(model).fit(X.astype(float), y if is_classifier(model) else y.astype(float))
        single = clone(model).fit(X, y)
        found, expected = answers(single, Q), answers(double, Q.astype(float))
        if is_classifier(model):
            assert (found != expected).mean() < 0.02
        else:
            assert_allclose(found, expected, atol=2e-3 * expected.std())
            assert found.dtype == np.float32 or model not in SMOOTH or offset
        if hasattr(single, "network_") and not is_classifier(model):
            assert_allclose(single.network_(Q), found, atol=2e-3 * expected.std())
        if hasattr(single, "score") and not isinstance(single, rbflib.KMeans):
            assert single.score(X, y) == pytest.approx(double.score(X.astype(float), y), abs=2e-2)
        if hasattr(single, "err_"):
            assert_allclose(single.err_, double.err_, rtol=1e-6)


@pytest.mark.parametrize(
    "model",
    defaults_first(
        m for m in ON_POINTS if hasattr(m, "decision_function") and not hasattr(m, "n_hidden")
    ),
    ids=repr,
)
def test_a_classifier_decides_in_the_precision_of_its_network(model, rng):
    X, y = random_task(rng)
    fitted = clone(model).fit(X.astype(np.float32), y)
    assert fitted.decision_function(X.astype(np.float32)).dtype == fitted.network_.weights.dtype


@pytest.mark.parametrize(
    ("model", "atol"),
    [
        (rbflib.NearestNeighborRegressor(4, "distance"), 0),
        (rbflib.NearestNeighborClassifier(4), 0),
        (rbflib.OLSRegressor(6), 1e-9),
        (rbflib.RBFNetworkRegressor(8, alpha=1e-3, random_state=0), 1e-4),
    ],
)
def test_points_around_1e8_are_answered_like_those_around_0(model, atol):
    X, y = wavy_samples()
    y = y > 0 if is_classifier(model) else y
    near, far = clone(model).fit(X, y), clone(model).fit(X + 1e8, y)
    assert_allclose(answers(far, X + 1e8), answers(near, X), atol=atol)


@pytest.mark.parametrize("unit", [2.0**-1000, 2.0**-500, 2.0**1000])
@pytest.mark.parametrize(
    "model",
    [
        rbflib.OLSRegressor(gamma=5.0),
        rbflib.NadarayaWatsonRegressor(),
        rbflib.RBFNetworkRegressor(6, random_state=0),
    ],
)
def test_units_of_sample_weights_and_targets_do_not_matter(model, unit, rng):
    X, y, weight = rng.random((30, 2)), rng.standard_normal(30), rng.uniform(0.5, 2, 30)
    expected = clone(model).fit(X, y, sample_weight=weight).predict(X)
    found = clone(model).fit(X, 2.0**930 * y, sample_weight=unit * weight).predict(X) / 2.0**930
    assert_allclose(found, expected, rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize(
    "Estimator", [e for e in ESTIMATORS if has_parameter(e, "gamma")], ids=lambda e: e.__name__
)
def test_gamma_scale_is_that_of_scikit_learn(Estimator, rng):
    X, y = random_task(rng)
    X, weight = X * [1, 10, 100] + 5, rng.integers(0, 4, 60)
    weighted = "sample_weight" in inspect.signature(Estimator.fit).parameters
    model = build(Estimator, gamma="scale").fit(X, y, *[weight] * weighted)
    found = model.network_.gamma if hasattr(model, "network_") else model.gamma_
    repeats = weight if weighted else 1
    peer = SVC(gamma="scale").fit(X.repeat(repeats, axis=0), y.repeat(repeats))
    assert found == pytest.approx(peer._gamma)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize(
    "model", [m for m in ON_POINTS if hasattr(m, "decision_function")], ids=repr
)
def test_a_decision_and_a_prediction_never_disagree(model, classes, rng):
    """Near the samples, far from all of them, and at equal distances."""
    X = rng.integers(0, 3, (40, 2)) * 1.0
    fitted = clone(model).fit(X, rng.permutation(40) % classes)
    Q = np.vstack([X, rng.normal(size=(40, 2)), 1e3 * rng.normal(size=(40, 2)), X + 0.5])
    for queries in (Q, Q.astype(np.float32)):
        scores = fitted.decision_function(queries)
        winner = scores.argmax(axis=1) if scores.ndim == 2 else (scores > 0).astype(int)
        assert_array_equal(fitted.predict(queries), fitted.classes_[winner])


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("model", defaults_first(ON_POINTS), ids=repr)
@pytest.mark.parametrize("unit", [1.0, 30.0, 1e-100])
def test_numbers_that_round_to_0_are_no_error_where_a_caller_asks_for_errors(unit, model, rng):
    X, y = random_task(rng)
    X, X[::9] = unit * X, unit * X[0]  # with equal samples
    for x in (X, X.astype(np.float32)) if unit >= 1 else [X]:
        fitted = clone(model).fit(x, y)
        expected = [answers(fitted, size * x) for size in (1, 9, 1e3)]
        with np.errstate(all="raise"):
            fitted = clone(model).fit(x, y)
            found = [answers(fitted, size * x) for size in (1, 9, 1e3)]
        assert_array_equal(found, expected)


def test_numbers_that_round_to_0_are_no_error_in_functions_either(rng):
    X, y = random_task(rng)
    with np.errstate(all="raise"):
        network = rbflib.RBFNetwork([[0.0]], [1e-5], gamma=700.0)
        assert network([[1.0]]) == pytest.approx(0, abs=1e-300)
        centers, covariances, counts = rbflib.fit_mixture(40 * X, 4, 0)
        assert rbflib.mixture_gamma(40 * X, centers, covariances, counts).shape == (4, 3, 3)
        network = rbflib.RBFNetwork(X[:3], [1.0, 2.0, 3.0], gamma=200.0)
        _, history = rbflib.train_by_backprop(network, X, 1.0 * y, max_steps=5)
        assert history[-1].error < history[0].error
        wave, t = rbflib.make_wave(200, random_state=0)  # the slope at the end of the path is tiny
        network = rbflib.RBFNetwork(wave[:3], [1.0, -1.0, 0.5], gamma=2.0)
        assert len(rbflib.train_by_backprop(network, wave, t)[1]) > 9
        neighbors = rbflib.NearestNeighborClassifier().fit(1e-100 * X, y)
        assert_array_equal(neighbors.kneighbors(1e-100 * X)[1][:, 0], np.arange(60))
        labels = rbflib.KMeans(2).fit(np.repeat([[1e-100], [3e-100]], 2000, axis=0)).labels_
        assert (np.bincount(labels) == 2000).all()


@pytest.mark.parametrize(
    ("model", "lacking"),
    [
        (rbflib.NadarayaWatsonRegressor(), "gamma_"),
        (rbflib.ELMRegressor(5, "rbf", random_state=0), "_layer"),
        (rbflib.ELMClassifier(5, random_state=0), "_layer"),
    ],
)
def test_a_fit_of_version_0_2_0_from_a_pickle_asks_for_another(model, lacking, rng):
    X, y = random_task(rng)
    state = vars(clone(model).fit(X, y)) | {"_activation": "rbf"}
    old = type(model).__new__(type(model))
    old.__setstate__({name: value for name, value in state.items() if name != lacking})
    with pytest.raises(NotFittedError, match="another version"):
        old.predict(X)
    if not hasattr(old, "network_"):
        with pytest.raises(NotFittedError, match="another version"):
            rbflib.diagnose(old, X)
    assert_array_equal(old.fit(X, y).predict(X), clone(model).fit(X, y).predict(X))
