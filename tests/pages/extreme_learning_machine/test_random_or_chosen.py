"""Random and chosen centers, against learners fitted one by one."""

import numpy as np
import pytest
from sklearn.cluster import KMeans
from sklearn.metrics.pairwise import rbf_kernel

from rbflib import ELMRegressor, naive_forward_selection
from rbflib.lab.pages.extreme_learning_machine.draws import DRAWS
from rbflib.lab.pages.extreme_learning_machine.random_or_chosen import (
    COUNTS,
    GRID,
    TARGETS,
    samples_for,
)


@pytest.mark.parametrize("target", TARGETS)
def test_random_centers_are_those_of_the_regressor(explorer, target):
    explorer.set(target=target, n_centers=6, noise=0.2, draw=4)
    X, f, z, X_test = samples_for(target)
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
def test_chosen_centers_are_cluster_means_and_those_of_naive_selection(explorer, target):
    explorer.set(target=target, n_centers=5, noise=0.2, gamma=80)
    gamma = explorer.state["gamma"]
    X, f, z, X_test = samples_for(target)
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
