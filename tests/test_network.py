import copy
import dataclasses
import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.distance import cdist

from rbflib import RBFNetwork, design_matrix


def random_network(rng, M=6, D=3, outputs=(), dtype=float):
    return RBFNetwork(
        rng.standard_normal((M, D)).astype(dtype),
        rng.standard_normal((M, *outputs)),
        bias=rng.standard_normal(outputs),
        gamma=0.4,
    )


@pytest.mark.parametrize("outputs", [(), (1,), (4,)])
def test_network_is_the_weighted_sum_of_its_similarities_plus_bias(outputs, rng):
    network = random_network(rng, outputs=outputs)
    X = rng.standard_normal((10, 3))
    expected = np.exp(-0.4 * cdist(X, network.centers, "sqeuclidean")) @ network.weights
    assert network(X).shape == (10, *outputs)
    assert_allclose(network(X), expected + network.bias, rtol=1e-11)


@pytest.mark.parametrize("outputs", [(), (3,)])
@pytest.mark.parametrize("gamma", [1e-300, 0.3, 1e300])
@pytest.mark.parametrize("scale", [1e-300, 1.0, 1e300])
def test_outputs_in_blocks_are_the_product_with_the_matrix(scale, gamma, outputs, monkeypatch, rng):
    monkeypatch.setattr("rbflib.numerics.distances.BLOCK_SIZE", 20)
    centers, X = scale * rng.uniform(-1, 1, (9, 2)), scale * rng.uniform(-1, 1, (30, 2))
    weights = rng.standard_normal((9, *outputs))
    h = RBFNetwork(centers, weights, 0.5, gamma)(X)
    expected = design_matrix(X, centers, gamma) @ weights + 0.5
    assert_allclose(h, expected, rtol=1e-12, atol=1e-12)


def test_far_from_every_center_only_the_bias_is_left(rng):
    network = random_network(rng)
    assert network(np.full((1, 3), 1e6)) == network.bias


def test_network_without_centers_is_its_bias():
    network = RBFNetwork(np.empty((0, 2)), np.empty(0), bias=3.0)
    assert network.n_centers == 0
    assert_array_equal(network(np.ones((4, 2))), [3, 3, 3, 3])


def test_network_of_no_points_has_no_outputs(rng):
    assert random_network(rng)(np.empty((0, 3))).shape == (0,)
    assert random_network(rng, outputs=(2,))(np.empty((0, 3))).shape == (0, 2)


def test_float32_network_answers_float32_points_in_float32(rng):
    network = random_network(rng, dtype=np.float32)
    X = rng.standard_normal((10, 3)).astype(np.float32)
    assert network(X).dtype == network.transform(X).dtype == network.weights.dtype == np.float32
    assert network(X.astype(float)).dtype == np.float64
    assert_allclose(network(X), network(X.astype(float)), rtol=1e-6, atol=1e-6)


def test_fields_and_arrays_of_a_network_cannot_be_changed(rng):
    network = random_network(rng, outputs=(2,))
    with pytest.raises(dataclasses.FrozenInstanceError):
        network.weights = np.zeros(6)
    for array in (network.centers, network.weights, network.bias):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_network_does_not_follow_later_changes_of_the_arrays_it_was_built_from(rng):
    centers, weights, gamma = rng.standard_normal((4, 2)), rng.standard_normal(4), np.ones(4)
    X = rng.standard_normal((5, 2))
    network = RBFNetwork(centers, weights, gamma=gamma)
    before = network(X)
    centers += 1
    weights += 1
    gamma += 1
    assert_array_equal(network(X), before)


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda network: pickle.loads(pickle.dumps(network))]
)
def test_copied_and_pickled_networks_answer_the_same_and_stay_frozen(duplicate, rng):
    network = dataclasses.replace(
        random_network(rng, dtype=np.float32), bias=2.0, basis="truncated"
    )
    again = duplicate(network)
    X = rng.standard_normal((5, 3))
    assert_array_equal(again(X), network(X))
    assert again.centers.dtype == np.float32
    with pytest.raises(ValueError, match="read-only"):
        again.weights[0] = 0


def test_matrices_of_widths_are_symmetric_to_the_last_digit(rng):
    factor = rng.standard_normal((4, 3, 3))
    gamma = factor @ factor.transpose(0, 2, 1)
    gamma[:, 0, 1] *= 1 + 1e-9
    kept = RBFNetwork(rng.standard_normal((4, 3)), np.ones(4), gamma=gamma).gamma
    assert_array_equal(kept, kept.transpose(0, 2, 1))
    assert_allclose(kept, gamma, rtol=1e-8)


@pytest.mark.parametrize("D", [2, 8])
def test_predicting_many_points_never_holds_the_whole_design_matrix(D, peak_memory):
    rng = np.random.default_rng(0)
    network, X = random_network(rng, M=500, D=D), rng.standard_normal((200_000, D))
    h = network(X)
    assert peak_memory(lambda: network(X)) - h.nbytes < 15e6  # the whole matrix is 800 MB
    assert_allclose(h[-3:], network.transform(X[-3:]) @ network.weights + network.bias, rtol=1e-10)
