"""What a fit stands on, against linear algebra by hand."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from rbflib import (
    Diagnosis,
    ELMClassifier,
    ELMRegressor,
    FullRBFClassifier,
    FullRBFRegressor,
    KMeans,
    NadarayaWatsonRegressor,
    NearestNeighborRegressor,
    OLSRegressor,
    RBFNetworkClassifier,
    RBFNetworkRegressor,
    UniformRBFClassifier,
    design_matrix,
    diagnose,
    make_moons,
    make_wave,
    network_from_svc,
)

REGRESSORS = [
    RBFNetworkRegressor(7, random_state=0),
    RBFNetworkRegressor(7, alpha=0.1, fit_intercept=False, random_state=0),
    RBFNetworkRegressor(7, centers="gmm", gamma="gmm", alpha="loo", random_state=0),
    OLSRegressor(6, gamma=20.0),
    ELMRegressor(12, alpha=0.01, random_state=0),
    ELMRegressor(9, "rbf", random_state=0),
]
NAMES = dict.fromkeys(map(str, REGRESSORS))


@pytest.mark.filterwarnings("ignore:EM was still moving")
@pytest.mark.parametrize("model", REGRESSORS, ids=NAMES)
@pytest.mark.parametrize("outputs", [1, 2])
def test_numbers_of_a_linear_fit_are_those_of_its_design_matrix(model, outputs, seed):
    X, y = make_wave(40, 0.3, seed)
    y = y if outputs == 1 else np.column_stack([y, -2 * y**2])
    found = diagnose(model.fit(X, y), X, y)
    elm = hasattr(model, "hidden_layer")
    Z = model.hidden_layer(X) if elm else model.network_.transform(X)
    weights = model.weights_ if elm else model.network_.weights
    bias = getattr(model, "fit_intercept", False)
    A = np.column_stack([Z, np.ones(40)]) if bias else Z
    penalty = getattr(model, "alpha_", 0) * np.diag(np.arange(A.shape[1]) < Z.shape[1])
    H = A @ np.linalg.solve(A.T @ A + penalty, A.T)
    missed = ((y - H @ y).T / (1 - H.diagonal())).T
    assert found.n_columns == A.shape[1]
    assert found.rank == np.linalg.matrix_rank(A, rtol=1e-12)
    assert found.degrees_of_freedom == pytest.approx(np.trace(H), rel=1e-6)
    assert found.loo_error == pytest.approx((missed**2).sum() / 40, rel=1e-4)
    assert found.weight_ratio == pytest.approx((abs(weights) / np.ptp(y, axis=0)).max(), rel=1e-6)
    assert found.n_samples == 40
    if elm and model.activation != "rbf":
        assert found.nearest_similarity is None
    else:
        apart = np.where(np.isclose(Z, 1, rtol=0, atol=0), 0, Z)  # a center does not see itself
        assert_allclose(found.nearest_similarity, np.quantile(apart.max(axis=1), [0.25, 0.5, 0.75]))


@pytest.mark.parametrize("alpha", [0.0, 0.1, "loo"])
@pytest.mark.parametrize("learner", [FullRBFRegressor, FullRBFClassifier])
def test_a_full_network_loses_a_center_with_its_sample(learner, alpha):
    regression = learner is FullRBFRegressor
    X, y = make_wave(20, 0.2, 0) if regression else make_moons(20, random_state=0)
    gamma = 200.0 if regression else 5.0
    model = learner(gamma, alpha).fit(X, y)
    found = diagnose(model, X, np.where(y > 0, 1, -1) if learner is FullRBFClassifier else y)
    missed = []
    for n in range(20):
        kept = np.arange(20) != n
        Z = design_matrix(X[kept], X[kept], gamma)
        beta = np.linalg.solve(Z.T @ Z + model.alpha_ * np.eye(19), Z.T @ y[kept])
        missed.append(design_matrix(X[n : n + 1], X[kept], gamma) @ beta - y[n])
    assert found.loo_error == pytest.approx(np.mean(np.square(missed)), rel=1e-5)
    Z = design_matrix(X, X, gamma)
    hat = Z @ np.linalg.solve(Z.T @ Z + model.alpha_ * np.eye(20), Z.T)
    assert found.degrees_of_freedom == pytest.approx(np.trace(hat), rel=1e-5)


@pytest.mark.parametrize("outputs", [1, 2])
def test_kernel_regression_without_a_sample_averages_the_others(outputs):
    X, y = make_wave(30, 0.2, 0)
    y = y if outputs == 1 else np.column_stack([y, y**2])
    weight = np.random.default_rng(0).uniform(0.5, 1, 30)
    model = NadarayaWatsonRegressor(100.0).fit(X, y, weight)
    found, missed, own = diagnose(model, X, y), [], 0
    for n in range(30):
        w = weight * np.exp(-100 * (X[:, 0] - X[n, 0]) ** 2)
        own += w[n] / w.sum()
        w[n] = 0
        missed.append(w @ y / w.sum() - y[n])
    assert found.loo_error == pytest.approx(np.sum(np.square(missed)) / 30)
    assert found.degrees_of_freedom == pytest.approx(own)
    assert found.rank is None


@pytest.mark.filterwarnings("ignore:(At gamma=|The design matrix)")
def test_what_is_wrong_with_a_fit_shows_in_its_numbers():
    X, y = make_wave(60, random_state=0)
    wide = diagnose(RBFNetworkRegressor(20, gamma=1e-3, random_state=0).fit(X, y), X, y)
    assert wide.rank < 10 < wide.n_columns == 21
    assert wide.weight_ratio > 1e6
    assert wide.nearest_similarity[0] > 0.999
    narrow = diagnose(RBFNetworkRegressor(20, gamma=1e6, alpha=0.1, random_state=0).fit(X, y), X, y)
    assert narrow.nearest_similarity[1] < 0.02
    away = RBFNetworkRegressor(centers=[[0.2], [0.7], [90.0]], gamma=9.0, alpha=0.1).fit(X, y)
    assert diagnose(away, X).n_blind == 1


@pytest.mark.parametrize(
    ("model", "known"),
    [
        (RBFNetworkClassifier(6, output="logistic", alpha=0.1, random_state=0), {"rank"}),
        (UniformRBFClassifier(2.0), {"rank"}),
        (RBFNetworkClassifier(6, random_state=0), {"rank", "degrees_of_freedom", "loo_error"}),
        (ELMClassifier(9, random_state=0), {"rank", "degrees_of_freedom", "loo_error"}),
    ],
    ids=["logistic", "votes", "two-stage", "ELM"],
)
@pytest.mark.parametrize("K", [2, 3])
def test_classifiers_have_what_least_squares_has(model, known, K):
    X, _ = make_moons(60, random_state=0)
    labels = np.array(["low", "middle", "high"])[np.arange(60) % K]
    found = diagnose(model.fit(X, labels), X, labels)
    maybe = {"rank", "degrees_of_freedom", "loo_error"}
    assert {name for name in maybe if getattr(found, name) is not None} == known
    assert found.weight_ratio > 0


def test_a_network_of_any_origin_has_a_diagnosis():
    X, y = make_moons(60, random_state=0)
    svc = SVC(gamma=1.0).fit(X, y)
    found = diagnose(network_from_svc(svc), X)
    assert found.n_columns == len(svc.support_)
    assert found.weight_ratio is found.loo_error is found.degrees_of_freedom is None


def test_a_diagnosis_reads_as_six_lines():
    X, y = make_wave(30, random_state=0)
    found = diagnose(RBFNetworkRegressor(5, random_state=0).fit(X, y), X, y)
    lines = repr(found).splitlines()
    assert len(lines) == 6
    assert "6 of 6" in lines[2]
    assert f"{found.loo_error:.4g}" in lines[5]
    with pytest.raises(AttributeError):
        found.rank = 7
    assert isinstance(found, Diagnosis)
    assert repr(diagnose(NadarayaWatsonRegressor(9.0).fit(X, y), X)).count("none") == 3


def test_what_has_no_centers_is_refused_in_words():
    X, y = make_wave(30, random_state=0)
    for model in (KMeans(2), NearestNeighborRegressor()):
        with pytest.raises(TypeError, match=f"centers or hidden nodes, got {type(model).__name__}"):
            diagnose(model.fit(X, y), X)
    pipeline = make_pipeline(StandardScaler(), RBFNetworkRegressor(5, random_state=0)).fit(X, y)
    with pytest.raises(TypeError, match="From a Pipeline, pass its last step"):
        diagnose(pipeline, X)
    for model in (RBFNetworkRegressor(), ELMRegressor(), NadarayaWatsonRegressor()):
        with pytest.raises(NotFittedError):
            diagnose(model, X)
    model = RBFNetworkRegressor(5, random_state=0).fit(X, y)
    with pytest.raises(ValueError, match="features"):
        diagnose(model, np.ones((4, 3)))
    with pytest.raises(ValueError, match="NaN"):
        diagnose(model, X * np.nan)
    with pytest.raises(ValueError, match="inconsistent numbers"):
        diagnose(model, X, y[1:])
    classifier = RBFNetworkClassifier(5, random_state=0).fit(X, y > 0)
    for other in (y[1:] > 0, np.where(y > 0, "high", "low")):
        with pytest.raises(ValueError, match=r"one of the classes .* for each row"):
            diagnose(classifier, X, other)


@pytest.mark.parametrize("gamma", [100.0, 1e9])
def test_kernel_regression_of_some_of_the_samples_has_no_error_of_the_others(gamma):
    X, y = make_wave(30, 0.2, 0)
    model = NadarayaWatsonRegressor(gamma).fit(X, y, np.arange(30) % 3)
    assert diagnose(model, X, y).loo_error is None  # those of weight 0 are not in it
    lonely = diagnose(NadarayaWatsonRegressor(gamma).fit(X, y), X, y)
    assert (lonely.loo_error is None) == (gamma == 1e9)  # where no other is in reach
