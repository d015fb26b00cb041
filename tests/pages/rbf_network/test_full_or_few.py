"""The full network beside few centers, against the normal equations."""

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.metrics.pairwise import rbf_kernel

from rbflib import kmeans_centers, make_wave, wave
from rbflib.lab.kit.line import SEED, X_TEST


def test_full_and_few_are_the_normal_equations(explorer):
    explorer.set(n_centers=8, gamma=100, alpha=0.1, noise=0.2)
    X, y = make_wave(40, 0.2, random_state=SEED)
    gamma, truth = explorer.state["gamma"], wave(X_TEST)
    mu = kmeans_centers(X, 8, random_state=0)
    few = Ridge(alpha=0.1).fit(rbf_kernel(X, mu, gamma), y)
    e_out = np.mean((few.predict(rbf_kernel(X_TEST, mu, gamma)) - truth) ** 2) + 0.2**2
    assert explorer.numbers["M centers: E_out"] == pytest.approx(e_out)
    Z = rbf_kernel(X, X, gamma)
    beta = np.linalg.solve(Z.T @ Z + 0.1 * np.eye(40), Z.T @ y)
    e_full = np.mean((rbf_kernel(X_TEST, X, gamma) @ beta - truth) ** 2) + 0.2**2
    assert explorer.numbers["full network: E_out"] == pytest.approx(e_full)
    assert explorer.numbers["full network: E_in"] == pytest.approx(np.mean((Z @ beta - y) ** 2))
    # The curve and its marker say the same.
    curve = dict(explorer.scene.e_out.get_xydata())
    assert curve[8] == pytest.approx(e_out)
    assert explorer.scene.now.get_xydata()[0] == pytest.approx([8, e_out])
