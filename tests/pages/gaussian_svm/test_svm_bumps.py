"""A Gaussian SVM bump by bump, against scikit-learn's machine."""

import numpy as np
import pytest
from sklearn.svm import SVC

from rbflib.lab.kit.plane import plane_data


def test_bumps_explorer_ends_at_the_errors_of_the_machine(explorer):
    X, y, X_test, y_test = plane_data("two moons")
    machine = SVC(gamma=explorer.state["gamma"], C=explorer.state["C"]).fit(X, y)
    assert explorer.state["bumps"] == len(machine.support_)
    assert explorer.numbers["E_in"] == pytest.approx(1 - machine.score(X, y))
    assert explorer.numbers["E_out"] == pytest.approx(1 - machine.score(X_test, y_test))


def test_training_error_is_below_a_tenth_from_29_bumps_on_and_not_before(explorer):
    errors = []
    for bumps in range(40):
        explorer.set(bumps=bumps)
        errors.append(explorer.numbers["E_in"])
    assert np.flatnonzero(np.array(errors) < 0.1)[0] == 29
    assert errors[29] == pytest.approx(0.09)
