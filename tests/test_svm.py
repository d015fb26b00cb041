"""A fitted Gaussian SVC, read as a network."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.datasets import load_breast_cancer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from rbflib import make_moons, network_from_svc


@pytest.mark.parametrize("gamma", ["scale", "auto", 0.1, 20.0])
@pytest.mark.parametrize("C", [0.1, 100.0])
def test_network_gives_the_decision_values_of_the_svc(gamma, C, rng):
    X, y = make_moons(120, random_state=int(rng.integers(2**31)))
    svc = SVC(gamma=gamma, C=C).fit(X, y)
    X_new = rng.uniform(-2, 2, (300, 2))
    assert_allclose(network_from_svc(svc)(X_new), svc.decision_function(X_new), atol=1e-10)


def test_centers_are_the_support_vectors_and_weights_their_signed_multipliers(rng):
    X, y = make_moons(80, random_state=int(rng.integers(2**31)))
    svc = SVC(C=3.0).fit(X, y)
    network = network_from_svc(svc)
    assert network.n_centers == svc.n_support_.sum()
    assert_array_equal(network.centers, X[svc.support_])
    assert_array_equal(np.sign(network.weights), y[svc.support_])
    assert (np.abs(network.weights) <= 3.0 + 1e-12).all()
    assert abs(network.weights.sum()) < 1e-10  # the dual's constraint Σ α_n y_n = 0


def test_class_names_class_weights_and_sparse_input_do_not_matter(rng):
    X, y = make_moons(80, random_state=int(rng.integers(2**31)))
    names = np.where(y > 0, "outer", "inner")
    for samples in (X, csr_array(X)):
        svc = SVC(class_weight="balanced").fit(samples, names)
        score = network_from_svc(svc)(X)
        assert_allclose(score, svc.decision_function(samples), atol=1e-10)
        assert_array_equal(svc.classes_[(score > 0).astype(int)], svc.predict(samples))


def test_last_step_of_a_pipeline_reads_scaled_real_data():
    X, y = load_breast_cancer(return_X_y=True)
    pipeline = make_pipeline(StandardScaler(), SVC(C=10.0)).fit(X, y)
    network = network_from_svc(pipeline[-1])
    assert_allclose(network(pipeline[:-1].transform(X)), pipeline.decision_function(X), atol=1e-10)


def test_network_keeps_the_gamma_of_the_fit(rng):
    X, y = make_moons(50, random_state=int(rng.integers(2**31)))
    svc = SVC(gamma=2.0).fit(X, y)
    expected = svc.decision_function(X)
    svc.set_params(gamma=5.0)
    assert_allclose(network_from_svc(svc)(X), expected, atol=1e-10)
