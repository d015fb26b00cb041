"""What the scenes of page 07 draw and measure, against learners fitted one by one."""

import numpy as np
import pytest
from sklearn.cluster import KMeans
from sklearn.linear_model import Ridge
from sklearn.metrics.pairwise import rbf_kernel

from rbflib import ELMRegressor, make_wave, naive_forward_selection, wave
from rbflib.elm import ACTIVATIONS
from rbflib.lab import EXPLORERS
from rbflib.lab.kit.line import SEED, X_TEST
from rbflib.lab.pages.extreme_learning_machine.scenes import (
    COUNTS,
    DRAWS,
    GRID,
    MAX_HIDDEN,
    N_SAMPLES,
    TARGETS,
    LeastSquares,
    errors_of_all_draws,
    line_samples,
    squeezed,
)


def fitted_elms(n_hidden, activation="tanh", alpha=0.0, noise=0.2):
    X, y = make_wave(N_SAMPLES, noise, random_state=SEED)
    elms = [
        ELMRegressor(n_hidden, activation, alpha, random_state=draw).fit(X, y)
        for draw in range(1, DRAWS + 1)
    ]
    return X, y, elms


@pytest.mark.parametrize("shape", [(30, 4), (6, 6), (5, 9)])
def test_stacked_least_squares_are_lstsq_and_ridge(rng, shape):
    H, y = rng.normal(size=(3, *shape)), rng.normal(size=shape[0])
    for alpha in (0.0, 0.1):
        for layer, beta in zip(H, LeastSquares(H).weights(y, alpha), strict=True):
            expected = (
                Ridge(alpha, fit_intercept=False, solver="cholesky").fit(layer, y).coef_
                if alpha
                else np.linalg.lstsq(layer, y)[0]
            )
            assert beta == pytest.approx(expected)


def test_direction_that_is_zero_but_for_rounding_is_left_out(rng):
    column = rng.normal(size=(8, 1))
    beta = LeastSquares(np.hstack([column, column])).weights(column[:, 0], 0.0)
    assert beta == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_random_layer_draws_and_measures_the_regressor(activation):
    explorer = EXPLORERS["random_layer"]()
    explorer.set(n_hidden=7, activation=activation, alpha=0.0, noise=0.3, draw=5)
    X, y, elms = fitted_elms(7, activation, noise=0.3)
    fits = np.array([elm.predict(X_TEST) for elm in elms])
    scene, numbers = explorer.scene, explorer.numbers
    assert scene.fit.get_ydata() == pytest.approx(fits[4], abs=1e-6)
    assert scene.band.median.get_ydata() == pytest.approx(np.median(fits, axis=0), abs=1e-6)
    low, high = np.percentile(fits, [10, 90], axis=0)
    corners = scene.band.fill.get_xy()[: 2 * len(X_TEST)]
    assert corners[:, 1] == pytest.approx(np.append(low, high[::-1]), abs=1e-6)
    e_out = np.mean((fits - wave(X_TEST)) ** 2, axis=1) + 0.3**2
    assert numbers["this draw: E_in"] == pytest.approx(np.mean((elms[4].predict(X) - y) ** 2))
    assert numbers["E_out"] == pytest.approx(e_out[4])
    assert numbers["20 draws: median E_out"] == pytest.approx(np.median(e_out))
    assert numbers["largest |β|"] == pytest.approx(np.abs(elms[4].weights_).max(), rel=1e-5)


def test_features_are_drawn_before_and_after_weighting():
    explorer = EXPLORERS["random_layer"]()
    explorer.set(n_hidden=6, activation="wavelet", draw=3)
    elm = fitted_elms(6, "wavelet")[2][2]
    x = X_TEST[::2]
    G = elm.hidden_layer(x)
    drawn = [
        line.get_ydata().reshape(6, -1)[:, :-1].T
        for line in (explorer.scene.raw, explorer.scene.weighted)
    ]
    assert drawn[0] == pytest.approx(G)
    assert drawn[1] == pytest.approx(squeezed(elm.weights_ * G), rel=1e-6)
    assert np.sinh(drawn[1]).sum(axis=1) * 0.1 == pytest.approx(elm.predict(x), abs=1e-6)


@pytest.mark.parametrize("alpha", [0.0, 1e-2])
@pytest.mark.parametrize("activation", ["tanh", "rbf", "complex"])
def test_error_curves_are_those_of_single_fits(activation, alpha):
    curves = errors_of_all_draws(activation, alpha, 0.2)
    for n_hidden in (1, 6, 12, MAX_HIDDEN):
        X, y, elms = fitted_elms(n_hidden, activation, alpha)
        layers = [(elm.hidden_layer(X), elm.hidden_layer(X_TEST)) for elm in elms]
        expected = []
        for H, H_test in layers:
            # Ridge as least squares with rows √λ I, targets 0.
            rows = np.vstack([H, np.sqrt(alpha) * np.eye(n_hidden)])
            beta = np.linalg.lstsq(rows, np.append(y, np.zeros(n_hidden)))[0]
            e_out = np.mean((H_test @ beta - wave(X_TEST)) ** 2) + 0.2**2
            expected.append([np.mean((H @ beta - y) ** 2), e_out, np.linalg.norm(beta)])
        for curve, column in zip(curves, np.transpose(expected), strict=True):
            assert curve[:, n_hidden - 1] == pytest.approx(column, rel=1e-3, abs=1e-12)


@pytest.mark.parametrize("activation", sorted(set(ACTIVATIONS) - {"polynomial", "fourier"}))
def test_training_error_vanishes_with_as_many_nodes_as_samples(activation):
    e_in, _, _ = errors_of_all_draws(activation, 0.0, 0.2)
    assert np.median(e_in[:, N_SAMPLES - 1]) < 1e-9 < 1e-3 < np.median(e_in[:, N_SAMPLES // 2])


def test_error_explorer_draws_its_curves():
    explorer = EXPLORERS["error_against_nodes"]()
    explorer.set(n_hidden=9, alpha=1e-3)
    scene, numbers = explorer.scene, explorer.numbers
    e_in, e_out, length = errors_of_all_draws("tanh", 1e-3, 0.2)
    assert scene.e_in.median.get_ydata() == pytest.approx(np.median(e_in, axis=0))
    assert scene.e_out.median.get_ydata() == pytest.approx(np.median(e_out, axis=0))
    assert scene.length.median.get_ydata() == pytest.approx(np.median(length, axis=0))
    assert scene.dots.get_ydata() == pytest.approx(e_out[:, 8])
    assert numbers["median E_out"] == pytest.approx(np.median(e_out[:, 8]))
    assert set(scene.now[0].get_xdata()) == {9}


@pytest.mark.parametrize("target", TARGETS)
def test_random_centers_are_those_of_the_regressor(target):
    explorer = EXPLORERS["random_or_chosen"]()
    explorer.set(target=target, n_centers=6, noise=0.2, draw=4)
    X, f, z, X_test = line_samples(target)
    elms = [ELMRegressor(6, "rbf", random_state=d).fit(X, f + 0.2 * z) for d in range(1, DRAWS + 1)]
    f_test = TARGETS[target][0](X_test)
    e_out = [np.mean((elm.predict(X_test) - f_test) ** 2) + 0.2**2 for elm in elms]
    assert explorer.numbers["E_out: this draw"] == pytest.approx(e_out[3], rel=1e-6)
    assert explorer.numbers["median of 20 draws"] == pytest.approx(np.median(e_out), rel=1e-6)
    scene = explorer.scene
    assert scene.band.median.get_ydata()[5] == pytest.approx(np.median(e_out), rel=1e-6)
    assert scene.centers["random"].get_xdata() == pytest.approx(elms[3].network_.centers[:, 0])
    assert scene.fits["random"].get_ydata() == pytest.approx(elms[3].predict(GRID), abs=1e-6)
    better = np.sum(np.array(e_out) < explorer.numbers["k-means"])
    assert explorer.numbers["draws better than k-means"] == better


@pytest.mark.parametrize("target", TARGETS)
def test_chosen_centers_are_cluster_means_and_those_of_naive_selection(target):
    explorer = EXPLORERS["random_or_chosen"]()
    explorer.set(target=target, n_centers=5, noise=0.2, gamma=80)
    gamma = explorer.state["gamma"]
    X, f, z, X_test = line_samples(target)
    y, f_test = f + 0.2 * z, TARGETS[target][0](X_test)
    scene = explorer.scene
    means = scene.centers["k-means"].get_xdata()[:, None]
    assert KMeans(5, init=means, n_init=1).fit(X).cluster_centers_ == pytest.approx(means)
    selected, _ = naive_forward_selection(rbf_kernel(X, X, gamma), y, 5)
    assert scene.centers["OLS"].get_xdata() == pytest.approx(X[selected, 0])
    for name, centers in [("k-means", means), ("OLS", X[selected])]:
        beta = np.linalg.lstsq(rbf_kernel(X, centers, gamma), y)[0]
        gap = rbf_kernel(X_test, centers, gamma) @ beta - f_test
        expected = np.mean(gap**2) + 0.2**2
        assert explorer.numbers[name] == pytest.approx(expected)
        assert scene.curves[name].get_ydata()[4] == pytest.approx(expected)
        assert list(scene.curves[name].get_xdata()) == list(COUNTS)
        drawn = scene.fits[name].get_ydata()
        assert drawn == pytest.approx(rbf_kernel(GRID, centers, gamma) @ beta)


def test_crowded_target_is_flat_where_four_of_five_samples_are():
    X, f, *_ = line_samples("flat, then a wave")
    assert np.mean(X < 2 / 3) == pytest.approx(0.8)
    assert np.all(f[X[:, 0] < 2 / 3] == 0)
    assert np.abs(f).max() > 0.9
