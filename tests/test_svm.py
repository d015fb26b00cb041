import numpy as np
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.svm import SVC

from rbflib import make_moons, network_from_svc


def test_class_names_class_weights_and_sparse_input_do_not_matter(rng):
    X, y = make_moons(80, random_state=int(rng.integers(2**31)))
    names = np.where(y > 0, "outer", "inner")
    for samples in (X, csr_array(X)):
        svc = SVC(class_weight="balanced").fit(samples, names)
        score = network_from_svc(svc)(X)
        assert_allclose(score, svc.decision_function(samples), atol=1e-10)
        assert_array_equal(svc.classes_[(score > 0).astype(int)], svc.predict(samples))


def test_network_keeps_the_gamma_of_the_fit(rng):
    X, y = make_moons(50, random_state=int(rng.integers(2**31)))
    svc = SVC(gamma=2.0).fit(X, y)
    expected = svc.decision_function(X)
    svc.set_params(gamma=5.0)
    assert_allclose(network_from_svc(svc)(X), expected, atol=1e-10)
