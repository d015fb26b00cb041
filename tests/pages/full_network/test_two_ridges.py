"""Ridge beside kernel ridge, against scikit-learn's."""

import pytest
from sklearn.kernel_ridge import KernelRidge

from rbflib import make_wave
from rbflib.lab.kit.line import SEED, X_TEST


def test_kernel_ridge_is_that_of_scikit_learn(explorer):
    explorer.set(gamma=30, alpha=0.1, noise=0.2)
    X, y = make_wave(20, 0.2, random_state=SEED)
    peer = KernelRidge(kernel="rbf", gamma=explorer.state["gamma"], alpha=0.1).fit(X, y)
    assert explorer.scene.kernel_ridge.get_ydata() == pytest.approx(peer.predict(X_TEST))
