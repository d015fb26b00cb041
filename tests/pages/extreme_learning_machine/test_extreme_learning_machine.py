"""Page 07: random layers, against learners fitted one by one."""

from itertools import pairwise

import numpy as np
import pytest
from sklearn.cluster import KMeans
from sklearn.metrics.pairwise import rbf_kernel

from rbflib import ELMRegressor, make_wave, naive_forward_selection, wave
from rbflib.elm import ACTIVATIONS
from rbflib.lab.kit.line import SEED, X_TEST
from rbflib.lab.pages.extreme_learning_machine.draws import DRAWS, MAX_HIDDEN, N_SAMPLES
from rbflib.lab.pages.extreme_learning_machine.error_against_nodes import errors_of_all_draws
from rbflib.lab.pages.extreme_learning_machine.many_draws import EDGES
from rbflib.lab.pages.extreme_learning_machine.random_or_chosen import (
    COUNTS,
    GRID,
    TARGET_CODE,
    samples_for,
)
from tests.pages.conftest import opened
from tests.seeds import thorough


def fitted_elms(n_hidden, activation="tanh", alpha=0.0, noise=0.2, draws=DRAWS):
    """The draws of the page as learners that are fitted one by one."""
    X, y = make_wave(N_SAMPLES, noise, random_state=SEED)
    elms = [ELMRegressor(n_hidden, activation, alpha, random_state=d + 1) for d in range(draws)]
    return X, y, [elm.fit(X, y) for elm in elms]


@pytest.mark.filterwarnings("ignore:The design matrix has")
@pytest.mark.parametrize("alpha", [0.0, 1e-2])
@pytest.mark.parametrize("activation", ["rbf", *thorough("tanh", "complex")])
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


def test_error_explorer_draws_its_curves():
    explorer = opened("error_against_nodes", n_hidden=9, alpha=1e-3)
    scene, draws = explorer.scene, errors_of_all_draws("tanh", 1e-3, 0.2)
    for curve, values in zip((scene.e_in, scene.e_out, scene.length), draws, strict=True):
        assert curve.median.get_ydata() == pytest.approx(np.median(values, axis=0))
    assert scene.dots.get_ydata() == pytest.approx(draws[1][:, 8])
    assert set(scene.now[0].get_xdata()) == {9}


@pytest.mark.parametrize(("students", "n_hidden", "alpha"), [(37, 8, 0.0), (80, 30, 1e-2)])
def test_histogram_counts_the_errors_of_single_fits(students, n_hidden, alpha):
    explorer = opened("many_draws", students=students, n_hidden=n_hidden, alpha=alpha)
    _, _, elms = fitted_elms(n_hidden, alpha=alpha, draws=students)
    fits = np.array([elm.predict(X_TEST) for elm in elms])
    e_out = np.mean((fits - wave(X_TEST)) ** 2, axis=1) + 0.2**2
    scene = explorer.scene
    assert scene.fit.get_ydata() == pytest.approx(fits[-1], abs=1e-6)
    corners = scene.bars.get_xy()
    for low, high in pairwise(EDGES):
        height = corners[(corners[:, 0] == low)][-1, 1]
        assert height == np.sum((e_out >= low) & (e_out < high))


@pytest.mark.parametrize("activation", ["tanh", *thorough(*sorted({*ACTIVATIONS} - {"tanh"}))])
def test_random_layer_draws_the_regressor(activation):
    layer = {"n_hidden": 7, "activation": activation, "alpha": 0.0, "noise": 0.3}
    explorer = opened("random_layer", **layer, draw=5)
    _, _, elms = fitted_elms(**layer)
    fits = np.array([elm.predict(X_TEST) for elm in elms])
    scene = explorer.scene
    assert scene.fit.get_ydata() == pytest.approx(fits[5], abs=1e-6)
    assert scene.band.median.get_ydata() == pytest.approx(np.median(fits, axis=0), abs=1e-6)
    low, high = np.percentile(fits, [10, 90], axis=0)
    corners = scene.band.fill.get_xy()[: 2 * len(X_TEST)]
    assert corners[:, 1] == pytest.approx(np.append(low, high[::-1]), abs=1e-6)


@pytest.mark.parametrize("target", TARGET_CODE)
def test_random_centers_are_those_of_the_regressor(target):
    explorer = opened("random_or_chosen", target=target, n_centers=6, noise=0.2, draw=4)
    X, f, z, X_test, f_test = samples_for(target)
    elms = [ELMRegressor(6, "rbf", random_state=d).fit(X, f + 0.2 * z) for d in range(1, DRAWS + 1)]
    e_out = [np.mean((elm.predict(X_test) - f_test) ** 2) + 0.2**2 for elm in elms]
    scene = explorer.scene
    assert scene.band.median.get_ydata()[5] == pytest.approx(np.median(e_out), rel=1e-6)
    assert scene.centers["random"].get_xdata() == pytest.approx(elms[4].network_.centers[:, 0])
    assert scene.fits["random"].get_ydata() == pytest.approx(elms[4].predict(GRID), abs=1e-6)


@pytest.mark.parametrize("target", TARGET_CODE)
def test_chosen_centers_are_cluster_means_and_those_of_naive_selection(target):
    explorer = opened("random_or_chosen", target=target, n_centers=5, noise=0.2, gamma=80)
    gamma = explorer.state["gamma"]
    X, f, z, X_test, f_test = samples_for(target)
    y = f + 0.2 * z
    scene = explorer.scene
    means = scene.centers["k-means"].get_xdata()[:, None]
    assert KMeans(5, init=means, n_init=1).fit(X).cluster_centers_ == pytest.approx(means)
    selected, _ = naive_forward_selection(rbf_kernel(X, X, gamma), y, 5)
    assert scene.centers["OLS"].get_xdata() == pytest.approx(X[selected, 0])
    for name, centers in [("k-means", means), ("OLS", X[selected])]:
        beta = np.linalg.lstsq(rbf_kernel(X, centers, gamma), y)[0]
        gap = rbf_kernel(X_test, centers, gamma) @ beta - f_test
        expected, drawn = np.mean(gap**2) + 0.2**2, rbf_kernel(GRID, centers, gamma) @ beta
        assert explorer.numbers[name] == pytest.approx(expected)
        assert scene.curves[name].get_ydata()[4] == pytest.approx(expected)
        assert list(scene.curves[name].get_xdata()) == list(COUNTS)
        assert scene.fits[name].get_ydata() == pytest.approx(drawn)
