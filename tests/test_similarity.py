from functools import cache

from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.metrics.pairwise import polynomial_kernel, sigmoid_kernel

from rbflib import edit_distance, polynomial, tanh_neuron

TEXTS = st.text("abc", max_size=6)


@cache
def edit_distance_by_definition(a, b):
    """Try every first edit."""
    if not a or not b:
        return len(a) + len(b)
    return min(
        edit_distance_by_definition(a[1:], b) + 1,
        edit_distance_by_definition(a, b[1:]) + 1,
        edit_distance_by_definition(a[1:], b[1:]) + (a[0] != b[0]),
    )


def test_polynomial_and_tanh_neuron_are_those_of_scikit_learn(rng):
    X, centers = rng.standard_normal((7, 3)), rng.standard_normal((4, 3))
    expected = polynomial_kernel(X, centers, degree=2, gamma=1)
    assert_allclose(polynomial(X, centers), expected, rtol=1e-12)
    assert_allclose(tanh_neuron(X, centers, 0.4), sigmoid_kernel(X, centers, gamma=0.4), rtol=1e-12)


@given(TEXTS, TEXTS)
def test_edit_distance_equals_its_definition(a, b):
    assert edit_distance(a, b) == edit_distance_by_definition(a, b)
