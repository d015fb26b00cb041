"""The test errors of many students, against learners fitted one by one."""

from itertools import pairwise

import numpy as np
import pytest

from rbflib import ELMRegressor, make_wave, wave
from rbflib.lab.kit.line import SEED, X_TEST
from rbflib.lab.pages.extreme_learning_machine.draws import N_SAMPLES
from rbflib.lab.pages.extreme_learning_machine.many_draws import EDGES


@pytest.mark.parametrize(("students", "n_hidden", "alpha"), [(37, 8, 0.0), (80, 30, 1e-2)])
def test_histogram_counts_the_errors_of_single_fits(explorer, students, n_hidden, alpha):
    explorer.set(students=students, n_hidden=n_hidden, alpha=alpha)
    X, y = make_wave(N_SAMPLES, 0.2, random_state=SEED)
    fits = [
        ELMRegressor(n_hidden, "tanh", alpha, random_state=seed).fit(X, y).predict(X_TEST)
        for seed in range(1, students + 1)
    ]
    e_out = np.mean((np.array(fits) - wave(X_TEST)) ** 2, axis=1) + 0.2**2
    numbers, scene = explorer.numbers, explorer.scene
    assert numbers["this student: E_out"] == pytest.approx(e_out[-1])
    assert numbers["median"] == pytest.approx(np.median(e_out))
    assert numbers["mean"] == pytest.approx(np.mean(e_out))
    assert numbers["largest"] == pytest.approx(e_out.max())
    assert scene.fit.get_ydata() == pytest.approx(fits[-1], abs=1e-6)
    corners = scene.bars.get_xy()
    for low, high in pairwise(EDGES):
        height = corners[(corners[:, 0] == low)][-1, 1]
        assert height == np.sum((e_out >= low) & (e_out < high))
