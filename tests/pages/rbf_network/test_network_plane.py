"""The two stages in the plane, against scikit-learn and closed forms."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import log_loss
from sklearn.metrics.pairwise import rbf_kernel

from rbflib import RBFNetwork, cluster_gamma, fit_mixture, kmeans_centers, mixture_gamma
from rbflib.lab.kit.plane import outlines, plane_data


@pytest.mark.parametrize("M", [3, 10])
def test_plane_measures_a_ridge_fit_on_the_similarities(explorer, M):
    explorer.set(n_centers=M, gamma=2, alpha=0.1)
    X, y, X_test, y_test = plane_data("two moons")
    mu, gamma = kmeans_centers(X, M, random_state=0), explorer.state["gamma"]
    peer = Ridge(alpha=explorer.state["alpha"]).fit(rbf_kernel(X, mu, gamma), y)
    for name, (Q, t) in {"E_in": (X, y), "E_out": (X_test, y_test)}.items():
        sign = np.sign(peer.predict(rbf_kernel(Q, mu, gamma)))
        assert explorer.numbers[name] == pytest.approx(np.mean(sign != t))
    assert explorer.scene.centers.get_xydata() == pytest.approx(mu)
    assert explorer.numbers["parameters of the network"] == 2 * M + M + 1 + 1


def test_plane_shows_probabilities_of_logistic_regression(explorer):
    explorer.set(output="logistic", alpha=0.1)
    X, y, X_test, y_test = plane_data("two moons")
    mu, gamma = kmeans_centers(X, 10, random_state=0), explorer.state["gamma"]
    alpha = explorer.state["alpha"]
    peer = LogisticRegression(C=1 / (2 * alpha), tol=1e-10, max_iter=10_000)
    peer.fit(rbf_kernel(X, mu, gamma), y)
    loss = log_loss(y_test, peer.predict_proba(rbf_kernel(X_test, mu, gamma)))
    name = "mean −ln p of the test samples' classes"
    assert explorer.numbers[name] == pytest.approx(loss, rel=1e-3)


def test_outlines_are_one_sigma_away(rng):
    X = rng.normal(size=(60, 2))
    mu = kmeans_centers(X, 4, random_state=0)
    for gamma in (0.7, cluster_gamma(X, mu)):
        lines = outlines(mu, gamma).T.reshape(4, -1, 2)
        assert np.isnan(lines[:, -1]).all()
        network = RBFNetwork(mu, np.ones(4), gamma=gamma)
        for m, line in enumerate(lines[:, :-1]):
            assert network.transform(line)[:, m] == pytest.approx(np.exp(-0.5))


def test_widths_of_a_mixture_are_its_own_and_others_say_so(explorer):
    explorer.set(centers="Gaussian mixture", width="mixture", n_centers=4)
    X, *_ = plane_data("two moons")
    mu, *mixture = fit_mixture(X, 4, random_state=0)
    expected = outlines(mu, mixture_gamma(X, mu, *mixture))
    drawn = np.array(explorer.scene.outlines.get_data())
    assert drawn == pytest.approx(expected, nan_ok=True)
    assert explorer.numbers["parameters of the network"] == 4 * 5 + 4 + 1
    explorer.set(centers="k-means")
    assert "own cluster, as only a mixture" in explorer.summary
